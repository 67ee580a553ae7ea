package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestNFS(t *testing.T) {
	source := func(server, path string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{NFS: &corev1.NFSVolumeSource{Server: server, Path: path}})
	}
	const notAbsolute = "must be absolute"
	runRules(t, []ruleTest{
		{name: "export", change: source("a", "/a")},
		{name: "nothing set", change: source("", ""),
			want: field.ErrorList{
				field.Required(inVolume("nfs.server"), "must be set"),
				field.Required(inVolume("nfs.path"), "must be set"),
				field.Invalid(inVolume("nfs.path"), "", notAbsolute),
			}},
		{name: "relative path", change: source("a", "a"),
			want: field.ErrorList{field.Invalid(inVolume("nfs.path"), "a", notAbsolute)}},
	})
}

func TestGlusterfs(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "volume", change: volume(corev1.VolumeSource{Glusterfs: &corev1.GlusterfsVolumeSource{EndpointsName: "a", Path: "a"}})},
		{name: "nothing set", change: volume(corev1.VolumeSource{Glusterfs: &corev1.GlusterfsVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("glusterfs.endpoints"), "must be set"),
				field.Required(inVolume("glusterfs.path"), "must be set"),
			}},
	})
}

func TestCeph(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "file system", change: volume(corev1.VolumeSource{CephFS: &corev1.CephFSVolumeSource{Monitors: []string{"a"}}})},
		{name: "block device", change: volume(corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{CephMonitors: []string{"a"}, RBDImage: "a"}})},
		{name: "file system without monitors", change: volume(corev1.VolumeSource{CephFS: &corev1.CephFSVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("cephfs.monitors"), "needs at least one")}},
		{name: "block device with nothing set", change: volume(corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("rbd.monitors"), "needs at least one"),
				field.Required(inVolume("rbd.image"), "must be set"),
			}},
		{name: "file system as second source", change: volume(corev1.VolumeSource{
			EmptyDir: &corev1.EmptyDirVolumeSource{}, CephFS: &corev1.CephFSVolumeSource{}}),
			want: field.ErrorList{field.Forbidden(inVolume("cephFS"), "must not be set: the volume already has another source")}},
	})
}

func TestQuobyte(t *testing.T) {
	source := func(registry, tenant, name string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Quobyte: &corev1.QuobyteVolumeSource{Registry: registry, Tenant: tenant, Volume: name}})
	}
	long := strings.Repeat("a", 65)
	runRules(t, []ruleTest{
		{name: "two registries", change: source("a:1,[::1]:2", long[:64], "a")},
		{name: "nothing set", change: source("", long, ""),
			want: field.ErrorList{
				field.Required(inVolume("quobyte.registry"), "must be set"),
				field.Required(inVolume("quobyte.volume"), "must be set"),
			}},
		{name: "tenant too long", change: source("a", long, "a"),
			want: field.ErrorList{field.Required(inVolume("quobyte.tenant"), "must be a UUID of at most 64 characters")}},
		{name: "registries without port", change: source("a:1,b,c", "", "a"),
			want: field.ErrorList{field.Invalid(inVolume("quobyte.registry"), "a:1,b,c", "must be a comma-separated list of host:port")}},
	})
}

func TestFC(t *testing.T) {
	source := func(targets, ids []string, lun *int32) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{FC: &corev1.FCVolumeSource{TargetWWNs: targets, WWIDs: ids, Lun: lun}})
	}
	a := []string{"a"}
	runRules(t, []ruleTest{
		{name: "target and number", change: source(a, nil, new(int32(255)))},
		{name: "identifier", change: source(nil, a, new(int32(256)))},
		{name: "nothing set", change: source(nil, nil, nil),
			want: field.ErrorList{field.Required(inVolume("fc.targetWWNs"), "must be set unless wwids is")}},
		{name: "target and identifier without number", change: source(a, a, nil),
			want: field.ErrorList{
				field.Invalid(inVolume("fc.targetWWNs"), a, "must not be set together with wwids"),
				field.Required(inVolume("fc.lun"), "must be set together with targetWWNs"),
			}},
		{name: "number too high", change: source(a, nil, new(int32(256))),
			want: field.ErrorList{field.Invalid(inVolume("fc.lun"), int32(256), "must be between 0 and 255, inclusive")}},
	})
}

const badISCSIName = "must be an iqn name such as iqn.2001-04.com.example:disk, eui. and 16 characters, or naa. and 32 characters"

func TestISCSI(t *testing.T) {
	source := func(change func(*corev1.ISCSIVolumeSource)) func(*corev1.PodTemplateSpec) {
		s := &corev1.ISCSIVolumeSource{TargetPortal: "a:1", IQN: "iqn.2001-04.com.example:a"}
		change(s)
		return volume(corev1.VolumeSource{ISCSI: s})
	}
	long := strings.Repeat("a", 60)
	runRules(t, []ruleTest{
		{name: "target", change: source(func(*corev1.ISCSIVolumeSource) {})},
		{name: "with CHAP", change: source(func(s *corev1.ISCSIVolumeSource) {
			s.SessionCHAPAuth, s.SecretRef, s.Lun = true, &corev1.LocalObjectReference{}, 255
		})},
		{name: "nothing set", change: source(func(s *corev1.ISCSIVolumeSource) { *s = corev1.ISCSIVolumeSource{} }),
			want: field.ErrorList{
				field.Required(inVolume("iscsi.targetPortal"), "must be set"),
				field.Required(inVolume("iscsi.iqn"), "must be set"),
			}},
		{name: "bad names", change: source(func(s *corev1.ISCSIVolumeSource) { s.IQN, s.InitiatorName = "a", new("") }),
			want: field.ErrorList{
				field.Invalid(inVolume("iscsi.iqn"), "a", badISCSIName),
				field.Invalid(inVolume("iscsi.initiatorname"), "", badISCSIName),
			}},
		{name: "bad number", change: source(func(s *corev1.ISCSIVolumeSource) { s.Lun = -1 }),
			want: field.ErrorList{field.Invalid(inVolume("iscsi.lun"), int32(-1), "must be between 0 and 255, inclusive")}},
		{name: "CHAP without passwords", change: source(func(s *corev1.ISCSIVolumeSource) { s.DiscoveryCHAPAuth = true }),
			want: field.ErrorList{field.Required(inVolume("iscsi.secretRef"), "must be set: it holds the CHAP passwords")}},
		{name: "long portal", change: source(func(s *corev1.ISCSIVolumeSource) { s.TargetPortal = long })},
		{name: "long portal with initiator", change: source(func(s *corev1.ISCSIVolumeSource) {
			s.TargetPortal, s.InitiatorName = long, new("iqn.2001-04.com.example:b")
		}),
			want: field.ErrorList{field.Invalid(inVolume("name"), "data",
				"must have at most 64 characters together with ':' and iscsi.targetPortal if iscsi.initiatorName is set")}},
	})
}

func TestISCSIName(t *testing.T) {
	for name, valid := range map[string]bool{
		"iqn.2001-04.com.example:disk:1":        true,
		"iqn.2001-04.com.example":               false,
		"iqn.2001-04.com.example:":              false,
		"iqn.2001-04.com.example:a,b":           false,
		"iqn.2001-4.com.example:a":              false,
		"iqn.2001-04.com_example:a":             false,
		"iqn or iqn.2001-04.com.example:a":      true, // kube-apiserver ignores the text between
		"eui.0123456789abcdef":                  true,
		"eui.0123456789abcde":                   false,
		"naa.0123456789abcdef0123456789abcdef":  true,
		"naa.0123456789abcdef0123456789abcdef0": false,
		"IQN.2001-04.com.example:a":             false,
		"":                                      false,
	} {
		var c checker
		if c.iscsiName(nil, "iqn", name); (len(c.errs) == 0) != valid {
			t.Errorf("%q: got %v", name, c.errs)
		}
	}
}
