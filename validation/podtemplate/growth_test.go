package podtemplate

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestManyOfEach holds that no rule and no warning compares everything with everything, in
// any one list.
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

// manyOf are ways to add one more thing to a pod, or to its first container, by a name that is
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
