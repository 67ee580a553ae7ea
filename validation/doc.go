// Package validation says what is wrong with a Job, as kube-apiserver 1.37 does.
//
//   - [ValidateJob], [ValidateJobUpdate] and [ValidateJobStatusUpdate] are for the three ways
//     that a Job takes into a server; [ValidateJobTemplateSpec] is for kinds that embed a Job.
//     [Warnings] is for what is no error.
//   - They take the hub. A scheme with [AddToScheme] takes all versions. Users of
//     k8s.io/api/batch/v1 convert with conversion/kubernetes first.
//   - The answer is that of a server with default feature gates, but for spec.scheduling,
//     which is judged as if its feature were on, and with privileged containers allowed.
//   - Errors have kube-apiserver's types and paths. Their details say what to do. The pod
//     template has its own package, podtemplate, with the list of what is checked there.
//   - The input has its defaults. Without them, fields are Required that a server would
//     have filled in.
//   - Nothing is changed, and nothing panics. Goroutines may validate the same object at once.
//     Errors refer to parts of the object: print them before you change it.
//
// # Where the answer differs from kube-apiserver's
//
//  1. manualSelector need not be set: unset means false.
//  2. A new Job in automatic mode needs the labels of [Options], which by default are
//     controller-uid and job-name. kube-apiserver wants four.
//  3. Selector and labels that another Job left are errors here too, which name that Job;
//     defaulting.GenerateSelector replaces them.
//  4. An empty selector in manual mode is Invalid: it takes every pod of the namespace.
//  5. A selector in automatic mode, other than the generated one, is Forbidden. Some of them
//     kube-apiserver lets through. Labels that were not generated because of it are not
//     reported as well.
//  6. manualSelector does not change on update.
//  7. activeDeadlineSeconds is positive.
//  8. A missing selector is one error, not two. On update, generated labels stay, also where
//     other labels of a suspended Job may change.
//  9. In automatic mode a name of more than 63 bytes is an error at metadata.name, since it
//     becomes a label. kube-apiserver reports the labels.
//  10. Where the template may not change, the error names what did.
//  11. Errors of the template's labels are at spec.template.metadata.labels, where some of
//     kube-apiserver's are at spec.template.labels.
//  12. What makes kube-apiserver panic is an error: an Indexed Job with a success policy and
//     without completions, and huge pages with a size in their name of which nothing is left
//     when it overflows an int64, such as hugepages-10E.
//  13. backoffSeconds and failedPodsLimit, which kube-apiserver lacks, are not negative. With
//     restartPolicy OnFailure, where they have no effect, there is a warning.
//
// On update, what the old Job had is not held against the new one in points 4, 5 and 7.
// An error of a rule that kube-apiserver does not have carries an Origin for it. With
// Options{SelectorLabels: batch.KubernetesSelectorLabels()}, errs.Filter(validation.OwnRule)
// is empty exactly where kube-apiserver accepts the Job as it stands.
package validation
