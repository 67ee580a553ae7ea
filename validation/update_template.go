package validation

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/semantic"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// templateUpdate checks that the pod template stays. While the Job is suspended and has no
// pods, the scheduling and the resources of future pods may change, and their labels and
// annotations. Releases before 1.36 allow less.
func (c *checker) templateUpdate(job, old *batch.Job, path *fieldpath.Path) {
	template, oldTemplate := &job.Spec.Template, &old.Spec.Template
	if !c.serverOnly && !semantic.DeepEqual(template, oldTemplate) {
		// A change of a disabled field is none: a server drops the field first.
		template, oldTemplate = template.DeepCopy(), oldTemplate.DeepCopy()
		if opts := (podtemplate.Options{Features: c.features}); opts == (podtemplate.Options{}) {
			podtemplate.DropDisabledFields(template)
			podtemplate.DropDisabledFields(oldTemplate)
		} else {
			podtemplate.DropUnknown(oldTemplate, opts)
			podtemplate.DropWith(template, oldTemplate, nil, opts)
		}
	}
	may := c.templateChanges(old)
	if may == (templateChanges{}) {
		if !semantic.DeepEqual(template, oldTemplate) {
			c.add(field.Invalid(path.Field(), field.OmitValueType{}, detailImmutable+"; changed: "+changes(oldTemplate, template)))
		}
		return
	}
	c.generatedLabelsUpdate(job, old, path.Child("metadata").Child("labels"))
	allowed := *oldTemplate
	allowed.Labels, allowed.Annotations = template.Labels, template.Annotations
	allowed.Spec = *oldTemplate.Spec.DeepCopy()
	detail := "only scheduling may change while the Job is suspended and has never started"
	if may.scheduling {
		allowScheduling(&allowed.Spec, &template.Spec)
	}
	if may.resources {
		detail = "only container resources may change while the Job is suspended and has no pods"
		allowResources(allowed.Spec.Containers, template.Spec.Containers)
		allowResources(allowed.Spec.InitContainers, template.Spec.InitContainers)
	}
	if may.scheduling && may.resources {
		detail = "only scheduling and container resources may change while the Job is suspended"
	}
	if !may.resources {
		if !semantic.DeepEqual(template, &allowed) {
			c.add(field.Invalid(path.Field(), field.OmitValueType{}, detail+"; changed: "+changes(&allowed, template)))
		}
		return
	}
	if !semantic.DeepEqual(&template.Spec, &allowed.Spec) {
		c.add(field.Invalid(path.Field("spec"), field.OmitValueType{}, detail+"; changed: "+changes(&allowed.Spec, &template.Spec)))
	}
}

// templateChanges are the changes of the pod template that an update may make. If there are any, its
// labels and annotations may change too.
type templateChanges struct {
	scheduling, resources bool
}

// templateChanges returns the changes that an update of the Job may make. The Job must be suspended
// and have no pods: it never started, or the controller has suspended it.
func (c *checker) templateChanges(job *batch.Job) templateChanges {
	if !isSuspended(&job.Spec) {
		return templateChanges{}
	}
	neverStarted := job.Status.StartTime == nil
	hasNoPods := job.Status.Active == 0 && (neverStarted || hasCondition(job, batch.JobSuspended))
	if c.features.Minor() < 36 { // which wait for the controller
		hasNoPods = job.Status.Active == 0 && hasCondition(job, batch.JobSuspended)
	}
	may := templateChanges{scheduling: neverStarted}
	if c.features.Enabled(features.MutableSchedulingDirectivesForSuspendedJobs) {
		may.scheduling = hasNoPods
	}
	if c.features.Enabled(features.MutablePodResourcesForSuspendedJobs) {
		may.resources = hasNoPods
	}
	return may
}

// allowScheduling copies into allowed, the old spec, the fields of spec about scheduling that may
// change.
func allowScheduling(allowed, spec *corev1.PodSpec) {
	allowed.NodeSelector, allowed.Tolerations, allowed.SchedulingGates = spec.NodeSelector, spec.Tolerations, spec.SchedulingGates

	// Of affinity only nodeAffinity may change. Empty affinity equals none.
	affinity := corev1.Affinity{}
	if allowed.Affinity != nil {
		affinity = *allowed.Affinity
	}
	affinity.NodeAffinity = nil
	if spec.Affinity != nil {
		affinity.NodeAffinity = spec.Affinity.NodeAffinity
	}
	allowed.Affinity = &affinity
	if spec.Affinity == nil && affinity == (corev1.Affinity{}) {
		allowed.Affinity = nil
	}
}

// allowResources copies the resources of containers that have the same name at the same place.
func allowResources(allowed, containers []corev1.Container) {
	if len(allowed) != len(containers) {
		return
	}
	for i := range allowed {
		if allowed[i].Name == containers[i].Name {
			allowed[i].Resources = containers[i].Resources
		}
	}
}

// generatedLabelsUpdate checks that the generated labels stay. It leaves out those that the
// selector has: without them the selector doesn't match the template, which is an error too.
func (c *checker) generatedLabelsUpdate(job, old *batch.Job, path *fieldpath.Path) {
	if isManual(&old.Spec) {
		return
	}
	for label := range c.keys.Identity(old.UID, old.Name) {
		oldValue, ok := old.Spec.Template.Labels[label.Key]
		if !ok || oldValue != label.Value || hasMatchLabel(old, label.Key) {
			continue
		}
		detail := "must stay " + strconv.Quote(oldValue) + ": generated labels are immutable"
		switch value, ok := job.Spec.Template.Labels[label.Key]; {
		case !ok:
			c.add(field.Required(path.Key(label.Key).Field(), detail).WithOrigin(OriginGeneratedLabelImmutable))
		case value != oldValue:
			c.add(field.Invalid(path.Key(label.Key).Field(), value, detail).WithOrigin(OriginGeneratedLabelImmutable))
		}
	}
}

func hasMatchLabel(job *batch.Job, key string) bool {
	if job.Spec.Selector == nil {
		return false
	}
	_, ok := job.Spec.Selector.MatchLabels[key]
	return ok
}
