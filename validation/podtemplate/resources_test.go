package podtemplate

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// amounts returns a resource list from pairs of a name and a quantity.
func amounts(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

func TestResources(t *testing.T) {
	limits := func(pairs ...string) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.Resources.Limits = amounts(pairs...) })
	}
	limited := func(limits, requests corev1.ResourceList) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) {
			c.Resources = corev1.ResourceRequirements{Limits: limits, Requests: requests}
		})
	}
	path := at("containers[0].resources")
	limit := func(name string) *field.Path { return path.Child("limits").Key(name) }
	const notKnown = "must be cpu, memory, ephemeral-storage, hugepages-<size> or <domain>/<name>"
	const badDomain = "needs a domain of at most 244 characters that doesn't begin with requests."

	runRules(t, []ruleTest{
		{name: "all kinds", change: limits("cpu", "100m", "memory", "1Gi", "ephemeral-storage", "1Gi", "hugepages-2Mi", "4Mi", "example.com/gpu", "1", "a.kubernetes.io/b", "500m")},
		{name: "less than the limit", change: limited(amounts("cpu", "2"), amounts("cpu", "1", "memory", "1Gi"))},
		{name: "unknown resource", change: limits("pods", "1"), want: field.ErrorList{field.Invalid(limit("pods"), "pods", notKnown)}},
		{name: "bad name", change: limits("a_", "1"), want: invalidAt(limit("a_"), "a_", validation.IsQualifiedName("a_"))},
		{name: "name of a quota", change: limits("requests.example.com/gpu", "1"),
			want: field.ErrorList{field.Invalid(limit("requests.example.com/gpu"), "requests.example.com/gpu", badDomain)}},
		{name: "less than nothing", change: limits("cpu", "-1"), want: field.ErrorList{field.Invalid(limit("cpu"), "-1", "must not be negative")}},
		{name: "half a device", change: limits("example.com/gpu", "500m"),
			want: field.ErrorList{field.Invalid(limit("example.com/gpu"), "500m", "must be a whole number")}},
		{name: "half a page", change: limits("cpu", "1", "hugepages-2Mi", "1Mi"),
			want: field.ErrorList{field.Invalid(limit("hugepages-2Mi"), "1Mi", "must be a multiple of the page size")}},
		{name: "no page size", change: limits("cpu", "1", "hugepages-a", "1Mi"),
			want: field.ErrorList{field.Invalid(limit("hugepages-a"), "1Mi", "must be a multiple of the page size")}},
		{name: "huge pages alone", change: limits("hugepages-2Mi", "2Mi"),
			want: field.ErrorList{field.Forbidden(path, "huge pages require a request or limit of cpu or memory")}},
		{name: "more than the limit", change: limited(amounts("cpu", "1"), amounts("cpu", "2")),
			want: field.ErrorList{field.Invalid(path.Child("requests"), "2", "must not exceed the limit of cpu, which is 1")}},
		{name: "less devices than the limit", change: limited(amounts("example.com/gpu", "2"), amounts("example.com/gpu", "1")),
			want: field.ErrorList{field.Invalid(path.Child("requests"), "1", "must equal the limit of example.com/gpu, which is 2")}},
		{name: "devices without limit", change: limited(nil, amounts("example.com/gpu", "1")),
			want: field.ErrorList{field.Required(path.Child("limits"), "example.com/gpu needs a limit that equals the request")}},
		{name: "overhead", change: func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = amounts("cpu", "1") }},
		{name: "bad overhead", change: func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = amounts("cpu", "-1") },
			want: field.ErrorList{field.Invalid(at("overhead.limits[cpu]"), "-1", "must not be negative")}},
	})
	splitOverhead := func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = amounts("cpu", "1", "hugepages-2Mi", "1") }
	runUpdates(t, []updateTest{
		{name: "half a page before", old: limits("cpu", "1", "hugepages-2Mi", "1Mi"), update: splitOverhead},
		{name: "half a page of overhead before", old: splitOverhead, update: splitOverhead},
		{name: "whole pages before", old: limits("cpu", "1", "hugepages-2Mi", "2Mi"), update: splitOverhead, want: field.ErrorList{
			field.Invalid(at("overhead.limits[hugepages-2Mi]"), "1", "must be a multiple of the page size")}},
	})
}

func TestPodResources(t *testing.T) {
	ofPod := func(limits, requests corev1.ResourceList, change func(*corev1.PodTemplateSpec)) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Resources = &corev1.ResourceRequirements{Limits: limits, Requests: requests}
			change(t)
		}
	}
	nothing := func(*corev1.PodTemplateSpec) {}
	// twoAtOnce has 1 cpu in each of a container, a sidecar, and an init container that ends
	// before the container starts: at most 2 at the same time.
	twoAtOnce := func(t *corev1.PodTemplateSpec) {
		t.Spec.InitContainers = []corev1.Container{validContainer("sidecar"), validContainer("init")}
		t.Spec.InitContainers[0].RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		for _, c := range []*corev1.Container{&t.Spec.InitContainers[0], &t.Spec.InitContainers[1], &t.Spec.Containers[0]} {
			c.Resources.Requests = amounts("cpu", "1")
		}
	}
	largeInit := func(t *corev1.PodTemplateSpec) {
		twoAtOnce(t)
		t.Spec.InitContainers[1].Resources.Requests = amounts("cpu", "3")
	}
	limits := func(pairs ...string) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.Resources.Limits = amounts(pairs...) })
	}
	path := at("resources")

	runRules(t, []ruleTest{
		{name: "more than the containers", change: ofPod(amounts("cpu", "4", "hugepages-2Mi", "2Mi"), amounts("cpu", "2"), twoAtOnce)},
		{name: "unknown resource", change: ofPod(nil, amounts("a", "1"), nothing),
			want: field.ErrorList{field.Invalid(path.Child("requests").Key("a"), "a", "must be a resource that Kubernetes defines, or <domain>/<name>")}},
		{name: "bad name", change: ofPod(nil, amounts("a_", "1"), nothing),
			want: invalidAt(path.Child("requests").Key("a_"), "a_", validation.IsQualifiedName("a_"))},
		{name: "resource of containers only", change: ofPod(amounts("ephemeral-storage", "1"), nil, nothing),
			want: field.ErrorList{field.NotSupported(path.Child("limits").Key("ephemeral-storage"), corev1.ResourceEphemeralStorage, podResourceNames)}},
		{name: "less than the containers at one time", change: ofPod(nil, amounts("cpu", "1500m"), twoAtOnce),
			want: field.ErrorList{field.Invalid(path.Child("requests").Key("cpu"), "1500m", "must not be less than what the containers request in total, 2")}},
		{name: "less than an init container beside a sidecar", change: ofPod(nil, amounts("cpu", "3"), largeInit),
			want: field.ErrorList{field.Invalid(path.Child("requests").Key("cpu"), "3", "must not be less than what the containers request in total, 4")}},
		{name: "less huge pages than the containers", change: ofPod(amounts("cpu", "1", "hugepages-2Mi", "2Mi"), nil, limits("cpu", "1", "hugepages-2Mi", "4Mi")), want: field.ErrorList{
			field.Invalid(path.Child("limits").Key("hugepages-2Mi"), "2Mi", "must not be less than the limits of the containers in total, 4Mi"),
			field.Invalid(at("resources.containers[0][hugepages-2Mi].limits"), "4Mi", "must not exceed the limit of the pod, 2Mi"),
		}},
		{name: "less than a container", change: ofPod(amounts("cpu", "1"), nil, limits("cpu", "2")),
			want: field.ErrorList{field.Invalid(at("resources.containers[0][cpu].limits"), "2", "must not exceed the limit of the pod, 1")}},
		{name: "claims", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.Resources = &corev1.ResourceRequirements{Claims: []corev1.ResourceClaim{}}
		},
			want: field.ErrorList{field.Forbidden(path.Child("claims"), "must be set in containers instead")}},
		{name: "windows", change: ofPod(amounts("a", "1"), nil, func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: corev1.Windows} }),
			want: field.ErrorList{field.Forbidden(path, "can't be set with os.name: windows")}},
	})
}

// overflowing are sizes of huge pages that don't fit into an int64. kube-apiserver panics on some.
var overflowing = []string{"10E", "1000E", "1e19", "1e30", "1e9999999", "18446744073709551616", "+1e30", "36893488147419103232", "12345678901234567890e64"}

func TestOverflowingPageSizes(t *testing.T) {
	var rules []ruleTest
	var updates []updateTest
	for _, size := range overflowing {
		name := corev1.ResourceHugePagesPrefix + size
		ask := ofMain(func(c *corev1.Container) {
			c.Resources.Limits, c.Resources.Requests = amounts("cpu", "1", name, "2Mi"), amounts(name, "2Mi")
		})
		overhead := func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = amounts("cpu", "1", name, "2Mi") }
		wrong := func(path *field.Path) field.ErrorList {
			return field.ErrorList{field.Invalid(path.Key(name), "2Mi", "must be a multiple of the page size")}
		}
		var both field.ErrorList
		for _, list := range []string{"limits", "requests"} {
			path := at("containers[0].resources").Child(list)
			for _, msg := range whyNotInContainer(corev1.ResourceName(name)) {
				both = append(both, field.Invalid(path.Key(name), name, msg))
			}
			both = append(both, wrong(path)...)
		}
		rules = append(rules, ruleTest{name: size, change: ask, want: both})
		if whyNotInContainer(corev1.ResourceName(name)) == nil {
			rules = append(rules, ruleTest{name: size + " of overhead", change: overhead, want: wrong(at("overhead.limits"))})
			// An old template that has such pages may keep them.
			updates = append(updates,
				updateTest{name: size + " before", old: ask, update: ask},
				updateTest{name: size + " of overhead before", old: overhead, update: ask},
				updateTest{name: size + " anew", old: func(*corev1.PodTemplateSpec) {}, update: overhead, want: wrong(at("overhead.limits"))})
		}
	}
	runRules(t, rules)
	runUpdates(t, updates)
}

// TestPageSizes compares the results with kube-apiserver's formula where that doesn't panic.
func TestPageSizes(t *testing.T) {
	sizes := append([]string{
		"", "0", "0e5", "1", "2Mi", "1Gi", "1G", "1m", "1000m", "1001m", "0.5Ki", "-2Mi", "a", "1e3", "1E3", "1e-3", "1000e-3", "1e+3", "2E", "1Ei", "9Ei", "1eE5",
		"999999999999e-12", "9999999999e-10", "18446744073709551617", "9223372036854775808", "1e18", "1e4294967299", "2e4294967296", "1e-4294967296", "12e00000000000000000003",
		"100000000000000000000e-20", "2000000000000000000000000e-24", "1e65", "1e70", "1e-5",
	}, overflowing...)
	for _, text := range sizes {
		for _, quantity := range []string{"0", "1", "2Mi", "4Mi", "3G", "1e18", "9223372036854775807", "1e30", "500m"} {
			size, err := resource.ParseQuantity(text)
			q := resource.MustParse(quantity)
			want := err == nil && size.Sign() > 0 && size.MilliValue()%1000 == 0 &&
				size.Value() != 0 && // else it panics
				q.Value()%size.Value() == 0
			if got := fitsHugePages(corev1.ResourceName(corev1.ResourceHugePagesPrefix+text), q); got != want {
				t.Errorf("%s of pages of %q: got %t, want %t", quantity, text, got, want)
			}
		}
	}
}

// TestFarExponents shows that the digits of huge exponents are never written out.
func TestFarExponents(t *testing.T) {
	start := time.Now()
	for _, size := range []string{"1e-9999999", "1e-99999999", "12345678901234567890e9999999", "0e-99999999", "1.5e99999999", "12345678901234567890e-99999999"} {
		if fitsHugePages(corev1.ResourceName(corev1.ResourceHugePagesPrefix+size), resource.MustParse("0")) {
			t.Errorf("there are pages of %s", size)
		}
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
}
