package automatic

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
)

// Leftovers is what a Job in automatic mode still has from the Job it was copied from.
type Leftovers struct {
	// Selector reports whether spec.selector selects the pods of the other Job.
	Selector bool
	// Labels are the keys of the template's labels that were generated for the other Job, sorted.
	Labels []string
	// Names and UIDs identify the other Job, as far as its labels do. They are sorted.
	Names []string
	UIDs  []types.UID
}

// Leftovers returns what the Job has from another Job, and whether it has anything.
func (j Job) Leftovers(chosen batch.SelectorLabels) (Leftovers, bool) {
	if j.Manual {
		return Leftovers{}, false
	}
	return j.leftovers(KeysOf(chosen))
}

func (j Job) leftovers(keys Keys) (Leftovers, bool) {
	var l Leftovers
	if keys.IsSelector(*j.Selector) {
		for _, uid := range (*j.Selector).MatchLabels {
			if uid != string(j.Meta.UID) {
				l.Selector = true
				l.UIDs = append(l.UIDs, types.UID(uid))
			}
		}
	}
	var sameNames []string
	for key, value := range j.Template.Labels {
		isUID, isForeign := keys.IsUID(key), j.isForeign(keys, key, value)
		if isForeign {
			l.Labels = append(l.Labels, key)
		}
		switch {
		case isUID && isForeign:
			l.UIDs = append(l.UIDs, types.UID(value))
		case isForeign:
			l.Names = append(l.Names, value)
		case keys.IsName(key):
			sameNames = append(sameNames, value)
		}
	}
	if !l.Selector && len(l.Labels) == 0 {
		return Leftovers{}, false
	}
	if len(l.UIDs) > 0 {
		l.Names = append(l.Names, sameNames...) // the other Job had this Job's name
	}
	slices.Sort(l.Labels)
	l.Names, l.UIDs = sorted(l.Names), sorted(l.UIDs)
	return l, true
}

// sorted sorts values and drops duplicates.
func sorted[T ~string](values []T) []T {
	slices.Sort(values)
	return slices.Compact(values)
}

// Fields returns the paths of the fields to remove, spec.selector first.
func (l Leftovers) Fields() []string {
	fields := make([]string, 0, len(l.Labels)+1)
	if l.Selector {
		fields = append(fields, "spec.selector")
	}
	for _, key := range l.Labels {
		fields = append(fields, "spec.template.metadata.labels["+key+"]")
	}
	return fields
}

// Origin names the other Job, for a sentence.
func (l Leftovers) Origin() string {
	switch {
	case len(l.Names) > 0 && len(l.UIDs) > 0:
		return fmt.Sprintf("Job %s with UID %s", quoted(l.Names), quoted(l.UIDs))
	case len(l.Names) > 0:
		return "Job " + quoted(l.Names)
	default:
		return "the Job with UID " + quoted(l.UIDs)
	}
}

// String returns the warning that GenerateSelector gives when it has replaced the leftovers. It
// is empty if there are none.
func (l Leftovers) String() string {
	var what []string
	if l.Selector {
		what = append(what, "spec.selector")
	}
	switch len(l.Labels) {
	case 0:
		if !l.Selector {
			return ""
		}
	case 1:
		what = append(what, "the label "+quoted(l.Labels)+" of spec.template")
	default:
		what = append(what, "the labels "+quoted(l.Labels)+" of spec.template")
	}
	return fmt.Sprintf("%s came from %s and did not apply here; kube-apiserver would reject the Job with them", strings.Join(what, " and "), l.Origin())
}

// quoted lists values for a sentence.
func quoted[T ~string](values []T) string {
	var b strings.Builder
	for i, value := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", string(value))
	}
	return b.String()
}
