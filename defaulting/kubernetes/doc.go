// Package kubernetes sets the defaults of Jobs in the types of the Kubernetes client library,
// k8s.io/api/batch/v1. It is for programs with such Jobs: webhooks, controllers, and platforms
// that embed a template of Jobs.
//
//   - The defaults are those of package defaulting/batch/v1, except those of the two fields that
//     Kubernetes lacks. So conversion/kubernetes can convert the Job to the hub and back.
//   - It never generates a selector, since the program chooses the keys and handles the warnings.
//     Convert the Job to the hub and call defaulting.GenerateSelector.
//   - Functions change the object in place and in depth: containers and volumes get defaults too.
//     If the object is from an informer's cache or a lister, call DeepCopy first.
//   - Setting defaults twice has the same result as setting them once. Functions never write into
//     a map. Goroutines may work on different objects concurrently, if these share no pointers
//     and slices.
//   - It doesn't register with a scheme: a scheme with these types already has their defaults.
package kubernetes
