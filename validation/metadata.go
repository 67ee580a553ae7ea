package validation

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/internal/names"
)

// newMetadata checks the metadata of a new Job.
func (c *checker) newMetadata(meta *metav1.ObjectMeta, path *fieldpath.Path) {
	c.generateName(meta.GenerateName, path.Child("generateName"))
	c.name(meta.Name, names.DNS1123Subdomain, path.Child("name"))
	c.metadata(meta, path)
}

// updatedMetadata checks the metadata of a Job that had old before. The rules for names are
// looser than in a new Job, so that an old Job can still be updated.
func (c *checker) updatedMetadata(meta, old *metav1.ObjectMeta, path *fieldpath.Path) {
	c.invalid(path.Child("generateName"), meta.GenerateName, content.IsPathSegmentPrefix(meta.GenerateName))
	c.name(meta.Name, content.IsPathSegmentName, path.Child("name"))
	c.metadata(meta, path)
	c.metadataUpdate(meta, old, path)
	if old.DeletionTimestamp != nil {
		c.noNewFinalizers(meta.Finalizers, old.Finalizers, path.Child("finalizers"))
	}
}

func (c *checker) generateName(prefix string, path *fieldpath.Path) {
	// A dash at the end is fine. This covers nearly every prefix. kube-apiserver's own check,
	// which is slow and has quirks, decides about the others.
	if prefix == "" || names.DNS1123Subdomain(strings.TrimSuffix(prefix, "-")) == nil {
		return
	}
	msgs := apivalidation.NameIsDNSSubdomain(prefix, true)
	if len(msgs) == 0 {
		msgs = content.IsPathSegmentPrefix(prefix)
	}
	c.invalid(path, prefix, msgs)
}

func (c *checker) name(name string, check func(string) []string, path *fieldpath.Path) {
	if name == "" {
		c.add(field.Required(path.Field(), "a Job needs a name, or a generateName to make one from"))
		return
	}
	c.invalid(path, name, check(name))
}

// metadata checks what new and updated Jobs have in common.
func (c *checker) metadata(meta *metav1.ObjectMeta, path *fieldpath.Path) {
	if meta.Namespace == "" {
		c.add(field.Required(path.Field("namespace"), "a Job needs a namespace"))
	} else {
		c.invalid(path.Child("namespace"), meta.Namespace, names.DNS1123Label(meta.Namespace))
	}
	notNegative(c, path.Child("generation"), &meta.Generation, originMinimum)
	c.add(labelrules.Labels(meta.Labels, path.Child("labels"))...)
	c.annotations(meta.Annotations, path.Child("annotations"))
	c.ownerReferences(meta.OwnerReferences, path.Child("ownerReferences"))
	c.finalizers(meta.Finalizers, path.Child("finalizers"))
	c.managedFields(meta.ManagedFields, path.Child("managedFields"))
}

// annotations checks the keys, which are those of labels in any case, and the total size.
func (c *checker) annotations(annotations map[string]string, path *fieldpath.Path) {
	var bad []string
	for key := range annotations {
		if names.QualifiedName(strings.ToLower(key)) != nil {
			bad = append(bad, key)
		}
	}
	slices.Sort(bad)
	for _, key := range bad {
		for _, msg := range names.QualifiedName(strings.ToLower(key)) {
			c.add(field.Invalid(path.Field(), key, msg).WithOrigin("format=k8s-label-key"))
		}
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		c.add(field.TooLong(path.Field(), "", apivalidation.TotalAnnotationSizeLimitB))
	}
}

// Origins that kube-apiserver's errors have too.
const (
	originMinimum   = "minimum"
	originImmutable = "immutable"
)

// metadataUpdate checks the change from old to meta.
func (c *checker) metadataUpdate(meta, old *metav1.ObjectMeta, path *fieldpath.Path) {
	if meta.ResourceVersion == "" {
		c.add(field.Invalid(path.Field("resourceVersion"), "", "an update needs the resourceVersion of the Job that it changes"))
	}
	if meta.Generation < old.Generation {
		c.add(field.Invalid(path.Field("generation"), meta.Generation, "must not decrease"))
	}
	immutable(c, path.Child("name"), meta.Name, meta.Name == old.Name, "")
	immutable(c, path.Child("namespace"), meta.Namespace, meta.Namespace == old.Namespace, "")
	immutable(c, path.Child("uid"), meta.UID, meta.UID == old.UID, originImmutable)
	immutable(c, path.Child("creationTimestamp"), meta.CreationTimestamp, meta.CreationTimestamp.Equal(&old.CreationTimestamp), originImmutable)
	immutable(c, path.Child("deletionTimestamp"), meta.DeletionTimestamp, meta.DeletionTimestamp.Equal(old.DeletionTimestamp), originImmutable)
	immutable(c, path.Child("deletionGracePeriodSeconds"), meta.DeletionGracePeriodSeconds,
		equal(meta.DeletionGracePeriodSeconds, old.DeletionGracePeriodSeconds), originImmutable)
}

// immutable records an error unless value is the same as before.
func immutable[T any](c *checker, path *fieldpath.Path, value T, same bool, origin string) {
	if !same {
		c.add(field.Invalid(path.Field(), value, "is immutable").WithOrigin(origin))
	}
}

// ValidateMetadata returns the errors of the metadata of a new object whose kind has the same rules
// for metadata as a Job, such as a CronJob. If old isn't nil, meta replaces it.
func ValidateMetadata(meta, old *metav1.ObjectMeta, path *field.Path, opts Options) field.ErrorList {
	if meta == nil {
		return field.ErrorList{field.Required(path, "must not be nil")}
	}
	c := newChecker(opts, hubTerms)
	if root := fieldpath.From(path); old == nil {
		c.newMetadata(meta, root)
	} else {
		c.updatedMetadata(meta, old, root)
	}
	return c.errs
}
