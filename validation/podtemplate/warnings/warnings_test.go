package warnings

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/jobtest"
)

var long = flag.Bool("long", false, "check more random templates")

// warningTest is a change of a valid template at t and the warnings that it causes, in the form
// of Warning.String.
type warningTest struct {
	name   string
	change func(*corev1.PodTemplateSpec)
	want   []string
}

func runWarnings(t *testing.T, tests []warningTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			template := validTemplate()
			test.change(template)
			if diff := cmp.Diff(parse(test.want), Of(template, field.NewPath("t"))); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// parse returns the warnings of kube-apiserver with the given texts. Those that begin with a
// volume have no field.
func parse(texts []string) []Warning {
	var list []Warning
	for _, text := range texts {
		w := Warning{Message: text}
		if !strings.HasPrefix(text, "volume ") {
			w.Field, w.Message, _ = strings.Cut(text, ": ")
		}
		list = append(list, w)
	}
	return list
}

func validTemplate() *corev1.PodTemplateSpec {
	return &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers:                    []corev1.Container{{Name: "main", Image: "busybox"}},
		SecurityContext:               &corev1.PodSecurityContext{},
		TerminationGracePeriodSeconds: new(int64(30)),
	}}
}

func TestString(t *testing.T) {
	for want, w := range map[string]Warning{
		"spec.a: is odd":   {Field: "spec.a", Message: "is odd", Own: true},
		"volume a: is odd": {Message: "volume a: is odd"},
	} {
		if got := w.String(); got != want {
			t.Errorf("got %q, want %v", got, want)
		}
	}
}

func TestNoWarnings(t *testing.T) {
	if got := Of(validTemplate(), nil); got != nil {
		t.Errorf("a valid template: %v", got)
	}
	if got := Of(nil, nil); got != nil {
		t.Errorf("no template: %v", got)
	}
	if got := Of(&corev1.PodTemplateSpec{}, nil); got != nil {
		t.Errorf("the empty template: %v", got)
	}
}

func TestWarningsWithoutPath(t *testing.T) {
	template := validTemplate()
	template.Spec.TerminationGracePeriodSeconds = new(int64(-1))
	template.Annotations = map[string]string{"security.alpha.kubernetes.io/sysctls": ""}
	want := []string{
		"metadata.annotations[security.alpha.kubernetes.io/sysctls]: has no effect in 1.11 and later: use spec.securityContext.sysctls",
		"spec.terminationGracePeriodSeconds: a negative value means 1 second: use 0 or more",
	}
	if diff := cmp.Diff(parse(want), Of(template, nil)); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestReferenceWarnings(t *testing.T) {
	aliases := func(ips ...string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			for _, ip := range ips {
				template.Spec.HostAliases = append(template.Spec.HostAliases, corev1.HostAlias{IP: ip})
			}
		}
	}
	secrets := func(names ...string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			for _, name := range names {
				template.Spec.ImagePullSecrets = append(template.Spec.ImagePullSecrets, corev1.LocalObjectReference{Name: name})
			}
		}
	}
	servers := func(ips ...string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.DNSConfig = &corev1.PodDNSConfig{Nameservers: ips}
		}
	}
	runWarnings(t, []warningTest{
		{"host aliases", aliases("1.2.3.4", "1.2.3.5", "::1"), nil},
		{"a host alias again", aliases("1.2.3.4", "::1", "1.2.3.4", "1.2.3.4"), []string{
			`t.spec.hostAliases[2].ip: duplicate of an earlier "1.2.3.4": list all its hostnames in one entry`,
			`t.spec.hostAliases[3].ip: duplicate of an earlier "1.2.3.4": list all its hostnames in one entry`,
		}},
		{"a host alias with leading zeros", aliases("1.2.3.04"), []string{
			`t.spec.hostAliases[0].ip: non-standard IP address "1.2.3.04" is invalid: use "1.2.3.4"`,
		}},
		{"a host alias that is no address", aliases("", "a", "1.2.3", "fe80::1%a"), nil},
		{"pull secrets", secrets("a", "b"), nil},
		{"a pull secret again", secrets("a", "b", "a"), []string{
			`t.spec.imagePullSecrets[2].name: duplicate of an earlier "a": remove one of them`,
		}},
		{"pull secrets without names", secrets("", ""), []string{
			`t.spec.imagePullSecrets[0].name: an entry without a name has no effect: remove it`,
			`t.spec.imagePullSecrets[1].name: duplicate of an earlier "": remove one of them`,
			`t.spec.imagePullSecrets[1].name: an entry without a name has no effect: remove it`,
		}},
		{"name servers", servers("1.2.3.4", "2001:db8::1", "a"), nil},
		{"name servers in odd forms", servers("::ffff:1.2.3.4", "2001:DB8::1"), []string{
			`t.spec.dnsConfig.nameservers[0]: non-standard IP address "::ffff:1.2.3.4" is invalid: use "1.2.3.4"`,
			`t.spec.dnsConfig.nameservers[1]: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")`,
		}},
	})
}

func TestPlacementWarnings(t *testing.T) {
	const node = "t.spec.affinity.nodeAffinity."
	required := func(keys ...string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			var terms []corev1.NodeSelectorTerm
			for _, key := range keys {
				terms = append(terms, corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{{Key: key, Values: []string{"!"}}}})
			}
			template.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: terms},
			}}
		}
	}
	preferred := func(key string, values ...string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
				PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{{Preference: corev1.NodeSelectorTerm{
					MatchExpressions: []corev1.NodeSelectorRequirement{{Key: "a"}, {Key: key, Values: values}},
				}}},
			}}
		}
	}
	spread := func(key string, selector *metav1.LabelSelector) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{TopologyKey: key, LabelSelector: selector}}
		}
	}
	pods := func(selector *metav1.LabelSelector) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			term := corev1.PodAffinityTerm{LabelSelector: selector}
			required, preferred := []corev1.PodAffinityTerm{term}, []corev1.WeightedPodAffinityTerm{{PodAffinityTerm: term}}
			template.Spec.Affinity = &corev1.Affinity{
				PodAffinity:     &corev1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: required, PreferredDuringSchedulingIgnoredDuringExecution: preferred},
				PodAntiAffinity: &corev1.PodAntiAffinity{RequiredDuringSchedulingIgnoredDuringExecution: required, PreferredDuringSchedulingIgnoredDuringExecution: preferred},
			}
		}
	}
	runWarnings(t, []warningTest{
		{"a node selector", func(template *corev1.PodTemplateSpec) {
			template.Spec.NodeSelector = map[string]string{"kubernetes.io/arch": "arm64"}
		}, nil},
		{"a node selector with deprecated labels", func(template *corev1.PodTemplateSpec) {
			template.Spec.NodeSelector = map[string]string{"node-role.kubernetes.io/master": "", "beta.kubernetes.io/arch": "arm64"}
		}, []string{
			"t.spec.nodeSelector[beta.kubernetes.io/arch]: is deprecated since 1.14: use kubernetes.io/arch",
			"t.spec.nodeSelector[node-role.kubernetes.io/master]: isn't set by kubeadm anymore: use node-role.kubernetes.io/control-plane",
		}},
		{"required nodes", required("a"), nil},
		{"required nodes with deprecated labels", required("a", "beta.kubernetes.io/os"), []string{
			node + "requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchExpressions[0].key: beta.kubernetes.io/os is deprecated since 1.14: use kubernetes.io/os",
		}},
		{"preferred nodes", preferred("a", "b"), nil},
		{"preferred nodes with deprecated labels", preferred("app.kubernetes.io/created-by"), []string{
			node + "preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[1].key: app.kubernetes.io/created-by is deprecated since 1.9",
		}},
		{"preferred nodes with a value that none has", preferred("a", "b", "!"), []string{
			node + `preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[1].values[1]: no node can have the value "!": ` +
				`a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ` +
				`(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
		}},
		{"a spread over zones", spread("topology.kubernetes.io/zone", &metav1.LabelSelector{}), nil},
		{"a spread over a deprecated label", spread("failure-domain.beta.kubernetes.io/zone", &metav1.LabelSelector{}), []string{
			"t.spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since 1.17: use topology.kubernetes.io/zone",
		}},
		{"a spread of no pods", spread("a", nil), []string{
			"t.spec.topologySpreadConstraints[0].labelSelector: matches no pod without a label selector: use {} to match all",
		}},
		{"pod affinity", pods(&metav1.LabelSelector{}), nil},
		{"pod affinity without selectors", pods(nil), []string{
			"t.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: matches no pod without a label selector: use {} to match all",
			"t.spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: matches no pod without a label selector: use {} to match all",
			"t.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: matches no pod without a label selector: use {} to match all",
			"t.spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: matches no pod without a label selector: use {} to match all",
		}},
	})
}

func TestDeprecatedNodeLabelWarnings(t *testing.T) {
	selector := map[string]string{}
	for _, label := range deprecatedNodeLabels {
		selector[label.key] = ""
	}
	got := Of(&corev1.PodTemplateSpec{Spec: corev1.PodSpec{NodeSelector: selector}}, nil)
	if len(got) != 8 || len(selector) != 8 {
		t.Errorf("got %d warnings of %d labels, want 8: %v", len(got), len(selector), got)
	}
}

func TestAnnotationWarnings(t *testing.T) {
	const (
		pod      = "seccomp.security.alpha.kubernetes.io/pod"
		seccomp  = "container.seccomp.security.alpha.kubernetes.io/main"
		appArmor = "container.apparmor.security.beta.kubernetes.io/main"
		use      = "]: has no effect in 1.27 and later: use seccompProfile of the security context"
		useField = "]: is deprecated since 1.30: use appArmorProfile of the security context"
	)
	annotated := func(key, value string, more func(*corev1.PodTemplateSpec)) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Annotations = map[string]string{key: value}
			if more != nil {
				more(template)
			}
		}
	}
	profile := func(kind corev1.AppArmorProfileType, name *string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.SecurityContext.AppArmorProfile = &corev1.AppArmorProfile{Type: kind, LocalhostProfile: name}
		}
	}
	runWarnings(t, []warningTest{
		{"an annotation", annotated("a", "b", nil), nil},
		{"critical-pod", annotated("scheduler.alpha.kubernetes.io/critical-pod", "", nil), []string{
			"t.metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: has no effect in 1.16 and later: use spec.priorityClassName",
		}},
		{"sysctls", annotated("security.alpha.kubernetes.io/sysctls", "", nil), []string{
			"t.metadata.annotations[security.alpha.kubernetes.io/sysctls]: has no effect in 1.11 and later: use spec.securityContext.sysctls",
		}},
		{"unsafe sysctls", annotated("security.alpha.kubernetes.io/unsafe-sysctls", "", nil), []string{
			"t.metadata.annotations[security.alpha.kubernetes.io/unsafe-sysctls]: has no effect in 1.11 and later: use spec.securityContext.sysctls",
		}},
		{"seccomp of the pod", annotated(pod, "", nil), []string{"t.metadata.annotations[" + pod + use}},
		{"seccomp of the pod without context", annotated(pod, "", func(template *corev1.PodTemplateSpec) {
			template.Spec.SecurityContext = nil
		}), []string{"t.metadata.annotations[" + pod + use}},
		{"seccomp of the pod with the field", annotated(pod, "", func(template *corev1.PodTemplateSpec) {
			template.Spec.SecurityContext.SeccompProfile = &corev1.SeccompProfile{}
		}), nil},
		{"seccomp of a container", annotated(seccomp, "", nil), []string{"t.metadata.annotations[" + seccomp + use}},
		{"seccomp of a container with the field", annotated(seccomp, "", func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{SeccompProfile: &corev1.SeccompProfile{}}
		}), nil},
		{"seccomp of another container", annotated(seccomp+"2", "", nil), nil},
		{"AppArmor", annotated(appArmor, "unconfined", nil), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor with the container's field", annotated(appArmor, "unconfined", func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{AppArmorProfile: &corev1.AppArmorProfile{}}
		}), nil},
		{"AppArmor of another container", annotated(appArmor+"2", "unconfined", nil), nil},
		{"AppArmor unconfined like the pod", annotated(appArmor, "unconfined", profile("Unconfined", nil)), nil},
		{"AppArmor by default like the pod", annotated(appArmor, "runtime/default", profile("RuntimeDefault", nil)), nil},
		{"AppArmor on the node like the pod", annotated(appArmor, "localhost/a", profile("Localhost", new("a"))), nil},
		{"AppArmor of another kind", annotated(appArmor, "runtime/default", profile("Unconfined", nil)), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor of another name", annotated(appArmor, "localhost/a", profile("Localhost", new("b"))), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor with a name too many", annotated(appArmor, "unconfined", profile("Unconfined", new("a"))), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor with an empty name", annotated(appArmor, "localhost/", profile("Localhost", new(""))), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor without a name", annotated(appArmor, "localhost/", profile("Localhost", nil)), []string{"t.metadata.annotations[" + appArmor + useField}},
		{"AppArmor that is unknown", annotated(appArmor, "a", profile("Unconfined", nil)), []string{"t.metadata.annotations[" + appArmor + useField}},
	})
}

func TestContainerWarnings(t *testing.T) {
	env := func(list ...corev1.EnvVar) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) { template.Spec.Containers[0].Env = list }
	}
	resources := func(name corev1.ResourceName, quantity string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			list := corev1.ResourceList{name: resource.MustParse(quantity)}
			template.Spec.Overhead = list
			template.Spec.InitContainers = []corev1.Container{{Resources: corev1.ResourceRequirements{Requests: list, Limits: list}}}
		}
	}
	const hides = `t.spec.containers[0].env[1]: hides the earlier variable "A", and kubectl apply may lose one of them`
	runWarnings(t, []warningTest{
		{"variables", env(corev1.EnvVar{Name: "A"}, corev1.EnvVar{Name: "B"}), nil},
		{"a variable that adds to itself", env(corev1.EnvVar{Name: "A", Value: "a"}, corev1.EnvVar{Name: "A", Value: "$(A):b"}), nil},
		{"a variable that is itself", env(corev1.EnvVar{Name: "A", Value: "a"}, corev1.EnvVar{Name: "A", Value: "$(A)"}), []string{hides}},
		{"a variable that hides", env(corev1.EnvVar{Name: "A", Value: "a"}, corev1.EnvVar{Name: "A", Value: "b"}), []string{hides}},
		{"a variable from elsewhere that hides", env(corev1.EnvVar{Name: "A", Value: "a"}, corev1.EnvVar{Name: "A", Value: "$(A)b", ValueFrom: &corev1.EnvVarSource{}}), []string{hides}},
		{"bytes", resources("memory", "1500"), nil},
		{"parts of a processor", resources("cpu", "1500m"), nil},
		{"parts of a byte of memory", resources("memory", "1500m"), []string{
			"t.spec.initContainers[0].resources.limits[memory]: 1500m isn't a whole number of bytes: the suffix m means thousandths",
			"t.spec.initContainers[0].resources.requests[memory]: 1500m isn't a whole number of bytes: the suffix m means thousandths",
			"t.spec.overhead[memory]: 1500m isn't a whole number of bytes: the suffix m means thousandths",
		}},
		{"parts of a byte of storage", resources("ephemeral-storage", "100m"), []string{
			"t.spec.initContainers[0].resources.limits[ephemeral-storage]: 100m isn't a whole number of bytes: the suffix m means thousandths",
			"t.spec.initContainers[0].resources.requests[ephemeral-storage]: 100m isn't a whole number of bytes: the suffix m means thousandths",
			"t.spec.overhead[ephemeral-storage]: 100m isn't a whole number of bytes: the suffix m means thousandths",
		}},
		{"time to end", func(template *corev1.PodTemplateSpec) { template.Spec.TerminationGracePeriodSeconds = new(int64(0)) }, nil},
		{"negative time to end", func(template *corev1.PodTemplateSpec) { template.Spec.TerminationGracePeriodSeconds = new(int64(-1)) }, []string{
			"t.spec.terminationGracePeriodSeconds: a negative value means 1 second: use 0 or more",
		}},
	})
}

func TestPortWarnings(t *testing.T) {
	ports := func(list ...corev1.ContainerPort) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.InitContainers = []corev1.Container{{Name: "init", Ports: list[:1]}}
			template.Spec.Containers[0].Ports = list[1:]
		}
	}
	port := func(name, ip string, host int32) corev1.ContainerPort {
		return corev1.ContainerPort{Name: name, ContainerPort: 80, Protocol: corev1.ProtocolTCP, HostIP: ip, HostPort: host}
	}
	udp := port("", "", 0)
	udp.Protocol = corev1.ProtocolUDP
	const first, own = "t.spec.initContainers[0].ports[0]", "t.spec.containers[0].ports[0]: "
	runWarnings(t, []warningTest{
		{"two protocols", ports(port("", "", 0), udp), nil},
		{"two ports of the node", ports(port("", "", 1), port("", "", 2)), nil},
		{"two addresses of the node", ports(port("", "1.2.3.4", 1), port("", "1.2.3.5", 1)), nil},
		{"two names", ports(port("a", "", 1), port("b", "", 2)), nil},
		{"a host address alone", ports(port("", "1.2.3.4", 0)), []string{first + `: hostIP "1.2.3.4" has no effect without a hostPort`}},
		{"duplicates", ports(port("", "", 0), port("", "", 0), port("", "", 0)), []string{
			own + "duplicate of " + first,
			"t.spec.containers[0].ports[1]: duplicate of " + first,
			"t.spec.containers[0].ports[1]: duplicate of t.spec.containers[0].ports[0]",
		}},
		{"the same port of the node", ports(port("", "", 1), port("", "", 1)), []string{own + "duplicate of " + first}},
		{"with and without a host port", ports(port("", "", 0), port("", "", 1)), []string{own + "overlapping with " + first + ": only one of them has a hostPort"}},
		{"with a host port first", ports(port("", "", 1), port("", "", 0)), []string{own + "overlapping with " + first + ": only one of them has a hostPort"}},
		{"with and without a host address", ports(port("", "", 1), port("", "1.2.3.4", 1)), []string{own + "ambiguous with " + first + ": set hostIP for both or for neither"}},
		{"with a host address first", ports(port("", "1.2.3.4", 1), port("", "", 1)), []string{own + "ambiguous with " + first + ": set hostIP for both or for neither"}},
		{"a port beside several", ports(port("", "1.2.3.4", 1), port("", "", 0), port("", "1.2.3.5", 1), port("", "", 1)), []string{
			own + "overlapping with " + first + ": only one of them has a hostPort",
			"t.spec.containers[0].ports[1]: overlapping with t.spec.containers[0].ports[0]: only one of them has a hostPort",
			"t.spec.containers[0].ports[2]: ambiguous with " + first + ": set hostIP for both or for neither",
			"t.spec.containers[0].ports[2]: overlapping with t.spec.containers[0].ports[0]: only one of them has a hostPort",
			"t.spec.containers[0].ports[2]: ambiguous with t.spec.containers[0].ports[1]: set hostIP for both or for neither",
		}},
		{"a name again", ports(port("a", "", 1), port("a", "", 2), port("a", "", 3)), []string{
			own + `duplicate port name "a": services and probes use the port at ` + first,
			`t.spec.containers[0].ports[1]: duplicate port name "a": services and probes use the port at ` + first,
		}},
		{"a port of an ephemeral container", func(template *corev1.PodTemplateSpec) {
			template.Spec.EphemeralContainers = []corev1.EphemeralContainer{{EphemeralContainerCommon: corev1.EphemeralContainerCommon{
				Ports: []corev1.ContainerPort{port("a", "", 0), port("a", "", 1)},
			}}}
		}, []string{
			"t.spec.ephemeralContainers[0].ports[1]: overlapping with t.spec.ephemeralContainers[0].ports[0]: only one of them has a hostPort",
			`t.spec.ephemeralContainers[0].ports[1]: duplicate port name "a": services and probes use the port at t.spec.ephemeralContainers[0].ports[0]`,
		}},
	})
}

func TestVolumeWarnings(t *testing.T) {
	volume := func(source corev1.VolumeSource) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: source}}
		}
	}
	claim := func(size string) func(*corev1.PodTemplateSpec) {
		list := corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(size)}
		return volume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{
			Spec: corev1.PersistentVolumeClaimSpec{Resources: corev1.VolumeResourceRequirements{Requests: list, Limits: list}},
		}}})
	}
	old := func(source corev1.VolumeSource, want string) warningTest {
		return warningTest{want, volume(source), []string{"t.spec.volumes[0]." + want}}
	}
	runWarnings(t, []warningTest{
		{"an emptyDir", volume(corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}), nil},
		old(corev1.VolumeSource{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{}}, "photonPersistentDisk: is deprecated since 1.11 and has no effect in 1.16 and later"),
		old(corev1.VolumeSource{GitRepo: &corev1.GitRepoVolumeSource{}}, "gitRepo: is deprecated since 1.11 and disabled in 1.33 and later: use an init container that clones into an emptyDir"),
		old(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{}}, "scaleIO: is deprecated since 1.16 and has no effect in 1.22 and later"),
		old(corev1.VolumeSource{Flocker: &corev1.FlockerVolumeSource{}}, "flocker: is deprecated since 1.22 and has no effect in 1.25 and later"),
		old(corev1.VolumeSource{StorageOS: &corev1.StorageOSVolumeSource{}}, "storageOS: is deprecated since 1.22 and has no effect in 1.25 and later"),
		old(corev1.VolumeSource{Quobyte: &corev1.QuobyteVolumeSource{}}, "quobyte: is deprecated since 1.22 and has no effect in 1.25 and later"),
		old(corev1.VolumeSource{Glusterfs: &corev1.GlusterfsVolumeSource{}}, "glusterfs: is deprecated since 1.25 and has no effect in 1.26 and later"),
		old(corev1.VolumeSource{CephFS: &corev1.CephFSVolumeSource{}}, "cephfs: is deprecated since 1.28 and has no effect in 1.31 and later: use a CSI driver"),
		old(corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{}}, "rbd: is deprecated since 1.28 and has no effect in 1.31 and later: use a CSI driver"),
		{"no claim template", volume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{}}), nil},
		{"a claim", claim("1Gi"), nil},
		{"a claim of parts of a byte", claim("10m"), []string{
			"t.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]: 10m isn't a whole number of bytes: the suffix m means thousandths",
			"t.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.limits[storage]: 10m isn't a whole number of bytes: the suffix m means thousandths",
		}},
	})
}

func TestFileWarnings(t *testing.T) {
	keys := func(paths ...string) []corev1.KeyToPath {
		items := []corev1.KeyToPath{}
		for _, path := range paths {
			items = append(items, corev1.KeyToPath{Path: path})
		}
		return items
	}
	volume := func(source corev1.VolumeSource) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: source}}
		}
	}
	secret := func(paths ...string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "s", Items: keys(paths...)}})
	}
	projected := func(sources ...corev1.VolumeProjection) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}})
	}
	field := func(path string) []corev1.DownwardAPIVolumeFile { return []corev1.DownwardAPIVolumeFile{{Path: path}} }
	token := corev1.VolumeProjection{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "a"}}
	const inSecret = `volume "v" (Secret "s"): overlapping paths `
	const inProjected = `volume "v" (Projected): overlapping paths "a" (ServiceAccountToken) and `
	runWarnings(t, []warningTest{
		{"files", secret("a", "b", "ab", "c/a", "c/b"), nil},
		{"a file twice", secret("a", "a"), []string{inSecret + `"a" and "a"`}},
		{"a file below another", secret("a", "a/b/c"), []string{inSecret + `"a/b/c" and "a"`}},
		{"a file above others", secret("a/b", "a/c", "a"), []string{inSecret + `"a" and "a/b"`, inSecret + `"a" and "a/c"`}},
		{"a slash at the end", secret("a/", "a//"), []string{inSecret + `"a" and "a"`}},
		{"two slashes between", secret("a//b", "a/b", "/a"), nil},
		{"no paths", secret("", "", "/"), nil},
		{"a ConfigMap", volume(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
			LocalObjectReference: corev1.LocalObjectReference{Name: "c"}, Items: keys("a", "a"),
		}}), []string{`volume "v" (ConfigMap "c"): overlapping paths "a" and "a"`}},
		{"the downward API", volume(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{
			Items: append(field("a"), field("a")...),
		}}), []string{`volume "v" (DownwardAPI): overlapping paths "a" and "a"`}},
		{"an empty source", projected(token, corev1.VolumeProjection{}), []string{`volume "v" (Projected): sources[1] is empty`}},
		{"projected from a ConfigMap", projected(corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{
			LocalObjectReference: corev1.LocalObjectReference{Name: "c"}, Items: keys("a"),
		}}, token), []string{inProjected + `"a" (ConfigMap "c")`}},
		{"projected from a Secret", projected(corev1.VolumeProjection{Secret: &corev1.SecretProjection{
			LocalObjectReference: corev1.LocalObjectReference{Name: "s"}, Items: keys("a/b"),
		}}, token), []string{inProjected + `"a/b" (Secret "s")`}},
		{"projected from the downward API", projected(corev1.VolumeProjection{DownwardAPI: &corev1.DownwardAPIProjection{
			Items: field("a"),
		}}, token), []string{inProjected + `"a" (DownwardAPI)`}},
		{"projected from tokens", projected(token, token), []string{inProjected + `"a" (ServiceAccountToken)`}},
		{"projected from a trust bundle", projected(corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{
			Name: new("b"), Path: "a",
		}}, token), []string{inProjected + `"a" (ClusterTrustBundle "b")`}},
		{"projected from the trust bundles of a signer", projected(corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{
			SignerName: new("s/a"), Path: "a",
		}}, token), []string{inProjected + `"a" (ClusterTrustBundle "s/a")`}},
		{"projected from a trust bundle without a name", projected(corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{
			Path: "a",
		}}, token), []string{inProjected + `"a" (ClusterTrustBundle)`}},
		{"projected from certificates", projected(corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
			CertificateChainPath: "a/c", KeyPath: "a/k", CredentialBundlePath: "a/b",
		}}, token), []string{
			inProjected + `"a/c" (PodCertificate chain)`,
			inProjected + `"a/k" (PodCertificate key)`,
			inProjected + `"a/b" (PodCertificate credential bundle)`,
		}},
		{"projected from a certificate elsewhere", projected(corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
			CredentialBundlePath: "b",
		}}, token), nil},
		{"a source of two kinds", projected(corev1.VolumeProjection{
			Secret: &corev1.SecretProjection{}, ServiceAccountToken: token.ServiceAccountToken,
		}, token), []string{inProjected + `"a" (ServiceAccountToken)`}},
		{"everything that a source names", projected(corev1.VolumeProjection{Secret: &corev1.SecretProjection{}}, token), nil},
	})
}

// rounds returns how many random templates to try.
func rounds() int {
	if *long {
		return 5000
	}
	return 100
}

// TestWarningsOfAnything shows that no template makes Of panic, and that Of changes none.
func TestWarningsOfAnything(t *testing.T) {
	fill := jobtest.Seeded(t)
	for range rounds() {
		var template corev1.PodTemplateSpec
		fill.Fuzz(&template)
		before := template.DeepCopy()
		Of(&template, nil)
		if diff := cmp.Diff(before, &template); diff != "" {
			t.Fatalf("changed the template (-before +after):\n%s", diff)
		}
	}
}

// TestWarningsAreInOrder shows that the order doesn't come from maps.
func TestWarningsAreInOrder(t *testing.T) {
	template := validTemplate()
	template.Spec.NodeSelector = map[string]string{}
	for _, label := range deprecatedNodeLabels {
		template.Spec.NodeSelector[label.key] = ""
	}
	want := Of(template, nil)
	for range 20 {
		if got := Of(template, nil); !slices.Equal(got, want) {
			t.Fatalf("got %q, then %v", want, got)
		}
	}
}
