package automatic

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// Generate gives the Job the selector and labels of automatic mode, under the chosen keys. It
// returns a warning if it replaced what came from another Job. It returns an error, and changes
// nothing, if the keys can't be used or the Job has no UID or name.
//
// It changes nothing in manual mode, if the user wrote the selector, if the Job is complete and
// stored, and if the Job has what it would generate. It replaces the maps and the selector, and
// doesn't write into the old ones.
func (j Job) Generate(chosen batch.SelectorLabels) (warnings []string, err error) {
	keys := KeysOf(chosen)
	generates := j.isIncomplete(keys) || j.isReplaceable() && !j.isGenerated(keys)
	if !generates {
		return nil, nil
	}
	if err := errors.Join(keys.Check(), j.checkIdentity()); err != nil {
		return nil, err
	}
	if left, ok := j.leftovers(keys); ok {
		warnings = append(warnings, left.String())
	}
	j.generate(keys)
	return warnings, nil
}

// GenerateMissing does what Generate does, except that it leaves every complete Job alone, stored
// or not, and a Job without UID or name. The caller has checked the keys.
func (j Job) GenerateMissing(chosen batch.SelectorLabels) {
	keys := KeysOf(chosen)
	if j.Meta.UID != "" && j.Meta.Name != "" && j.isIncomplete(keys) {
		j.generate(keys)
	}
}

// generate replaces the selector and the generated labels.
func (j Job) generate(keys Keys) {
	generated := make(map[string]string, len(j.Template.Labels)+len(keys.chosen.UID)+len(keys.chosen.Name))
	wasGenerated := j.generatedLabels(keys)
	for key, value := range j.Template.Labels {
		if !wasGenerated(key, value) {
			generated[key] = value
		}
	}
	for label := range keys.Identity(j.Meta.UID, j.Meta.Name) {
		if label.Chosen {
			generated[label.Key] = label.Value
		}
	}
	j.Template.Labels = generated
	*j.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{keys.chosen.UID[0]: string(j.Meta.UID)}}
}

// isIncomplete reports whether the Job is in automatic mode and lacks a selector of its own, or
// the label that this selects. A Job with a user's selector is not incomplete.
func (j Job) isIncomplete(keys Keys) bool {
	if j.Manual || !IsEmpty(*j.Selector) && !keys.IsSelector(*j.Selector) {
		return false
	}
	if !keys.IsOwn(*j.Selector, j.Meta.UID) {
		return true
	}
	for key, uid := range (*j.Selector).MatchLabels {
		if j.Template.Labels[key] != uid {
			return true
		}
	}
	return false
}

// isReplaceable reports whether the Job is in automatic mode, was never stored, and selects by
// its own UID alone. Whichever keys it uses, such a selector was generated for this Job.
func (j Job) isReplaceable() bool {
	return !j.Manual && j.Meta.ResourceVersion == "" && selectsOnly(*j.Selector, j.Meta.UID)
}

// isGenerated reports whether the Job has the selector and labels of the chosen keys, and no
// others of its UID or of another Job.
func (j Job) isGenerated(keys Keys) bool {
	selected := (*j.Selector).MatchLabels
	if len(keys.chosen.UID) == 0 || len(selected) != 1 || !has(selected, keys.chosen.UID[0], string(j.Meta.UID)) {
		return false
	}
	for label := range keys.Identity(j.Meta.UID, j.Meta.Name) {
		value, ok := j.Template.Labels[label.Key]
		switch {
		case !ok && label.Chosen,
			ok && value != label.Value,
			ok && !label.Chosen && keys.IsUID(label.Key): // generated under other keys
			return false
		}
	}
	return true
}

// checkIdentity returns an error for each field that labels are made of and that is missing.
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
