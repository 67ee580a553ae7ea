package validation

import (
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/selector"
)

// This file has the rules of Options.ServerOnly: what kube-apiserver does where the rules of this
// package differ.

var (
	kubernetesLabels = batch.KubernetesSelectorLabels()
	// legacyLabels are the labels that Jobs from before Kubernetes 1.27 have.
	legacyLabels = batch.DefaultSelectorLabels()
)

// updateAsNew checks in an update of a Job what kube-apiserver checked before 1.37 as if the Job were
// new: its metadata, and its generated selector and labels.
func (c *checker) updateAsNew(job, old *batch.Job) {
	var root *fieldpath.Path // the Job
	c.newMetadata(&job.ObjectMeta, root.Child("metadata"))
	keys := kubernetesLabels
	if labels := old.Spec.Template.Labels; !hasKey(labels, batch.JobNameLabel) || !hasKey(labels, batch.ControllerUidLabel) {
		keys = legacyLabels
	}
	c.serverSelector(job, keys, root.Child("spec"))
}

func hasKey(m map[string]string, key string) bool {
	_, ok := m[key]
	return ok
}

// serverSelector checks the generated selector and labels of a new Job as kube-apiserver does. The
// labels have these keys. path is that of the spec. It leaves a missing selector to the caller.
func (c *checker) serverSelector(job *batch.Job, keys batch.SelectorLabels, path *fieldpath.Path) {
	chosen := job.Spec.Selector
	if isManual(&job.Spec) || chosen == nil {
		return
	}
	if job.UID == "" {
		c.add(field.Required(field.NewPath("metadata", "uid"), "the generated selector consists of it"))
	}
	labels := path.Child("template").Child("metadata").Child("labels")
	for _, key := range keys.UID {
		c.serverLabel(job, key, string(job.UID), labels)
	}
	for _, key := range keys.Name {
		c.serverLabel(job, key, job.Name, labels)
	}
	if s, err := selector.FromLabelSelector(chosen); err == nil && !s.Matches(identity(job, keys)) {
		c.add(field.Invalid(path.Field("selector"), chosen, "must be the generated selector in automatic mode: remove it, or "+c.terms.manual))
	}
}

func (c *checker) serverLabel(job *batch.Job, key, want string, path *fieldpath.Path) {
	value, ok := job.Spec.Template.Labels[key]
	switch {
	case !ok:
		c.add(field.Required(path.Key(key).Field(), "must be "+strconv.Quote(want)+", as generated"))
	case value != want:
		c.add(field.Invalid(path.Key(key).Field(), value, "must be "+strconv.Quote(want)+": remove it to have it generated"))
	}
}

// matchesNothing records that a missing selector doesn't match the template, as kube-apiserver
// does beside the error for the selector.
func (c *checker) matchesNothing(spec *batch.JobSpec, path *fieldpath.Path) {
	if c.serverOnly {
		c.add(field.Invalid(path.Field("template", "metadata", "labels"), spec.Template.Labels, "a missing selector doesn't match the template's labels"))
	}
}
