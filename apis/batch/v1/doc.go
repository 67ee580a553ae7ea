// +k8s:deepcopy-gen=package

// Package v1 holds the batch/v1 version of the Job API: the types of [Job] and [JobList], and
// their registration.
//
//   - The JSON and YAML form is that of Kubernetes 1.37's batch/v1 Job. A manifest that a
//     cluster accepts decodes strictly, and encodes to the same JSON values.
//   - There are three more fields: spec.backoffSeconds, spec.failedPodsLimit and
//     status.creationTime. Kubernetes servers can read objects that leave them unset.
//   - The package only has types. Conversion, defaulting and validation are packages of their
//     own, so importing the types doesn't import them.
//   - The types have no protobuf form. Programs that send protobuf to a cluster use
//     [k8s.io/api/batch/v1] there, and convert with conversion/kubernetes.
//
// A [k8s.io/apimachinery/pkg/runtime.Scheme] can't have these types and those of
// k8s.io/api/batch/v1, since both claim the same kinds. [AddToScheme] returns an error if the
// scheme has the other types. Adding the other types afterwards panics. Use two schemes, or
// register neither and convert with conversion/kubernetes.
package v1
