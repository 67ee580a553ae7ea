package podtemplate

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestManyOfEach shows that rules and warnings take time in proportion to the length of any list.
func TestManyOfEach(t *testing.T) {
	for name, add := range manyOf {
		t.Run(name, func(t *testing.T) {
			jobtest.Linear(t, func(n int) func() {
				template := validTemplate()
				for i := range n {
					add(&template.Spec, &template.Spec.Containers[0], fmt.Sprint("a", i))
				}
				path := field.NewPath("spec", "template")
				return func() {
					ValidateUpdate(template, template, path)
					Warnings(template, path)
				}
			})
		})
	}
}

// manyOf has functions that add one element to some list of a pod or of its first container. name is
// new each time.
var manyOf = map[string]func(spec *corev1.PodSpec, main *corev1.Container, name string){
	"volumes": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.Volumes = append(spec.Volumes, emptyVolume(name))
	},
	"volumes of one name": func(spec *corev1.PodSpec, _ *corev1.Container, _ string) {
		spec.Volumes = append(spec.Volumes, emptyVolume("a"))
	},
	"volumes with claims": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		volume := corev1.Volume{Name: name}
		volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}
		spec.Volumes = append(spec.Volumes, volume)
	},
	"mounts": func(spec *corev1.PodSpec, main *corev1.Container, name string) {
		spec.Volumes = append(spec.Volumes, emptyVolume(name))
		main.VolumeMounts = append(main.VolumeMounts, corev1.VolumeMount{Name: name, MountPath: name})
	},
	"mounts of nothing": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.VolumeMounts = append(main.VolumeMounts, corev1.VolumeMount{Name: name, MountPath: "a"})
	},
	"devices": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.VolumeMounts = append(main.VolumeMounts, corev1.VolumeMount{Name: "m" + name, MountPath: name})
		main.VolumeDevices = append(main.VolumeDevices, corev1.VolumeDevice{Name: name, DevicePath: name})
	},
	"variables": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.Env = append(main.Env, corev1.EnvVar{Name: name})
	},
	"equal variables": func(_ *corev1.PodSpec, main *corev1.Container, _ string) {
		main.Env = append(main.Env, corev1.EnvVar{})
	},
	"variables out of files": func(spec *corev1.PodSpec, main *corev1.Container, name string) {
		spec.Volumes = append(spec.Volumes, emptyVolume(name))
		main.Env = append(main.Env, corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{
			FileKeyRef: &corev1.FileKeySelector{VolumeName: name, Path: "a", Key: "A"}}})
	},
	"sources of variables": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.EnvFrom = append(main.EnvFrom, corev1.EnvFromSource{Prefix: name})
	},
	"ports": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.Ports = append(main.Ports, corev1.ContainerPort{Name: name, ContainerPort: 1, HostPort: 1, HostIP: name, Protocol: corev1.ProtocolTCP})
	},
	"ports on all addresses": func(_ *corev1.PodSpec, main *corev1.Container, _ string) {
		port := corev1.ContainerPort{ContainerPort: 1, HostPort: int32(1 + len(main.Ports)), Protocol: corev1.ProtocolTCP}
		main.Ports = append(main.Ports, port)
	},
	"ports of one name": func(_ *corev1.PodSpec, main *corev1.Container, _ string) {
		main.Ports = append(main.Ports, corev1.ContainerPort{Name: "a"})
	},
	"restart rules": func(_ *corev1.PodSpec, main *corev1.Container, _ string) {
		main.RestartPolicyRules = append(main.RestartPolicyRules, corev1.ContainerRestartRule{})
	},
	"resources": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		setAmount(&main.Resources.Limits, name)
		setAmount(&main.Resources.Requests, name)
	},
	"resources of the pod": func(spec *corev1.PodSpec, main *corev1.Container, name string) {
		if spec.Resources == nil {
			spec.Resources = &corev1.ResourceRequirements{}
		}
		setAmount(&spec.Resources.Requests, name)
		setAmount(&main.Resources.Requests, name)
	},
	"overhead": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		setAmount(&spec.Overhead, "hugepages-"+name)
	},
	"resize policies": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		main.ResizePolicy = append(main.ResizePolicy, corev1.ContainerResizePolicy{ResourceName: corev1.ResourceName(name)})
	},
	"claims": func(spec *corev1.PodSpec, main *corev1.Container, name string) {
		spec.ResourceClaims = append(spec.ResourceClaims, corev1.PodResourceClaim{Name: name, ResourceClaimName: &name})
		main.Resources.Claims = append(main.Resources.Claims, corev1.ResourceClaim{Name: name})
	},
	"containers": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		c := validContainer(name)
		c.Ports = []corev1.ContainerPort{{ContainerPort: 1, HostPort: 1, HostIP: name, Protocol: corev1.ProtocolTCP}}
		spec.Containers = append(spec.Containers, c)
	},
	"containers without a name": func(spec *corev1.PodSpec, _ *corev1.Container, _ string) {
		spec.Containers = append(spec.Containers, corev1.Container{})
	},
	"init containers": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		c := validContainer(name)
		c.Resources.Requests = amounts("memory", "1")
		spec.InitContainers = append(spec.InitContainers, c)
	},
	"sidecars": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.Resources = &corev1.ResourceRequirements{Requests: amounts("memory", "1")}
		c := validContainer(name)
		c.Resources.Requests = amounts("memory", "1e"+fmt.Sprint(len(spec.InitContainers)))
		c.RestartPolicy = new(corev1.ContainerRestartPolicyAlways)
		spec.InitContainers = append(spec.InitContainers, c)
	},
	"ephemeral containers": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.Containers = append(spec.Containers, validContainer(name))
		spec.EphemeralContainers = append(spec.EphemeralContainers, corev1.EphemeralContainer{
			EphemeralContainerCommon: corev1.EphemeralContainerCommon(validContainer("c" + name)), TargetContainerName: name})
	},
	"headers": func(_ *corev1.PodSpec, main *corev1.Container, name string) {
		if main.LivenessProbe == nil {
			main.LivenessProbe = validProbe(func(p *corev1.Probe) { p.ProbeHandler = corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{}} })
		}
		get := main.LivenessProbe.HTTPGet
		get.HTTPHeaders = append(get.HTTPHeaders, corev1.HTTPHeader{Name: name})
	},
	"files": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.Volumes == nil {
			spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{}}}}
		}
		source := spec.Volumes[0].ConfigMap
		source.Items = append(source.Items, corev1.KeyToPath{Key: name, Path: "d/" + name + "/f"})
	},
	"projected sources": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.Volumes == nil {
			spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{}}}}
		}
		source := spec.Volumes[0].Projected
		source.Sources = append(source.Sources, corev1.VolumeProjection{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: name}})
	},
	"tolerations": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.Tolerations = append(spec.Tolerations, corev1.Toleration{Key: name, Operator: corev1.TolerationOpExists})
	},
	"scheduling gates": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.SchedulingGates = append(spec.SchedulingGates, corev1.PodSchedulingGate{Name: name})
	},
	"readiness gates": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.ReadinessGates = append(spec.ReadinessGates, corev1.PodReadinessGate{ConditionType: corev1.PodConditionType(name)})
	},
	"node labels": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.NodeSelector == nil {
			spec.NodeSelector = map[string]string{}
		}
		spec.NodeSelector["-"+name] = ""
	},
	"node expressions": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.Affinity == nil {
			spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{PreferredDuringSchedulingIgnoredDuringExecution: make([]corev1.PreferredSchedulingTerm, 1)}}
		}
		term := &spec.Affinity.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution[0].Preference
		term.MatchExpressions = append(term.MatchExpressions, corev1.NodeSelectorRequirement{Key: name, Operator: corev1.NodeSelectorOpIn, Values: []string{"-"}})
	},
	"pod affinity": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.Affinity == nil {
			spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{}}
		}
		affinity := spec.Affinity.PodAntiAffinity
		affinity.RequiredDuringSchedulingIgnoredDuringExecution = append(affinity.RequiredDuringSchedulingIgnoredDuringExecution, corev1.PodAffinityTerm{TopologyKey: name})
	},
	"label keys": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.Affinity == nil {
			selector := &metav1.LabelSelector{}
			spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{{TopologyKey: "a", LabelSelector: selector}}}}
		}
		term := &spec.Affinity.PodAntiAffinity.RequiredDuringSchedulingIgnoredDuringExecution[0]
		term.MatchLabelKeys, term.MismatchLabelKeys = append(term.MatchLabelKeys, name), append(term.MismatchLabelKeys, name)
		term.LabelSelector.MatchExpressions = append(term.LabelSelector.MatchExpressions, metav1.LabelSelectorRequirement{Key: name, Operator: metav1.LabelSelectorOpExists})
	},
	"spread constraints": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.TopologySpreadConstraints = append(spec.TopologySpreadConstraints, corev1.TopologySpreadConstraint{TopologyKey: name, MatchLabelKeys: []string{name}})
	},
	"host aliases": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.HostAliases = append(spec.HostAliases, corev1.HostAlias{IP: name})
	},
	"pull secrets": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		spec.ImagePullSecrets = append(spec.ImagePullSecrets, corev1.LocalObjectReference{Name: name})
	},
	"name servers": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		if spec.DNSConfig == nil {
			spec.DNSConfig = &corev1.PodDNSConfig{}
		}
		spec.DNSConfig.Nameservers = append(spec.DNSConfig.Nameservers, name)
		spec.DNSConfig.Searches = append(spec.DNSConfig.Searches, strings.Repeat(name, 5))
		spec.DNSConfig.Options = append(spec.DNSConfig.Options, corev1.PodDNSConfigOption{})
	},
	"sysctls and groups": func(spec *corev1.PodSpec, _ *corev1.Container, name string) {
		sc := spec.SecurityContext
		sc.Sysctls = append(sc.Sysctls, corev1.Sysctl{Name: "net." + name})
		sc.SupplementalGroups = append(sc.SupplementalGroups, -1)
	},
}

func emptyVolume(name string) corev1.Volume {
	return corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}
}

func setAmount(list *corev1.ResourceList, name string) {
	if *list == nil {
		*list = corev1.ResourceList{}
	}
	(*list)[corev1.ResourceName(name)] = *resource.NewQuantity(1, resource.DecimalSI)
}

// FuzzValidate shows that no template makes the rules panic, and that errors have the same order
// each time.
func FuzzValidate(f *testing.F) {
	text, err := os.ReadFile("testdata/typical.yaml")
	if err != nil {
		f.Fatal(err)
	}
	typical, err := yaml.ToJSON(text)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(typical, []byte("{}"))
	f.Add([]byte(`{"spec":{"containers":[{}],"initContainers":[{}],"ephemeralContainers":[{}],"volumes":[{}]}}`), typical)
	for _, size := range overflowing {
		asks := fmt.Appendf(nil, `{"spec":{"overhead":{"hugepages-%s":"1"},"containers":[{"resources":{"limits":{"hugepages-%[1]s":"2Mi"},"requests":{"hugepages-%[1]s":"0"}}}]}}`, size)
		f.Add(asks, typical)
		f.Add(typical, asks)
	}
	f.Fuzz(func(t *testing.T, text, oldText []byte) {
		var template, old corev1.PodTemplateSpec
		// Fields that were decoded before an error count, too.
		_, _ = json.Unmarshal(text, &template), json.Unmarshal(oldText, &old)
		path := field.NewPath("spec", "template")
		first := ValidateUpdate(&template, &old, path)
		if diff := cmp.Diff(fmt.Sprint(first), fmt.Sprint(ValidateUpdate(&template, &old, path))); diff != "" {
			t.Errorf("not the same again:\n%s", diff)
		}
		Validate(&template, path)
	})
}

// TestExtremeQuantities shows that quantities with huge exponents have the same errors as others, and
// that checking them is as fast.
func TestExtremeQuantities(t *testing.T) {
	const far = "1e99999999"
	path, ofPod := at("containers[0].resources"), at("resources")
	container := func(limits, requests corev1.ResourceList) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) {
			c.Resources = corev1.ResourceRequirements{Limits: limits, Requests: requests}
		})
	}
	// pod has a request of its own and those of its containers: two main ones, then sidecars.
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
			want: field.ErrorList{field.Invalid(path.Child("requests"), far, "must not exceed the limit of memory, which is 1")}},
		{name: "far above a limit of nothing", change: container(memory("0e99999999"), memory(far)),
			want: field.ErrorList{field.Invalid(path.Child("requests"), far, "must not exceed the limit of memory, which is 0")}},
		{name: "far from the number of devices", change: container(amounts("example.com/gpu", "1"), amounts("example.com/gpu", far)), want: field.ErrorList{
			field.Invalid(path.Child("requests"), far, "must equal the limit of example.com/gpu, which is 1")}},
		{name: "many digits", change: container(nil, memory("-1234567890123456789e99999")), want: field.ErrorList{
			field.Invalid(path.Child("requests").Key("memory"), "-1e100018 or so", "must not be negative")}},
		{name: "enough for all containers", change: pod(memory("3e99999999"), memory(far), memory(far), memory("1"))},
		{name: "not enough for the last container", change: pod(memory("2e99999999"), memory(far), memory(far), memory("1")), want: field.ErrorList{
			field.Invalid(ofPod.Child("requests").Key("memory"), "2e99999999", "must not be less than what the containers request in total, 2e99999999")}},
		{name: "far from enough", change: pod(memory("1"), memory("1"), memory(far), memory(far), memory("1e9999999")), want: field.ErrorList{
			field.Invalid(ofPod.Child("requests").Key("memory"), "1", "must not be less than what the containers request in total, 2e99999999")}},
	})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestWarningsOfExtremeQuantities shows the same for warnings about fractions of bytes.
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
		t.Errorf("got %v, want one about 1.5 bytes", got)
	}
}
