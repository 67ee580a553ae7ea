// +k8s:deepcopy-gen=package

// Package v1beta1 holds the extensions/v1beta1 version of the Job API: the types of [Job] and
// [JobList] for old manifests, and their registration.
//
//   - One field differs from batch/v1: spec.autoSelector replaces spec.manualSelector, and has
//     the opposite meaning. So if the field is unset, the user chooses the selector in this
//     version, and the system chooses it in batch/v1.
//   - The types without that field are aliases of those of batch/v1.
//   - The version has every field of batch/v1, even those that are newer than Kubernetes 1.6,
//     which removed it. So conversion between the two loses nothing.
//   - The package only has types. Conversion, defaulting and validation are packages of their
//     own, so importing the types doesn't import them.
package v1beta1
