package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestResourceClaims(t *testing.T) {
	const either = "needs either resourceClaimName or resourceClaimTemplateName"
	claims := func(list ...corev1.PodResourceClaim) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) { template.Spec.ResourceClaims = list }
	}
	runRules(t, []ruleTest{
		{name: "a claim and one from a template", change: claims(
			corev1.PodResourceClaim{Name: "a", ResourceClaimName: new("a.b")},
			corev1.PodResourceClaim{Name: "b", ResourceClaimTemplateName: new("a.b")})},
		{name: "nothing set", change: claims(corev1.PodResourceClaim{}),
			want: field.ErrorList{
				field.Required(at("resourceClaims[0].name"), "must be set"),
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

func TestClaims(t *testing.T) {
	claims := func(list ...corev1.ResourceClaim) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.ResourceClaims = []corev1.PodResourceClaim{{Name: "a", ResourceClaimName: new("a")}, {Name: "b", ResourceClaimName: new("b")}}
			t.Spec.Containers[0].Resources.Claims = list
		}
	}
	whole, part := corev1.ResourceClaim{Name: "a"}, corev1.ResourceClaim{Name: "a", Request: "r"}
	path := at("containers[0].resources.claims")
	notFound := field.NotFound(path.Index(0), "c")
	notFound.Detail = "must name one of the pod's resourceClaims"

	runRules(t, []ruleTest{
		{name: "one whole, two parts", change: claims(corev1.ResourceClaim{Name: "b"}, part, corev1.ResourceClaim{Name: "a", Request: "s"})},
		{name: "no name", change: claims(corev1.ResourceClaim{Request: "r"}), want: field.ErrorList{field.Required(path.Index(0), "must have a name")}},
		{name: "bad request", change: claims(corev1.ResourceClaim{Name: "a", Request: "R"}),
			want: invalidAt(path.Index(0).Child("request"), "R", validation.IsDNS1123Label("R"))},
		{name: "same claim", change: claims(whole, whole), want: field.ErrorList{field.Duplicate(path.Index(1), "a")}},
		{name: "same part", change: claims(part, part), want: field.ErrorList{field.Duplicate(path.Index(1), "a/r")}},
		{name: "part of a whole", change: claims(whole, part), want: field.ErrorList{field.Duplicate(path.Index(1), "a")}},
		{name: "whole after a part", change: claims(part, whole), want: field.ErrorList{field.Duplicate(path.Index(1), "a")}},
		{name: "not of the pod", change: claims(corev1.ResourceClaim{Name: "c"}), want: field.ErrorList{notFound}},
	})
}
