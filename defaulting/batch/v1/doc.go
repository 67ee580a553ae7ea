// Package v1 sets the defaults of batch/v1.
//
//   - parallelism: 1
//   - completions: 1, unless parallelism is set
//   - backoffLimit: 6, or 2147483647 with backoffLimitPerIndex
//   - completionMode: NonIndexed
//   - suspend: false
//   - podReplacementPolicy: TerminatingOrFailed, or Failed with podFailurePolicy
//   - the status in a pattern of podFailurePolicy: True
//   - backoffSeconds: 10, and failedPodsLimit: 1, both with restartPolicy Never only
//   - labels of the Job: a copy of the template's labels, without generated ones
//   - the pod template: what package podtemplate sets
//   - selector and the template labels for it: generated in automatic mode, once the Job has a UID
//     and a name
//
// manualSelector has no default, so users of automatic mode never see it. In a template of Jobs
// [SetDefaults_JobTemplateSpec] sets the nested fields only. The defaults are those of
// kube-apiserver 1.37. Package defaulting lists the differences.
package v1
