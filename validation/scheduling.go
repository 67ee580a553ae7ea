package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

const (
	detailSetLate   = "may only be set when the Job is created"
	detailUnsetLate = "may not be unset once the Job exists"
)

// validateScheduling checks the field scheduling of the spec at path: how the scheduler treats
// the pods as a group. old is nil for a new Job. Later all but gang.minCount is fixed, so an
// update is compared with old rather than checked, and what old has may stay.
func validateScheduling(spec, old *batch.JobSpec, path *fieldpath.Path) field.ErrorList {
	if spec.Scheduling == nil && (old == nil || old.Scheduling == nil) {
		return nil
	}
	here := path.Child("scheduling")
	if spec.Scheduling == nil {
		return field.ErrorList{field.Invalid(here.Field(), nil, detailUnsetLate)}
	}
	var errs field.ErrorList
	switch {
	case old == nil:
		errs = validateNewScheduling(spec.Scheduling, here)
	case old.Scheduling == nil:
		errs = field.ErrorList{field.Invalid(here.Field(), nil, detailSetLate)}
	default:
		errs = validateSchedulingUpdate(spec.Scheduling, old.Scheduling, here)
	}
	// What depends on several fields holds at all times.
	errs = append(errs, validateGangSize(spec, here)...)
	return append(errs, validateBasicDisruption(spec.Scheduling, here)...)
}

func validateNewScheduling(s *batch.JobSchedulingConfiguration, path *fieldpath.Path) field.ErrorList {
	var errs field.ErrorList
	if s.SchedulingPolicy != nil {
		errs = append(errs, validateSchedulingPolicy(s.SchedulingPolicy, nil, path.Child("schedulingPolicy"))...)
	}
	if s.SchedulingConstraints != nil {
		errs = append(errs, validateGroupTopology(s.SchedulingConstraints.Topology, path.Child("schedulingConstraints").Child("topology"))...)
	}
	if s.DisruptionMode != nil {
		errs = append(errs, disruptionChoice(s.DisruptionMode).validate(path.Child("disruptionMode"))...)
	}
	return append(errs, validateGroupClaims(s.ResourceClaims, path.Child("resourceClaims"))...)
}

func validateSchedulingUpdate(s, old *batch.JobSchedulingConfiguration, path *fieldpath.Path) field.ErrorList {
	var errs field.ErrorList
	policy := path.Child("schedulingPolicy")
	switch is, was := s.SchedulingPolicy, old.SchedulingPolicy; {
	case is != nil && was != nil:
		errs = append(errs, validateSchedulingPolicy(is, was, policy)...)
	case is != nil:
		errs = append(errs, field.Invalid(policy.Field(), is, detailSetLate))
	case was != nil:
		errs = append(errs, field.Invalid(policy.Field(), nil, detailUnsetLate))
	}
	if is, was := s.SchedulingConstraints, old.SchedulingConstraints; !sameGroupConstraints(is, was) {
		errs = append(errs, field.Invalid(path.Field("schedulingConstraints"), is, detailImmutable))
	}
	if is, was := s.DisruptionMode, old.DisruptionMode; !sameDisruption(is, was) {
		errs = append(errs, field.Invalid(path.Field("disruptionMode"), is, detailImmutable))
	}
	if is, was := s.ResourceClaims, old.ResourceClaims; !sameGroupClaims(is, was) {
		claims := path.Child("resourceClaims")
		errs = append(errs, validateGroupClaimCount(is, claims)...)
		errs = append(errs, field.Invalid(claims.Field(), is, detailImmutable))
	}
	return errs
}
