package dryrun

import (
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// Answer is what a server says to a request.
type Answer[T any] struct {
	// Object is what the server would store and return. It shares no memory with the input. It is
	// nil if the server would refuse the request.
	Object *T
	// Errors say why the server would refuse the request. They are empty if it would accept it.
	Errors field.ErrorList
	// Warnings are what the client would be warned about. A server that refuses gives none.
	Warnings []validation.Warning
	// Dropped are the paths of the fields that the server would remove without a word, because
	// their feature is off or the release doesn't have them.
	Dropped []string

	kind schema.GroupKind
	name string
}

// Err returns nil if the server would accept the request. Otherwise it returns the error that a
// client would get: an [*apierrors.StatusError] with reason Invalid, code 422 and a cause for each
// of the Errors.
func (a Answer[T]) Err() error {
	if len(a.Errors) == 0 {
		return nil
	}
	return apierrors.NewInvalid(a.kind, a.name, a.Errors)
}

// The kinds of the objects in errors. Templates aren't objects and have no group.
var (
	jobKind         = batch.SchemeGroupVersion.WithKind("Job").GroupKind()
	cronJobKind     = batch.SchemeGroupVersion.WithKind("CronJob").GroupKind()
	jobTemplateKind = schema.GroupKind{Kind: "JobTemplateSpec"}
	jobSpecKind     = schema.GroupKind{Kind: "JobSpec"}
	podTemplateKind = schema.GroupKind{Kind: "PodTemplateSpec"}
)

// answer returns the answer about object, which the server has prepared and found errs in.
// warnings are only asked for if there are no errors.
func answer[T any](kind schema.GroupKind, name string, object *T, errs field.ErrorList, warnings func() []validation.Warning, dropped []string) Answer[T] {
	a := Answer[T]{Errors: errs, Dropped: dropped, kind: kind, name: name}
	if len(errs) == 0 {
		a.Object = object
		a.Warnings = ofServer(warnings())
	}
	return a
}

// ofServer removes the warnings that a server doesn't give. It changes list.
func ofServer(list []validation.Warning) []validation.Warning {
	kept := list[:0]
	for _, w := range list {
		if !w.Own {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// refusedNil is the answer about a nil object.
func refusedNil[T any](kind schema.GroupKind, path *field.Path, name string) Answer[T] {
	if path == nil {
		path = field.NewPath(name)
	}
	return Answer[T]{Errors: field.ErrorList{field.Required(path, "must not be nil")}, kind: kind}
}
