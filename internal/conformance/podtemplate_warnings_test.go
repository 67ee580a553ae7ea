package conformance

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

func TestTemplateWarnings(t *testing.T) {
	changes := slices.Concat(warningChanges(), fileWarningChanges(), portWarningChanges())
	compareChanged(t, smallTemplate, changes, compareWarnings)
}

// TestTemplateWarningsOfOtherChanges compares the warnings for templates that may be invalid.
func TestTemplateWarningsOfOtherChanges(t *testing.T) {
	for _, c := range slices.Concat(volumeChanges(), fieldRefChanges(), resourceClaimChanges()) {
		template := smallTemplate()
		c.apply(template)
		if namelessTrustBundle(template) {
			continue // upstream's warnings panic
		}
		if !compareWarnings(t, template) {
			t.Errorf("after %s", c.name)
		}
	}
}

func namelessTrustBundle(template *corev1.PodTemplateSpec) bool {
	for _, volume := range template.Spec.Volumes {
		if volume.Projected == nil {
			continue
		}
		for _, source := range volume.Projected.Sources {
			if b := source.ClusterTrustBundle; b != nil && b.Name == nil && b.SignerName == nil {
				return true
			}
		}
	}
	return false
}

// TestTemplateWarningsOfRandomPorts compares the warnings for ports that often collide.
func TestTemplateWarningsOfRandomPorts(t *testing.T) {
	random := newSource(t).random
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	for range rounds(2000) {
		template := smallTemplate()
		for i := range 1 + random.IntN(3) {
			container := corev1.Container{Name: fmt.Sprintf("c%d", i)}
			for range random.IntN(5) {
				container.Ports = append(container.Ports, corev1.ContainerPort{
					Name: one("", "a", "b"), ContainerPort: 80 + random.Int32N(2), Protocol: corev1.Protocol(one("", "TCP", "UDP")),
					HostPort: random.Int32N(3), HostIP: one("", "", "1.2.3.4", "1.2.3.5"),
				})
			}
			if random.IntN(2) == 0 {
				template.Spec.InitContainers = append(template.Spec.InitContainers, container)
			} else {
				template.Spec.Containers = append(template.Spec.Containers, container)
			}
		}
		if !compareWarnings(t, template) {
			t.FailNow()
		}
	}
}

// TestTemplateWarningsOfRandomFiles compares the warnings for paths that often overlap.
func TestTemplateWarningsOfRandomFiles(t *testing.T) {
	random := newSource(t).random
	path := func() string {
		text := make([]byte, random.IntN(7))
		for i := range text {
			text[i] = "a/b/"[random.IntN(4)]
		}
		return string(text)
	}
	for range rounds(3000) {
		var items []corev1.KeyToPath
		var sources []corev1.VolumeProjection
		for i := range random.IntN(10) {
			items = append(items, corev1.KeyToPath{Path: path()})
			sources = append(sources, corev1.VolumeProjection{Secret: &corev1.SecretProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: fmt.Sprint(i)}, Items: []corev1.KeyToPath{{Path: path()}},
			}})
		}
		template := smallTemplate()
		template.Spec.Volumes = []corev1.Volume{
			{Name: "a", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{Items: items}}},
			{Name: "b", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}}},
		}
		if !compareWarnings(t, template) {
			t.FailNow()
		}
	}
}

// compareWarnings reports whether both sides give the same number of warnings of the same kinds at the
// same paths, and whether the warnings name the same other paths.
func compareWarnings(t *testing.T, template *corev1.PodTemplateSpec) bool {
	t.Helper()
	hub, versioned := prepare(t, template)
	upstream := job.Strategy.WarningsOnCreate(createContext(), hub)
	var own []string
	for _, w := range podtemplate.Warnings(&versioned.Spec.Template, field.NewPath("spec", "template")) {
		own = append(own, w.String())
	}
	want, got := subjects(upstream), subjects(own)
	if maps.Equal(want, got) {
		return true
	}
	for subject, n := range want {
		if got[subject] != n {
			t.Errorf("upstream has %d, jobapi %d: %s", n, got[subject], subject)
		}
	}
	for subject, n := range got {
		if want[subject] == 0 {
			t.Errorf("upstream has none, jobapi %d: %s", n, subject)
		}
	}
	text, _ := yaml.Marshal(template)
	t.Logf("upstream: %s\njobapi: %s\n%s", strings.Join(upstream, "\n"), strings.Join(own, "\n"), text)
	return false
}

var (
	// volumeTitle matches the volume in warnings about overlapping files, which have no path.
	volumeTitle = regexp.MustCompile(`^volume "[^"]*" \([^)]*\)`)
	// pathInText matches a path within a warning: of a port, or of a label that replaces another.
	pathInText = regexp.MustCompile(`spec\.template\.[][.\w]*\w\]?|[a-z.]*kubernetes\.io/[-\w]+`)
	// fileInText matches a file of a volume and its source.
	fileInText = regexp.MustCompile(`"[^"]*"( \([^)]*\))?`)
)

// subjects counts the warnings by path, kind and the other paths and files that they name.
func subjects(warnings []string) map[string]int {
	counts := map[string]int{}
	for _, text := range warnings {
		path := volumeTitle.FindString(text)
		files := fileInText.FindAllString(text[len(path):], -1)
		if path == "" {
			path, _, _ = strings.Cut(text, ": ")
			files = nil
		}
		var kinds []string
		for _, word := range []string{"duplicate", "overlapping", "ambiguous", "deprecated", "hides", "hostIP"} {
			if strings.Contains(text[len(path):], word) {
				kinds = append(kinds, word)
			}
		}
		if slices.Contains(kinds, "ambiguous") {
			kinds = []string{"ambiguous"} // jobapi's warning says more
		}
		others := slices.Compact(slices.Sorted(slices.Values(pathInText.FindAllString(text[len(path):], -1))))
		counts[fmt.Sprintf("%s %v %v %v", path, kinds, others, files)]++
	}
	return counts
}

// warningChanges returns two or more changes for each warning that isn't about ports or files, and
// similar changes without a warning.
func warningChanges() []change {
	var changes []change
	add := func(name string, apply func(*corev1.PodTemplateSpec)) {
		changes = append(changes, change{fmt.Sprintf("%s %d", name, len(changes)), apply})
	}
	annotate := func(key, value string) {
		add("annotation "+key, func(template *corev1.PodTemplateSpec) {
			if template.Annotations == nil {
				template.Annotations = map[string]string{}
			}
			template.Annotations[key] = value
		})
	}
	nodeAffinity := func(template *corev1.PodTemplateSpec) *corev1.NodeAffinity {
		if template.Spec.Affinity == nil {
			template.Spec.Affinity = &corev1.Affinity{}
		}
		if template.Spec.Affinity.NodeAffinity == nil {
			template.Spec.Affinity.NodeAffinity = &corev1.NodeAffinity{}
		}
		return template.Spec.Affinity.NodeAffinity
	}
	for _, label := range []string{
		"beta.kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/instance-type",
		"failure-domain.beta.kubernetes.io/region", "failure-domain.beta.kubernetes.io/zone",
		"app.kubernetes.io/created-by", "scheduler.alpha.kubernetes.io/preferAvoidPods", "node-role.kubernetes.io/master",
		"kubernetes.io/arch", "topology.kubernetes.io/zone", "a",
	} {
		add("node selector "+label, func(template *corev1.PodTemplateSpec) {
			if template.Spec.NodeSelector == nil {
				template.Spec.NodeSelector = map[string]string{}
			}
			template.Spec.NodeSelector[label] = "a"
		})
		term := corev1.NodeSelectorTerm{
			MatchExpressions: []corev1.NodeSelectorRequirement{
				{Key: "b", Operator: corev1.NodeSelectorOpExists},
				{Key: label, Operator: corev1.NodeSelectorOpIn, Values: []string{"a", "!", strings.Repeat("!", 64)}},
			},
			MatchFields: []corev1.NodeSelectorRequirement{{Key: label, Values: []string{"!"}}},
		}
		add("required nodes "+label, func(template *corev1.PodTemplateSpec) {
			affinity := nodeAffinity(template)
			if affinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
				affinity.RequiredDuringSchedulingIgnoredDuringExecution = &corev1.NodeSelector{}
			}
			selector := affinity.RequiredDuringSchedulingIgnoredDuringExecution
			selector.NodeSelectorTerms = append(selector.NodeSelectorTerms, term)
		})
		add("preferred nodes "+label, func(template *corev1.PodTemplateSpec) {
			affinity := nodeAffinity(template)
			affinity.PreferredDuringSchedulingIgnoredDuringExecution = append(
				affinity.PreferredDuringSchedulingIgnoredDuringExecution, corev1.PreferredSchedulingTerm{Weight: 1, Preference: term})
		})
		for _, selector := range []*metav1.LabelSelector{nil, {}} {
			add("spread "+label, func(template *corev1.PodTemplateSpec) {
				template.Spec.TopologySpreadConstraints = append(template.Spec.TopologySpreadConstraints,
					corev1.TopologySpreadConstraint{TopologyKey: label, LabelSelector: selector})
			})
		}
	}
	for _, selector := range []*metav1.LabelSelector{nil, {}} {
		term := corev1.PodAffinityTerm{LabelSelector: selector}
		add("pod affinity", func(template *corev1.PodTemplateSpec) {
			affinity := &corev1.Affinity{NodeAffinity: nodeAffinity(template)}
			affinity.PodAffinity = &corev1.PodAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution:  []corev1.PodAffinityTerm{{LabelSelector: &metav1.LabelSelector{}}, term},
				PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{{PodAffinityTerm: term}},
			}
			affinity.PodAntiAffinity = &corev1.PodAntiAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution:  []corev1.PodAffinityTerm{term},
				PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{{}, {PodAffinityTerm: term}},
			}
			template.Spec.Affinity = affinity
		})
	}
	for _, key := range []string{
		"a", "scheduler.alpha.kubernetes.io/critical-pod", "security.alpha.kubernetes.io/sysctls", "security.alpha.kubernetes.io/unsafe-sysctls",
		corev1.SeccompPodAnnotationKey, corev1.SeccompContainerAnnotationKeyPrefix + "main",
		corev1.SeccompContainerAnnotationKeyPrefix + "init", corev1.SeccompContainerAnnotationKeyPrefix + "debug", corev1.SeccompContainerAnnotationKeyPrefix,
	} {
		annotate(key, "runtime/default")
	}
	for _, container := range []string{"main", "init", "other", ""} {
		for _, value := range appArmorAnnotations {
			annotate(corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix+container, value)
		}
	}
	add("seccomp of the pod", func(template *corev1.PodTemplateSpec) {
		template.Spec.SecurityContext = &corev1.PodSecurityContext{SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeUnconfined}}
	})
	add("profiles of a container", func(template *corev1.PodTemplateSpec) {
		template.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{
			SeccompProfile: &corev1.SeccompProfile{}, AppArmorProfile: &corev1.AppArmorProfile{},
		}
	})
	add("empty security contexts", func(template *corev1.PodTemplateSpec) {
		template.Spec.SecurityContext = &corev1.PodSecurityContext{}
		template.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{}
	})
	for _, kind := range []corev1.AppArmorProfileType{"RuntimeDefault", "Unconfined", "Localhost", ""} {
		for _, name := range []*string{nil, new(""), new("a"), new("b")} {
			pod := func(template *corev1.PodTemplateSpec) {
				template.Spec.SecurityContext = &corev1.PodSecurityContext{AppArmorProfile: &corev1.AppArmorProfile{Type: kind, LocalhostProfile: name}}
			}
			add("AppArmor of the pod", pod)
			for _, value := range appArmorAnnotations {
				add("AppArmor of the pod and in the annotation "+value, func(template *corev1.PodTemplateSpec) {
					pod(template)
					template.Annotations = map[string]string{corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix + "main": value}
				})
			}
		}
	}
	add("init and ephemeral containers", func(template *corev1.PodTemplateSpec) {
		template.Spec.InitContainers = append(template.Spec.InitContainers, corev1.Container{Name: "init"}, corev1.Container{})
		template.Spec.EphemeralContainers = append(template.Spec.EphemeralContainers, corev1.EphemeralContainer{EphemeralContainerCommon: corev1.EphemeralContainerCommon{
			Name: "debug", Env: []corev1.EnvVar{{Name: "A"}, {Name: "A"}},
			Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"memory": resource.MustParse("1m")}},
		}})
	})
	for _, source := range append(validSources(), otherSources()...) {
		add("volume", func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = append(template.Spec.Volumes, corev1.Volume{Name: "v", VolumeSource: source})
		})
	}
	for _, quantity := range []string{"1", "1m", "1500m", "1000m", "1Ki", "0.5Ki", "100n", "1E", "9223372036854775807", "1e30", "-1m", "0"} {
		for _, name := range []corev1.ResourceName{"memory", "ephemeral-storage", "cpu", "storage", "hugepages-2Mi"} {
			list := corev1.ResourceList{name: resource.MustParse(quantity)}
			add("limits "+string(name), func(template *corev1.PodTemplateSpec) {
				template.Spec.Containers[0].Resources.Limits = list
				template.Spec.InitContainers = append(template.Spec.InitContainers, corev1.Container{Resources: corev1.ResourceRequirements{Requests: list}})
			})
			add("overhead "+string(name), func(template *corev1.PodTemplateSpec) { template.Spec.Overhead = list })
			add("claim "+string(name), func(template *corev1.PodTemplateSpec) {
				addVolume(template, "claim", claim(metav1.ObjectMeta{}, corev1.PersistentVolumeClaimSpec{
					Resources: corev1.VolumeResourceRequirements{Requests: list, Limits: list},
				}))
			})
		}
	}
	for _, variable := range []corev1.EnvVar{
		{Name: "A"}, {Name: "A", Value: "a"}, {Name: "A", Value: "$(A)"}, {Name: "A", Value: "$(A)$(A)"}, {Name: "A", Value: "a$(A)b"},
		{Name: "A", Value: "$$(A)"}, {Name: "A", Value: "$(B)"}, {Name: "A", Value: "a$(A)", ValueFrom: &corev1.EnvVarSource{}}, {Value: "$()a"},
	} {
		add("variable", func(template *corev1.PodTemplateSpec) {
			c := &template.Spec.Containers[0]
			c.Env = append(c.Env, variable)
		})
	}
	// Upstream doesn't warn about an invalid address, it only logs it.
	for _, ip := range []string{
		"1.2.3.4", "1.2.3.04", "010.0.0.1", "::ffff:1.2.3.4", "::ffff:1.2.3.04",
		"2001:db8::1", "2001:DB8::1", "2001:db8:0::1", "::", "::1",
	} {
		add("host alias "+ip, func(template *corev1.PodTemplateSpec) {
			template.Spec.HostAliases = append(template.Spec.HostAliases, corev1.HostAlias{IP: ip})
		})
		add("name server "+ip, func(template *corev1.PodTemplateSpec) {
			if template.Spec.DNSConfig == nil {
				template.Spec.DNSConfig = &corev1.PodDNSConfig{}
			}
			template.Spec.DNSConfig.Nameservers = append(template.Spec.DNSConfig.Nameservers, ip)
		})
	}
	add("host aliases again", func(template *corev1.PodTemplateSpec) {
		template.Spec.HostAliases = []corev1.HostAlias{{IP: "1.2.3.4"}, {IP: "::1"}, {IP: "1.2.3.4"}, {IP: "::1"}, {IP: "1.2.3.4"}, {IP: "1.2.3.04"}}
	})
	add("pull secrets again", func(template *corev1.PodTemplateSpec) {
		template.Spec.ImagePullSecrets = []corev1.LocalObjectReference{{Name: "a"}, {}, {Name: "a"}, {}, {Name: "b"}, {Name: "a"}}
	})
	for _, name := range []string{"", "a", "b"} {
		add("pull secret", func(template *corev1.PodTemplateSpec) {
			template.Spec.ImagePullSecrets = append(template.Spec.ImagePullSecrets, corev1.LocalObjectReference{Name: name})
		})
	}
	for _, seconds := range []int64{-1 << 63, -1, 0, 1} {
		add("grace period", func(template *corev1.PodTemplateSpec) { template.Spec.TerminationGracePeriodSeconds = &seconds })
	}
	return changes
}

var appArmorAnnotations = []string{"runtime/default", "unconfined", "localhost/a", "localhost/", "", "b"}

// fileWarningChanges returns changes that add volumes with files.
func fileWarningChanges() []change {
	lists := [][]string{nil, {}, {"a"}, {"a", "a"}, {"a", "b"}, {"a", "a/b"}, {"a/b", "a"}, {"a/", "a"}, {"ab", "a"}, {"", "a", "/", "/a"}, {"a//b", "a/"}}
	var changes []change
	add := func(source corev1.VolumeSource) {
		changes = append(changes, change{fmt.Sprintf("%s with files %d", kindOf(source), len(changes)), func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = append(template.Spec.Volumes, corev1.Volume{Name: "files", VolumeSource: source})
		}})
	}
	name := corev1.LocalObjectReference{Name: "n"}
	sources := []corev1.VolumeProjection{
		{},
		{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "a"}},
		{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("b"), SignerName: new("c"), Path: "a/b"}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{SignerName: new("c"), Path: "a"}},
		{PodCertificate: &corev1.PodCertificateProjection{CertificateChainPath: "a", KeyPath: "a/b", CredentialBundlePath: "a"}},
		{PodCertificate: &corev1.PodCertificateProjection{KeyPath: "a"}},
		{PodCertificate: &corev1.PodCertificateProjection{}},
	}
	for _, list := range lists {
		var keys []corev1.KeyToPath
		var fields []corev1.DownwardAPIVolumeFile
		if list != nil {
			keys, fields = []corev1.KeyToPath{}, []corev1.DownwardAPIVolumeFile{}
		}
		for _, path := range list {
			keys, fields = append(keys, corev1.KeyToPath{Path: path}), append(fields, corev1.DownwardAPIVolumeFile{Path: path})
		}
		add(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: name, Items: keys}})
		add(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "n", Items: keys}})
		add(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: fields}})
		config, secret, downward := &corev1.ConfigMapProjection{LocalObjectReference: name, Items: keys},
			&corev1.SecretProjection{LocalObjectReference: name, Items: keys}, &corev1.DownwardAPIProjection{Items: fields}
		sources = append(sources,
			corev1.VolumeProjection{ConfigMap: config}, corev1.VolumeProjection{Secret: secret}, corev1.VolumeProjection{DownwardAPI: downward},
			corev1.VolumeProjection{ConfigMap: config, Secret: &corev1.SecretProjection{Items: []corev1.KeyToPath{{Path: "a"}}}, ServiceAccountToken: sources[1].ServiceAccountToken},
			corev1.VolumeProjection{Secret: secret, ServiceAccountToken: sources[1].ServiceAccountToken},
			corev1.VolumeProjection{DownwardAPI: downward, ClusterTrustBundle: sources[3].ClusterTrustBundle},
		)
	}
	for _, source := range sources {
		add(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{source, sources[1]}}})
	}
	return changes
}

// portWarningChanges returns changes that add ports to containers.
func portWarningChanges() []change {
	var changes []change
	for _, name := range []string{"", "a"} {
		for _, hostPort := range []int32{0, 1, 2} {
			for _, hostIP := range []string{"", "1.2.3.4", "1.2.3.5"} {
				port := corev1.ContainerPort{Name: name, ContainerPort: 80, HostPort: hostPort, HostIP: hostIP}
				changes = append(changes, change{fmt.Sprintf("port %d", len(changes)), func(template *corev1.PodTemplateSpec) {
					c := &template.Spec.Containers[0]
					c.Ports = append(c.Ports, port)
				}})
			}
		}
	}
	port := corev1.ContainerPort{Name: "a", ContainerPort: 80, HostPort: 1}
	return append(changes, change{"ports of all kinds of containers", func(template *corev1.PodTemplateSpec) {
		template.Spec.InitContainers = append(template.Spec.InitContainers, corev1.Container{Ports: []corev1.ContainerPort{port}})
		template.Spec.EphemeralContainers = append(template.Spec.EphemeralContainers, corev1.EphemeralContainer{EphemeralContainerCommon: corev1.EphemeralContainerCommon{
			Ports: []corev1.ContainerPort{port, {ContainerPort: 80}},
		}})
	}})
}
