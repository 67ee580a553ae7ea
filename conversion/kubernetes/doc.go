// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=k8s.io/api/batch/v1

// Package kubernetes converts between the Job types of the Kubernetes client library,
// k8s.io/api/batch/v1, and the hub. Programs with a client's Job use it to validate the Job and to
// generate its selector. They don't need a scheme. They set the defaults first, with package
// defaulting/kubernetes.
//
//   - Conversion to the hub loses nothing.
//   - The hub has three fields that Kubernetes lacks: spec.backoffSeconds, spec.failedPodsLimit
//     and status.creationTime. If any of them is set, conversion to Kubernetes returns an
//     [UnsupportedFieldsError] with the paths of all that are set, and doesn't change its
//     output. [DropUnsupported] unsets them.
//   - Input and output share maps, slices and pointers. Call DeepCopy on the input first if you
//     change either of them in depth, as defaulting does, or if the input is from an informer's
//     cache.
//   - Conversions don't change their input, so goroutines may convert the same object
//     concurrently.
//   - Neither argument may be nil. The scope may be nil.
//   - Conversions leave TypeMeta alone.
package kubernetes
