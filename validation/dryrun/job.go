package dryrun

import (
	"maps"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	defaulting "github.com/jobapi/jobapi/defaulting/kubernetes"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/semantic"
)

var specPath = field.NewPath("spec")

// CreateJob returns the answer to the creation of job.
func (s Server) CreateJob(job *batchv1.Job) Answer[batchv1.Job] {
	if job == nil {
		return refusedNil[batchv1.Job](jobKind, nil, "job")
	}
	job = job.DeepCopy()
	sharesLabels := len(job.Labels) == 0 && job.Spec.Template.Labels != nil
	setDefaults(job)
	warnings := prepareMetadata(&job.ObjectMeta)
	generateSelector(job)
	if sharesLabels {
		job.Labels = maps.Clone(job.Spec.Template.Labels) // with the generated ones
	}
	job.Status = batchv1.JobStatus{}
	var dropped []string
	if job.Spec.ManagedBy != nil && !s.features.Enabled(features.JobManagedBy) {
		dropped = append(dropped, specPath.Child("managedBy").String())
		job.Spec.ManagedBy = nil
	}
	dropped = append(dropped, s.dropFromSpec(&job.Spec, nil, specPath)...)
	hub := hubJob(job)
	errs := validation.ValidateJob(hub, s.options())
	setDefaults(job) // again, as when it is read: labels may have been generated since
	return answer(jobKind, job.Name, job, errs, func() []validation.Warning {
		return append(append(warnings, nameWarning(job.Name)...), validation.JobSpecWarnings(&hub.Spec, specPath, s.options())...)
	}, dropped)
}

// UpdateJob returns the answer to the update of old to job. old is the Job as a server stored it.
func (s Server) UpdateJob(job, old *batchv1.Job) Answer[batchv1.Job] {
	if job == nil {
		return refusedNil[batchv1.Job](jobKind, nil, "job")
	}
	if old == nil {
		return refusedNil[batchv1.Job](jobKind, nil, "old")
	}
	job, old = job.DeepCopy(), s.stored(old)
	setDefaults(job)
	warnings := prepareMetadataUpdate(&job.ObjectMeta, &old.ObjectMeta)
	job.Status = *old.Status.DeepCopy()
	dropped := s.dropFromSpec(&job.Spec, &old.Spec, specPath)
	changed := !semantic.DeepEqual(&job.Spec, &old.Spec)
	if changed {
		job.Generation++
	}
	hub := hubJob(job)
	unconditional(&hub.ObjectMeta)
	errs := validation.ValidateJobUpdate(hub, hubJob(old), s.options())
	return answer(jobKind, job.Name, job, errs, func() []validation.Warning {
		if changed {
			warnings = append(warnings, validation.JobSpecWarnings(&hub.Spec, specPath, s.options())...)
		}
		return warnings
	}, dropped)
}

// UpdateJobStatus returns the answer to an update of the status of old to that of job. The server
// ignores the spec of job.
func (s Server) UpdateJobStatus(job, old *batchv1.Job) Answer[batchv1.Job] {
	if job == nil {
		return refusedNil[batchv1.Job](jobKind, nil, "job")
	}
	if old == nil {
		return refusedNil[batchv1.Job](jobKind, nil, "old")
	}
	job, old = job.DeepCopy(), s.stored(old)
	setDefaults(job)
	warnings := prepareMetadataUpdate(&job.ObjectMeta, &old.ObjectMeta)
	job.Spec = *old.Spec.DeepCopy()
	hub := hubJob(job)
	unconditional(&hub.ObjectMeta)
	errs := validation.ValidateJobStatusUpdateWith(hub, hubJob(old), s.options())
	return answer(jobKind, job.Name, job, errs, func() []validation.Warning { return warnings }, nil)
}

// stored returns a copy of old as a server reads it.
func (s Server) stored(old *batchv1.Job) *batchv1.Job {
	old = old.DeepCopy()
	setDefaults(old)
	s.dropUnknown(&old.Spec)
	prepareOldMetadata(&old.ObjectMeta)
	return old
}

// setDefaults sets the defaults of a Job that a server decodes.
func setDefaults(job *batchv1.Job) {
	if len(job.Labels) == 0 {
		job.Labels = maps.Clone(job.Spec.Template.Labels)
	}
	defaulting.SetDefaults_Job(job)
	if job.Spec.ManualSelector == nil {
		job.Spec.ManualSelector = new(false)
	}
}

// generateSelector generates the selector and the labels of automatic mode. It keeps values that
// the user wrote, which validation then refuses.
func generateSelector(job *batchv1.Job) {
	if *job.Spec.ManualSelector {
		return
	}
	keys, labels := serverLabels, &job.Spec.Template.Labels
	for _, key := range keys.UID {
		setMissing(labels, key, string(job.UID))
	}
	for _, key := range keys.Name {
		setMissing(labels, key, job.Name)
	}
	if job.Spec.Selector == nil {
		job.Spec.Selector = &metav1.LabelSelector{}
	}
	setMissing(&job.Spec.Selector.MatchLabels, keys.UID[0], string(job.UID))
}

// setMissing sets the value of a key that the map lacks.
func setMissing(m *map[string]string, key, value string) {
	if _, ok := (*m)[key]; ok {
		return
	}
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[key] = value
}

// hubJob returns the Job in the hub version. It shares memory with job.
func hubJob(job *batchv1.Job) *batch.Job {
	hub := &batch.Job{}
	// The conversion to the hub loses nothing and can't fail.
	_ = kubernetes.Convert_v1_Job_To_batch_Job(job, hub, nil)
	return hub
}
