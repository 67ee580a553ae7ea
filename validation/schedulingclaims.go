package validation

import (
	"slices"

	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

const maxGroupClaims = 4

// validateGroupClaims checks the claims of devices that the pods of a group share.
func validateGroupClaims(claims []schedulingv1alpha3.WorkloadPodGroupResourceClaim, path *fieldpath.Path) field.ErrorList {
	if errs := validateGroupClaimCount(claims, path); len(errs) > 0 {
		return errs
	}
	var errs field.ErrorList
	for i := range claims {
		here := path.Index(i)
		if slices.ContainsFunc(claims[:i], func(c schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool { return c.Name == claims[i].Name }) {
			errs = append(errs, field.Duplicate(here.Field(), claims[i].Name))
		}
		errs = append(errs, validateGroupClaim(&claims[i], here)...)
	}
	return errs
}

func validateGroupClaimCount(claims []schedulingv1alpha3.WorkloadPodGroupResourceClaim, path *fieldpath.Path) field.ErrorList {
	if len(claims) > maxGroupClaims {
		return field.ErrorList{field.TooMany(path.Field(), len(claims), maxGroupClaims)}
	}
	return nil
}

func validateGroupClaim(claim *schedulingv1alpha3.WorkloadPodGroupResourceClaim, path *fieldpath.Path) field.ErrorList {
	const direct, template = "resourceClaimName", "resourceClaimTemplateName"
	errs := schedulingChoice{direct, claim.ResourceClaimName != nil, template, claim.ResourceClaimTemplateName != nil}.validate(path)
	if claim.Name == "" {
		errs = append(errs, field.Required(path.Field("name"), "must be given"))
	} else {
		errs = append(errs, badGroupName(path, "name", claim.Name, names.DNS1123Label(claim.Name))...)
	}
	if name := claim.ResourceClaimName; name != nil {
		errs = append(errs, badGroupName(path, direct, *name, names.DNS1123Subdomain(*name))...)
	}
	if name := claim.ResourceClaimTemplateName; name != nil {
		errs = append(errs, badGroupName(path, template, *name, names.DNS1123Subdomain(*name))...)
	}
	return errs
}

// badGroupName returns an error for each of msgs, which say what is wrong with the value of
// the field called name, a child of path.
func badGroupName(path *fieldpath.Path, name, value string, msgs []string) field.ErrorList {
	var errs field.ErrorList
	for _, msg := range msgs {
		errs = append(errs, field.Invalid(path.Field(name), value, msg))
	}
	return errs
}

func sameGroupClaims(a, b []schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool {
	return slices.EqualFunc(a, b, func(a, b schedulingv1alpha3.WorkloadPodGroupResourceClaim) bool {
		return a.Name == b.Name && equal(a.ResourceClaimName, b.ResourceClaimName) &&
			equal(a.ResourceClaimTemplateName, b.ResourceClaimTemplateName)
	})
}
