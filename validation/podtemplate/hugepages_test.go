package podtemplate

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// overflowing are sizes of huge pages that an int64 has no room for, with which kube-apiserver
// panics.
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
			return field.ErrorList{field.Invalid(path.Key(name), "2Mi", "must be a multiple of the page size in the name")}
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
			// What splits pages may go on to do so.
			updates = append(updates,
				updateTest{name: size + " before", old: ask, update: ask},
				updateTest{name: size + " of overhead before", old: overhead, update: ask},
				updateTest{name: size + " anew", old: func(*corev1.PodTemplateSpec) {}, update: overhead, want: wrong(at("overhead.limits"))})
		}
	}
	runRules(t, rules)
	runUpdates(t, updates)
}

// TestPageSizes compares with what kube-apiserver computes, where it does not panic.
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

// TestFarExponents holds that no digits are written out that a few bytes stand for.
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
