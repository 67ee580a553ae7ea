package automatic

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/labels"
)

// The keys that servers generate labels under: since Kubernetes 1.27, and before. Read only.
var (
	knownUIDs  = []string{batch.ControllerUidLabel, batch.LegacyControllerUidLabel}
	knownNames = []string{batch.JobNameLabel, batch.LegacyJobNameLabel}
)

// Keys identifies generated labels by their keys: those that a program has chosen, and those
// that servers use.
type Keys struct {
	chosen batch.SelectorLabels
}

// KeysOf returns the keys for a choice. The zero value chooses the default keys.
func KeysOf(chosen batch.SelectorLabels) Keys {
	if len(chosen.UID) == 0 && len(chosen.Name) == 0 {
		chosen = defaultLabels
	}
	return Keys{chosen}
}

var defaultLabels = batch.DefaultSelectorLabels()

// Chosen returns the keys of a new Job's labels. The caller must not change them.
func (k Keys) Chosen() batch.SelectorLabels {
	return k.chosen
}

// Check returns an error if the chosen keys cannot be used. A label has one value, so no key can
// be for both the UID and the name, neither here nor between here and a server.
func (k Keys) Check() error {
	if len(k.chosen.UID) == 0 {
		return errors.New("the selector labels have no key for the UID: name at least one")
	}
	for _, key := range slices.Concat(k.chosen.UID, k.chosen.Name) {
		if err := labels.ValidateKey(key); err != nil {
			return fmt.Errorf("the selector labels have an invalid key: %w", err)
		}
	}
	for _, key := range k.chosen.UID {
		if k.IsName(key) {
			return fmt.Errorf("the selector labels have the key %q for the UID, but it is a key for the name: choose another", key)
		}
	}
	for _, key := range k.chosen.Name {
		if k.IsUID(key) {
			return fmt.Errorf("the selector labels have the key %q for the name, but it is a key for the UID: choose another", key)
		}
	}
	return nil
}

// IsUID reports whether the label under key holds the UID of a Job.
func (k Keys) IsUID(key string) bool {
	return slices.Contains(knownUIDs, key) || slices.Contains(k.chosen.UID, key)
}

// IsName reports whether the label under key holds the name of a Job.
func (k Keys) IsName(key string) bool {
	return slices.Contains(knownNames, key) || slices.Contains(k.chosen.Name, key)
}

// hasUID reports whether labels has a label that holds the UID of a Job.
func (k Keys) hasUID(labels map[string]string) bool {
	for key := range labels {
		if k.IsUID(key) {
			return true
		}
	}
	return false
}

// IsSelector reports whether selector was generated, for any Job: it selects by UID alone. An
// empty selector was not generated.
func (k Keys) IsSelector(selector *metav1.LabelSelector) bool {
	if IsEmpty(selector) || len(selector.MatchExpressions) > 0 {
		return false
	}
	for key := range selector.MatchLabels {
		if !k.IsUID(key) {
			return false
		}
	}
	return true
}

// IsOwn reports whether selector was generated for the Job with the UID.
func (k Keys) IsOwn(selector *metav1.LabelSelector, uid types.UID) bool {
	return k.IsSelector(selector) && selectsOnly(selector, uid)
}

// IsEmpty reports whether selector has no requirements. Automatic mode then generates one.
func IsEmpty(selector *metav1.LabelSelector) bool {
	return selector == nil || len(selector.MatchLabels) == 0 && len(selector.MatchExpressions) == 0
}

// selectsOnly reports whether selector selects by uid alone, under whichever keys. An empty uid
// or selector selects nothing.
func selectsOnly(selector *metav1.LabelSelector, uid types.UID) bool {
	if uid == "" || IsEmpty(selector) || len(selector.MatchExpressions) > 0 {
		return false
	}
	for _, value := range selector.MatchLabels {
		if value != string(uid) {
			return false
		}
	}
	return true
}

// Label is a label that automatic mode or a server generates for a Job.
type Label struct {
	Key, Value string
	// Chosen reports whether a new Job gets the label. Another label may be missing, but if it
	// is there it must have the Value.
	Chosen bool
}

// Identity iterates over the generated labels of the Job with UID and name. Labels with the UID
// come first. Chosen keys come before other keys that servers use. No key comes twice. The value
// is empty if uid or name is.
func (k Keys) Identity(uid types.UID, name string) iter.Seq[Label] {
	return func(yield func(Label) bool) {
		for _, keys := range [...]struct {
			chosen, known []string
			value         string
		}{
			{k.chosen.UID, knownUIDs, string(uid)},
			{k.chosen.Name, knownNames, name},
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
