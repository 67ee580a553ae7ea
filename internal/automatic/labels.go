package automatic

import (
	"maps"

	"github.com/jobapi/jobapi/apis/batch"
)

// generatedLabels returns a function that reports whether a label of the template was generated,
// for this Job or another.
//
// A label with this Job's name counts as generated if there is a UID beside it, in the selector
// or another label. But the user may have written it. The Job's own labels tell: the defaults
// copy a label there only if it was in the template before any label was generated.
func (j Job) generatedLabels(keys Keys) func(key, value string) bool {
	var selected map[string]string
	if keys.IsSelector(*j.Selector) || j.isReplaceable() {
		selected = (*j.Selector).MatchLabels
	}
	hasUID := len(selected) > 0 || keys.hasUID(j.Template.Labels)
	copied := j.Meta.Labels
	if keys.hasUID(copied) {
		copied = nil // a server copied the generated labels too
	}
	return func(key, value string) bool {
		switch {
		case keys.IsUID(key):
			return true
		case keys.IsName(key):
			return j.isForeign(keys, key, value) || hasUID && !has(copied, key, value)
		default:
			return has(selected, key, value)
		}
	}
}

// has reports whether labels has the label.
func has(labels map[string]string, key, value string) bool {
	got, ok := labels[key]
	return ok && got == value
}

// isForeign reports whether the label was generated for another Job.
func (j Job) isForeign(keys Keys, key, value string) bool {
	if keys.IsUID(key) {
		return value != string(j.Meta.UID)
	}
	return keys.IsName(key) && j.Meta.Name != "" && value != j.Meta.Name
}

// UserLabels returns a copy of the template's labels without the generated ones. It is nil if
// no label is left.
//
// Under keys that are neither chosen nor Kubernetes', a label with the Job's UID counts as
// generated. A label with the Job's name doesn't: users write such labels.
func (j Job) UserLabels(chosen batch.SelectorLabels) map[string]string {
	if j.Manual {
		return maps.Clone(j.Template.Labels)
	}
	uid := string(j.Meta.UID)
	wasGenerated := j.generatedLabels(KeysOf(chosen))
	return maps.Clone(without(j.Template.Labels, func(key, value string) bool {
		return wasGenerated(key, value) || uid != "" && value == uid
	}))
}

// Strip removes the generated selector and the generated labels of the template, whichever Job
// they are for. It also removes these labels from the Job where a server copied them.
func (j Job) Strip(chosen batch.SelectorLabels) {
	if j.Manual {
		return
	}
	keys := KeysOf(chosen)
	old := j.Template.Labels
	isGenerated := func(key, _ string) bool { return keys.IsUID(key) || keys.IsName(key) }
	j.Template.Labels = without(old, isGenerated)
	j.Meta.Labels = without(j.Meta.Labels, func(key, value string) bool {
		return has(old, key, value) && isGenerated(key, value)
	})
	if keys.IsSelector(*j.Selector) {
		*j.Selector = nil
	}
}

// without returns labels without those that drop is true for. It returns labels itself if it
// drops none, and nil if it drops all.
func without(labels map[string]string, drop func(key, value string) bool) map[string]string {
	var rest map[string]string
	for key, value := range labels {
		if drop(key, value) {
			if rest == nil {
				rest = maps.Clone(labels)
			}
			delete(rest, key)
		}
	}
	switch {
	case rest == nil:
		return labels
	case len(rest) == 0:
		return nil
	}
	return rest
}
