// Package defaulting fills in what users leave out of a Job, as kube-apiserver 1.37 does it,
// and generates selectors that cannot overlap.
//
//   - [AddToScheme] registers the defaults of batch/v1 and extensions/v1beta1, for
//     Scheme.Default and for decoders with a defaulter. The typed functions, and the list
//     of defaults, are in the packages below. The hub has no defaults: set those of the
//     version, then convert. For the types of k8s.io/api/batch/v1 there is package kubernetes.
//   - [GenerateSelector] is automatic mode: it makes the Job select its own pods by its UID
//     and puts the labels for that on the pod template. In manual mode (manualSelector:
//     true) nothing is touched.
//   - Keys are chosen once. The defaults of a version generate selector and labels too, as
//     soon as the Job has UID and name, and then GenerateSelector finds nothing left to do,
//     whatever keys it is given. So whoever wants other keys than those of
//     [batch.DefaultSelectorLabels] sets the defaults before the Job has a UID, or registers
//     the defaults with [AddToSchemeWith].
//   - What a copied Job still has from the original, selector or labels of either generation
//     of keys, is replaced; a warning names the original. kube-apiserver would reject the
//     Job.
//   - Setting defaults twice, or generating twice, is the same as once. A Job read back from
//     any server stays as it is.
//   - Objects are changed in place, but no map is written into: programs share maps between
//     objects. Goroutines may work on different objects at once, if these share no pointers
//     and slices.
//
// # Where the defaults differ from kube-apiserver's
//
//   - manualSelector is not set to false.
//   - backoffSeconds and failedPodsLimit, which kube-apiserver lacks, have defaults with
//     restartPolicy Never.
//   - Labels that the Job gets from its template are a copy, without generated labels: those
//     under the keys in use and under those of Kubernetes, and any with the UID of the Job. A
//     label with the Job's name under another key is taken for the user's.
//   - Left-overs of another Job are replaced.
//   - Generated labels are controller-uid and job-name. batch.KubernetesSelectorLabels gives
//     the four of kube-apiserver, and any other keys will do too.
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

// AddToScheme registers the defaults of both versions. It registers no types:
// apis.AddToScheme does. Calling it again is harmless. It fails on a nil scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}

// AddToSchemeWith returns a function that does what [AddToScheme] does, but the defaulters that
// it registers generate selectors and labels under the given keys, such as those of
// [batch.KubernetesSelectorLabels]. Of several registrations with a scheme the last counts, so
// call it after install.AddToScheme. Give validation.AddToSchemeWith the same keys. The function
// that it returns fails on a nil scheme, and on keys that [GenerateSelector] refuses.
func AddToSchemeWith(keys batch.SelectorLabels) func(*runtime.Scheme) error {
	builder := runtime.NewSchemeBuilder(batchv1.AddToSchemeWith(keys), extensionsv1beta1.AddToSchemeWith(keys))
	return builder.AddToScheme
}
