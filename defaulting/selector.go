package defaulting

import (
	"errors"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/generated"
)

// GenerateSelector gives job the selector and the template labels of automatic mode, under
// the given keys: the selector becomes {keys.UID[0]: UID}, and the template gets a label with
// the UID under each key of keys.UID and one with the name under each of keys.Name. The zero
// keys stand for [batch.DefaultSelectorLabels].
//
// It changes nothing in manual mode; if the user wrote a selector, which validation then
// refuses; and if the Job is complete: it selects by its own UID, under any of the given keys
// or those of Kubernetes, and its template has that label. An empty selector counts as none.
//
// So a Job that any server has made stays as it is, and the keys of a Job are those of the
// first call. Beware: setting the defaults of a version is such a call once the Job has UID
// and name. Afterwards other keys have no effect here, and validation misses their labels. To
// choose keys, set the defaults first, then the UID, then call this; or register the defaults
// with [AddToSchemeWith].
//
// A selector that consists of such UID labels of another Job is replaced. So are the UIDs and
// names that another Job left under the given keys. Those under Kubernetes' other keys are
// taken away. A warning, for people, then says what it was and names that Job. All other labels
// stay.
//
// It needs UID and name, at least one key for the UID, and keys that are valid for labels. No
// key may be for both UID and name, or be for one of them here and for the other in Kubernetes.
// Else it changes nothing and returns an error, which wraps a [*field.Error] if it is about the
// Job and a [*labels.SyntaxError] if it is about a malformed key.
//
// [*field.Error]: https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation/field#Error
// [*labels.SyntaxError]: https://pkg.go.dev/github.com/jobapi/jobapi/labels#SyntaxError
func GenerateSelector(job *batch.Job, keys batch.SelectorLabels) (warnings []string, err error) {
	if job == nil {
		return nil, errors.New("cannot generate a selector: the Job is nil")
	}
	return generated.Of(job).Generate(keys)
}

// StripGeneratedSelector takes away what makes a copy of job overlap with it: the generated
// selector, and the generated labels of the template under the keys of both generations,
// controller-uid and job-name with and without prefix. It takes the same labels from the Job
// itself, where it has them with the template's values: kube-apiserver copies them there. It
// changes nothing else, and in manual mode nothing at all: a selector or labels under keys of a
// program's own stay, for which there is [StripGeneratedSelectorOf]. A nil job stays nil.
func StripGeneratedSelector(job *batch.Job) {
	StripGeneratedSelectorOf(job, batch.SelectorLabels{})
}

// StripGeneratedSelectorOf is [StripGeneratedSelector] for Jobs that were generated under the
// given keys too. It takes these for what they are said to be: a label under any of them goes.
func StripGeneratedSelectorOf(job *batch.Job, keys batch.SelectorLabels) {
	if job != nil {
		generated.Of(job).Strip(keys)
	}
}
