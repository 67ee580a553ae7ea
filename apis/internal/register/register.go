// Package register adds types to a scheme. It returns errors where [runtime.Scheme] panics.
package register

import (
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// KnownTypes registers the types that objs point to under gv and their Go names. It returns an
// error, and registers nothing, if scheme is nil or has another type under one of these kinds. It
// does nothing for types that are registered already.
func KnownTypes(scheme *runtime.Scheme, gv schema.GroupVersion, objs ...runtime.Object) error {
	if scheme == nil {
		return errors.New("cannot register " + gv.String() + ": the scheme is nil")
	}
	known := scheme.KnownTypes(gv)
	for _, obj := range objs {
		own := reflect.TypeOf(obj).Elem()
		if other, ok := known[own.Name()]; ok && other != own {
			return fmt.Errorf("cannot register %s as %s, Kind=%s: the scheme already has %s.%s: use another scheme",
				own.PkgPath(), gv, own.Name(), other.PkgPath(), other.Name())
		}
	}
	scheme.AddKnownTypes(gv, objs...)
	return nil
}
