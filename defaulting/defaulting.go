// Package defaulting sets the defaults of a Job as kube-apiserver 1.37 does, and generates
// selectors that can't overlap.
//
//   - [AddToScheme] registers the defaults of batch/v1 and extensions/v1beta1 with a scheme.
//     Scheme.Default and decoders then set them. The packages below have typed functions and
//     list the defaults. The hub has no defaults: set those of a version, then convert. Package
//     kubernetes is for the types of k8s.io/api/batch/v1.
//   - [GenerateSelector] implements automatic mode: the Job selects its own pods by its UID, and
//     the pod template gets labels for that. In manual mode (manualSelector: true) it does
//     nothing.
//   - The defaults of a version generate the selector too, once the Job has a UID and a name.
//     They use the keys of [batch.DefaultSelectorLabels], or those given to [AddToSchemeWith].
//     For a Job that was never stored, GenerateSelector replaces their selector and labels
//     with those of its own keys. A Job that a server has stored stays as it is.
//   - A copied Job may still have the selector and labels of the original. They are replaced,
//     and a warning names the original. kube-apiserver would reject the Job. [FindLeftovers]
//     finds them.
//   - Setting defaults twice has the same result as setting them once, and so does generating.
//   - Functions change only the object they are given, in place. They never write into a map,
//     since programs share maps between objects. Goroutines may work on different objects
//     concurrently, if these share no pointers and slices.
//
// # Differences from kube-apiserver
//
//   - manualSelector isn't set to false.
//   - backoffSeconds and failedPodsLimit, which kube-apiserver lacks, have defaults with
//     restartPolicy Never.
//   - A Job without labels gets a copy of its template's labels, without the generated ones. A
//     label counts as generated if its key is in use for generated labels, here or in
//     Kubernetes, or if its value is the Job's UID. A label with the Job's name under any other
//     key counts as the user's.
//   - Leftovers of another Job are replaced.
//   - The generated labels are controller-uid and job-name. [batch.KubernetesSelectorLabels]
//     returns the four keys of kube-apiserver. Any other keys work too.
package defaulting

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
)

var localSchemeBuilder = runtime.NewSchemeBuilder(
	batchv1.AddToScheme,
	extensionsv1beta1.AddToScheme,
)

// AddToScheme registers the defaults of both versions. It doesn't register the types, as
// apis.AddToScheme does. Calling it again is harmless. It returns an error if scheme is nil.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}

// AddToSchemeWith returns a function like [AddToScheme]. The defaults that it registers generate
// selectors and labels under the given keys, such as those of [batch.KubernetesSelectorLabels].
// The last registration with a scheme counts, so call it after install.AddToScheme. Give
// validation.AddToSchemeWith the same keys. The function returns an error if the scheme is nil or
// if [GenerateSelector] would reject the keys.
func AddToSchemeWith(keys batch.SelectorLabels) func(*runtime.Scheme) error {
	builder := runtime.NewSchemeBuilder(batchv1.AddToSchemeWith(keys), extensionsv1beta1.AddToSchemeWith(keys))
	return builder.AddToScheme
}
