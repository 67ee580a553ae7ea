package v1beta1

import (
	"errors"

	"k8s.io/apimachinery/pkg/runtime"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addDefaults)

	// AddToScheme registers the defaults of this package, which Scheme.Default and decoders
	// with a defaulter then set. It registers no types. Calling it again is harmless. It
	// fails on a nil scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addDefaults(scheme *runtime.Scheme) error {
	if scheme == nil {
		return errors.New("cannot register defaults: the scheme is nil")
	}
	scheme.AddTypeDefaultingFunc(&extensionsv1beta1.Job{}, func(obj any) { SetDefaults_Job(obj.(*extensionsv1beta1.Job)) })
	scheme.AddTypeDefaultingFunc(&extensionsv1beta1.JobList{}, func(obj any) { SetDefaults_JobList(obj.(*extensionsv1beta1.JobList)) })
	return nil
}
