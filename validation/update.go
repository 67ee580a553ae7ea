package validation

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

const detailImmutable = "is immutable: delete the Job and create it anew to change it"

// update checks what may not change from old to job.
func (c *checker) update(job, old *batch.Job, path *fieldpath.Path) {
	spec, before := &job.Spec, &old.Spec
	c.keptSelector(job, old, path)
	c.completions(spec, before, path)
	c.template(job, old, path)
	for _, f := range [...]struct {
		name     string
		now, was any
	}{
		{"completionMode", spec.CompletionMode, before.CompletionMode},
		{"podFailurePolicy", spec.PodFailurePolicy, before.PodFailurePolicy},
		{"backoffLimitPerIndex", spec.BackoffLimitPerIndex, before.BackoffLimitPerIndex},
		{"managedBy", spec.ManagedBy, before.ManagedBy},
		{"successPolicy", spec.SuccessPolicy, before.SuccessPolicy},
	} {
		if !semantic.DeepEqual(f.now, f.was) {
			c.add(field.Invalid(path.Field(f.name), f.now, detailImmutable))
		}
	}
}

// keptSelector checks the selector of a Job that exists already. It is as it was, so that only
// what is wrong with it in itself is reported.
func (c *checker) keptSelector(job, old *batch.Job, path *fieldpath.Path) {
	if isManual(&job.Spec) != isManual(&old.Spec) {
		c.add(field.Invalid(path.Field(c.words.field), field.OmitValueType{}, "is immutable: the mode of a Job does not change").
			WithOrigin(OriginManualSelectorImmutable))
	}
	at := path.Child("selector")
	if !semantic.DeepEqual(job.Spec.Selector, old.Spec.Selector) {
		c.add(field.Invalid(at.Field(), job.Spec.Selector, detailImmutable))
	}
	if job.Spec.Selector == nil {
		c.add(field.Required(at.Field(), "a Job needs its selector to find its pods"))
		return
	}
	c.add(labelrules.Selector(job.Spec.Selector, labelrules.HasInvalidValue(old.Spec.Selector), at)...)
	c.selects(job.Spec.Selector, job.Spec.Template.Labels, path)
}

// completions may change only in an Indexed Job, to as many as there are pods at a time: it
// grows or shrinks as a whole.
func (c *checker) completions(spec, old *batch.JobSpec, path *fieldpath.Path) {
	if semantic.DeepEqual(spec.Completions, old.Completions) {
		return
	}
	if !isIndexed(spec) {
		c.add(field.Invalid(path.Field("completions"), spec.Completions, detailImmutable))
		return
	}
	if spec.Completions != nil && (spec.Parallelism == nil || *spec.Parallelism != *spec.Completions) {
		c.add(field.Invalid(path.Field("completions"), *spec.Completions, "may change only together with parallelism, to the same number"))
	}
}

// template checks that the pod template stays as it is, but for what may change while the Job
// is suspended and has no pods: how pods are scheduled, what resources they get, their labels
// and annotations.
func (c *checker) template(job, old *batch.Job, path *fieldpath.Path) {
	was, now := &old.Spec.Template, &job.Spec.Template
	if !semantic.DeepEqual(now, was) { // servers do not see all that has changed
		was, now = was.DeepCopy(), now.DeepCopy()
		podtemplate.DropDisabledFields(was)
		podtemplate.DropDisabledFields(now)
	}
	if !canChangeTemplate(old) {
		if !semantic.DeepEqual(now, was) {
			c.add(field.Invalid(path.Field("template"), field.OmitValueType{}, detailImmutable+"; changed: "+changes(was, now)))
		}
		return
	}
	c.keptLabels(job, old, path)
	allowed := was.Spec.DeepCopy()
	allowChanges(allowed, &now.Spec)
	if !semantic.DeepEqual(&now.Spec, allowed) {
		c.add(field.Invalid(path.Field("template", "spec"), field.OmitValueType{},
			"only scheduling and the resources of containers may change while the Job is suspended; changed: "+changes(allowed, &now.Spec)))
	}
}

// canChangeTemplate reports whether no pod of the template exists: the Job is suspended, and
// either never started or has come to rest.
func canChangeTemplate(job *batch.Job) bool {
	if job.Spec.Suspend == nil || !*job.Spec.Suspend || job.Status.Active != 0 {
		return false
	}
	return job.Status.StartTime == nil || hasCondition(job, batch.JobSuspended)
}

// allowChanges makes spec, the old one, equal to now in what may change.
func allowChanges(spec, now *corev1.PodSpec) {
	spec.NodeSelector, spec.Tolerations, spec.SchedulingGates = now.NodeSelector, now.Tolerations, now.SchedulingGates

	// Of affinity, what is about nodes. An empty rest is the same as none at all.
	affinity := corev1.Affinity{}
	if spec.Affinity != nil {
		affinity = *spec.Affinity
	}
	affinity.NodeAffinity = nil
	if now.Affinity != nil {
		affinity.NodeAffinity = now.Affinity.NodeAffinity
	}
	spec.Affinity = &affinity
	if now.Affinity == nil && affinity == (corev1.Affinity{}) {
		spec.Affinity = nil
	}

	allowResources(spec.Containers, now.Containers)
	allowResources(spec.InitContainers, now.InitContainers)
}

func allowResources(containers, now []corev1.Container) {
	if len(containers) != len(now) {
		return
	}
	for i := range containers {
		if containers[i].Name == now[i].Name {
			containers[i].Resources = now[i].Resources
		}
	}
}

// keptLabels checks that the generated labels which the old template has stay. Where the
// selector has the same key, it is the selector that does not match any more.
func (c *checker) keptLabels(job, old *batch.Job, path *fieldpath.Path) {
	if isManual(&old.Spec) {
		return
	}
	for label := range c.keys.Identity(old.UID, old.Name) {
		was, had := old.Spec.Template.Labels[label.Key]
		if !had || was != label.Value || selectsBy(old, label.Key) {
			continue
		}
		at := path.Field("template", "metadata", "labels").Key(label.Key)
		detail := "must stay " + strconv.Quote(was) + ": generated labels do not change"
		switch now, ok := job.Spec.Template.Labels[label.Key]; {
		case !ok:
			c.add(field.Required(at, detail).WithOrigin(OriginGeneratedLabelImmutable))
		case now != was:
			c.add(field.Invalid(at, now, detail).WithOrigin(OriginGeneratedLabelImmutable))
		}
	}
}

func selectsBy(job *batch.Job, key string) bool {
	if job.Spec.Selector == nil {
		return false
	}
	_, ok := job.Spec.Selector.MatchLabels[key]
	return ok
}
