// Package podtemplate validates pod templates as kube-apiserver 1.37 does when it creates or
// updates a Job.
//
//   - [Validate] returns an error for each rule that a template breaks, with the type and the
//     path that kube-apiserver reports. The words are this package's own.
//   - [ValidateUpdate] is the same for an update: where a rule came later than objects that
//     break it, kube-apiserver tolerates in the new template what the old one had.
//   - [Warnings] returns what kube-apiserver warns of in a template that is valid.
//   - The rules are those of a server with the default feature gates, which [FeatureGates]
//     lists, and with --allow-privileged=true, as the usual installers set it. [Coverage] tells
//     of each field whether it has rules. [DropDisabledFields] removes the fields of features
//     that are off, as kube-apiserver does before it validates.
//   - A template is expected to have the defaults of the API server. Without them, fields are
//     required that nobody writes.
//   - Labels are at metadata.labels of the template, where they stand; kube-apiserver leaves
//     out metadata. Other paths are kube-apiserver's also where they are odd: of annotations,
//     of volumeMounts.subPath without an index, or of hostPort, which in init containers is
//     always that of the first.
//   - Not everything that is valid works: whether a node can run the pod, or the objects exist
//     that it names, nobody can tell from the template.
//   - Only DropDisabledFields changes what it is given. All functions are safe for concurrent
//     use, and none panics. They take time in proportion to the template; Validate takes no
//     memory to speak of if it is valid. Errors and warnings come in the same order each time.
//   - Reading a template is not as safe: of a quantity such as 1e-99999999, package resource of
//     apimachinery writes out all digits, which takes a minute. Programs that decode what
//     strangers send should look for exponents before that.
//
// That a Job's restartPolicy cannot be Always, and what its labels have to be, are rules of the
// Job, not of its template.
package podtemplate
