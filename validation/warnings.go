package validation

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// Warnings returns what the user of a new Job should know although it is no error: what
// kube-apiserver 1.37 warns of, the pod template included, and fields that have no effect.
// Each begins with the field that it is about, or like the server's with a volume if it is
// about its files: volume "v" (ConfigMap "c"). There are about a thousand at most.
func Warnings(job *batch.Job) []string {
	if job == nil {
		return nil
	}
	var warnings []string
	spec := &job.Spec
	if msgs := names.DNS1123Label(job.Name); len(msgs) > 0 {
		warnings = append(warnings, "metadata.name: pods have it in their names and host names, where only a DNS label works well: "+strings.Join(msgs, "; "))
	}
	if isIndexed(spec) && exceeds(spec.Completions, manyCompletions) && exceeds(spec.Parallelism, maxOfManyParallelism) {
		warnings = append(warnings, "spec: with more than 100000 completions and more than 10000 pods at a time, status.completedIndexes may grow too long to keep when many indexes fail")
	}
	if spec.Template.Spec.RestartPolicy == corev1.RestartPolicyOnFailure {
		const detail = " has no effect with restartPolicy: OnFailure, where the kubelet restarts containers at its own pace"
		if spec.BackoffSeconds != nil {
			warnings = append(warnings, "spec.backoffSeconds:"+detail)
		}
		if spec.FailedPodsLimit != nil {
			warnings = append(warnings, "spec.failedPodsLimit:"+detail)
		}
	}
	if warning := schedulingWarning(spec); warning != "" {
		warnings = append(warnings, warning)
	}
	return append(warnings, podtemplate.Warnings(&spec.Template, templatePath)...)
}

func exceeds(n *int32, limit int32) bool {
	return n != nil && *n > limit
}
