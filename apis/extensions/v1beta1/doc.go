// +k8s:deepcopy-gen=package

// Package v1beta1 holds the extensions/v1beta1 version of the Job API: the types of
// [Job] and [JobList] as they stand in old manifests, and their registration.
//
//   - The form is that of batch/v1, but for one field: spec.autoSelector takes the place
//     of spec.manualSelector and has the opposite meaning. So the two versions differ in
//     what an unset field stands for: here the user chooses the selector, there the
//     system does.
//   - Every field of batch/v1 is here too, also those that Kubernetes added after it
//     removed this version (1.6), so that conversion between the two loses nothing.
//   - The package has no behaviour. Conversion, defaulting and validation live in
//     packages of their own, so importing the types costs nothing else.
package v1beta1
