// Package register adds types to a scheme the way every version of the API does it:
// with an error where [runtime.Scheme] itself would panic.
package register

import (
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// KnownTypes registers the types that objs point to under gv, each under its Go name. It
// fails, and registers nothing, if scheme is nil or holds another type under one of these
// kinds. Types that are registered already stay as they are.
func KnownTypes(scheme *runtime.Scheme, gv schema.GroupVersion, objs ...runtime.Object) error {
	if scheme == nil {
		return errors.New("cannot register " + gv.String() + ": the scheme is nil")
	}
	known := scheme.KnownTypes(gv)
	for _, obj := range objs {
		own := reflect.TypeOf(obj).Elem()
		if other, ok := known[own.Name()]; ok && other != own {
			return fmt.Errorf("cannot register %s as %s, Kind=%s: the scheme holds %s.%s there; use a scheme of its own",
				own.PkgPath(), gv, own.Name(), other.PkgPath(), other.Name())
		}
	}
	scheme.AddKnownTypes(gv, objs...)
	return nil
}
