// Package labelrules validates the labels and label selectors of objects. Its errors have the
// types and paths of apimachinery's. Their text comes from package labels, which says what part
// of a key or value is wrong. Valid input costs no allocation.
package labelrules

import (
	"errors"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/labels"
)

// Labels returns an Invalid error at path for each malformed key and value of set, sorted by
// key.
func Labels(set map[string]string, path *fieldpath.Path) field.ErrorList {
	for key, value := range set {
		if labels.ValidateKey(key) != nil || labels.ValidateValue(value) != nil {
			return invalidLabels(set, path)
		}
	}
	return nil
}

func invalidLabels(set map[string]string, path *fieldpath.Path) (errs field.ErrorList) {
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if err := labels.ValidateKey(key); err != nil {
			errs = append(errs, invalid(path, key, err).WithOrigin("format=k8s-label-key"))
		}
		if err := labels.ValidateValue(set[key]); err != nil {
			errs = append(errs, invalid(path, set[key], err).WithOrigin("format=k8s-label-value"))
		}
	}
	return errs
}

// Selector returns the errors of selector, which may be nil. With anyValue it ignores malformed
// values in expressions, since old versions of kube-apiserver accepted them.
func Selector(selector *metav1.LabelSelector, anyValue bool, path *fieldpath.Path) (errs field.ErrorList) {
	if selector == nil {
		return nil
	}
	errs = Labels(selector.MatchLabels, path.Child("matchLabels"))
	expressions := path.Child("matchExpressions")
	for i := range selector.MatchExpressions {
		errs = append(errs, requirement(&selector.MatchExpressions[i], anyValue, expressions.Index(i))...)
	}
	return errs
}

func requirement(r *metav1.LabelSelectorRequirement, anyValue bool, path *fieldpath.Path) (errs field.ErrorList) {
	switch r.Operator {
	case metav1.LabelSelectorOpIn, metav1.LabelSelectorOpNotIn:
		if len(r.Values) == 0 {
			errs = append(errs, field.Required(path.Field("values"), "In and NotIn need at least one value"))
		}
	case metav1.LabelSelectorOpExists, metav1.LabelSelectorOpDoesNotExist:
		if len(r.Values) > 0 {
			errs = append(errs, field.Forbidden(path.Field("values"), "Exists and DoesNotExist take no values"))
		}
	default:
		errs = append(errs, field.Invalid(path.Field("operator"), r.Operator, "must be In, NotIn, Exists or DoesNotExist"))
	}
	if err := labels.ValidateKey(r.Key); err != nil {
		errs = append(errs, invalid(path.Child("key"), r.Key, err).WithOrigin("format=k8s-label-key"))
	}
	if anyValue {
		return errs
	}
	for i, value := range r.Values {
		if err := labels.ValidateValue(value); err != nil {
			errs = append(errs, invalid(path.Child("values").Index(i), value, err))
		}
	}
	return errs
}

// HasInvalidValue reports whether an expression of selector has a malformed value. selector may
// be nil.
func HasInvalidValue(selector *metav1.LabelSelector) bool {
	if selector == nil {
		return false
	}
	for i := range selector.MatchExpressions {
		for _, value := range selector.MatchExpressions[i].Values {
			if labels.ValidateValue(value) != nil {
				return true
			}
		}
	}
	return false
}

func invalid(path *fieldpath.Path, value string, err error) *field.Error {
	detail := err.Error()
	if syntax, ok := errors.AsType[*labels.SyntaxError](err); ok {
		detail = syntax.Msg // without the value, which field.Error prints itself
	}
	return field.Invalid(path.Field(), value, detail)
}
