// Package register lets the versions register their defaults alike.
package register

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/generated"
)

// With returns a function that registers with a scheme what add adds to it. It fails, and
// leaves the scheme alone, if that is nil or the keys cannot do.
func With(keys batch.SelectorLabels, add func(*runtime.Scheme, batch.SelectorLabels)) func(*runtime.Scheme) error {
	// The defaulters outlive the call, and the caller may change his slices.
	keys = batch.SelectorLabels{UID: slices.Clone(keys.UID), Name: slices.Clone(keys.Name)}
	return func(scheme *runtime.Scheme) error {
		if scheme == nil {
			return errors.New("cannot register defaults: the scheme is nil")
		}
		if err := generated.KeysOf(keys).Check(); err != nil {
			return fmt.Errorf("cannot register defaults: %w", err)
		}
		add(scheme, keys)
		return nil
	}
}
