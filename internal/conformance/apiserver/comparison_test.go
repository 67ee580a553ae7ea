package apiserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// verdict creates a document as a dry run, and compares the answer with jobapi's prediction. It returns
// the prediction, and whether both sides accept the document.
func (s server) verdict(t testing.TB, d document, n *tally) (prediction, bool) {
	t.Helper()
	p, namespace := s.predict(t, d, identity{}), metav1.NamespaceDefault
	if p.unread == nil && p.manifest.Namespace != "" {
		namespace = p.manifest.Namespace
	}
	if namespace != metav1.NamespaceDefault && !s.has(t, namespace) {
		n.outcomes[homeless]++
		if !slices.ContainsFunc(p.errs, func(err *field.Error) bool { return err.Field == "metadata.namespace" }) {
			t.Errorf("%s\nkube-apiserver refuses the namespace, jobapi answers %v", d.data, p.errs)
		}
		return p, false
	}
	return p, n.compare(t, d, p, s.dryRun(t, namespace, d), func(answered *batchv1.Job) prediction {
		return s.predict(t, d, identity{answered.Name, answered.UID})
	})
}

// compare compares a prediction with the answer to a document, and reports whether both sides accept
// the document. again predicts the object in the answer, whose name and UID come from the server.
func (n *tally) compare(t testing.TB, d document, p prediction, a answer, again func(answered *batchv1.Job) prediction) bool {
	t.Helper()
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s\n%s", d.data, fmt.Sprintf(format, args...))
	}
	switch {
	case p.unread != nil:
		n.outcomes[unread]++
		if a.code != http.StatusBadRequest {
			wrong("jobapi can't decode it: %v\nkube-apiserver answers %d %s", p.unread, a.code, a.body)
		}
		if !runtime.IsNotRegisteredError(p.unread) && !strings.Contains(a.status.Message, p.unread.Error()) {
			wrong("jobapi answers %v\nkube-apiserver answers %s", p.unread, a.status.Message)
		}
	case panics(p.job):
		n.outcomes[panicked]++
		if a.code != http.StatusInternalServerError || len(p.errs) == 0 {
			wrong("kube-apiserver answers %d %s instead of a panic; jobapi answers %v", a.code, a.body, p.errs)
		}
	case p.leftOver != nil:
		n.outcomes[leftOver]++
		if a.code != http.StatusUnprocessableEntity {
			wrong("jobapi warns: %q\nkube-apiserver answers %d %s", p.leftOver, a.code, a.body)
		}
	case len(p.errs) > 0:
		n.outcomes[refused]++
		if a.code != http.StatusUnprocessableEntity {
			wrong("jobapi answers %v\nkube-apiserver answers %d %s", p.errs, a.code, a.body)
			break
		}
		for _, difference := range p.compareCauses(a, n) {
			wrong("%s", difference)
		}
	default:
		n.outcomes[accepted]++
		n.outcomes[ownVerdict] += min(1, len(p.own))
		if a.code >= http.StatusMultipleChoices {
			wrong("jobapi accepts it\nkube-apiserver answers %d %s", a.code, a.body)
			break
		}
		if diff := compareObject(t, a.body, again); diff != "" {
			wrong("%s", diff)
		}
		if diff := cmp.Diff(abouts(a.warnings), abouts(p.warnings)); diff != "" {
			wrong("kube-apiserver warns %q\njobapi %q", a.warnings, p.warnings)
		}
		n.outcomes[warned] += min(1, len(p.warnings))
		return true
	}
	return false
}

// compareCauses returns the causes that only one side gives, except those that are by design.
func (p prediction) compareCauses(a answer, n *tally) []string {
	theirs, ours := map[cause]string{}, map[cause]string{}
	if a.status.Details != nil {
		for _, c := range a.status.Details.Causes {
			theirs[newCause(string(c.Type), c.Field)] = c.Message
		}
	}
	for _, err := range p.errs {
		ours[newCause(string(err.Type), err.Field)] = err.ErrorBody()
	}
	var differences []string
	compare := func(side string, said, other map[cause]string) {
		for c, message := range said {
			n.causes[cause{c.kind, pattern(c.path)}]++
			switch _, agreed := other[c]; {
			case agreed:
			case p.explains(c):
				n.differences[cause{c.kind, pattern(c.path)}]++
			default:
				differences = append(differences, "only "+side+": "+c.kind+" at "+c.path+": "+message)
			}
		}
	}
	compare("kube-apiserver", theirs, ours)
	compare("jobapi", ours, theirs)
	return differences
}

// abouts returns the paths at the beginning of warnings, sorted.
func abouts(warnings []string) []string {
	var abouts []string
	for _, warning := range warnings {
		about, _, _ := strings.Cut(warning, ":")
		abouts = append(abouts, about)
	}
	slices.Sort(abouts)
	return abouts
}

// pattern removes the indexes and keys in brackets from a path.
func pattern(path string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(path, "[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("[]")
		_, path, _ = strings.Cut(rest, "]")
	}
}

// compareObject compares a returned object with its prediction, and with itself after a strict round
// trip through jobapi's types.
func compareObject(t testing.TB, body []byte, predict func(answered *batchv1.Job) prediction) string {
	t.Helper()
	obj, err := decode(document{inJSON, body}, nil)
	if err != nil {
		return "decode the returned object: " + err.Error()
	}
	answered, ok := obj.(*batchv1.Job)
	if !ok {
		return "the returned object is not a Job"
	}
	if diff := cmp.Diff(value(t, body), value(t, encode(t, answered))); diff != "" {
		return "after a round trip (-kube-apiserver +jobapi):\n" + diff
	}
	p := predict(answered)
	if p.refusesSelector() {
		return ""
	}
	want := p.stored(t, answered.ObjectMeta)
	if diff := cmp.Diff(value(t, body), value(t, encode(t, want))); diff != "" {
		return "(-kube-apiserver +jobapi):\n" + diff
	}
	return ""
}
