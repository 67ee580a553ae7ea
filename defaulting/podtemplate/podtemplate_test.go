package podtemplate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// withContainer returns a template with one container that has its defaults, after change.
func withContainer(change func(*corev1.Container)) *corev1.PodTemplateSpec {
	c := corev1.Container{
		ImagePullPolicy:          corev1.PullIfNotPresent,
		TerminationMessagePath:   "/dev/termination-log",
		TerminationMessagePolicy: corev1.TerminationMessageReadFile,
	}
	if change != nil {
		change(&c)
	}
	return &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{c}}}
}

func withVolume(source corev1.VolumeSource) *corev1.PodTemplateSpec {
	return &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Volumes: []corev1.Volume{{Name: "v", VolumeSource: source}}}}
}

func withSpec(spec corev1.PodSpec) *corev1.PodTemplateSpec {
	return &corev1.PodTemplateSpec{Spec: spec}
}

func quantities(texts ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(texts); i += 2 {
		list[corev1.ResourceName(texts[i])] = resource.MustParse(texts[i+1])
	}
	return list
}

// TestSetDefaults sets the defaults of each part of a template, unset and set. Cases about other
// parts leave out the defaults of the pod itself.
func TestSetDefaults(t *testing.T) {
	get := func(get corev1.HTTPGetAction) *corev1.LifecycleHandler {
		return &corev1.LifecycleHandler{HTTPGet: &get}
	}
	tests := []struct {
		name        string
		given, want *corev1.PodTemplateSpec
	}{
		{name: "service account, by its old name", given: withSpec(corev1.PodSpec{DeprecatedServiceAccount: "a"}), want: withSpec(corev1.PodSpec{ServiceAccountName: "a", DeprecatedServiceAccount: "a"})},
		{name: "service account, by both names", given: withSpec(corev1.PodSpec{ServiceAccountName: "b", DeprecatedServiceAccount: "a"}), want: withSpec(corev1.PodSpec{ServiceAccountName: "b", DeprecatedServiceAccount: "b"})},
		{name: "overhead is rounded up", given: withSpec(corev1.PodSpec{Overhead: quantities("cpu", "1u", "memory", "1")}), want: withSpec(corev1.PodSpec{Overhead: quantities("cpu", "1m", "memory", "1")})},
		{
			name:  "resources of the pod are rounded up",
			given: withSpec(corev1.PodSpec{Resources: &corev1.ResourceRequirements{Limits: quantities("cpu", "1500u"), Requests: quantities("cpu", "999u")}}),
			want:  withSpec(corev1.PodSpec{Resources: &corev1.ResourceRequirements{Limits: quantities("cpu", "2m"), Requests: quantities("cpu", "1m")}}),
		},
		{name: "a container", given: withSpec(corev1.PodSpec{Containers: []corev1.Container{{}}}), want: withContainer(nil)},
		{
			name:  "an image that means latest",
			given: withSpec(corev1.PodSpec{Containers: []corev1.Container{{Image: "busybox"}}}),
			want:  withContainer(func(c *corev1.Container) { c.Image, c.ImagePullPolicy = "busybox", corev1.PullAlways }),
		},
		{
			name: "ports, references and resources of a container",
			given: withContainer(func(c *corev1.Container) {
				c.Ports = []corev1.ContainerPort{{}, {Protocol: corev1.ProtocolUDP}}
				c.Env = []corev1.EnvVar{
					{},
					{ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{}}},
					{ValueFrom: &corev1.EnvVarSource{FileKeyRef: &corev1.FileKeySelector{}}},
				}
				c.Resources.Requests = quantities("cpu", "0.0001")
			}),
			want: withContainer(func(c *corev1.Container) {
				c.Ports = []corev1.ContainerPort{{Protocol: corev1.ProtocolTCP}, {Protocol: corev1.ProtocolUDP}}
				c.Env = []corev1.EnvVar{
					{},
					{ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1"}}},
					{ValueFrom: &corev1.EnvVarSource{FileKeyRef: &corev1.FileKeySelector{Optional: new(false)}}},
				}
				c.Resources.Requests = quantities("cpu", "1m")
			}),
		},
		{
			name: "probes and handlers",
			given: withContainer(func(c *corev1.Container) {
				c.LivenessProbe = &corev1.Probe{}
				c.ReadinessProbe = &corev1.Probe{TimeoutSeconds: 5, ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{}}}
				c.StartupProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{GRPC: &corev1.GRPCAction{}}}
				c.Lifecycle = &corev1.Lifecycle{PostStart: get(corev1.HTTPGetAction{Path: "/a"}), PreStop: get(corev1.HTTPGetAction{Scheme: corev1.URISchemeHTTPS})}
			}),
			want: withContainer(func(c *corev1.Container) {
				probe := corev1.Probe{TimeoutSeconds: 1, PeriodSeconds: 10, SuccessThreshold: 1, FailureThreshold: 3}
				liveness, readiness, startup := probe, probe, probe
				readiness.TimeoutSeconds = 5
				readiness.HTTPGet = &corev1.HTTPGetAction{Path: "/", Scheme: corev1.URISchemeHTTP}
				startup.GRPC = &corev1.GRPCAction{Service: new("")}
				c.LivenessProbe, c.ReadinessProbe, c.StartupProbe = &liveness, &readiness, &startup
				c.Lifecycle = &corev1.Lifecycle{
					PostStart: get(corev1.HTTPGetAction{Path: "/a", Scheme: corev1.URISchemeHTTP}),
					PreStop:   get(corev1.HTTPGetAction{Path: "/", Scheme: corev1.URISchemeHTTPS}),
				}
			}),
		},
		{name: "a volume without source", given: withVolume(corev1.VolumeSource{}), want: withVolume(corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})},
		{
			name:  "hostPath",
			given: withVolume(corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{}}),
			want:  withVolume(corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Type: new(corev1.HostPathUnset)}}),
		},
		{
			name:  "secret",
			given: withVolume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{}}),
			want:  withVolume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{DefaultMode: new(int32(0o644))}}),
		},
		{
			name:  "configMap with a mode",
			given: withVolume(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0))}}),
			want:  withVolume(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{DefaultMode: new(int32(0))}}),
		},
		{
			name:  "downwardAPI",
			given: withVolume(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{{}, {FieldRef: &corev1.ObjectFieldSelector{}}}}}),
			want: withVolume(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{
				Items:       []corev1.DownwardAPIVolumeFile{{}, {FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1"}}},
				DefaultMode: new(int32(0o644)),
			}}),
		},
		{
			name: "projected",
			given: withVolume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{
				{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{}},
				{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{FieldRef: &corev1.ObjectFieldSelector{}}}}},
			}}}),
			want: withVolume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{DefaultMode: new(int32(0o644)), Sources: []corev1.VolumeProjection{
				{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{ExpirationSeconds: new(int64(3600))}},
				{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1"}}}}},
			}}}),
		},
		{
			name:  "ephemeral",
			given: withVolume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{Spec: corev1.PersistentVolumeClaimSpec{Resources: corev1.VolumeResourceRequirements{Requests: quantities("storage", "1u")}}}}}),
			want: withVolume(corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{Spec: corev1.PersistentVolumeClaimSpec{
				VolumeMode: new(corev1.PersistentVolumeFilesystem), Resources: corev1.VolumeResourceRequirements{Requests: quantities("storage", "1m")},
			}}}}),
		},
		{
			name:  "image",
			given: withVolume(corev1.VolumeSource{Image: &corev1.ImageVolumeSource{Reference: "data:v1"}}),
			want:  withVolume(corev1.VolumeSource{Image: &corev1.ImageVolumeSource{Reference: "data:v1", PullPolicy: corev1.PullIfNotPresent}}),
		},
		{
			name:  "iscsi",
			given: withVolume(corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{}}),
			want:  withVolume(corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{ISCSIInterface: "default"}}),
		},
		{
			name:  "rbd",
			given: withVolume(corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{RadosUser: "a"}}),
			want:  withVolume(corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{RBDPool: "rbd", RadosUser: "a", Keyring: "/etc/ceph/keyring"}}),
		},
		{
			name:  "azureDisk",
			given: withVolume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{}}),
			want: withVolume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{
				CachingMode: new(corev1.AzureDataDiskCachingReadWrite), FSType: new("ext4"), ReadOnly: new(false), Kind: new(corev1.AzureSharedBlobDisk),
			}}),
		},
		{
			name:  "scaleIO",
			given: withVolume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{}}),
			want:  withVolume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{StorageMode: "ThinProvisioned", FSType: "xfs"}}),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			SetDefaults(tt.given)
			spec := &tt.want.Spec
			spec.RestartPolicy, spec.DNSPolicy, spec.SchedulerName = corev1.RestartPolicyAlways, corev1.DNSClusterFirst, "default-scheduler"
			spec.TerminationGracePeriodSeconds, spec.SecurityContext = new(int64(30)), &corev1.PodSecurityContext{}
			if diff := cmp.Diff(tt.want, tt.given); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	SetDefaults(nil)
}

// TestEveryKindOfContainer checks that the three kinds of containers get the same defaults.
func TestEveryKindOfContainer(t *testing.T) {
	template := withSpec(corev1.PodSpec{
		InitContainers:      []corev1.Container{{LivenessProbe: &corev1.Probe{}}},
		Containers:          []corev1.Container{{LivenessProbe: &corev1.Probe{}}},
		EphemeralContainers: []corev1.EphemeralContainer{{EphemeralContainerCommon: corev1.EphemeralContainerCommon{LivenessProbe: &corev1.Probe{}}}},
	})
	SetDefaults(template)
	want := template.Spec.Containers[0]
	if want.LivenessProbe.PeriodSeconds == 0 {
		t.Error("the container has no defaults")
	}
	if diff := cmp.Diff(want, template.Spec.InitContainers[0]); diff != "" {
		t.Errorf("init container (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, corev1.Container(template.Spec.EphemeralContainers[0].EphemeralContainerCommon)); diff != "" {
		t.Errorf("ephemeral container (-want +got):\n%s", diff)
	}
}

// TestSharedResources checks that defaulting doesn't write into a shared map.
func TestSharedResources(t *testing.T) {
	limits := quantities("cpu", "1u", "memory", "1")
	want := quantities("cpu", "1u", "memory", "1")
	template := withContainer(func(c *corev1.Container) { c.Resources.Limits = limits })
	SetDefaults(template)
	if diff := cmp.Diff(want, limits); diff != "" {
		t.Errorf("the shared map (-want +got):\n%s", diff)
	}
}
