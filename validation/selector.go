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

// newSelector checks the selector of a new Job and the template labels that belong to it. path is
// that of the spec.
func (c *checker) newSelector(job *batch.Job, path *fieldpath.Path) {
	chosen, template := job.Spec.Selector, job.Spec.Template.Labels
	selectorPath := path.Child("selector")
	if c.serverOnly {
		c.serverSelector(job, kubernetesLabels, path)
	}
	if chosen == nil {
		detail := "is generated from the name and UID in automatic mode: generate it before validation, or " + c.terms.manual + " and choose one"
		if isManual(&job.Spec) {
			detail = "must be set in manual mode, or " + c.terms.auto + " to have it generated"
		}
		c.add(field.Required(selectorPath.Field(), detail))
		c.matchesNothing(&job.Spec, path)
		return
	}
	c.add(labelrules.Selector(chosen, false, selectorPath)...)
	if c.serverOnly {
		c.matchesTemplate(chosen, template, path)
		return
	}
	if isManual(&job.Spec) {
		if automatic.IsEmpty(chosen) {
			c.add(field.Invalid(selectorPath.Field(), chosen, "must not be empty: an empty selector selects every pod in the namespace, so use labels that only this Job's pods have").
				WithOrigin(OriginEmptyManualSelector))
		}
		c.matchesTemplate(chosen, template, path)
		return
	}

	if job.UID == "" {
		c.add(field.Required(field.NewPath("metadata", "uid"), "the generated selector consists of it"))
	}
	own := c.keys.IsOwn(chosen, job.UID)
	if !own && (job.UID != "" || !c.keys.IsSelector(chosen)) {
		c.notGenerated(job, selectorPath)
		template = withGenerated(job) // the labels that a server would add aren't missing
	}
	c.generatedLabels(job, own, path.Child("template").Child("metadata").Child("labels"))
	c.matchesTemplate(chosen, template, path)
}

// notGenerated records that a selector in automatic mode isn't the generated one.
func (c *checker) notGenerated(job *batch.Job, path *fieldpath.Path) {
	detail := "must be the generated selector in automatic mode: remove it, or " + c.terms.manual +
		" and make sure that it selects no pods of other controllers"
	if left, ok := automatic.Of(job).Leftovers(c.keys.Chosen()); ok && left.Selector {
		detail = "selects the pods of " + left.Origin() + ", which this Job was copied from: remove it and the labels of that Job to have them generated"
	}
	err := field.Forbidden(path.Field(), detail)
	if job.UID != "" && matches(job.Spec.Selector, identity(job, batch.KubernetesSelectorLabels())) {
		err = err.WithOrigin(OriginSelectorNotGenerated) // kube-apiserver only checks for a match
	}
	c.add(err)
}

// generatedLabels checks the template labels under the keys that automatic mode and servers
// use. A wrong value is an error. With required, so is the lack of a label that a new Job must
// have. path is that of the labels.
func (c *checker) generatedLabels(job *batch.Job, required bool, path *fieldpath.Path) {
	for label := range c.keys.Identity(job.UID, job.Name) {
		if label.Value != "" { // a Job without UID or name has another error
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
		c.add(field.Invalid(path.Key(label.Key).Field(), value, detail))
	case !ok && required:
		c.add(field.Required(path.Key(label.Key).Field(), "must be "+strconv.Quote(label.Value)+", as generated"))
	}
}

// matchesTemplate checks that the selector matches the labels of the Job's pods. path is that
// of the spec.
func (c *checker) matchesTemplate(chosen *metav1.LabelSelector, template map[string]string, path *fieldpath.Path) {
	if matches(chosen, template) {
		return
	}
	s, err := selector.FromLabelSelector(chosen)
	if err != nil {
		return // an invalid selector has another error
	}
	detail := []string{"spec.selector doesn't match the template's labels"}
	for _, mismatch := range s.Explain(template) {
		detail = append(detail, mismatch.String())
	}
	c.add(field.Invalid(path.Field("template", "metadata", "labels"), template, strings.Join(detail, "; ")))
}

// matches reports whether the selector is valid and matches the labels.
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

// identity returns the labels that automatic mode generates for job under the keys.
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

// withGenerated returns the template labels of job with those that a server would add.
func withGenerated(job *batch.Job) map[string]string {
	set := identity(job, batch.KubernetesSelectorLabels())
	maps.Copy(set, job.Spec.Template.Labels)
	return set
}
