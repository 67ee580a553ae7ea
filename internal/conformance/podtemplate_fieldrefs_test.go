package conformance

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// fieldRefChanges returns changes that refer to fields from volumes and environment variables.
func fieldRefChanges() []change {
	var changes []change
	add := func(name string, fieldRef *corev1.ObjectFieldSelector, resourceFieldRef *corev1.ResourceFieldSelector) {
		changes = append(changes,
			change{fmt.Sprintf("%s in volume %d", name, len(changes)), func(template *corev1.PodTemplateSpec) {
				addVolume(template, "downwardapi", corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{
					Items: []corev1.DownwardAPIVolumeFile{{Path: "a", FieldRef: fieldRef, ResourceFieldRef: resourceFieldRef}},
				}})
			}},
			change{fmt.Sprintf("%s in env %d", name, len(changes)), func(template *corev1.PodTemplateSpec) {
				addEnv(template, corev1.EnvVarSource{FieldRef: fieldRef.DeepCopy(), ResourceFieldRef: resourceFieldRef.DeepCopy()})
			}},
		)
	}
	for _, ref := range fieldRefs() {
		add("fieldRef", &ref, nil)
	}
	for _, ref := range resourceFieldRefs() {
		add("resourceFieldRef", nil, &ref)
	}
	return changes
}

func addEnv(template *corev1.PodTemplateSpec, from corev1.EnvVarSource) {
	c := &template.Spec.Containers[0]
	c.Env = append(c.Env, corev1.EnvVar{Name: "A", ValueFrom: &from})
}

func fieldRefs() []corev1.ObjectFieldSelector {
	refs := []corev1.ObjectFieldSelector{{}, {APIVersion: "v2", FieldPath: "metadata.name"}, {APIVersion: "v1", FieldPath: "metadata.name"}}
	for _, path := range []string{
		"metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid", "metadata.other",
		"spec.nodeName", "spec.host", "spec.restartPolicy", "spec.serviceAccountName", "spec.schedulerName", "spec.other",
		"status.phase", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs", "status.other",
		"metadata.labels['a']", "metadata.labels['A']", "metadata.labels['a b']", "metadata.labels['']", "metadata.labels['a.b/c']",
		"metadata.labels['A.b/c']", "metadata.annotations['A.b/c']", "metadata.annotations['a b']", "metadata.annotations['']",
		"metadata.labels['a']['b']", "metadata.labels['a", "metadata.labels[a]", "metadata.labels']", "['a']", "']", "['']",
		"metadata.name['a']", "spec.host['a']", "a['b']", "metadata.labels['a'] ", " metadata.labels['a']",
	} {
		refs = append(refs, corev1.ObjectFieldSelector{FieldPath: path})
	}
	return refs
}

func resourceFieldRefs() []corev1.ResourceFieldSelector {
	var refs []corev1.ResourceFieldSelector
	for _, name := range []string{
		"", "limits.cpu", "limits.memory", "limits.ephemeral-storage", "limits.hugepages-2Mi", "limits.hugepages-", "limits.hugepages",
		"requests.cpu", "requests.memory", "requests.ephemeral-storage", "requests.hugepages-a.cpu", "cpu", "limits.other.cpu", "limits.cpu ",
	} {
		refs = append(refs, corev1.ResourceFieldSelector{Resource: name})
		for _, divisor := range []string{
			"0", "1m", "1", "1000m", "2", "1k", "1000", "1M", "1G", "1T", "1P", "1E", "1Ki", "1024", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei", "1e3", "-1", "1n", "2Gi",
		} {
			refs = append(refs, corev1.ResourceFieldSelector{ContainerName: "main", Resource: name, Divisor: resource.MustParse(divisor)})
		}
	}
	return refs
}
