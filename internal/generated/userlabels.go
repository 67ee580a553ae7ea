package generated

import (
	"maps"

	"github.com/jobapi/jobapi/apis/batch"
)

// UserLabels returns a copy of the template's labels without those that were generated, for
// this Job or another. It is nil if there are none.
func (j Job) UserLabels() map[string]string {
	if j.Manual {
		return maps.Clone(j.Template.Labels)
	}
	keys := KeysOf(batch.SelectorLabels{})
	uid := string(j.Meta.UID)
	byKnownKey, byOtherKey := false, false // whether a label has a UID
	for key, value := range j.Template.Labels {
		switch {
		case keys.IsUID(key):
			byKnownKey = true
		case !keys.IsName(key) && uid != "" && value == uid:
			byOtherKey = true
		}
	}
	return maps.Clone(without(j.Template.Labels, func(key, value string) bool {
		switch {
		case keys.IsUID(key):
			return true
		case keys.IsName(key):
			return byKnownKey || j.isForeign(keys, key, value)
		default: // the keys are the program's own, only the values tell
			return byOtherKey && (value == uid || value == j.Meta.Name)
		}
	}))
}
