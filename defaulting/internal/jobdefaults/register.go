package jobdefaults

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
)

// AddToSchemeWith returns a function that registers the defaults of Jobs and lists of Jobs under
// the keys. The function returns an error, and leaves the scheme alone, if the scheme is nil or
// the keys can't be used.
func AddToSchemeWith[Job, List runtime.Object](
	keys batch.SelectorLabels,
	setDefaults func(Job, batch.SelectorLabels), setListDefaults func(List, batch.SelectorLabels),
) func(*runtime.Scheme) error {
	// The defaulters outlive the call, and the caller may change the slices.
	keys = *keys.DeepCopy()
	return func(scheme *runtime.Scheme) error {
		if scheme == nil {
			return errors.New("cannot register defaults: the scheme is nil")
		}
		if err := automatic.KeysOf(keys).Check(); err != nil {
			return fmt.Errorf("cannot register defaults: %w", err)
		}
		var job Job
		var list List
		scheme.AddTypeDefaultingFunc(job, func(obj any) { setDefaults(obj.(Job), keys) })
		scheme.AddTypeDefaultingFunc(list, func(obj any) { setListDefaults(obj.(List), keys) })
		return nil
	}
}
