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

// validateMeta checks the metadata of a new Job.
func validateMeta(meta *metav1.ObjectMeta) field.ErrorList {
	var c metaChecker
	c.generateName(meta.GenerateName)
	c.name(meta.Name, names.DNS1123Subdomain)
	c.common(meta)
	return c.errs
}

// validateMetaUpdate checks the metadata of a Job that had old before. Names have looser rules
// than in a new Job: what was once created can be updated.
func validateMetaUpdate(meta, old *metav1.ObjectMeta) field.ErrorList {
	var c metaChecker
	c.invalid("", meta.GenerateName, content.IsPathSegmentPrefix(meta.GenerateName), "generateName")
	c.name(meta.Name, content.IsPathSegmentName)
	c.common(meta)
	c.change(meta, old)
	if old.DeletionTimestamp != nil {
		c.noNewFinalizers(meta.Finalizers, old.Finalizers)
	}
	return c.errs
}

// metaChecker goes over the metadata of one Job and collects what it finds. What is said of
// lists of owners, finalizers and managers has its own files.
type metaChecker struct {
	errs field.ErrorList
}

func (c *metaChecker) add(err *field.Error) {
	c.errs = append(c.errs, err)
}

// invalid records an Invalid error for each of msgs, as the checks of names return them.
func (c *metaChecker) invalid(origin, value string, msgs []string, path ...string) {
	for _, msg := range msgs {
		c.add(field.Invalid(metaPath(path...), value, msg).WithOrigin(origin))
	}
}

func metaPath(path ...string) *field.Path {
	return field.NewPath("metadata", path...)
}

func (c *metaChecker) generateName(prefix string) {
	// A dash at the end is fine. What else may be there is for kube-apiserver's own check to
	// say, which is not quite exact.
	if prefix == "" || names.DNS1123Subdomain(strings.TrimSuffix(prefix, "-")) == nil {
		return
	}
	msgs := apivalidation.NameIsDNSSubdomain(prefix, true)
	if len(msgs) == 0 {
		msgs = content.IsPathSegmentPrefix(prefix)
	}
	c.invalid("", prefix, msgs, "generateName")
}

func (c *metaChecker) name(name string, check func(string) []string) {
	if name == "" {
		c.add(field.Required(metaPath("name"), "a Job has a name, or generateName to make one from"))
		return
	}
	c.invalid("", name, check(name), "name")
}

// common checks what must be so in every Job, new or not.
func (c *metaChecker) common(meta *metav1.ObjectMeta) {
	if meta.Namespace == "" {
		c.add(field.Required(metaPath("namespace"), "a Job is in a namespace"))
	} else {
		c.invalid("", meta.Namespace, names.DNS1123Label(meta.Namespace), "namespace")
	}
	if meta.Generation < 0 {
		c.add(field.Invalid(metaPath("generation"), meta.Generation, "must not be negative").WithOrigin("minimum"))
	}
	c.errs = append(c.errs, labelrules.Labels(meta.Labels, fieldpath.From(nil).Child("metadata").Child("labels"))...)
	c.annotations(meta.Annotations)
	c.ownerReferences(meta.OwnerReferences)
	c.finalizers(meta.Finalizers)
	c.managedFields(meta.ManagedFields)
}

// annotations checks that the keys are like those of labels, in any case. The values may hold
// anything, but not all that much of it.
func (c *metaChecker) annotations(annotations map[string]string) {
	var bad []string
	for key := range annotations {
		if names.QualifiedName(strings.ToLower(key)) != nil {
			bad = append(bad, key)
		}
	}
	slices.Sort(bad) // a map has another order each time
	for _, key := range bad {
		c.invalid("format=k8s-label-key", key, names.QualifiedName(strings.ToLower(key)), "annotations")
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		c.add(field.TooLong(metaPath("annotations"), "", apivalidation.TotalAnnotationSizeLimitB))
	}
}

const metaImmutable = "cannot change once the Job exists"

// change checks what may become of old.
func (c *metaChecker) change(meta, old *metav1.ObjectMeta) {
	if meta.ResourceVersion == "" {
		c.add(field.Invalid(metaPath("resourceVersion"), "", "an update says which version of the Job it is about"))
	}
	if meta.Generation < old.Generation {
		c.add(field.Invalid(metaPath("generation"), meta.Generation, "must not become smaller"))
	}
	if meta.Name != old.Name {
		c.add(field.Invalid(metaPath("name"), meta.Name, metaImmutable))
	}
	if meta.Namespace != old.Namespace {
		c.add(field.Invalid(metaPath("namespace"), meta.Namespace, metaImmutable))
	}
	if meta.UID != old.UID {
		c.add(field.Invalid(metaPath("uid"), meta.UID, metaImmutable).WithOrigin("immutable"))
	}
	if !meta.CreationTimestamp.Equal(&old.CreationTimestamp) {
		c.add(field.Invalid(metaPath("creationTimestamp"), meta.CreationTimestamp, metaImmutable).WithOrigin("immutable"))
	}
	if !meta.DeletionTimestamp.Equal(old.DeletionTimestamp) {
		c.add(field.Invalid(metaPath("deletionTimestamp"), meta.DeletionTimestamp, metaImmutable).WithOrigin("immutable"))
	}
	if !equal(meta.DeletionGracePeriodSeconds, old.DeletionGracePeriodSeconds) {
		c.add(field.Invalid(metaPath("deletionGracePeriodSeconds"), meta.DeletionGracePeriodSeconds, metaImmutable).WithOrigin("immutable"))
	}
}
