// Package podtemplate fills in the defaults that kube-apiserver 1.37 gives to the pod
// template of a Job, a Deployment or any other controller.
//
//   - [SetDefaults] does all of it: pod, containers of every kind, probes, handlers, ports,
//     volumes of every kind, resources. What a server fills in for bare Pods only is left
//     out: requests from limits, host ports with host networking, service links.
//   - It sets what is unset and changes nothing else, but for two things that the server
//     does too: quantities finer than a thousandth are rounded up to it, and serviceAccount
//     follows serviceAccountName.
//   - It does this in place, also behind the pointers and in the slices of the template, but
//     writes into no map: resources that need rounding get a new one.
//   - Setting defaults twice is the same as once.
//   - Different templates may be given defaults at the same time, if they share no pointers
//     and slices.
package podtemplate
