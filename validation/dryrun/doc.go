// Package dryrun gives a kube-apiserver's answer about Jobs and CronJobs, without a server: kubectl
// create --dry-run=server, offline and in microseconds.
//
//   - It takes and returns the types of k8s.io/api, which clients, controllers and webhooks hold.
//   - A [Server] is a release of Kubernetes, 1.34 to 1.37, and its feature gates. The zero Server is
//     1.37 with default gates. [For] returns the others.
//   - An [Answer] has the object that the server would store, or the errors of its refusal, and the
//     warnings. It also has the fields that the server would remove without a word.
//   - The types and paths of the errors are the server's. The details say how to fix the mistake.
//   - The server allows privileged containers, as the usual installers configure it. It runs no
//     admission plugins, and finds no conflict between resource versions.
//   - Nothing is random: a UID that is missing is the zero UUID, a namespace that is missing is
//     default, and the random end of a generated name is xxxxx. The object has no creation time.
//   - The functions don't change their arguments and don't panic. An Answer's Object shares no memory
//     with them. Errors can share some, so format them before you change the argument.
//   - Goroutines may use a Server, and give it the same object, at once.
//
// # Kinds that embed a template
//
// [Server.JobTemplate] and [Server.JobSpec] judge a value as inside a CronJob, and [Server.PodTemplate]
// as a core/v1 PodTemplate. The path says where the value is in the object of the caller, and every
// error, warning and dropped field has a path that starts there. A nil path is the value itself.
//
// # Updates
//
// The old object is the one that the server has stored. An update may keep what the rules came to
// forbid later, and fields whose features are off. It needs no resourceVersion.
//
// Before 1.37 a server lists most errors of an update to a Job twice. An Answer has each once.
//
// # Differences from package validation
//
// None of the rules, fields and defaults that package validation adds applies here: a Job gets the
// four labels of Kubernetes, manualSelector becomes false, and the selector of another Job is refused
// as a server refuses it.
package dryrun
