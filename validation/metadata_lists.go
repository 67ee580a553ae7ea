package validation

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// ownerReferences checks each owner, and that at most one is the controller.
func (c *checker) ownerReferences(owners []metav1.OwnerReference, path *fieldpath.Path) {
	first, second := -1, -1 // the controllers
	for i := range owners {
		if c.features.Minor() < 37 {
			c.ownerBefore37(&owners[i], path)
		} else {
			c.ownerReference(&owners[i], path.Index(i))
		}
		if flag := owners[i].Controller; flag == nil || !*flag {
			continue
		}
		switch {
		case first < 0:
			first = i
		case second < 0:
			second = i
		}
	}
	if second >= 0 {
		c.add(field.Invalid(path.Field(), field.OmitValueType{},
			fmt.Sprintf("only one owner can be the controller, but owners %d and %d both are", first, second)))
	}
}

func (c *checker) ownerReference(owner *metav1.OwnerReference, path *fieldpath.Path) {
	version, err := schema.ParseGroupVersion(owner.APIVersion)
	c.required(path.Child("apiVersion"), owner.APIVersion)
	if owner.APIVersion != "" && (err != nil || version.Version == "") {
		c.add(field.Invalid(path.Field("apiVersion"), owner.APIVersion, "must be a version such as v1, or a group and version such as batch/v1"))
	}
	c.required(path.Child("kind"), owner.Kind)
	c.required(path.Child("name"), owner.Name)
	c.required(path.Child("uid"), string(owner.UID))
	if _, banned := apivalidation.BannedOwners[version.WithKind(owner.Kind)]; banned {
		c.add(field.Invalid(path.Field(), *owner, "objects of kind "+owner.Kind+" can't own other objects: remove it"))
	}
}

// ownerBefore37 checks an owner with the types and paths of Kubernetes before 1.37, which leave out
// its index. path is that of the list.
func (c *checker) ownerBefore37(owner *metav1.OwnerReference, path *fieldpath.Path) {
	one := checker{}
	one.ownerReference(owner, path)
	for _, err := range one.errs {
		err.Type = field.ErrorTypeInvalid
	}
	c.add(one.errs...)
}

// unprefixedFinalizers are Kubernetes' own finalizers without a domain.
var unprefixedFinalizers = []string{string(corev1.FinalizerKubernetes), metav1.FinalizerOrphanDependents, metav1.FinalizerDeleteDependents}

// finalizers checks the names, and that they don't ask both to orphan and to delete dependents.
func (c *checker) finalizers(finalizers []string, path *fieldpath.Path) {
	orphan, foreground := false, false
	for i, finalizer := range finalizers {
		c.invalid(path, finalizer, names.QualifiedName(finalizer))
		if !strings.Contains(finalizer, "/") && !slices.Contains(unprefixedFinalizers, finalizer) {
			c.add(field.Invalid(path.Index(i).Field(), finalizer, "needs a domain as its prefix, such as example.com/cleanup"))
		}
		orphan = orphan || finalizer == metav1.FinalizerOrphanDependents
		foreground = foreground || finalizer == metav1.FinalizerDeleteDependents
	}
	if orphan && foreground {
		c.add(field.Invalid(path.Field(), finalizers,
			metav1.FinalizerOrphanDependents+" and "+metav1.FinalizerDeleteDependents+" contradict each other: remove one"))
	}
}

// noNewFinalizers checks that a Job that is being deleted gets no new finalizers.
func (c *checker) noNewFinalizers(finalizers, old []string, path *fieldpath.Path) {
	if isSubsequence(finalizers, old) {
		return // the usual case, without the cost of a set
	}
	had := make(map[string]struct{}, len(old))
	for _, finalizer := range old {
		had[finalizer] = struct{}{}
	}
	for _, finalizer := range finalizers {
		if _, ok := had[finalizer]; !ok {
			c.add(field.Forbidden(path.Field(), fmt.Sprintf("a Job that is being deleted can't get new finalizers: remove %q", finalizer)))
			return
		}
	}
}

// isSubsequence reports whether part is all with some elements removed.
func isSubsequence(part, all []string) bool {
	for _, element := range part {
		i := slices.Index(all, element)
		if i < 0 {
			return false
		}
		all = all[i+1:]
	}
	return true
}

var managedFieldsOperations = []metav1.ManagedFieldsOperationType{metav1.ManagedFieldsOperationApply, metav1.ManagedFieldsOperationUpdate}

const fieldsV1 = "FieldsV1"

func (c *checker) managedFields(entries []metav1.ManagedFieldsEntry, path *fieldpath.Path) {
	for i := range entries {
		c.managedFieldsEntry(&entries[i], path.Index(i))
	}
}

func (c *checker) managedFieldsEntry(entry *metav1.ManagedFieldsEntry, path *fieldpath.Path) {
	for _, err := range enum.ValidateRequired(path.Child("operation"), entry.Operation, managedFieldsOperations) {
		if c.features.Minor() < 37 {
			err.Type = field.ErrorTypeInvalid
		}
		c.add(err)
	}
	if entry.FieldsType != "" && entry.FieldsType != fieldsV1 {
		c.add(field.Invalid(path.Field("fieldsType"), entry.FieldsType, "must be "+fieldsV1))
	}
	if len(entry.Manager) > metav1validation.FieldManagerMaxLength {
		c.add(field.TooLong(path.Field("manager"), "", metav1validation.FieldManagerMaxLength))
	}
	for i, r := range entry.Manager {
		if !unicode.IsPrint(r) {
			c.add(field.Invalid(path.Field("manager"), entry.Manager,
				fmt.Sprintf("contains %#U at byte %d, but only printable characters are allowed", r, i)))
			break
		}
	}
	if len(entry.Subresource) > metav1validation.MaxSubresourceNameLength {
		c.add(field.TooLong(path.Field("subresource"), "", metav1validation.MaxSubresourceNameLength))
	}
}
