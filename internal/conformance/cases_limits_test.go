package conformance

import (
	"fmt"
	"strings"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// jobsAtLimits returns Jobs that exceed a limit. Mutations of one field never produce them.
func jobsAtLimits() []kubernetesv1.Job {
	condition := kubernetesv1.PodFailurePolicyOnPodConditionsPattern{Type: "Ready", Status: corev1.ConditionTrue}
	rule := kubernetesv1.PodFailurePolicyRule{Action: kubernetesv1.PodFailurePolicyActionIgnore, OnPodConditions: []kubernetesv1.PodFailurePolicyOnPodConditionsPattern{condition}}
	codes := make([]int32, 256)
	for i := range codes {
		codes[i] = int32(i + 1)
	}
	indexed := func(spec *kubernetesv1.JobSpec, completions int32) {
		spec.CompletionMode, spec.Completions, spec.Parallelism = new(kubernetesv1.IndexedCompletion), new(completions), new(int32(1))
	}
	succeeds := func(spec *kubernetesv1.JobSpec, rules ...kubernetesv1.SuccessPolicyRule) {
		indexed(spec, 5)
		spec.SuccessPolicy = &kubernetesv1.SuccessPolicy{Rules: rules}
	}
	var jobs []kubernetesv1.Job
	for _, change := range []func(*kubernetesv1.JobSpec){
		func(spec *kubernetesv1.JobSpec) {
			spec.PodFailurePolicy = &kubernetesv1.PodFailurePolicy{Rules: repeat(rule, 21)}
		},
		func(spec *kubernetesv1.JobSpec) {
			rule := rule
			rule.OnPodConditions = repeat(condition, 21)
			spec.PodFailurePolicy = &kubernetesv1.PodFailurePolicy{Rules: repeat(rule, 1)}
		},
		func(spec *kubernetesv1.JobSpec) {
			exit := &kubernetesv1.PodFailurePolicyOnExitCodesRequirement{Operator: kubernetesv1.PodFailurePolicyOnExitCodesOpIn, Values: codes}
			spec.PodFailurePolicy = &kubernetesv1.PodFailurePolicy{Rules: []kubernetesv1.PodFailurePolicyRule{{Action: kubernetesv1.PodFailurePolicyActionIgnore, OnExitCodes: exit}}}
		},
		func(spec *kubernetesv1.JobSpec) { succeeds(spec) },
		func(spec *kubernetesv1.JobSpec) {
			succeeds(spec, repeat(kubernetesv1.SuccessPolicyRule{SucceededCount: new(int32(1))}, 21)...)
		},
		func(spec *kubernetesv1.JobSpec) {
			var indexes []string
			for i := range 20_000 {
				indexes = append(indexes, fmt.Sprint(i))
			}
			succeeds(spec, kubernetesv1.SuccessPolicyRule{SucceededIndexes: new(strings.Join(indexes, ","))})
			spec.Completions = new(int32(len(indexes)))
		},
		func(spec *kubernetesv1.JobSpec) {
			indexed(spec, 100_001)
			spec.BackoffLimitPerIndex = new(int32(1))
		},
		func(spec *kubernetesv1.JobSpec) {
			indexed(spec, 100_001)
			spec.BackoffLimitPerIndex, spec.MaxFailedIndexes = new(int32(1)), new(int32(10_001))
		},
		func(spec *kubernetesv1.JobSpec) {
			indexed(spec, 100_001)
			spec.BackoffLimitPerIndex, spec.MaxFailedIndexes, spec.Parallelism = new(int32(1)), new(int32(1)), new(int32(10_001))
		},
		func(spec *kubernetesv1.JobSpec) {
			indexed(spec, 200_000)
			spec.Parallelism = new(int32(100_001))
		},
	} {
		job := plain()
		change(&job.Spec)
		jobs = append(jobs, *job)
	}
	return jobs
}

func repeat[T any](element T, n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = element
	}
	return list
}

// templatesAtLimits returns variants of a template that exceed a limit.
func templatesAtLimits(small *corev1.PodTemplateSpec) []templating {
	long := map[string]string{"a.b/c": strings.Repeat("a", 256<<10)}
	volume := func(template *corev1.PodTemplateSpec, source corev1.VolumeSource) {
		template.Spec.Volumes = []corev1.Volume{{Name: "a", VolumeSource: source}}
	}
	rules := repeat(corev1.ContainerRestartRule{
		Action: corev1.ContainerRestartRuleActionRestart, ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: corev1.ContainerRestartRuleOnExitCodesOpIn, Values: []int32{1}},
	}, 21)
	var cases []templating
	for _, change := range []func(*corev1.PodTemplateSpec){
		func(template *corev1.PodTemplateSpec) { template.Annotations = long },
		func(template *corev1.PodTemplateSpec) {
			volume(template, claim(metav1.ObjectMeta{Annotations: long}, *validClaim()))
		},
		func(template *corev1.PodTemplateSpec) {
			certificate := &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", CredentialBundlePath: "a", UserAnnotations: long}
			volume(template, projected(corev1.VolumeProjection{PodCertificate: certificate}))
		},
		func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].RestartPolicy, template.Spec.Containers[0].RestartPolicyRules = new(corev1.ContainerRestartPolicyNever), rules
		},
		func(template *corev1.PodTemplateSpec) {
			init := template.Spec.Containers[0]
			init.Name, init.RestartPolicy, init.RestartPolicyRules = "i", new(corev1.ContainerRestartPolicyNever), rules
			template.Spec.InitContainers = []corev1.Container{init}
		},
	} {
		c := templating{Template: *small.DeepCopy()}
		change(&c.Template)
		cases = append(cases, c)
	}
	return cases
}
