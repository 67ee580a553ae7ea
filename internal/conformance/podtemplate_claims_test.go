package conformance

import (
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

func claim(meta metav1.ObjectMeta, spec corev1.PersistentVolumeClaimSpec) corev1.VolumeSource {
	return corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{
		VolumeClaimTemplate: &corev1.PersistentVolumeClaimTemplate{ObjectMeta: meta, Spec: spec},
	}}
}

func validClaim() *corev1.PersistentVolumeClaimSpec {
	return &corev1.PersistentVolumeClaimSpec{
		AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
		Resources: corev1.VolumeResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")},
		},
	}
}

func badSelector() *metav1.LabelSelector {
	return &metav1.LabelSelector{
		MatchLabels: map[string]string{"a b": "c d"},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "a", Operator: metav1.LabelSelectorOpIn},
			{Key: "a b", Operator: metav1.LabelSelectorOpIn, Values: []string{"a b"}},
			{Key: "a", Operator: "bad"},
			{Key: "a", Operator: metav1.LabelSelectorOpExists, Values: []string{"a"}},
		},
	}
}

// claimSpecs returns variants of the spec of a claim.
func claimSpecs() []corev1.PersistentVolumeClaimSpec {
	specs := []corev1.PersistentVolumeClaimSpec{{}}
	vary := func(change func(*corev1.PersistentVolumeClaimSpec)) {
		spec := validClaim()
		change(spec)
		specs = append(specs, *spec)
	}
	for _, modes := range [][]corev1.PersistentVolumeAccessMode{
		nil, {"ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"}, {"ReadWriteOncePod"}, {"ReadWriteOncePod", "ReadWriteOncePod"},
		{"ReadWriteOncePod", "ReadWriteOnce"}, {"ReadWriteOncePod", "bad"}, {"bad"}, {""},
	} {
		vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.AccessModes = modes })
	}
	for _, size := range []string{"-1", "0", "1", "1m", "1.5"} {
		vary(func(spec *corev1.PersistentVolumeClaimSpec) {
			spec.Resources.Requests = corev1.ResourceList{corev1.ResourceStorage: resource.MustParse(size)}
		})
	}
	vary(func(spec *corev1.PersistentVolumeClaimSpec) {
		spec.Resources.Requests[corev1.ResourceCPU] = resource.MustParse("-1")
		spec.Resources.Limits = corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("-1")}
	})
	vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.Resources.Requests = nil })
	vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.Selector = badSelector() })
	vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.Selector = &metav1.LabelSelector{} })
	for _, name := range []string{"", "a", "A", "a.b", "a_b"} {
		vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.StorageClassName = &name })
		vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.VolumeAttributesClassName = &name })
	}
	for _, mode := range []corev1.PersistentVolumeMode{"", "Block", "Filesystem", "bad"} {
		vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.VolumeMode = &mode })
	}
	vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.VolumeName = "A" })
	for _, group := range []*string{nil, new(""), new("a.b"), new("A")} {
		for _, kind := range []string{"", "PersistentVolumeClaim", "Other"} {
			for _, name := range []string{"", "A"} {
				source := &corev1.TypedLocalObjectReference{APIGroup: group, Kind: kind, Name: name}
				vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSource = source })
				for _, namespace := range []*string{nil, new(""), new("a"), new("A"), new("a.b")} {
					ref := &corev1.TypedObjectReference{APIGroup: group, Kind: kind, Name: name, Namespace: namespace}
					vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSourceRef = ref })
					vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSource, spec.DataSourceRef = source, ref })
					other := &corev1.TypedLocalObjectReference{APIGroup: new("c"), Kind: kind, Name: name}
					vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSource, spec.DataSourceRef = other, ref })
					other = &corev1.TypedLocalObjectReference{Kind: "PersistentVolumeClaim", Name: name}
					vary(func(spec *corev1.PersistentVolumeClaimSpec) { spec.DataSource, spec.DataSourceRef = other, ref })
				}
			}
		}
	}
	return specs
}

// claimMetas returns variants of the metadata of a claim.
func claimMetas() []metav1.ObjectMeta {
	return []metav1.ObjectMeta{
		{Name: "a"},
		{GenerateName: "a"},
		{Namespace: "a"},
		{SelfLink: "a"},
		{UID: types.UID("a")},
		{ResourceVersion: "1"},
		{Generation: 1},
		{CreationTimestamp: metav1.Unix(1, 0)},
		{CreationTimestamp: metav1.Time{Time: time.Time{}.Local()}},
		{DeletionTimestamp: &metav1.Time{}},
		{DeletionGracePeriodSeconds: new(int64(0))},
		{OwnerReferences: []metav1.OwnerReference{}},
		{Finalizers: []string{"a"}},
		{Finalizers: []string{}},
		{ManagedFields: []metav1.ManagedFieldsEntry{{}}},
		{Labels: map[string]string{"a": "b"}, Annotations: map[string]string{"A/b": "any thing"}},
		{Labels: map[string]string{"a b": "c"}},
		{Labels: map[string]string{"a": "b c"}},
		{Annotations: map[string]string{"a b": "c"}},
		{Annotations: map[string]string{"a": strings.Repeat("a", 256<<10)}},
	}
}

// resourceClaimChanges returns changes that add one claim, or two.
func resourceClaimChanges() []change {
	var changes []change
	add := func(claims ...corev1.PodResourceClaim) {
		changes = append(changes, change{fmt.Sprintf("resource claims %d", len(changes)), func(template *corev1.PodTemplateSpec) {
			for i := range claims {
				template.Spec.ResourceClaims = append(template.Spec.ResourceClaims, *claims[i].DeepCopy())
			}
		}})
	}
	for _, a := range resourceClaims() {
		add(a)
		for _, b := range resourceClaims() {
			add(a, b)
		}
	}
	var many []corev1.PodResourceClaim
	for i := range 20 {
		many = append(many, corev1.PodResourceClaim{Name: fmt.Sprintf("a-%d", i%18), ResourceClaimName: new("a")})
	}
	add(many...)
	return changes
}

func resourceClaims() []corev1.PodResourceClaim {
	claims := []corev1.PodResourceClaim{
		{},
		{Name: "a"},
		{Name: "a", ResourceClaimName: new("a"), ResourceClaimTemplateName: new("a")},
		{Name: "b", ResourceClaimName: new("A"), ResourceClaimTemplateName: new("A")},
		{Name: "c", ResourceClaimName: new("")},
		{Name: "d", ResourceClaimTemplateName: new("")},
		{Name: "e", ResourceClaimTemplateName: new("a.b")},
	}
	for _, name := range badNames {
		claims = append(claims, corev1.PodResourceClaim{Name: name, ResourceClaimName: new("a.b")})
	}
	return claims
}
