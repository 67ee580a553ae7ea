package automatic

import (
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// Generate gives the Job the selector and labels of automatic mode. It returns a warning if
// that replaced what another Job had left, and an error, having changed nothing, if the Job
// lacks what it takes. Maps and the old selector stay as they are: new ones take their place.
func (j Job) Generate(chosen batch.SelectorLabels) (warnings []string, err error) {
	keys := KeysOf(chosen)
	if j.Manual || !IsEmpty(*j.Selector) && !keys.IsSelector(*j.Selector) || j.isComplete(keys) {
		return nil, nil
	}
	if err := errors.Join(keys.Check(), j.checkIdentity()); err != nil {
		return nil, err
	}

	if left, ok := j.leftovers(keys); ok {
		warnings = append(warnings, left.String())
	}
	generated := make(map[string]string, len(j.Template.Labels)+len(keys.chosen.UID)+len(keys.chosen.Name))
	for key, value := range j.Template.Labels {
		if !j.isForeign(keys, key, value) {
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
	return warnings, nil
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
