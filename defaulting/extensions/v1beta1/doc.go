// Package v1beta1 fills in the defaults of extensions/v1beta1.
//
//   - Without autoSelector, a Job without selector gets one of all labels of its template:
//     what Kubernetes 1.3 did. Two Jobs made from one manifest then overlap. autoSelector:
//     true is how they do not.
//   - All else is as in batch/v1.
package v1beta1
