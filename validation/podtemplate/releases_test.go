package podtemplate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/features"
)

// optionsOf returns the options for a release in which one gate has another value, or none if gate
// is empty.
func optionsOf(t *testing.T, version, gate string, on bool) Options {
	t.Helper()
	gates := map[string]bool{}
	if gate != "" {
		gates[gate] = on
	}
	set, err := features.For(version, gates)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Features: set}
}

// found are the type and the path of an error.
type found struct {
	kind field.ErrorType
	path string
}

func foundIn(errs field.ErrorList) map[found]bool {
	set := map[found]bool{}
	for _, err := range errs {
		set[found{err.Type, err.Field}] = true
	}
	return set
}

func first(spec *corev1.PodSpec) *corev1.Container { return &spec.Containers[0] }

func addVolume(spec *corev1.PodSpec, source corev1.VolumeSource) {
	spec.Volumes = append(spec.Volumes, corev1.Volume{Name: "v", VolumeSource: source})
}

func withProjection(source corev1.VolumeProjection) func(*corev1.PodSpec) {
	return func(spec *corev1.PodSpec) {
		addVolume(spec, corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{source}}})
	}
}

func certificate() *corev1.PodCertificateProjection {
	return &corev1.PodCertificateProjection{
		SignerName: "example.com/signer", KeyType: "ED25519", CredentialBundlePath: "a", UserAnnotations: map[string]string{"example.com/a": "b"},
	}
}

// disabledFields are fields and the gates that they need, which the release has off.
var disabledFields = []struct {
	version string
	gate    string
	set     func(*corev1.PodSpec)
	want    []string
}{
	{"1.34", "UserNamespacesSupport", func(s *corev1.PodSpec) { s.HostUsers = new(true) }, []string{"spec.hostUsers"}},
	{"1.34", "SupplementalGroupsPolicy", func(s *corev1.PodSpec) {
		s.SecurityContext = &corev1.PodSecurityContext{SupplementalGroupsPolicy: new(corev1.SupplementalGroupsPolicyStrict)}
	}, []string{"spec.securityContext.supplementalGroupsPolicy"}},
	{"1.35", "SELinuxChangePolicy", func(s *corev1.PodSpec) {
		s.SecurityContext = &corev1.PodSecurityContext{SELinuxChangePolicy: new(corev1.SELinuxChangePolicyRecursive)}
	}, []string{"spec.securityContext.seLinuxChangePolicy"}},
	{"1.37", "PodLevelResources", func(s *corev1.PodSpec) {
		s.Resources = &corev1.ResourceRequirements{Requests: corev1.ResourceList{}, Limits: corev1.ResourceList{"cpu": {}}}
	}, []string{"spec.resources"}},
	{"1.35", "ProcMountType", func(s *corev1.PodSpec) {
		first(s).SecurityContext = &corev1.SecurityContext{ProcMount: new(corev1.UnmaskedProcMount)}
	}, []string{"spec.containers[0].securityContext.procMount"}},
	{"1.37", "MatchLabelKeysInPodTopologySpread", func(s *corev1.PodSpec) {
		s.TopologySpreadConstraints = []corev1.TopologySpreadConstraint{{MatchLabelKeys: []string{"a"}}}
	}, []string{"spec.topologySpreadConstraints[0].matchLabelKeys"}},
	{"1.34", "DynamicResourceAllocation", func(s *corev1.PodSpec) {
		s.ResourceClaims = []corev1.PodResourceClaim{{Name: "a"}}
		first(s).Resources.Claims = []corev1.ResourceClaim{{Name: "a"}}
	}, []string{"spec.resourceClaims", "spec.containers[0].resources.claims"}},
	{"1.36", "ClusterTrustBundleProjection", withProjection(corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{}}),
		[]string{"spec.volumes[0].projected.sources[0].clusterTrustBundle"}},
	{"1.36", "PodCertificateRequest", withProjection(corev1.VolumeProjection{PodCertificate: certificate()}),
		[]string{"spec.volumes[0].projected.sources[0].podCertificate"}},
	{"1.34", "InPlacePodVerticalScaling", func(s *corev1.PodSpec) {
		first(s).ResizePolicy = []corev1.ContainerResizePolicy{{ResourceName: "cpu"}}
	}, []string{"spec.containers[0].resizePolicy"}},
	{"1.34", "ContainerRestartRules", func(s *corev1.PodSpec) {
		first(s).RestartPolicy, first(s).RestartPolicyRules = new(corev1.ContainerRestartPolicyNever), []corev1.ContainerRestartRule{{}}
		s.InitContainers = []corev1.Container{{RestartPolicy: new(corev1.ContainerRestartPolicyAlways)}}
	}, []string{"spec.containers[0].restartPolicy", "spec.containers[0].restartPolicyRules"}},
	{"1.34", "HostnameOverride", func(s *corev1.PodSpec) { s.HostnameOverride = new("a") }, []string{"spec.hostnameOverride"}},
	{"1.34", "EnvFiles", func(s *corev1.PodSpec) {
		first(s).Env = []corev1.EnvVar{{ValueFrom: &corev1.EnvVarSource{FileKeyRef: &corev1.FileKeySelector{}}}}
	}, []string{"spec.containers[0].env[0].valueFrom.fileKeyRef"}},
	{"1.34", "ImageVolume", func(s *corev1.PodSpec) {
		addVolume(s, corev1.VolumeSource{Image: &corev1.ImageVolumeSource{}})
		first(s).VolumeMounts = []corev1.VolumeMount{{Name: "other"}, {Name: "v"}}
	}, []string{"spec.volumes[0]", "spec.containers[0].volumeMounts[1]"}},
	{"1.36", "GenericWorkload", func(s *corev1.PodSpec) { s.SchedulingGroup = &corev1.PodSchedulingGroup{} }, []string{"spec.schedulingGroup"}},
	{"1.34", "ContainerStopSignals", func(s *corev1.PodSpec) { first(s).Lifecycle = &corev1.Lifecycle{StopSignal: new(corev1.SIGTERM)} },
		[]string{"spec.containers[0].lifecycle.stopSignal"}},
	{"1.37", "EmptyDirVolumeMode", func(s *corev1.PodSpec) {
		addVolume(s, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Mode: new(int32(1))}})
	}, []string{"spec.volumes[0].emptyDir.mode"}},
}

// TestDropWith shows that a field is dropped while its gate is off, unless the old template uses it,
// and that it stays if the gate is on.
func TestDropWith(t *testing.T) {
	for _, test := range disabledFields {
		t.Run(test.gate+" in "+test.version, func(t *testing.T) {
			with := func() *corev1.PodTemplateSpec {
				template := validTemplate()
				test.set(&template.Spec)
				return template
			}
			path := field.NewPath("t")
			var want []DroppedField
			for _, at := range test.want {
				want = append(want, DroppedField{Path: "t." + at, FeatureGate: test.gate})
			}
			off := optionsOf(t, test.version, "", false)
			if isOn(off.Features, test.gate) {
				off = optionsOf(t, test.version, test.gate, false)
			}
			got := with()
			if diff := cmp.Diff(want, DropWith(got, nil, path, off)); diff != "" {
				t.Errorf("of a new template (-want +got):\n%s", diff)
			}
			if again := DropWith(got, nil, path, off); again != nil {
				t.Errorf("left over: %v", again)
			}
			kept := with()
			if dropped := DropWith(kept, with(), path, off); dropped != nil {
				t.Errorf("in use, but dropped: %v", dropped)
			}
			if diff := cmp.Diff(with(), kept); diff != "" {
				t.Errorf("in use, but changed (-want +got):\n%s", diff)
			}
			on := optionsOf(t, test.version, "", false)
			if !isOn(on.Features, test.gate) {
				on = optionsOf(t, test.version, test.gate, true)
			}
			for _, f := range DropWith(with(), nil, path, on) {
				if f.FeatureGate == test.gate {
					t.Errorf("dropped though the gate is on: %v", f.Path)
				}
			}
		})
	}
}

func isOn(set features.Set, name string) bool {
	for gate, on := range set.Gates() {
		if gate == name {
			return on
		}
	}
	return false
}

// TestUnknownFields shows that fields that a release doesn't have are dropped even if the old
// template has them.
func TestUnknownFields(t *testing.T) {
	tests := []struct {
		name          string
		before, since string
		set           func(*corev1.PodSpec)
		path          string
	}{
		{"mode of emptyDir", "1.36", "1.37", func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Mode: new(int32(1))}})
		}, "spec.volumes[0].emptyDir.mode"},
		{"user of a volume", "1.36", "1.37", func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{DefaultUser: new(int64(1))}})
		}, "spec.volumes[0].secret.defaultUser"},
		{"bind mount options", "1.36", "1.37", func(s *corev1.PodSpec) {
			first(s).VolumeMounts = []corev1.VolumeMount{{BindMountOptions: []string{"noexec"}}}
		}, "spec.containers[0].volumeMounts[0].bindMountOptions"},
		{"mode of gRPC", "1.36", "1.37", func(s *corev1.PodSpec) {
			first(s).LivenessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Mode: new(corev1.GRPCProbeModeTLS)}}}
		}, "spec.containers[0].livenessProbe.grpc.mode"},
		{"protocol of HTTP", "1.36", "1.37", func(s *corev1.PodSpec) {
			first(s).LivenessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Protocol: new(corev1.HTTPProtocolHTTP2)}}}
		}, "spec.containers[0].livenessProbe.httpGet.protocol"},
		{"eviction responders", "1.36", "1.37", func(s *corev1.PodSpec) { s.EvictionResponders = []corev1.EvictionResponder{{}} }, "spec.evictionResponders"},
		{"scheduling group", "1.35", "1.36", func(s *corev1.PodSpec) { s.SchedulingGroup = &corev1.PodSchedulingGroup{} }, "spec.schedulingGroup"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			with := validTemplate()
			test.set(&with.Spec)
			want := []DroppedField{{Path: test.path}}
			before, since := optionsOf(t, test.before, "", false), optionsOf(t, test.since, "", false)
			if diff := cmp.Diff(want, DropWith(with.DeepCopy(), with, nil, before)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.before, diff)
			}
			if dropped := DropWith(with.DeepCopy(), with, nil, since); dropped != nil {
				t.Errorf("%s drops %v", test.since, dropped)
			}
			got, all := with.DeepCopy(), with.DeepCopy()
			DropUnknown(got, before)
			if dropped := DropWith(got.DeepCopy(), got, nil, before); dropped != nil {
				t.Errorf("DropUnknown leaves %v", dropped)
			}
			DropUnknown(all, since)
			if diff := cmp.Diff(with, all); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.since, diff)
			}
		})
	}
}

func TestUserAnnotationsOfCertificates(t *testing.T) {
	with := validTemplate()
	withProjection(corev1.VolumeProjection{PodCertificate: certificate()})(&with.Spec)
	for version, want := range map[string][]DroppedField{
		"1.34": {{Path: "spec.volumes[0].projected.sources[0].podCertificate.userAnnotations"}},
		"1.35": nil,
	} {
		if diff := cmp.Diff(want, DropWith(with.DeepCopy(), nil, nil, optionsOf(t, version, "PodCertificateRequest", true))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
}

// TestUsersOfTheFirstSource shows that of an invalid volume with several sources only the first loses
// its users.
func TestUsersOfTheFirstSource(t *testing.T) {
	template := validTemplate()
	addVolume(&template.Spec, corev1.VolumeSource{
		ConfigMap: &corev1.ConfigMapVolumeSource{DefaultUser: new(int64(1))},
		Secret:    &corev1.SecretVolumeSource{DefaultUser: new(int64(1))},
	})
	want := []DroppedField{{Path: "spec.volumes[0].secret.defaultUser", FeatureGate: "AtomicWriteVolumeUserFields"}}
	if diff := cmp.Diff(want, DropWith(template, nil, nil, Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRulesByRelease shows rules that depend on a release or a gate. Each is tried on a server that
// has the rule and on one that lacks it.
func TestRulesByRelease(t *testing.T) {
	type server struct {
		version, gate string
		on            bool
	}
	newest := server{version: "1.37"}
	setSpec := func(set func(*corev1.PodSpec)) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) { set(&template.Spec) }
	}
	restartAll := corev1.ContainerRestartRule{
		Action:    corev1.ContainerRestartRuleActionRestartAllContainers,
		ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: corev1.ContainerRestartRuleOnExitCodesOpIn, Values: []int32{1}},
	}
	tests := []struct {
		name    string
		change  func(*corev1.PodTemplateSpec)
		servers map[server][]found
	}{
		{"restart rules", setSpec(func(s *corev1.PodSpec) { first(s).RestartPolicy = new(corev1.ContainerRestartPolicyNever) }), map[server][]found{
			newest:            nil,
			{version: "1.34"}: {{field.ErrorTypeForbidden, "spec.containers[0].restartPolicy"}},
		}},
		{"restart all containers", setSpec(func(s *corev1.PodSpec) {
			first(s).RestartPolicy, first(s).RestartPolicyRules = new(corev1.ContainerRestartPolicyNever), []corev1.ContainerRestartRule{restartAll}
		}), map[server][]found{
			newest:            nil,
			{version: "1.35"}: {{field.ErrorTypeNotSupported, "spec.containers[0].restartPolicyRules[0].action"}},
		}},
		{"too many restart rules", setSpec(func(s *corev1.PodSpec) {
			restart := restartAll
			restart.Action = corev1.ContainerRestartRuleActionRestart
			first(s).RestartPolicy = new(corev1.ContainerRestartPolicyNever)
			for range maxRestartRules + 1 {
				first(s).RestartPolicyRules = append(first(s).RestartPolicyRules, restart)
			}
		}), map[server][]found{
			newest:            {{field.ErrorTypeTooMany, "spec.containers[0].restartPolicyRules"}},
			{version: "1.35"}: {{field.ErrorTypeTooLong, "spec.containers[0].restartPolicyRules"}},
		}},
		{"numeric toleration", setSpec(func(s *corev1.PodSpec) {
			s.Tolerations = []corev1.Toleration{{Key: "a", Operator: corev1.TolerationOpGt, Value: "1"}}
		}), map[server][]found{
			newest: {{field.ErrorTypeNotSupported, "spec.tolerations[0].operator"}},
			{"1.37", "TaintTolerationComparisonOperators", true}: nil,
		}},
		{"leading zeros", setSpec(func(s *corev1.PodSpec) { s.HostAliases = []corev1.HostAlias{{IP: "010.0.0.1"}} }), map[server][]found{
			newest:            {{field.ErrorTypeInvalid, "spec.hostAliases[0].ip"}},
			{version: "1.35"}: nil,
		}},
		{"deletion cost", func(template *corev1.PodTemplateSpec) { template.Annotations = map[string]string{deletionCost: "a"} }, map[server][]found{
			newest:                             {{field.ErrorTypeInvalid, "annotations[" + deletionCost + "]"}},
			{"1.37", "PodDeletionCost", false}: nil,
		}},
		{"SELinux change policy", setSpec(func(s *corev1.PodSpec) {
			s.SecurityContext = &corev1.PodSecurityContext{SELinuxChangePolicy: new(corev1.SELinuxChangePolicyMountOption)}
		}), map[server][]found{
			newest:            nil,
			{version: "1.36"}: {{field.ErrorTypeNotSupported, "spec.securityContext.seLinuxChangePolicy"}},
		}},
		{"host network with own users", setSpec(func(s *corev1.PodSpec) { s.HostNetwork, s.HostUsers = true, new(false) }), map[server][]found{
			newest: {{field.ErrorTypeForbidden, "spec.hostNetwork"}},
			{"1.37", "UserNamespacesHostNetworkSupport", true}: nil,
		}},
		{"shared processes of the host", setSpec(func(s *corev1.PodSpec) { s.HostPID, s.ShareProcessNamespace = true, new(true) }), map[server][]found{
			newest:            {{field.ErrorTypeInvalid, "spec.shareProcessNamespace"}},
			{version: "1.36"}: {{field.ErrorTypeInvalid, "spec.securityContext.shareProcessNamespace"}},
		}},
		{"image volume without image", setSpec(func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{Image: &corev1.ImageVolumeSource{PullPolicy: corev1.PullAlways}})
		}), map[server][]found{
			newest:            {{field.ErrorTypeRequired, "spec.volumes[0].image.reference"}},
			{version: "1.36"}: nil,
		}},
		{"CSI volume without driver", setSpec(func(s *corev1.PodSpec) { addVolume(s, corev1.VolumeSource{CSI: &corev1.CSIVolumeSource{}}) }), map[server][]found{
			newest:            {{field.ErrorTypeRequired, "spec.volumes[0].csi.driver"}},
			{version: "1.34"}: {{field.ErrorTypeRequired, "spec.volumes[0].csi.driver"}, {field.ErrorTypeInvalid, "spec.volumes[0].csi.driver"}},
		}},
		{"stop signal", setSpec(func(s *corev1.PodSpec) {
			first(s).Lifecycle = &corev1.Lifecycle{StopSignal: new(corev1.Signal("SIGRTMIN+15"))}
		}), map[server][]found{
			newest: {{field.ErrorTypeForbidden, "spec.containers[0].lifecycle.stopSignal"}},
		}},
		{"stop signal of Linux", setSpec(func(s *corev1.PodSpec) {
			s.OS = &corev1.PodOS{Name: corev1.Linux}
			first(s).Lifecycle = &corev1.Lifecycle{StopSignal: new(corev1.Signal("SIGRTMAX-15"))}
		}), map[server][]found{
			newest: {{field.ErrorTypeNotSupported, "spec.containers[0].lifecycle.stopSignal"}},
		}},
		{"mode of emptyDir", setSpec(func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Mode: new(int32(-1))}})
		}), map[server][]found{
			newest: {{field.ErrorTypeInvalid, "spec.volumes[0].emptyDir.mode"}},
		}},
		{"users", setSpec(func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
				SecretName: "a", DefaultUser: new(int64(-1)), Items: []corev1.KeyToPath{{Key: "a", Path: "a", User: new(int64(-1))}},
			}})
		}), map[server][]found{
			newest: {{field.ErrorTypeInvalid, "spec.volumes[0].secret.defaultUser"}, {field.ErrorTypeInvalid, "spec.volumes[0].secret.items[0].user"}},
		}},
		{"bind mount options", setSpec(func(s *corev1.PodSpec) {
			addVolume(s, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
			first(s).VolumeMounts = []corev1.VolumeMount{{Name: "v", MountPath: "/v", BindMountOptions: []string{"other", "nodev", "nodev"}}}
		}), map[server][]found{
			newest: {
				{field.ErrorTypeNotSupported, "spec.containers[0].volumeMounts[0].bindMountOptions[0]"},
				{field.ErrorTypeDuplicate, "spec.containers[0].volumeMounts[0].bindMountOptions[2]"},
			},
		}},
		{"HTTP/2 with TLS", setSpec(func(s *corev1.PodSpec) {
			first(s).Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{HTTPGet: &corev1.HTTPGetAction{
				Path: "/", Scheme: corev1.URISchemeHTTPS, Protocol: new(corev1.HTTPProtocolHTTP2),
			}}}
			first(s).Lifecycle.PreStop.HTTPGet.Port.IntVal = 80
		}), map[server][]found{
			newest: {{field.ErrorTypeInvalid, "spec.containers[0].lifecycle.preStop.httpGet.protocol"}},
		}},
		{"scheduling group and responders", setSpec(func(s *corev1.PodSpec) {
			s.SchedulingGroup = &corev1.PodSchedulingGroup{PodGroupName: new("a b")}
			s.EvictionResponders = []corev1.EvictionResponder{
				{Name: "example.com/a", Priority: new(int32(1000))}, {Name: "example.com/a"}, {Name: "k8s.io/a", Priority: new(int32(999))}, {Name: "a", Priority: new(int32(100001))},
			}
		}), map[server][]found{
			newest: {
				{field.ErrorTypeInvalid, "spec.schedulingGroup.podGroupName"},
				{field.ErrorTypeForbidden, "spec.schedulingGroup"},
				{field.ErrorTypeDuplicate, "spec.evictionResponders[1]"},
				{field.ErrorTypeRequired, "spec.evictionResponders[1].priority"},
				{field.ErrorTypeInvalid, "spec.evictionResponders[2].name"},
				{field.ErrorTypeInvalid, "spec.evictionResponders[2].priority"},
				{field.ErrorTypeInvalid, "spec.evictionResponders[3].name"},
				{field.ErrorTypeInvalid, "spec.evictionResponders[3].priority"},
			},
		}},
	}
	for _, test := range tests {
		for on, want := range test.servers {
			t.Run(test.name+" in "+on.version+" "+on.gate, func(t *testing.T) {
				template := validTemplate()
				test.change(template)
				wanted := map[found]bool{}
				for _, f := range want {
					wanted[f] = true
				}
				got := foundIn(ValidateWith(template, nil, nil, optionsOf(t, on.version, on.gate, on.on)))
				if diff := cmp.Diff(wanted, got, cmp.AllowUnexported(found{})); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestKeptByRelease shows what an update may keep because the old template has it.
func TestKeptByRelease(t *testing.T) {
	tests := []struct {
		name    string
		version string
		set     func(*corev1.PodSpec)
		want    []found
	}{
		{"restart policy", "1.34", func(s *corev1.PodSpec) { first(s).RestartPolicy = new(corev1.ContainerRestartPolicyNever) }, nil},
		{"SELinux change policy", "1.36", func(s *corev1.PodSpec) {
			s.SecurityContext = &corev1.PodSecurityContext{SELinuxChangePolicy: new(corev1.SELinuxChangePolicyMountOption)}
		}, nil},
		{"numeric toleration", "1.35", func(s *corev1.PodSpec) {
			s.Tolerations = []corev1.Toleration{{Key: "a", Operator: corev1.TolerationOpGt, Value: "1"}}
		}, nil},
		{"numeric toleration before there were any", "1.34", func(s *corev1.PodSpec) {
			s.Tolerations = []corev1.Toleration{{Key: "a", Operator: corev1.TolerationOpGt, Value: "1"}}
		}, []found{{field.ErrorTypeNotSupported, "spec.tolerations[0].operator"}}},
		{"eviction responder", "1.37", func(s *corev1.PodSpec) { s.EvictionResponders = []corev1.EvictionResponder{{}} }, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			template := validTemplate()
			test.set(&template.Spec)
			wanted := map[found]bool{}
			for _, f := range test.want {
				wanted[f] = true
			}
			got := foundIn(ValidateWith(template, template.DeepCopy(), nil, optionsOf(t, test.version, "", false)))
			if diff := cmp.Diff(wanted, got, cmp.AllowUnexported(found{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDropFromNothing(t *testing.T) {
	DropUnknown(nil, Options{})
	if dropped := DropWith(nil, nil, nil, Options{}); dropped != nil {
		t.Errorf("dropped from nil: %v", dropped)
	}
	if errs := ValidateWith(nil, nil, nil, Options{}); len(errs) != 1 {
		t.Errorf("errors of nil: %v", errs)
	}
	if list := WarningsWith(nil, nil, Options{}); list != nil {
		t.Errorf("warnings about nil: %v", list)
	}
}
