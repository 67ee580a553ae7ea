package dryrun

import (
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/semantic"
)

var jobSpecPath = specPath.Child("jobTemplate", "spec")

// CreateCronJob returns the answer to the creation of cj.
func (s Server) CreateCronJob(cj *batchv1.CronJob) Answer[batchv1.CronJob] {
	if cj == nil {
		return refusedNil[batchv1.CronJob](cronJobKind, nil, "cronJob")
	}
	cj = cj.DeepCopy()
	setCronJobDefaults(cj)
	warnings := prepareMetadata(&cj.ObjectMeta)
	cj.Status = batchv1.CronJobStatus{}
	errs := validation.ValidateMetadata(&cj.ObjectMeta, nil, metadataPath, s.options())
	if len(cj.Name) > maxCronJobName {
		errs = append(errs, field.Invalid(metadataPath.Child("name"), cj.Name, "must be at most 52 bytes: the names of its Jobs have 11 more"))
	}
	specErrs, specWarnings, dropped := s.embeddedSpec(&cj.Spec.JobTemplate.Spec, nil, jobSpecPath)
	errs = append(append(errs, validateCronJobSpec(&cj.Spec, nil)...), specErrs...)
	return answer(cronJobKind, cj.Name, cj, errs, func() []validation.Warning {
		return append(append(warnings, nameWarning(cj.Name)...), specWarnings()...)
	}, dropped)
}

// UpdateCronJob returns the answer to the update of old to cj. old is the CronJob as a server stored
// it.
func (s Server) UpdateCronJob(cj, old *batchv1.CronJob) Answer[batchv1.CronJob] {
	if cj == nil {
		return refusedNil[batchv1.CronJob](cronJobKind, nil, "cronJob")
	}
	if old == nil {
		return refusedNil[batchv1.CronJob](cronJobKind, nil, "old")
	}
	cj, old = cj.DeepCopy(), old.DeepCopy()
	setCronJobDefaults(cj)
	setCronJobDefaults(old)
	prepareOldMetadata(&old.ObjectMeta)
	warnings := prepareMetadataUpdate(&cj.ObjectMeta, &old.ObjectMeta)
	cj.Status = *old.Status.DeepCopy()
	specErrs, specWarnings, dropped := s.embeddedSpec(&cj.Spec.JobTemplate.Spec, &old.Spec.JobTemplate.Spec, jobSpecPath)
	changed := !semantic.DeepEqual(&cj.Spec, &old.Spec)
	if changed {
		cj.Generation++
	}
	meta := cj.ObjectMeta
	unconditional(&meta)
	errs := validation.ValidateMetadata(&meta, &old.ObjectMeta, metadataPath, s.options())
	errs = append(append(errs, validateCronJobSpec(&cj.Spec, &old.Spec)...), specErrs...)
	return answer(cronJobKind, cj.Name, cj, errs, func() []validation.Warning {
		if changed {
			warnings = append(warnings, specWarnings()...)
		}
		if namesTimeZone(cj.Spec.Schedule) {
			warnings = append(warnings, validation.Warning{
				// A server says spec.spec.
				Field:   specPath.Child("schedule").String(),
				Message: "TZ and CRON_TZ are no longer accepted in new schedules: use timeZone instead",
			})
		}
		return warnings
	}, dropped)
}

// setCronJobDefaults sets the defaults of the CronJob's own fields. embeddedSpec sets those of the
// template.
func setCronJobDefaults(cj *batchv1.CronJob) {
	spec := &cj.Spec
	if spec.ConcurrencyPolicy == "" {
		spec.ConcurrencyPolicy = batchv1.AllowConcurrent
	}
	if spec.Suspend == nil {
		spec.Suspend = new(false)
	}
	if spec.SuccessfulJobsHistoryLimit == nil {
		spec.SuccessfulJobsHistoryLimit = new(int32(3))
	}
	if spec.FailedJobsHistoryLimit == nil {
		spec.FailedJobsHistoryLimit = new(int32(1))
	}
}

// maxCronJobName is how long the name of a CronJob may be: its Jobs add a dash and a time in ten
// digits, and their names have at most 63 bytes.
const maxCronJobName = 52

var (
	metadataPath        = field.NewPath("metadata")
	concurrencyPolicies = []batchv1.ConcurrencyPolicy{batchv1.AllowConcurrent, batchv1.ForbidConcurrent, batchv1.ReplaceConcurrent}
)

// validateCronJobSpec returns the errors of the CronJob's own fields. old is the spec that it
// replaces, or nil.
func validateCronJobSpec(spec, old *batchv1.CronJobSpec) field.ErrorList {
	errs := validateSchedule(spec, old)
	errs = appendNegative(errs, "startingDeadlineSeconds", spec.StartingDeadlineSeconds)
	errs = append(errs, enum.Validate(fieldpath.From(specPath).Child("concurrencyPolicy"), spec.ConcurrencyPolicy, concurrencyPolicies)...)
	errs = appendNegative(errs, "successfulJobsHistoryLimit", spec.SuccessfulJobsHistoryLimit)
	return appendNegative(errs, "failedJobsHistoryLimit", spec.FailedJobsHistoryLimit)
}

// appendNegative appends an error if the value of the field called name is set and negative.
func appendNegative[T int32 | int64](errs field.ErrorList, name string, value *T) field.ErrorList {
	if value != nil && *value < 0 {
		errs = append(errs, field.Invalid(specPath.Child(name), *value, "must not be negative"))
	}
	return errs
}
