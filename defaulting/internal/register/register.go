// Package register lets the versions register their defaults alike.
package register

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
)

// With returns a function that calls add with a scheme. It fails, and leaves the scheme alone,
// if that is nil or the keys cannot be used.
func With(keys batch.SelectorLabels, add func(*runtime.Scheme, batch.SelectorLabels)) func(*runtime.Scheme) error {
	// The defaulters outlive the call, and the caller may change the slices.
	keys = *keys.DeepCopy()
	return func(scheme *runtime.Scheme) error {
		if scheme == nil {
			return errors.New("cannot register defaults: the scheme is nil")
		}
		if err := automatic.KeysOf(keys).Check(); err != nil {
			return fmt.Errorf("cannot register defaults: %w", err)
		}
		add(scheme, keys)
		return nil
	}
}
