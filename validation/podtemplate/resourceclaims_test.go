package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestResourceClaims(t *testing.T) {
	const either = "must have either resourceClaimName or resourceClaimTemplateName"
	claims := func(list ...corev1.PodResourceClaim) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) { template.Spec.ResourceClaims = list }
	}
	runRules(t, []ruleTest{
		{name: "a claim and one from a template", change: claims(
			corev1.PodResourceClaim{Name: "a", ResourceClaimName: new("a.b")},
			corev1.PodResourceClaim{Name: "b", ResourceClaimTemplateName: new("a.b")})},
		{name: "nothing given", change: claims(corev1.PodResourceClaim{}),
			want: field.ErrorList{
				field.Required(at("resourceClaims[0].name"), "must be given"),
				field.Invalid(at("resourceClaims[0]"), "", either),
			}},
		{name: "both a claim and a template", change: claims(
			corev1.PodResourceClaim{Name: "a", ResourceClaimName: new("a"), ResourceClaimTemplateName: new("a")}),
			want: field.ErrorList{field.Invalid(at("resourceClaims[0]"), "a", either)}},
		{name: "bad names, and the same again", change: claims(
			corev1.PodResourceClaim{Name: "-", ResourceClaimName: new("-")},
			corev1.PodResourceClaim{Name: "-", ResourceClaimTemplateName: new("-")}),
			want: field.ErrorList{
				field.Invalid(at("resourceClaims[0].name"), "-", notALabel),
				field.Invalid(at("resourceClaims[0].resourceClaimName"), "-", notASubdomain),
				field.Duplicate(at("resourceClaims[1].name"), "-"),
				field.Invalid(at("resourceClaims[1].resourceClaimTemplateName"), "-", notASubdomain),
			}},
	})
}
