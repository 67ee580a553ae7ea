package podtemplate

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/amount"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// ephemeralVolume checks a volume whose claim is created together with the pod.
func (c *checker) ephemeralVolume(path *fieldpath.Path, s *corev1.EphemeralVolumeSource) {
	if s.VolumeClaimTemplate == nil {
		c.add(field.Required(path.Field("volumeClaimTemplate"), "must be set"))
		return
	}
	template := path.Child("volumeClaimTemplate")
	c.claimMeta(template.Child("metadata"), &s.VolumeClaimTemplate.ObjectMeta)
	c.claimSpec(template.Child("spec"), &s.VolumeClaimTemplate.Spec)
}

// claimMeta checks the metadata of the claim. Only labels and annotations may be set.
func (c *checker) claimMeta(path *fieldpath.Path, meta *metav1.ObjectMeta) {
	c.labels(path.Child("labels"), meta.Labels)
	c.annotations(path.Child("annotations"), meta.Annotations)
	for _, f := range [...]struct {
		name string
		set  bool
	}{
		{"name", meta.Name != ""},
		{"generateName", meta.GenerateName != ""},
		{"namespace", meta.Namespace != ""},
		{"selfLink", meta.SelfLink != ""}, //nolint:staticcheck // deprecated, but it can still be set
		{"uID", meta.UID != ""},           // as in kube-apiserver
		{"resourceVersion", meta.ResourceVersion != ""},
		{"generation", meta.Generation != 0},
		{"creationTimestamp", meta.CreationTimestamp != metav1.Time{}},
		{"deletionTimestamp", meta.DeletionTimestamp != nil},
		{"deletionGracePeriodSeconds", meta.DeletionGracePeriodSeconds != nil},
		{"ownerReferences", meta.OwnerReferences != nil},
		{"finalizers", meta.Finalizers != nil},
		{"managedFields", meta.ManagedFields != nil},
	} {
		if f.set {
			c.add(field.Forbidden(path.Field(f.name), "must not be set: only labels and annotations are copied into the claim"))
		}
	}
}

var (
	accessModes = []corev1.PersistentVolumeAccessMode{
		corev1.ReadOnlyMany,
		corev1.ReadWriteMany,
		corev1.ReadWriteOnce,
		corev1.ReadWriteOncePod,
	}
	volumeModes = []corev1.PersistentVolumeMode{corev1.PersistentVolumeBlock, corev1.PersistentVolumeFilesystem}
)

// claimSpec checks the spec of a PersistentVolumeClaim.
func (c *checker) claimSpec(path *fieldpath.Path, spec *corev1.PersistentVolumeClaimSpec) {
	c.accessModes(path, spec.AccessModes)
	c.labelSelector(path.Child("selector"), spec.Selector, false)
	c.claimSize(path, spec.Resources.Requests)
	c.className(path, "storageClassName", spec.StorageClassName)
	if c.features.Enabled(features.VolumeAttributesClass) {
		c.className(path, "volumeAttributesClassName", spec.VolumeAttributesClassName)
	}
	if spec.VolumeMode != nil {
		c.add(enum.Validate(path.Child("volumeMode"), *spec.VolumeMode, volumeModes)...)
	}
	c.dataSources(path, spec)
}

// accessModes checks the field accessModes below path. As in kube-apiserver, paths have no index.
func (c *checker) accessModes(path *fieldpath.Path, modes []corev1.PersistentVolumeAccessMode) {
	p := path.Child("accessModes")
	if len(modes) == 0 {
		c.add(field.Required(p.Field(), "needs at least one"))
	}
	oncePod, others := false, false
	for _, mode := range modes {
		c.add(enum.Validate(p, mode, accessModes)...)
		oncePod = oncePod || mode == corev1.ReadWriteOncePod
		others = others || mode != corev1.ReadWriteOncePod && slices.Contains(accessModes, mode)
	}
	if oncePod && others {
		c.add(field.Forbidden(p.Field(), "ReadWriteOncePod can't be combined with other access modes"))
	}
}

// claimSize checks that the claim requests storage.
func (c *checker) claimSize(path *fieldpath.Path, requests corev1.ResourceList) {
	storage := path.Child("resources").Key(string(corev1.ResourceStorage))
	size, ok := requests[corev1.ResourceStorage]
	switch {
	case !ok:
		c.add(field.Required(storage.Field(), "must be set to the requested size"))
	case size.Sign() <= 0:
		c.add(field.Invalid(storage.Field(), amount.Text(size), "must be greater than zero"))
	}
}

// className checks the name of a class in the field called name, a child of path. An empty name
// means no class.
func (c *checker) className(path *fieldpath.Path, name string, class *string) {
	if class != nil {
		c.dnsSubdomain(path, name, *class)
	}
}

// dataSources checks the initial content of the volume. dataSource is an older form of dataSourceRef
// without a namespace, so both must agree.
func (c *checker) dataSources(path *fieldpath.Path, spec *corev1.PersistentVolumeClaimSpec) {
	source, ref := spec.DataSource, spec.DataSourceRef
	if source != nil {
		c.dataSource(path.Child("dataSource"), source.APIGroup, source.Kind, source.Name)
	}
	if ref == nil {
		return
	}
	p := path.Child("dataSourceRef")
	c.dataSource(p, ref.APIGroup, ref.Kind, ref.Name)
	elsewhere := ref.Namespace != nil && *ref.Namespace != ""
	if elsewhere {
		c.dnsLabel(p, "namespace", *ref.Namespace)
	}
	switch {
	case source == nil:
	case elsewhere:
		c.add(field.Invalid(path.Field(), "dataSource", "must not be set if dataSourceRef has a namespace"))
	case source.Kind != ref.Kind || source.Name != ref.Name || !equalGroups(source.APIGroup, ref.APIGroup):
		c.add(field.Invalid(path.Field(), "dataSource", "must equal dataSourceRef"))
	}
}

// dataSource checks a reference to an object with data. In the core API group that can only be a
// claim.
func (c *checker) dataSource(path *fieldpath.Path, group *string, kind, name string) {
	c.required(path, "name", name)
	c.required(path, "kind", kind)
	if group != nil && *group != "" {
		c.dnsSubdomain(path, "apiGroup", *group)
	} else if kind != "PersistentVolumeClaim" {
		c.add(field.Invalid(path.Field(), kind, "must be PersistentVolumeClaim unless apiGroup is set"))
	}
}

// equalGroups reports whether both groups are equal. As in kube-apiserver, nil differs from "".
func equalGroups(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
