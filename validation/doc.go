// Package validation validates Jobs as kube-apiserver 1.37 does.
//
//   - [ValidateJob], [ValidateJobUpdate] and [ValidateJobStatusUpdate] cover the three ways a
//     Job reaches a server. [ValidateJobTemplateSpec] is for kinds that embed a Job template.
//     [Warnings] reports likely mistakes that are allowed.
//   - The functions take the hub type. [AddToScheme] validates all versions through a scheme.
//     Users of k8s.io/api/batch/v1 convert with package conversion/kubernetes first.
//   - The rules are those of a server with default feature gates that allows privileged
//     containers. One field differs: spec.scheduling is validated as if its feature were on.
//     The options can select an older release and other feature gates.
//   - Errors have kube-apiserver's types and paths. Their details say how to fix the mistake.
//   - Package podtemplate has the rules of the pod template and lists what they cover.
//   - The input must have its defaults. Without them, fields that a server sets by default are
//     Required.
//   - The functions don't change their arguments and don't panic. Goroutines may validate the
//     same object at once. Errors can share memory with the object, so format them before you
//     change it.
//
// # Differences from kube-apiserver
//
//  1. manualSelector needs no default. Unset means false.
//  2. A new Job in automatic mode needs the labels of [Options]: by default controller-uid and
//     job-name. kube-apiserver requires four labels. In a Job template, a label under a key of
//     Options that kube-apiserver doesn't use is Forbidden.
//  3. If a Job has the selector or the labels of another Job, the error names that Job.
//     defaulting.GenerateSelector replaces them.
//  4. An empty selector in manual mode is Invalid. It selects every pod in the namespace.
//  5. A selector in automatic mode is Forbidden unless it is the generated one. kube-apiserver
//     accepts some others. The missing generated labels aren't reported as well.
//  6. manualSelector is immutable.
//  7. activeDeadlineSeconds must be positive.
//  8. A missing selector is one error instead of two. On update, the generated labels are
//     immutable even if the Job is suspended and its other labels may change.
//  9. In automatic mode, a name of more than 63 bytes is an error at metadata.name, because the
//     name becomes the value of a label. kube-apiserver reports the labels.
//  10. The error for a change of an immutable template names the changed fields.
//  11. The errors of the template's labels are at spec.template.metadata.labels.
//     kube-apiserver has some of them at spec.template.labels.
//  12. Input that makes kube-apiserver panic is an error: an Indexed Job with a success policy
//     and without completions, and a page size that overflows int64, such as hugepages-10E.
//  13. backoffSeconds and failedPodsLimit, which kube-apiserver lacks, must not be negative. With
//     restartPolicy OnFailure they have no effect, which is a warning.
//
// An update may keep what the old Job has where points 4, 5 and 7 forbid it.
//
// An error that kube-apiserver wouldn't report has an Origin of this package. [OwnRule] filters
// these errors out.
package validation
