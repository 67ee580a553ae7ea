package automatic

import (
	"maps"

	"github.com/jobapi/jobapi/apis/batch"
)

// UserLabels returns a copy of the template's labels without those that were generated, for
// this Job or another, under the keys of both generations and those chosen. It is nil if the
// template has no map of labels, or none but generated ones.
//
// Under any other key a label is the user's, unless its value is the UID of the Job, which no
// user can have known. The Job's name, by contrast, is what users write into labels too, so
// nothing is told by it: one label too many does no harm, one that is lost does.
func (j Job) UserLabels(chosen batch.SelectorLabels) map[string]string {
	if j.Manual {
		return maps.Clone(j.Template.Labels)
	}
	keys := KeysOf(chosen)
	hasUID := false // under a generated key
	for key := range j.Template.Labels {
		hasUID = hasUID || keys.IsUID(key)
	}
	uid := string(j.Meta.UID)
	return maps.Clone(without(j.Template.Labels, func(key, value string) bool {
		switch {
		case keys.IsUID(key):
			return true
		case keys.IsName(key):
			return hasUID || j.isForeign(keys, key, value)
		default:
			return uid != "" && value == uid
		}
	}))
}
