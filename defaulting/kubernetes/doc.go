// Package kubernetes fills in the defaults of Jobs in the types of the Kubernetes client
// library, k8s.io/api/batch/v1, for programs that hold these: webhooks, controllers, and
// platforms that embed a template of a Job.
//
//   - The defaults are those of package defaulting/batch/v1, without those of the two fields
//     that Kubernetes lacks. So conversion/kubernetes can take the Job to the hub and back.
//   - Nothing is generated, whether the Job has its UID or not: which keys to use, and what to
//     do about warnings, is for the program to say. Convert to the hub, then call
//     defaulting.GenerateSelector.
//   - Objects are changed in place, in depth: containers and volumes get defaults too. What
//     came from an informer's cache or a lister is others' too: DeepCopy it first.
//   - Setting defaults twice is the same as once. No map is written into. Goroutines may work
//     on different objects at once, if these share no pointers and slices.
//   - No scheme is needed, and none is offered: one that holds these types has the defaults of
//     whoever registered them.
package kubernetes
