package automatic

import (
	"iter"
	"slices"

	"k8s.io/apimachinery/pkg/types"
)

// Label is a label that automatic mode generates for a Job, or that a server generates.
type Label struct {
	Key, Value string
	// Chosen says that a new Job gets it. Others need not be there, but nothing else may
	// stand under their keys.
	Chosen bool
}

// Identity goes over the labels that tell the pods of the Job with UID and name: those of the
// UID, then those of the name; of either those under the chosen keys, then those that servers
// write under other keys. It yields each key once, with an empty value where UID or name is.
func (k Keys) Identity(uid types.UID, name string) iter.Seq[Label] {
	return func(yield func(Label) bool) {
		for _, keys := range [...]struct {
			chosen, known []string
			value         string
		}{
			{k.chosen.UID, KnownUIDs, string(uid)},
			{k.chosen.Name, KnownNames, name},
		} {
			for i, key := range keys.chosen {
				if !slices.Contains(keys.chosen[:i], key) && !yield(Label{key, keys.value, true}) {
					return
				}
			}
			for _, key := range keys.known {
				if !slices.Contains(keys.chosen, key) && !yield(Label{key, keys.value, false}) {
					return
				}
			}
		}
	}
}
