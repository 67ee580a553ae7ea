package validation

import (
	"maps"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// newSelector checks the selector of a new Job, and the template labels that go with it.
func (c *checker) newSelector(job *batch.Job, path *fieldpath.Path) {
	chosen, manual := job.Spec.Selector, isManual(&job.Spec)
	if chosen == nil {
		detail := "is generated in automatic mode, once the Job has name and UID: generate it first, or " + c.words.use + " and choose one"
		if manual {
			detail = "must be chosen in manual mode, or " + c.words.avoid + " to have one generated"
		}
		c.add(field.Required(path.Field("selector"), detail))
		return
	}
	at := path.Child("selector")
	c.add(labelrules.Selector(chosen, false, at)...)
	if manual {
		if automatic.IsEmpty(chosen) {
			c.add(field.Invalid(at.Field(), chosen, "is empty and would take every pod of the namespace: select labels that only this Job's pods have").
				WithOrigin(OriginEmptyManualSelector))
		}
		c.selects(chosen, job.Spec.Template.Labels, path)
		return
	}

	if job.UID == "" {
		c.add(field.Required(field.NewPath("metadata", "uid"), "the generated selector is made of it"))
	}
	own := c.keys.IsOwn(chosen, job.UID)
	template := job.Spec.Template.Labels
	if !own && (job.UID != "" || !c.keys.IsSelector(chosen)) {
		c.notGenerated(job, at.Field())
		template = withGenerated(job) // what a server would have added is not missing
	}
	c.generatedLabels(job, own, path)
	c.selects(chosen, template, path)
}

// notGenerated records that the selector of a Job in automatic mode is none that the system
// made for it.
func (c *checker) notGenerated(job *batch.Job, path *field.Path) {
	detail := "only the system chooses the selector in automatic mode: remove it, or " + c.words.use +
		" and make sure that it selects no pods of other controllers"
	if left, ok := automatic.Of(job).Leftovers(c.keys.Chosen()); ok && left.Selector {
		detail = "selects the pods of " + left.Origin() + ", from which this one was copied: remove it to have one generated, and the labels of that Job with it"
	}
	err := field.Forbidden(path, detail)
	if job.UID != "" && matches(job.Spec.Selector, identity(job, batch.KubernetesSelectorLabels())) {
		err = err.WithOrigin(OriginSelectorNotGenerated) // kube-apiserver looks no closer
	}
	c.add(err)
}

// generatedLabels checks the labels of the template that automatic mode generates: those that
// a new Job must have, where they are required, and what stands under any key that servers
// generate labels under.
func (c *checker) generatedLabels(job *batch.Job, required bool, path *fieldpath.Path) {
	for label := range c.keys.Identity(job.UID, job.Name) {
		if label.Value != "" { // or it is an error of its own
			c.generatedLabel(job, label, required && label.Chosen, path)
		}
	}
}

func (c *checker) generatedLabel(job *batch.Job, label automatic.Label, required bool, path *fieldpath.Path) {
	value, ok := job.Spec.Template.Labels[label.Key]
	switch {
	case ok && value != label.Value:
		detail := "must be " + strconv.Quote(label.Value)
		if left, ok := automatic.Of(job).Leftovers(c.keys.Chosen()); ok {
			detail += ": it was copied from " + left.Origin() + "; remove it to have it generated"
		}
		c.add(field.Invalid(path.Field("template", "metadata", "labels").Key(label.Key), value, detail))
	case !ok && required:
		c.add(field.Required(path.Field("template", "metadata", "labels").Key(label.Key), "must be "+strconv.Quote(label.Value)+", as generated"))
	}
}

// selects checks that the selector matches the pods that the Job makes.
func (c *checker) selects(chosen *metav1.LabelSelector, template map[string]string, path *fieldpath.Path) {
	if matches(chosen, template) {
		return
	}
	s, err := selector.FromLabelSelector(chosen)
	if err != nil {
		return // the selector has an error of its own
	}
	detail := []string{"spec.selector does not select the pods of the template"}
	for _, mismatch := range s.Explain(template) {
		detail = append(detail, mismatch.String())
	}
	c.add(field.Invalid(path.Field("template", "metadata", "labels"), template, strings.Join(detail, "; ")))
}

// matches reports whether the selector is sound and matches the set.
func matches(chosen *metav1.LabelSelector, set map[string]string) bool {
	if len(chosen.MatchExpressions) == 0 {
		for key, value := range chosen.MatchLabels {
			if got, ok := set[key]; !ok || got != value || labels.ValidateKey(key) != nil || labels.ValidateValue(value) != nil {
				return false
			}
		}
		return true
	}
	s, err := selector.FromLabelSelector(chosen)
	return err == nil && s.Matches(set)
}

// identity returns the labels that are generated for job under the keys.
func identity(job *batch.Job, keys batch.SelectorLabels) map[string]string {
	set := map[string]string{}
	for _, key := range keys.UID {
		set[key] = string(job.UID)
	}
	for _, key := range keys.Name {
		set[key] = job.Name
	}
	return set
}

// withGenerated returns the template labels of job as a server would complete them.
func withGenerated(job *batch.Job) map[string]string {
	set := identity(job, batch.KubernetesSelectorLabels())
	maps.Copy(set, job.Spec.Template.Labels)
	return set
}
