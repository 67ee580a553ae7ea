package podtemplate

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

func typicalTemplate(t testing.TB) *corev1.PodTemplateSpec {
	t.Helper()
	text, err := os.ReadFile("testdata/typical.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var template corev1.PodTemplateSpec
	if err := yaml.UnmarshalStrict(text, &template); err != nil {
		t.Fatal(err)
	}
	return &template
}

// TestTypicalTemplateCostsNoMemory passes no path, because rendering one allocates.
func TestTypicalTemplateCostsNoMemory(t *testing.T) {
	template := typicalTemplate(t)
	compareErrors(t, nil, Validate(template, nil))
	if n := testing.AllocsPerRun(100, func() { Validate(template, nil) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkValidate(b *testing.B) {
	template, path := typicalTemplate(b), field.NewPath("spec", "template")
	b.ReportAllocs()
	for b.Loop() {
		if errs := Validate(template, path); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}

// TestPlacementAndSecurityCostNoMemory covers common fields that the typical template doesn't set.
func TestPlacementAndSecurityCostNoMemory(t *testing.T) {
	template := validTemplate()
	template.Annotations = map[string]string{
		corev1.SeccompContainerAnnotationKeyPrefix + "main":                "runtime/default",
		corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix + "main": "unconfined",
	}
	spec := &template.Spec
	pods := &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}, MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpIn, Values: []string{"b"}}}}
	spec.Affinity = &corev1.Affinity{
		NodeAffinity: &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{
			{MatchExpressions: []corev1.NodeSelectorRequirement{{Key: "kubernetes.io/arch", Operator: corev1.NodeSelectorOpIn, Values: []string{"arm64"}}}},
		}}},
		PodAntiAffinity: &corev1.PodAntiAffinity{PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{
			{Weight: 1, PodAffinityTerm: corev1.PodAffinityTerm{LabelSelector: pods, TopologyKey: "kubernetes.io/hostname"}},
		}},
	}
	spec.Tolerations = []corev1.Toleration{{Key: "a", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}}
	spec.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{
		{MaxSkew: 1, TopologyKey: "zone", WhenUnsatisfiable: corev1.DoNotSchedule, LabelSelector: pods},
		{MaxSkew: 1, TopologyKey: "host", WhenUnsatisfiable: corev1.ScheduleAnyway, LabelSelector: pods},
	}
	spec.DNSConfig = &corev1.PodDNSConfig{Nameservers: []string{"1.2.3.4", "::1"}, Searches: []string{"a.b"}}
	spec.HostAliases = []corev1.HostAlias{{IP: "1.2.3.4", Hostnames: []string{"a"}}}
	spec.OS = &corev1.PodOS{Name: corev1.Linux}
	spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "a/b"}}
	spec.SecurityContext = &corev1.PodSecurityContext{
		RunAsUser: new(int64(1)), SupplementalGroups: []int64{1}, FSGroup: new(int64(1)),
		SeccompProfile:  &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		AppArmorProfile: &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined},
		Sysctls:         []corev1.Sysctl{{Name: "net.ipv4.tcp_syncookies", Value: "1"}},
	}
	container := &spec.Containers[0]
	container.SecurityContext = &corev1.SecurityContext{
		AllowPrivilegeEscalation: new(false), Capabilities: &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
	}
	get := &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http"), Scheme: corev1.URISchemeHTTP, HTTPHeaders: []corev1.HTTPHeader{{Name: "X-A"}}}
	container.LivenessProbe = validProbe(func(p *corev1.Probe) { p.ProbeHandler = corev1.ProbeHandler{HTTPGet: get} })
	container.Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: 1}}}

	n := testing.AllocsPerRun(100, func() {
		c := checker{meta: &template.ObjectMeta, spec: spec}
		path := fieldpath.From(nil)
		c.placement(path)
		c.podSecurity(path)
		c.nameResolution(path)
		c.lifecycleAndProbes(path, container)
		c.containerSecurity(path, container)
		if len(c.errs) > 0 {
			t.Error("the template is invalid")
		}
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
