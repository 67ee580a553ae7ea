// Package v1beta1 sets the defaults of extensions/v1beta1.
//
//   - Without autoSelector, a Job without selector gets one that requires all labels of its
//     template, as in Kubernetes 1.3. So two Jobs from the same manifest overlap. Set autoSelector
//     to true to prevent that.
//   - All other defaults are those of batch/v1.
package v1beta1
