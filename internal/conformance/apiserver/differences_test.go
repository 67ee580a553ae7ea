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

// The differences that packages defaulting and validation document. Numbers are those in the
// documentation of package validation.

// removeOwnFields removes the fields that kube-apiserver lacks.
func removeOwnFields(job *batchv1.Job) {
	job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Status.CreationTime = nil, nil, nil
}

// withoutOwnFields returns a document that a server can decode, if what it cannot is only the
// fields that it lacks. Others stay as they are written.
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

// addDifferences adds to what jobapi stores of a manifest what kube-apiserver stores besides.
func addDifferences(stored, manifest *batchv1.Job) {
	if stored.Spec.ManualSelector == nil { // 1
		stored.Spec.ManualSelector = new(false)
	}
	// It stores Jobs in a format that does not tell an empty list from none.
	if policy := stored.Spec.PodFailurePolicy; policy != nil && len(policy.Rules) == 0 {
		policy.Rules = nil
	}
	if len(manifest.Labels) > 0 {
		return
	}
	// A Job has the template's labels by default. The generated ones get in because both then
	// share a map, but for a Job that gets a name from the server, which is copied before; or
	// else because the defaults are set again when the stored Job is read.
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

// refusesSelector reports whether only jobapi refuses the selector (5). It generates none then,
// where kube-apiserver adds to the one that is there.
func (p prediction) refusesSelector() bool {
	return slices.ContainsFunc(p.own, func(err *field.Error) bool { return err.Origin == validation.OriginSelectorNotGenerated })
}

// panics reports whether kube-apiserver panics over a Job (12): a success policy counts on
// completions.
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

// cause is why a Job is refused, and where.
type cause struct{ kind, path string }

// newCause is a cause with a path that both sides use (11): some label errors of kube-apiserver
// are at spec.template.labels, where no labels are.
func newCause(kind, path string) cause {
	if rest, ok := strings.CutPrefix(path, "spec.template.labels"); ok {
		path = "spec.template.metadata.labels" + rest
	}
	return cause{kind, path}
}

// explains reports whether it is by design that only one side gives a cause to refuse the
// predicted Job.
func (p prediction) explains(c cause) bool {
	aboutSelector := c.path == "spec.selector"
	aboutLabels := strings.HasPrefix(c.path, "spec.template.metadata.labels")
	switch {
	case c.path == "metadata.labels" && len(p.manifest.Labels) == 0: // where generated labels get to
		return true
	case p.job.Name == "": // nothing could be generated
		return aboutSelector || aboutLabels
	case p.job.Spec.Selector == nil: // 8
		return aboutLabels
	case p.update:
		return false
	case p.job.Spec.ManualSelector != nil && *p.job.Spec.ManualSelector:
		return false
	}
	longName := len(p.job.Name) > 63                                // 9
	return !isGenerated(p.job) && (aboutSelector || aboutLabels) || // 5
		longName && (aboutLabels || c.path == "metadata.name")
}

func isGenerated(job *batch.Job) bool {
	generated := map[string]string{batch.ControllerUidLabel: string(job.UID)}
	return maps.Equal(labelsOf(job.Spec.Selector), generated)
}

// labelsOf returns what a selector consists of, if that is labels only.
func labelsOf(selector *metav1.LabelSelector) map[string]string {
	if selector == nil || len(selector.MatchExpressions) > 0 {
		return nil
	}
	return selector.MatchLabels
}
