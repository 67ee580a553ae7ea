// +k8s:deepcopy-gen=package

// Package v1 holds the batch/v1 version of the Job API: the types of [Job] and
// [JobList] as they stand in manifests, and their registration.
//
//   - The JSON and YAML form equals that of Kubernetes 1.37's batch/v1 Job. A
//     manifest that a cluster accepts decodes strictly, and encodes to the same
//     JSON values.
//   - Three fields come on top: spec.backoffSeconds, spec.failedPodsLimit and
//     status.creationTime. Objects that leave them unset look the same to any
//     Kubernetes server.
//   - The package has no behaviour. Conversion, defaulting and validation live in
//     packages of their own, so importing the types costs nothing else.
//   - There is no protobuf form. Programs that speak protobuf to a cluster use
//     [k8s.io/api/batch/v1] there, and conversion/kubernetes in between.
//
// The types of this package and those of k8s.io/api/batch/v1 claim the same kinds,
// so they cannot share a [k8s.io/apimachinery/pkg/runtime.Scheme]. [AddToScheme]
// returns an error for a scheme that has the others already; adding the others
// afterwards panics, inside that library. Use one scheme for each, or convert
// between the two with conversion/kubernetes and register neither.
package v1
