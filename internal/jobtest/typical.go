package jobtest

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// Typical returns a Job for benchmarks, as a user would write it: Indexed, with a failure policy,
// an init container, a main container with a probe, three volumes and affinity. It is valid once
// its defaults are set.
func Typical() *batchv1.Job {
	resources := corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("500m"), corev1.ResourceMemory: resource.MustParse("1Gi")},
		Limits:   corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2"), corev1.ResourceMemory: resource.MustParse("1Gi")},
	}
	mounts := []corev1.VolumeMount{{Name: "config", MountPath: "/etc/report"}, {Name: "secret", MountPath: "/etc/secret", ReadOnly: true}, {Name: "work", MountPath: "/work"}}
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"},
		ObjectMeta: metav1.ObjectMeta{Name: "report", Namespace: "finance", Labels: map[string]string{"app": "report", "team": "ledger"}},
		Spec: batchv1.JobSpec{
			Parallelism:    new(int32(4)),
			Completions:    new(int32(12)),
			CompletionMode: new(batchv1.IndexedCompletion),
			PodFailurePolicy: &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{
				{
					Action: batchv1.PodFailurePolicyActionFailJob,
					OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{
						ContainerName: new("main"), Operator: batchv1.PodFailurePolicyOnExitCodesOpIn, Values: []int32{1, 42},
					},
				},
				{
					Action:          batchv1.PodFailurePolicyActionIgnore,
					OnPodConditions: []batchv1.PodFailurePolicyOnPodConditionsPattern{{Type: corev1.DisruptionTarget}},
				},
			}},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "report", "team": "ledger"}},
				Spec: corev1.PodSpec{
					RestartPolicy: corev1.RestartPolicyNever,
					InitContainers: []corev1.Container{{
						Name: "fetch", Image: "registry.example.com/tools/fetch:1.9", Args: []string{"--into", "/work"},
						Resources: resources, VolumeMounts: mounts,
					}},
					Containers: []corev1.Container{{
						Name: "main", Image: "registry.example.com/ledger/report:2.4.1", Command: []string{"report", "--monthly"},
						Env: []corev1.EnvVar{
							{Name: "REGION", Value: "eu"},
							{Name: "POD", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}},
							{Name: "TOKEN", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: "report"}, Key: "token"}}},
						},
						Ports: []corev1.ContainerPort{{Name: "health", ContainerPort: 8080}},
						LivenessProbe: &corev1.Probe{
							ProbeHandler:        corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/live", Port: intstr.FromString("health")}},
							InitialDelaySeconds: 30,
						},
						Resources: resources, VolumeMounts: mounts,
					}},
					Volumes: []corev1.Volume{
						{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "report"}}}},
						{Name: "secret", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "report"}}},
						{Name: "work", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
					},
					Affinity: &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
						RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
							MatchExpressions: []corev1.NodeSelectorRequirement{{Key: "topology.kubernetes.io/zone", Operator: corev1.NodeSelectorOpIn, Values: []string{"a", "b"}}},
						}}},
					}},
				},
			},
		},
	}
}
