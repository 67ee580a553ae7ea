// Package podtemplate validates pod templates as kube-apiserver 1.37 does when it creates or
// updates a Job.
//
//   - [Validate] returns an error for each rule that a template breaks, with the type and the
//     path that kube-apiserver reports. The words are this package's own.
//   - The rules are those of a server with the default feature gates, which [FeatureGates]
//     lists, and with --allow-privileged=true, as the usual installers set it. [Coverage] tells
//     of each field whether it has rules.
//   - A template is expected to have the defaults of the API server. Without them, fields are
//     required that nobody writes.
//   - Rules came after objects that break them. [ValidateUpdate] does not hold against a
//     template what it tolerates for the sake of the one before.
//   - Labels are at metadata.labels of the template, where they stand; kube-apiserver leaves
//     out metadata. Other paths are kube-apiserver's also where they are odd: of annotations,
//     of volumeMounts.subPath without an index, or of hostPort, which in init containers is
//     always that of the first.
//   - Not everything that is valid works: whether a node can run the pod, or the objects exist
//     that it names, nobody can tell from the template.
//   - Functions do not change what they are given, are safe for concurrent use, and never
//     panic. They take time in proportion to the template, and no memory to speak of if it is
//     valid. Errors come in the same order each time.
//
// That a Job's restartPolicy cannot be Always, and what its labels have to be, are rules of the
// Job, not of its template.
package podtemplate
