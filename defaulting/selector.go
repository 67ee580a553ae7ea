package defaulting

import (
	"errors"

	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
)

// GenerateSelector gives job the selector and the template labels of automatic mode, under the
// given keys. The selector becomes {keys.UID[0]: UID}. The template gets a label with the UID
// under each key of keys.UID, and a label with the name under each key of keys.Name. The zero
// keys mean [batch.DefaultSelectorLabels].
//
// GenerateSelector changes nothing
//   - in manual mode,
//   - if the user wrote a selector, which validation then rejects, and
//   - if job was stored and is complete, so that a Job of any server stays as it is. A Job was
//     stored if it has a resourceVersion. It is complete if it selects by its own UID, under
//     any of the given keys or those of Kubernetes, and its template has that label.
//
// An empty selector counts as none.
//
// If job was never stored, the given keys replace those that a selector was generated under
// before, such as those of the defaults. So it doesn't matter whether a program sets the UID or
// the defaults first. The labels that were generated with that selector go: those with the Job's
// UID, as far as the selector, the given keys or Kubernetes use their key, and those with the
// Job's name under a key of Kubernetes. A label of the latter kind stays if the Job itself has it
// too: then it was in the template before any label was generated, and is the user's.
//
// What another Job left in the selector and in such labels is replaced or removed. A warning for
// the user then says what it was and names that Job. All other labels stay.
//
// The Job needs a UID and a name. The keys need at least one for the UID, and must be valid label
// keys. No key may be for the UID and for the name, here or in Kubernetes. Otherwise
// GenerateSelector changes nothing and returns an error. The error wraps a [*field.Error] if it
// is about the Job and a [*labels.SyntaxError] if it is about an invalid key.
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

// Origin names the other Job, such as: Job "pi" with UID "b0a1".
func (l Leftovers) Origin() string {
	return automatic.Leftovers(l).Origin()
}

// String describes the leftovers in a sentence, which is the warning of [GenerateSelector].
func (l Leftovers) String() string {
	return automatic.Leftovers(l).String()
}

// StripGeneratedSelector removes what would make a copy of job select the pods of the original:
// the generated selector, and the generated labels of the template. These are controller-uid and
// job-name, with and without prefix. It also removes a generated label from the Job itself if the
// value is the template's, since kube-apiserver copies labels there.
//
// It changes nothing else, and nothing at all in manual mode. [StripGeneratedSelectorWith] is for
// Jobs whose selector was generated under other keys. A nil job stays nil.
func StripGeneratedSelector(job *batch.Job) {
	StripGeneratedSelectorWith(job, batch.SelectorLabels{})
}

// StripGeneratedSelectorWith is like [StripGeneratedSelector], for Jobs whose selector was
// generated under the given keys. It removes every label under these keys, whatever its value.
func StripGeneratedSelectorWith(job *batch.Job, keys batch.SelectorLabels) {
	if job != nil {
		automatic.Of(job).Strip(keys)
	}
}
