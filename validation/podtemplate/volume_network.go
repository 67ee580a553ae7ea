package podtemplate

import (
	"net"
	"regexp"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// nfs checks a directory that an NFS server exports.
func (c *checker) nfs(path *fieldpath.Path, s *corev1.NFSVolumeSource) {
	c.required(path, "server", s.Server)
	c.required(path, "path", s.Path)
	if !strings.HasPrefix(s.Path, "/") {
		c.add(field.Invalid(path.Field("path"), s.Path, "must be absolute"))
	}
}

// glusterfs checks a GlusterFS volume.
func (c *checker) glusterfs(path *fieldpath.Path, s *corev1.GlusterfsVolumeSource) {
	c.required(path, "endpoints", s.EndpointsName)
	c.required(path, "path", s.Path)
}

// cephfs checks a Ceph file system.
func (c *checker) cephfs(path *fieldpath.Path, s *corev1.CephFSVolumeSource) {
	c.monitors(path, s.Monitors)
}

// rbd checks a Ceph block device.
func (c *checker) rbd(path *fieldpath.Path, s *corev1.RBDVolumeSource) {
	c.monitors(path, s.CephMonitors)
	c.required(path, "image", s.RBDImage)
}

// monitors checks that there is a Ceph monitor.
func (c *checker) monitors(path *fieldpath.Path, list []string) {
	if len(list) == 0 {
		c.add(field.Required(path.Field("monitors"), "needs at least one"))
	}
}

// maxQuobyteTenant is more than the length of a UUID.
const maxQuobyteTenant = 64

// quobyte checks a Quobyte volume.
func (c *checker) quobyte(path *fieldpath.Path, s *corev1.QuobyteVolumeSource) {
	c.required(path, "volume", s.Volume)
	switch {
	case s.Registry == "":
		c.required(path, "registry", s.Registry)
	case len(s.Tenant) > maxQuobyteTenant:
		c.add(field.Required(path.Field("tenant"), "must be a UUID of at most 64 characters"))
	default:
		for address := range strings.SplitSeq(s.Registry, ",") {
			if _, _, err := net.SplitHostPort(address); err != nil {
				c.add(field.Invalid(path.Field("registry"), s.Registry, "must be a comma-separated list of host:port"))
				break
			}
		}
	}
}

// maxLUN is the highest number of a device of a SCSI target.
const maxLUN = 255

// fc checks a Fibre Channel device, which has either targets and a LUN, or world wide identifiers.
func (c *checker) fc(path *fieldpath.Path, s *corev1.FCVolumeSource) {
	switch targets, ids := len(s.TargetWWNs) > 0, len(s.WWIDs) > 0; {
	case !targets && !ids:
		c.add(field.Required(path.Field("targetWWNs"), "must be set unless wwids is"))
	case targets && ids:
		c.add(field.Invalid(path.Field("targetWWNs"), s.TargetWWNs, "must not be set together with wwids"))
	}
	if len(s.TargetWWNs) == 0 {
		return
	}
	if s.Lun == nil {
		c.add(field.Required(path.Field("lun"), "must be set together with targetWWNs"))
		return
	}
	c.lun(path, *s.Lun)
}

// lun checks the number of a device of a SCSI target.
func (c *checker) lun(path *fieldpath.Path, lun int32) {
	if lun < 0 || lun > maxLUN {
		c.add(field.Invalid(path.Field("lun"), lun, validation.InclusiveRangeError(0, maxLUN)))
	}
}

// iscsi checks a device of an iSCSI target.
func (c *checker) iscsi(path *fieldpath.Path, s *corev1.ISCSIVolumeSource) {
	c.required(path, "targetPortal", s.TargetPortal)
	c.required(path, "iqn", s.IQN)
	if s.IQN != "" {
		c.iscsiName(path, "iqn", s.IQN)
	}
	if s.InitiatorName != nil {
		c.iscsiName(path, "initiatorname", *s.InitiatorName) // in lower case, as in kube-apiserver
	}
	c.lun(path, s.Lun)
	if (s.DiscoveryCHAPAuth || s.SessionCHAPAuth) && s.SecretRef == nil {
		c.add(field.Required(path.Field("secretRef"), "must be set: it holds the CHAP passwords"))
	}
}

// iscsiNames matches the three kinds of iSCSI names. Like kube-apiserver, it allows anything between
// a leading "iqn" and a name of that kind.
var iscsiNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(iqn((?s:.*)iqn)?\.\d{4}-\d{2}\.[[:alnum:].-]+:[^,;*&$|\s]+|eui.[[:alnum:]]{16}|naa.[[:alnum:]]{32})$`)
})

// iscsiName checks the name of a target or initiator in the field called name.
func (c *checker) iscsiName(path *fieldpath.Path, name, value string) {
	if !iscsiNames().MatchString(value) {
		c.add(field.Invalid(path.Field(name), value,
			"must be an iqn name such as iqn.2001-04.com.example:disk, eui. and 16 characters, or naa. and 32 characters"))
	}
}

// maxISCSISession is the length of the longest name of a session with an initiator's name.
const maxISCSISession = 64

// iscsiVolumeName checks the length of the volume's name together with the portal, because the
// iSCSI session is named after both.
func (c *checker) iscsiVolumeName(path *fieldpath.Path, volume *corev1.Volume) {
	s := volume.ISCSI
	if s != nil && s.InitiatorName != nil && len(volume.Name)+len(":")+len(s.TargetPortal) > maxISCSISession {
		c.add(field.Invalid(path.Field("name"), volume.Name,
			"must have at most 64 characters together with ':' and iscsi.targetPortal if iscsi.initiatorName is set"))
	}
}
