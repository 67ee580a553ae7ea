package generated

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/labels"
)

// Job is what generation reads and writes of a Job of any version. Its pointers are not nil.
type Job struct {
	Meta     *metav1.ObjectMeta
	Selector **metav1.LabelSelector
	Template *corev1.PodTemplateSpec
	// Manual says that selector and labels are the user's own business.
	Manual bool
}

// Generate gives the Job the selector and labels of automatic mode. It returns a warning if
// that replaced what another Job had left, and an error, having changed nothing, if the Job
// lacks what it takes. Maps and the old selector stay as they are: new ones take their place.
func (j Job) Generate(chosen batch.SelectorLabels) (warnings []string, err error) {
	keys := KeysOf(chosen)
	if j.Manual || !IsEmpty(*j.Selector) && !keys.IsSelector(*j.Selector) || j.isComplete(keys) {
		return nil, nil
	}
	if err := errors.Join(keys.check(), j.checkIdentity()); err != nil {
		return nil, err
	}

	if origin := j.leftOver(keys); origin != nil {
		warnings = append(warnings, origin.String())
	}
	generated := make(map[string]string, len(j.Template.Labels)+len(keys.chosen.UID)+len(keys.chosen.Name))
	for key, value := range j.Template.Labels {
		if !j.isForeign(keys, key, value) {
			generated[key] = value
		}
	}
	for _, key := range keys.chosen.Name {
		generated[key] = j.Meta.Name
	}
	for _, key := range keys.chosen.UID {
		generated[key] = string(j.Meta.UID)
	}
	j.Template.Labels = generated
	*j.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{keys.chosen.UID[0]: string(j.Meta.UID)}}
	return warnings, nil
}

// Strip removes the generated selector and, under the keys of both generations, the labels
// of the template, and of the Job where a server copied them.
func (j Job) Strip() {
	if j.Manual {
		return
	}
	keys := KeysOf(batch.SelectorLabels{})
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

// isComplete reports whether the Job selects by its own UID, under any of the keys, and makes
// pods that it selects.
func (j Job) isComplete(keys Keys) bool {
	if !keys.IsOwn(*j.Selector, j.Meta.UID) {
		return false
	}
	for key, uid := range (*j.Selector).MatchLabels {
		if j.Template.Labels[key] != uid {
			return false
		}
	}
	return true
}

// isForeign reports whether the label was generated for another Job than this one.
func (j Job) isForeign(keys Keys, key, value string) bool {
	if keys.IsUID(key) {
		return value != string(j.Meta.UID)
	}
	return keys.IsName(key) && j.Meta.Name != "" && value != j.Meta.Name
}

// checkIdentity returns an error for what the labels would be made of and is missing.
func (j Job) checkIdentity() error {
	var errs []error
	metadata := field.NewPath("metadata")
	if j.Meta.UID == "" {
		errs = append(errs, field.Required(metadata.Child("uid"), "the selector is made of it: set it before generating the selector"))
	}
	if j.Meta.Name == "" {
		errs = append(errs, field.Required(metadata.Child("name"), "a label is made of it: set it before generating the selector"))
	}
	return errors.Join(errs...)
}

// check returns an error if the keys that a program chose cannot do.
func (k Keys) check() error {
	if len(k.chosen.UID) == 0 {
		return errors.New("the selector labels have no key for the UID: name at least one")
	}
	for _, key := range slices.Concat(k.chosen.UID, k.chosen.Name) {
		if err := labels.ValidateKey(key); err != nil {
			return fmt.Errorf("the selector labels have a key that no label can have: %w", err)
		}
	}
	return nil
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
