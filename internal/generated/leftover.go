package generated

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/apis/batch"
)

// LeftOver is what a Job in automatic mode has from another Job: somebody copied that one.
type LeftOver struct {
	// Selector says that spec.selector is among it.
	Selector bool
	// Keys are the labels of the template that are, sorted.
	Keys []string
	// Names and UIDs are those of the other Job, or Jobs, sorted. Either may be empty.
	Names, UIDs []string
}

// LeftOver returns what the Job has from another one, nil if nothing.
func (j Job) LeftOver(chosen batch.SelectorLabels) *LeftOver {
	if j.Manual {
		return nil
	}
	return j.findLeftOver(KeysOf(chosen))
}

func (j Job) findLeftOver(keys Keys) *LeftOver {
	l := &LeftOver{}
	if keys.IsSelector(*j.Selector) {
		for _, uid := range (*j.Selector).MatchLabels {
			if uid != string(j.Meta.UID) {
				l.Selector = true
				l.UIDs = append(l.UIDs, uid)
			}
		}
	}
	for key, value := range j.Template.Labels {
		isUID, isForeign := keys.IsUID(key), j.isForeign(keys, key, value)
		if isForeign {
			l.Keys = append(l.Keys, key)
		}
		switch {
		case isUID && isForeign:
			l.UIDs = append(l.UIDs, value)
		case !isUID && keys.IsName(key):
			l.Names = append(l.Names, value) // also the own name: the other Job may have had the same
		}
	}
	if !l.Selector && len(l.Keys) == 0 {
		return nil
	}
	for _, list := range []*[]string{&l.Keys, &l.Names, &l.UIDs} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return l
}

// Job names the other Job as well as the rest of it allows.
func (l *LeftOver) Job() string {
	switch {
	case len(l.Names) > 0 && len(l.UIDs) > 0:
		return fmt.Sprintf("Job %s with UID %s", quoted(l.Names), quoted(l.UIDs))
	case len(l.Names) > 0:
		return "Job " + quoted(l.Names)
	default:
		return "the Job with UID " + quoted(l.UIDs)
	}
}

// String is the warning for the one who gets the Job without it.
func (l *LeftOver) String() string {
	var what []string
	if l.Selector {
		what = append(what, "spec.selector")
	}
	switch len(l.Keys) {
	case 0:
	case 1:
		what = append(what, "the label "+quoted(l.Keys)+" of spec.template")
	default:
		what = append(what, "the labels "+quoted(l.Keys)+" of spec.template")
	}
	return fmt.Sprintf("%s came from %s and did not apply here; kube-apiserver would reject the Job with them", strings.Join(what, " and "), l.Job())
}

// quoted lists names for a sentence.
func quoted(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}
