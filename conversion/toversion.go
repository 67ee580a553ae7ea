package conversion

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// ToVersion converts obj, a Job or JobList of any version, to version gv: batch/v1,
// extensions/v1beta1, or __internal in either group for the hub. scheme must have the types and
// conversions, as that of install.NewScheme.
//
// The result is a new object with the apiVersion and kind of gv, or none for the hub. It may share
// maps, slices and pointers with obj, which doesn't change. If obj has version gv, ToVersion
// copies it without conversion, so items of a list keep their own apiVersion.
//
// obj may be unstructured. ToVersion then decodes it strictly in the version of its apiVersion. A
// field that the version lacks is an error that [runtime.IsStrictDecodingError] recognizes. The
// object can't be of the hub, which has no JSON form. The items of an unstructured list don't need
// an apiVersion and a kind, but must not have other ones than the list.
//
// ToVersion returns an error if scheme or obj is nil. If scheme doesn't have the kind of obj in
// the version of obj, in gv or in the hub, [runtime.IsNotRegisteredError] recognizes the error.
func ToVersion(scheme *runtime.Scheme, obj runtime.Object, gv schema.GroupVersion) (runtime.Object, error) {
	if scheme == nil {
		return nil, errors.New("cannot convert: the scheme is nil")
	}
	if v := reflect.ValueOf(obj); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, fmt.Errorf("cannot convert to %s: the object is nil", gv)
	}
	kinds, _, err := scheme.ObjectKinds(obj)
	if err != nil {
		return nil, err
	}
	from := kinds[0]
	target := gv.WithKind(from.Kind)
	if !scheme.Recognizes(target) {
		return nil, runtime.NewNotRegisteredErrForKind(scheme.Name(), target)
	}
	if u, ok := obj.(runtime.Unstructured); ok {
		if obj, err = typed(scheme, u, from); err != nil {
			return nil, err
		}
	}
	if slices.Contains(kinds, target) {
		return shallowCopy(scheme, obj, target)
	}
	hub := obj
	if from.Version != runtime.APIVersionInternal {
		internal := schema.GroupVersion{Group: from.Group, Version: runtime.APIVersionInternal}
		if hub, err = scheme.UnsafeConvertToVersion(obj, internal); err != nil {
			return nil, err
		}
	}
	return scheme.UnsafeConvertToVersion(hub, gv)
}

// shallowCopy returns a new object of kind target with the contents of obj, which has that kind
// in scheme.
func shallowCopy(scheme *runtime.Scheme, obj runtime.Object, target schema.GroupVersionKind) (runtime.Object, error) {
	out, err := scheme.New(target)
	if err != nil {
		return nil, err
	}
	reflect.ValueOf(out).Elem().Set(reflect.ValueOf(obj).Elem())
	if target.Version == runtime.APIVersionInternal {
		target = schema.GroupVersionKind{}
	}
	out.GetObjectKind().SetGroupVersionKind(target)
	return out, nil
}
