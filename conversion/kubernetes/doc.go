// +k8s:conversion-gen=github.com/jobapi/jobapi/apis/batch
// +k8s:conversion-gen-external-types=k8s.io/api/batch/v1

// Package kubernetes converts between the Job types of the Kubernetes client library,
// k8s.io/api/batch/v1, and the hub. Programs that hold a client's Job get to validation and
// to generated selectors this way, and need no scheme for it. Defaults they set before, with
// package defaulting/kubernetes.
//
//   - From Kubernetes to the hub nothing is lost.
//   - The hub has three fields that Kubernetes lacks: spec.backoffSeconds,
//     spec.failedPodsLimit and status.creationTime. Where one of them is set, conversion
//     to Kubernetes fails with an [UnsupportedFieldsError] that names all that are, and
//     leaves its output alone. [DropUnsupported] unsets them.
//   - Input and output share maps, slices and pointers. Copy the input with DeepCopy first
//     if one of the two is to be changed in depth, as defaulting does, or if the input is
//     from an informer's cache.
//   - The input is not changed, so goroutines may convert the same object at once.
//   - Neither argument may be nil. The scope may be.
//   - TypeMeta is left alone.
package kubernetes
