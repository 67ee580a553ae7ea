package automatic

import (
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/labels"
)

// The keys that servers generate labels under, of both generations. Nobody writes to them.
var (
	KnownUIDs  = []string{batch.ControllerUidLabel, batch.LegacyControllerUidLabel}
	KnownNames = []string{batch.JobNameLabel, batch.LegacyJobNameLabel}
)

// Keys tells generated labels by their keys: those that a server of either generation uses,
// and those that a program has chosen.
type Keys struct {
	chosen batch.SelectorLabels
}

// KeysOf returns the keys for a choice, which may be the zero value.
func KeysOf(chosen batch.SelectorLabels) Keys {
	if len(chosen.UID) == 0 && len(chosen.Name) == 0 {
		chosen = defaultLabels
	}
	return Keys{chosen}
}

var defaultLabels = batch.DefaultSelectorLabels()

// Chosen returns the keys that a new Job gets labels under. The caller only reads them.
func (k Keys) Chosen() batch.SelectorLabels {
	return k.chosen
}

// Check returns an error if the chosen keys cannot be used. A label has one value, so no key can
// be for both UID and name, or be for one of them here and for the other on a server.
func (k Keys) Check() error {
	if len(k.chosen.UID) == 0 {
		return errors.New("the selector labels have no key for the UID: name at least one")
	}
	for _, key := range slices.Concat(k.chosen.UID, k.chosen.Name) {
		if err := labels.ValidateKey(key); err != nil {
			return fmt.Errorf("the selector labels have a key that no label can have: %w", err)
		}
	}
	for _, key := range k.chosen.UID {
		if k.IsName(key) {
			return fmt.Errorf("the selector labels have the key %q for the UID, but it is one for the name: choose another", key)
		}
	}
	for _, key := range k.chosen.Name {
		if k.IsUID(key) {
			return fmt.Errorf("the selector labels have the key %q for the name, but it is one for the UID: choose another", key)
		}
	}
	return nil
}

// IsUID reports whether the label under key holds the UID of a Job.
func (k Keys) IsUID(key string) bool {
	return slices.Contains(KnownUIDs, key) || slices.Contains(k.chosen.UID, key)
}

// IsName reports whether the label under key holds the name of a Job.
func (k Keys) IsName(key string) bool {
	return slices.Contains(KnownNames, key) || slices.Contains(k.chosen.Name, key)
}

// IsSelector reports whether selector was generated, for this Job or another: it selects by
// UID only. An empty selector was not.
func (k Keys) IsSelector(selector *metav1.LabelSelector) bool {
	if selector == nil || len(selector.MatchLabels) == 0 || len(selector.MatchExpressions) > 0 {
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
	if uid == "" || !k.IsSelector(selector) {
		return false
	}
	for _, value := range selector.MatchLabels {
		if value != string(uid) {
			return false
		}
	}
	return true
}

// IsEmpty reports whether selector says nothing, so that one may be generated.
func IsEmpty(selector *metav1.LabelSelector) bool {
	return selector == nil || len(selector.MatchLabels) == 0 && len(selector.MatchExpressions) == 0
}
