package validation

import (
	"fmt"

	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

// validateSchedulingPolicy checks a policy. old is nil for a new Job; otherwise the policy has
// to remain basic or gang, and what old has is not held against it.
func validateSchedulingPolicy(policy, old *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy, path *fieldpath.Path) field.ErrorList {
	var errs field.ErrorList
	if old == nil || policyChoice(policy) != policyChoice(old) {
		errs = policyChoice(policy).validate(path)
		if len(errs) == 0 && old != nil && (policy.Basic == nil) != (old.Basic == nil) {
			errs = append(errs, field.Invalid(path.Field(), policy, "may not change between basic and gang: only gang.minCount may change"))
		}
	}
	if gang := policy.Gang; gang != nil && gang.MinCount != nil && *gang.MinCount < 1 && !hasMinCount(old, *gang.MinCount) {
		errs = append(errs, field.Invalid(path.Field("gang", "minCount"), *gang.MinCount, "must be at least 1; unset it for all pods that run in parallel"))
	}
	return errs
}

func policyChoice(p *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy) schedulingChoice {
	return schedulingChoice{"basic", p.Basic != nil, "gang", p.Gang != nil}
}

// hasMinCount reports whether p, which may be nil, has a gang with this minCount.
func hasMinCount(p *schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy, count int32) bool {
	return p != nil && p.Gang != nil && p.Gang.MinCount != nil && *p.Gang.MinCount == count
}

// validateGangSize checks that a gang is no larger than the number of pods that run at once:
// it would wait for ever. path is that of the field scheduling.
func validateGangSize(spec *batch.JobSpec, path *fieldpath.Path) field.ErrorList {
	policy := spec.Scheduling.SchedulingPolicy
	if policy == nil || policy.Gang == nil || policy.Gang.MinCount == nil {
		return nil
	}
	parallelism := int32(1)
	if spec.Parallelism != nil {
		parallelism = *spec.Parallelism
	}
	if count := *policy.Gang.MinCount; count > parallelism {
		return field.ErrorList{field.Invalid(path.Field("schedulingPolicy", "gang", "minCount"), count,
			fmt.Sprintf("must not exceed parallelism, which is %d", parallelism))}
	}
	return nil
}
