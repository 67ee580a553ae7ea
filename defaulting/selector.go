package defaulting

import (
	"errors"

	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
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
	return automatic.Of(job).Generate(keys)
}

// Leftovers is what a Job in automatic mode still has from the Job it was copied from: a selector
// and labels that were generated for that Job. kube-apiserver rejects a Job that has them.
// [GenerateSelector] replaces them.
type Leftovers struct {
	// Selector reports whether spec.selector selects the pods of the other Job.
	Selector bool
	// Labels are the keys of the labels of spec.template that were generated for the other Job,
	// sorted.
	Labels []string
	// Names and UIDs identify the other Job, sorted. At least one of them has a value. They have
	// several values if the Job has leftovers of several Jobs.
	Names []string
	UIDs  []types.UID
}

// FindLeftovers returns what job still has from the Job it was copied from, and whether it has
// anything. Labels count as generated under the given keys and under those of Kubernetes. The
// zero keys mean [batch.DefaultSelectorLabels].
//
// A label with a UID belongs to another Job if its value is not job's UID, so in a Job without a
// UID every such label does. A label with a name belongs to another Job if its value is not job's
// name and job has a name.
//
// FindLeftovers changes nothing. It finds nothing in manual mode and in a nil job.
func FindLeftovers(job *batch.Job, keys batch.SelectorLabels) (Leftovers, bool) {
	if job == nil {
		return Leftovers{}, false
	}
	l, ok := automatic.Of(job).Leftovers(keys)
	return Leftovers(l), ok
}

// Fields returns the paths of the fields to remove: spec.selector first, then the labels, such
// as spec.template.metadata.labels[controller-uid].
func (l Leftovers) Fields() []string {
	return automatic.Leftovers(l).Fields()
}

// String describes the leftovers in a sentence, which is the warning of [GenerateSelector].
func (l Leftovers) String() string {
	return automatic.Leftovers(l).String()
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
		automatic.Of(job).Strip(keys)
	}
}
