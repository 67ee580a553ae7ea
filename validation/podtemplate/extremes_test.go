package podtemplate

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestExtremeQuantities holds that numbers with a far exponent are judged like others, and as
// soon.
func TestExtremeQuantities(t *testing.T) {
	const far = "1e99999999"
	path, ofPod := at("containers[0].resources"), at("resources")
	container := func(limits, requests corev1.ResourceList) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) {
			c.Resources = corev1.ResourceRequirements{Limits: limits, Requests: requests}
		})
	}
	// pod has a request beside those of its containers: two, and after them sidecars.
	pod := func(whole, each corev1.ResourceList, others ...corev1.ResourceList) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Resources = &corev1.ResourceRequirements{Requests: whole}
			t.Spec.Containers[0].Resources.Requests = each
			for i, other := range others {
				c := validContainer("c" + string(rune('0'+i)))
				c.Resources.Requests = other
				if i == 0 {
					t.Spec.Containers = append(t.Spec.Containers, c)
				} else {
					c.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
					t.Spec.InitContainers = append(t.Spec.InitContainers, c)
				}
			}
		}
	}
	memory := func(quantity string) corev1.ResourceList { return amounts("memory", quantity) }
	start := time.Now()
	runRules(t, []ruleTest{
		{name: "as much as the limit", change: container(memory(far), memory(far))},
		{name: "far below the limit", change: container(memory(far), memory("1"))},
		{name: "nothing at all", change: container(memory("0e-99999999"), memory("0e2147483000"))},
		{name: "no device at all", change: container(amounts("example.com/gpu", "0e-99999999"), amounts("example.com/gpu", "0e2147483000"))},
		{name: "no page at all", change: container(amounts("cpu", "1", "hugepages-2Mi", "0e-99999999"), amounts("hugepages-2Mi", "0e2147483000"))},
		{name: "far above the limit", change: container(memory("1"), memory(far)),
			want: field.ErrorList{field.Invalid(path.Child("requests"), far, "must not be greater than the limit of memory, 1")}},
		{name: "far above a limit of nothing", change: container(memory("0e99999999"), memory(far)),
			want: field.ErrorList{field.Invalid(path.Child("requests"), far, "must not be greater than the limit of memory, 0")}},
		{name: "far from the number of devices", change: container(amounts("example.com/gpu", "1"), amounts("example.com/gpu", far)), want: field.ErrorList{
			field.Invalid(path.Child("requests"), far, "must be the limit of example.com/gpu, 1")}},
		{name: "many digits", change: container(nil, memory("-1234567890123456789e99999")), want: field.ErrorList{
			field.Invalid(path.Child("requests").Key("memory"), "-1e100018 or so", "must not be negative")}},
		{name: "enough for all containers", change: pod(memory("3e99999999"), memory(far), memory(far), memory("1"))},
		{name: "not enough for the last container", change: pod(memory("2e99999999"), memory(far), memory(far), memory("1")), want: field.ErrorList{
			field.Invalid(ofPod.Child("requests").Key("memory"), "2e99999999", "must not be less than the containers request together, 2e99999999")}},
		{name: "far from enough", change: pod(memory("1"), memory("1"), memory(far), memory(far), memory("1e9999999")), want: field.ErrorList{
			field.Invalid(ofPod.Child("requests").Key("memory"), "1", "must not be less than the containers request together, 2e99999999")}},
	})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestWarningsOfExtremeQuantities holds the same of fractions of bytes.
func TestWarningsOfExtremeQuantities(t *testing.T) {
	template := validTemplate()
	template.Spec.Overhead = amounts("memory", "0e-99999999", "ephemeral-storage", "1e99999999")
	template.Spec.Containers[0].Resources.Limits = amounts("memory", "0e2147483000", "ephemeral-storage", "1.5")
	start := time.Now()
	got := Warnings(template, field.NewPath("t"))
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
	if len(got) != 1 {
		t.Errorf("got %q, want one of 1.5 bytes", got)
	}
}
