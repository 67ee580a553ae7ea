// Package server has what packages validation and dryrun both need to answer as kube-apiserver does.
package server

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/names"
)

// LabelPaths changes the paths of errors about the labels of the pod template at path to those of
// kube-apiserver, which leave out metadata. It returns errs. A nil path is the template itself.
func LabelPaths(errs field.ErrorList, path *field.Path) field.ErrorList {
	if len(errs) == 0 {
		return errs
	}
	prefix, short := child(path, "metadata", "labels"), child(path, "labels")
	for _, err := range errs {
		if rest, ok := strings.CutPrefix(err.Field, prefix); ok {
			err.Field = short + rest
		}
	}
	return errs
}

func child(path *field.Path, name string, more ...string) string {
	if path == nil {
		return field.NewPath(name, more...).String()
	}
	return path.Child(name, more...).String()
}

// NameWarning returns the text of the warning about the name of a new Job or CronJob. It is empty if
// the name is a DNS label.
func NameWarning(name string) string {
	msgs := names.DNS1123Label(name)
	if len(msgs) == 0 {
		return ""
	}
	return "pods use it in their names and host names, where only a DNS label works well: " + strings.Join(msgs, "; ")
}
