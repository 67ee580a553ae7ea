// Package podtemplate sets the defaults that kube-apiserver 1.37 sets in the pod template of a
// Job, a Deployment or any other controller.
//
//   - [SetDefaults] sets the defaults of the pod, of all kinds of containers with their probes,
//     handlers, ports and resources, and of all kinds of volumes. It leaves out the defaults for
//     bare Pods: requests from limits, host ports with host networking, and service links.
//   - It sets unset fields only, with two exceptions, as in the server: it rounds quantities up to
//     a thousandth, and sets serviceAccount to serviceAccountName.
//   - It changes the template in place, including what its pointers and slices refer to. It
//     doesn't write into a map: resources that need rounding get a new map.
//   - Setting defaults twice has the same result as setting them once.
//   - Goroutines may work on different templates concurrently, if these share no pointers and
//     slices.
package podtemplate
