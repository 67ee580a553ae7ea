package automatic

import (
	"maps"

	"github.com/jobapi/jobapi/apis/batch"
)

// Strip removes the generated selector and, under the keys of both generations and those
// chosen, the labels of the template, and of the Job where a server copied them.
func (j Job) Strip(chosen batch.SelectorLabels) {
	if j.Manual {
		return
	}
	keys := KeysOf(chosen)
	old := j.Template.Labels
	isGenerated := func(key, _ string) bool { return keys.IsUID(key) || keys.IsName(key) }
	j.Template.Labels = without(old, isGenerated)
	j.Meta.Labels = without(j.Meta.Labels, func(key, value string) bool {
		copied, ok := old[key]
		return ok && copied == value && isGenerated(key, value)
	})
	if keys.IsSelector(*j.Selector) {
		*j.Selector = nil
	}
}

// without returns labels without those that drop is true for: labels itself if there are
// none of them, nil if there are no others.
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
