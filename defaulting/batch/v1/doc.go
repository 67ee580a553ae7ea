// Package v1 fills in the defaults of batch/v1.
//
//   - parallelism and completions 1, but completions stay unset where parallelism is set;
//     backoffLimit 6, or 2147483647 with backoffLimitPerIndex; completionMode NonIndexed;
//     suspend false; podReplacementPolicy TerminatingOrFailed, or Failed with a
//     podFailurePolicy, whose patterns get status True.
//   - With restartPolicy Never also backoffSeconds 10 and failedPodsLimit 1.
//   - A Job without labels gets a copy of its template's, but for generated ones.
//   - The template gets what package podtemplate gives it.
//   - A Job in automatic mode that has UID and name gets its selector and the labels for it.
//   - A template of Jobs, which has [SetDefaults_JobTemplateSpec], gets what is nested in it.
//   - manualSelector stays as it is: users of automatic mode never see it.
//   - Defaults are those of kube-apiserver 1.37; package defaulting lists the differences.
package v1
