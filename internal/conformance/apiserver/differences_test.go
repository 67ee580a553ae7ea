package apiserver

import (
	"maps"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/validation"
)

// This file handles the differences that packages defaulting and validation document. The numbers are
// those in the documentation of package validation.

// removeOwnFields removes the fields that only jobapi has.
func removeOwnFields(job *batchv1.Job) {
	job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Status.CreationTime = nil, nil, nil
}

// withoutOwnFields returns a document without the fields that only jobapi has. It returns other
// documents, and those that jobapi can't decode, as they are.
func withoutOwnFields(t testing.TB, d document) document {
	t.Helper()
	obj, err := decode(d, &kindJob)
	if err != nil {
		return d
	}
	job, ok := obj.(*batchv1.Job)
	if !ok || job.Spec.BackoffSeconds == nil && job.Spec.FailedPodsLimit == nil && job.Status.CreationTime == nil {
		return d
	}
	removeOwnFields(job)
	return document{inJSON, encode(t, job)}
}

// addDifferences changes the Job that jobapi stores for a manifest into kube-apiserver's.
func addDifferences(stored, manifest *batchv1.Job) {
	if stored.Spec.ManualSelector == nil { // difference 1
		stored.Spec.ManualSelector = new(false)
	}
	// kube-apiserver stores Jobs as protobuf, which doesn't distinguish an empty list from nil.
	if policy := stored.Spec.PodFailurePolicy; policy != nil && len(policy.Rules) == 0 {
		policy.Rules = nil
	}
	if len(manifest.Labels) > 0 {
		return
	}
	// By default kube-apiserver gives a Job the template's labels: the same map, so it gets the
	// generated labels too. A Job with a generateName is copied before, but the defaults are set
	// again when the stored Job is read.
	if manifest.Name != "" || len(stored.Labels) == 0 {
		stored.Labels = stored.Spec.Template.Labels
	}
}

// serverWarnings returns the warnings for job that kube-apiserver gives too.
func serverWarnings(job *batch.Job) []string {
	var texts []string
	for _, warning := range validation.Warnings(job) {
		if !warning.Own {
			texts = append(texts, warning.String())
		}
	}
	return texts
}

// refusesSelector reports whether only jobapi refuses the selector (difference 5). jobapi then doesn't
// generate labels, while kube-apiserver adds its own to the selector.
func (p prediction) refusesSelector() bool {
	return slices.ContainsFunc(p.own, func(err *field.Error) bool { return err.Origin == validation.OriginSelectorNotGenerated })
}

// panics reports whether kube-apiserver panics (difference 12): a success policy needs completions,
// and the Job has none.
func panics(job *batch.Job) bool {
	spec := job.Spec
	if spec.SuccessPolicy == nil || spec.Completions != nil || spec.CompletionMode == nil || *spec.CompletionMode != batch.IndexedCompletion {
		return false
	}
	for _, rule := range spec.SuccessPolicy.Rules {
		if rule.SucceededCount != nil || rule.SucceededIndexes != nil {
			return true
		}
	}
	return false
}

// cause is one reason why a Job is refused: a kind of error at a path.
type cause struct{ kind, path string }

// newCause returns a cause with the same path for both sides (difference 11): kube-apiserver reports
// some label errors at spec.template.labels, a field that doesn't exist.
func newCause(kind, path string) cause {
	if rest, ok := strings.CutPrefix(path, "spec.template.labels"); ok {
		path = "spec.template.metadata.labels" + rest
	}
	return cause{kind, path}
}

// explains reports whether, by design, only one side gives a cause for the predicted Job.
func (p prediction) explains(c cause) bool {
	aboutSelector := c.path == "spec.selector"
	aboutLabels := strings.HasPrefix(c.path, "spec.template.metadata.labels")
	switch {
	case c.path == "metadata.labels" && len(p.manifest.Labels) == 0: // kube-apiserver copies generated labels there
		return true
	case p.job.Name == "": // jobapi can't generate a selector
		return aboutSelector || aboutLabels
	case p.job.Spec.Selector == nil: // difference 8
		return aboutLabels
	case p.update:
		return false
	case p.job.Spec.ManualSelector != nil && *p.job.Spec.ManualSelector:
		return false
	}
	longName := len(p.job.Name) > 63                                // difference 9
	return !isGenerated(p.job) && (aboutSelector || aboutLabels) || // difference 5
		longName && (aboutLabels || c.path == "metadata.name")
}

func isGenerated(job *batch.Job) bool {
	generated := map[string]string{batch.ControllerUidLabel: string(job.UID)}
	return maps.Equal(labelsOf(job.Spec.Selector), generated)
}

// labelsOf returns the labels of a selector that has no expressions, or nil.
func labelsOf(selector *metav1.LabelSelector) map[string]string {
	if selector == nil || len(selector.MatchExpressions) > 0 {
		return nil
	}
	return selector.MatchLabels
}
