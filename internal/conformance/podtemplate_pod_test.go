package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core/validation"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

func podChanges() []change {
	var changes []change
	add := func(name string, apply func(*corev1.PodSpec)) {
		changes = append(changes, change{name, func(t *corev1.PodTemplateSpec) { apply(&t.Spec) }})
	}
	for field, of := range map[string]func(*corev1.PodSpec) *string{
		"hostname":          func(s *corev1.PodSpec) *string { return &s.Hostname },
		"subdomain":         func(s *corev1.PodSpec) *string { return &s.Subdomain },
		"nodeName":          func(s *corev1.PodSpec) *string { return &s.NodeName },
		"priorityClassName": func(s *corev1.PodSpec) *string { return &s.PriorityClassName },
		"serviceAccount":    func(s *corev1.PodSpec) *string { return &s.ServiceAccountName },
		"old account":       func(s *corev1.PodSpec) *string { return &s.DeprecatedServiceAccount },
		"schedulerName":     func(s *corev1.PodSpec) *string { return &s.SchedulerName },
		"runtimeClassName":  func(s *corev1.PodSpec) *string { return orNew(&s.RuntimeClassName) },
		"hostnameOverride":  func(s *corev1.PodSpec) *string { return orNew(&s.HostnameOverride) },
		"pull secret": func(s *corev1.PodSpec) *string {
			s.ImagePullSecrets = make([]corev1.LocalObjectReference, 1)
			return &s.ImagePullSecrets[0].Name
		},
	} {
		changes = append(changes, named(field, func(t *corev1.PodTemplateSpec, name string) { *of(&t.Spec) = name })...)
	}
	changes = append(changes, named("nodeSelector", func(t *corev1.PodTemplateSpec, name string) {
		t.Spec.NodeSelector = map[string]string{name: "", "a": name}
	})...)
	for _, policy := range []corev1.DNSPolicy{"", "None", "Default", "ClusterFirst", "ClusterFirstWithHostNet", "none"} {
		add("dns policy "+string(policy), func(s *corev1.PodSpec) { s.DNSPolicy = policy })
	}
	for _, policy := range []corev1.PreemptionPolicy{"", "Never", "PreemptLowerPriority", "never"} {
		add("preemption policy "+string(policy), func(s *corev1.PodSpec) { s.PreemptionPolicy = &policy })
	}
	for _, seconds := range []int64{-1, 0, 1, 1<<31 - 1, 1 << 31} {
		add(fmt.Sprint("deadline ", seconds), func(s *corev1.PodSpec) { s.ActiveDeadlineSeconds = &seconds })
		add(fmt.Sprint("grace period ", seconds), func(s *corev1.PodSpec) { s.TerminationGracePeriodSeconds = &seconds })
	}
	add("host network", func(s *corev1.PodSpec) { s.HostNetwork = true })
	add("hostname is fqdn", func(s *corev1.PodSpec) { s.SetHostnameAsFQDN = new(true) })
	add("hostname is no fqdn", func(s *corev1.PodSpec) { s.SetHostnameAsFQDN = new(false) })
	add("hostname of 64", func(s *corev1.PodSpec) { s.HostnameOverride = new(strings.Repeat("a.", 31) + "aa") })
	add("hostname of 65", func(s *corev1.PodSpec) { s.HostnameOverride = new(strings.Repeat("a.", 31) + "aaa") })
	add("unrestricted fields", func(s *corev1.PodSpec) {
		s.AutomountServiceAccountToken, s.EnableServiceLinks, s.Priority = new(false), new(false), new(int32(-1))
	})
	add("scheduling group", func(s *corev1.PodSpec) { s.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("-")} })
	add("empty scheduling group", func(s *corev1.PodSpec) { s.SchedulingGroup = &corev1.PodSchedulingGroup{} })
	add("eviction responders", func(s *corev1.PodSpec) { s.EvictionResponders = make([]corev1.EvictionResponder, 20) })
	return changes
}

func annotationChanges() []change {
	var changes []change
	for _, key := range append(someNames, "A/b", "a/B", "a/b/c", "example.com/a", "pod.alpha.kubernetes.io/init-containers") {
		changes = append(changes, annotate(key, "a"))
	}
	for _, cost := range []string{"", "0", "00", "-0", "-007", "1", "+1", "-1", "01", "a", "-", "1.5", " 1", "2147483647", "2147483648", "-2147483648", "-2147483649"} {
		changes = append(changes, annotate(corev1.PodDeletionCost, cost))
	}
	for _, tolerations := range []string{"", "a", "{}", "null", "[]", "[{}]", `[{"key":"a"}]`, `[{"key":"a b"}]`, `[{"key":"a","operator":"Equal","value":"a b"}]`, `[{"operator":"Exists","tolerationSeconds":1}]`,
		`[{"key":"a","effect":"Never"}]`, `[{"key":1}]`} {
		changes = append(changes, annotate(corev1.TolerationsAnnotationKey, tolerations))
	}
	for _, size := range []int{256<<10 - 3, 256<<10 - 2, 256 << 10} {
		large := annotate("a-", strings.Repeat("a", size))
		changes = append(changes, change{fmt.Sprint("annotations of ", size), large.apply},
			change{fmt.Sprint("dropped annotations of ", size), annotate("pod.beta.kubernetes.io/init-container-statuses", strings.Repeat("a", size)).apply})
	}
	return append(changes, annotate(corev1.MirrorPodAnnotationKey, ""),
		change{"node name", func(t *corev1.PodTemplateSpec) { t.Spec.NodeName = "a" }})
}

func TestPodRules(t *testing.T) {
	t.Run("pod", func(t *testing.T) { compareTemplates(t, smallTemplate, podChanges()) })
	t.Run("annotations", func(t *testing.T) { compareTemplates(t, smallTemplate, annotationChanges()) })
}

// TestRestartPolicies compares templates instead of Jobs, because a Job has another rule about the
// restartPolicy.
func TestRestartPolicies(t *testing.T) {
	for _, policy := range []corev1.RestartPolicy{"Always", "OnFailure", "Never", "always"} {
		template := smallTemplate()
		template.Spec.RestartPolicy = policy
		compareUpdate(t, template, smallTemplate())
	}
}

// TestTemplateLabels shows that both sides report the same label errors, jobapi at metadata.labels.
func TestTemplateLabels(t *testing.T) {
	for _, name := range someNames {
		template := smallTemplate()
		template.Labels = map[string]string{"key": name}
		if name != "" {
			template.Labels[name] = ""
		}
		hub, versioned := prepare(t, template)
		path := field.NewPath("spec", "template")
		upstream := kinds(validation.ValidatePodTemplateSpec(&hub.Spec.Template, path, validation.PodValidationOptions{}))
		var want []string
		for kind := range upstream {
			want = append(want, strings.Replace(kind, "template.labels", "template.metadata.labels", 1))
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(kinds(podtemplate.Validate(&versioned.Spec.Template, path)))); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}

// TestTolerance compares which mistakes the old template excuses.
func TestTolerance(t *testing.T) {
	list := func(name corev1.ResourceName, quantity string) corev1.ResourceList {
		return corev1.ResourceList{name: resource.MustParse(quantity), "cpu": resource.MustParse("1")}
	}
	changes := []change{
		{"nothing", func(*corev1.PodTemplateSpec) {}},
		annotate(corev1.PodDeletionCost, "+1"),
		annotate(corev1.PodDeletionCost, "1"),
		{"part of a huge page of overhead", func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = list("hugepages-2Mi", "1Mi") }},
		{"huge pages of overhead", func(t *corev1.PodTemplateSpec) { t.Spec.Overhead = list("hugepages-2Mi", "4Mi") }},
		{"part of a huge page of the pod", func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.Resources).Limits = list("hugepages-2Mi", "1Mi") }},
		{"other pod", func(t *corev1.PodTemplateSpec) { t.Spec.Hostname = "-" }},
	}
	changes = append(changes, inContainers("limit of part of a huge page", func(c *corev1.Container) { c.Resources.Limits = list("hugepages-2Mi", "1Mi") })...)
	changes = append(changes, inContainers("request of part of a huge page", func(c *corev1.Container) { c.Resources.Requests = list("hugepages-2Mi", "1Mi") })...)
	changes = append(changes, inContainers("limit of a huge page", func(c *corev1.Container) { c.Resources.Limits = list("hugepages-2Mi", "2Mi") })...)
	for _, policy := range []corev1.ResourceResizeRestartPolicy{corev1.NotRequired, corev1.RestartContainer} {
		changes = append(changes, inContainers("resize "+string(policy), func(c *corev1.Container) {
			c.ResizePolicy = []corev1.ContainerResizePolicy{{ResourceName: "cpu", RestartPolicy: policy}}
		})...)
	}
	for _, before := range changes {
		for _, after := range changes {
			old, template := smallTemplate(), smallTemplate()
			before.apply(old)
			after.apply(template)
			if !compareUpdate(t, template, old) {
				t.Fatalf("%s after %s", after.name, before.name)
			}
		}
	}
	all := slices.Concat(annotationChanges(), containerChanges(), resourceChanges(), podResourceChanges())
	compareUpdates(t, 2*len(all), all)
}
