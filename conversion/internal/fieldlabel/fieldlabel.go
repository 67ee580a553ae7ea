// Package fieldlabel converts the field labels of Jobs: what clients can write in a field
// selector. They are the same in every version.
package fieldlabel

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// supported are the field labels of kube-apiserver. status.successful is the field
// status.succeeded.
var supported = []string{"metadata.name", "metadata.namespace", "status.successful"}

// AddToScheme registers the conversion of the field labels of Jobs of version gv.
func AddToScheme(scheme *runtime.Scheme, gv schema.GroupVersion) error {
	if scheme == nil {
		return fmt.Errorf("cannot register conversions of %s: the scheme is nil", gv)
	}
	return scheme.AddFieldLabelConversionFunc(gv.WithKind("Job"), convert)
}

func convert(label, value string) (hubLabel, hubValue string, err error) {
	if !slices.Contains(supported, label) {
		return "", "", fmt.Errorf("field label %q is not supported for Job: use one of %s", label, strings.Join(supported, ", "))
	}
	return label, value, nil
}
