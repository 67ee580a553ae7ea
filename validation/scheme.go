package validation

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/internal/automatic"
)

// AddToScheme registers the validation of Jobs of the hub and of both versions, for
// Scheme.Validate and Scheme.ValidateUpdate, with the zero [Options]. See [AddToSchemeWith].
func AddToScheme(scheme *runtime.Scheme) error {
	return AddToSchemeWith(Options{})(scheme)
}

// AddToSchemeWith returns a function that registers the validation of Jobs of the hub and of
// both versions, for Scheme.Validate and Scheme.ValidateUpdate. The rules are those of this
// package with the options; for an update of the subresource status, those of
// [ValidateJobStatusUpdate]. Errors of a version speak of the fields of that version.
//
// Lists of Jobs are validated as so many new Jobs, with paths that begin with items[0] and so
// on. There is no update of a list.
//
// The function registers no types and no conversions: Jobs of a version are validated in the
// form of the hub, so the scheme needs those of conversion.AddToScheme too. Calling it again is
// harmless; the last options count. It fails on a nil scheme, and for selector labels with which
// defaulting.GenerateSelector fails.
func AddToSchemeWith(opts Options) func(*runtime.Scheme) error {
	// The validators outlive the call, and the caller may change the slices.
	opts.SelectorLabels = *opts.SelectorLabels.DeepCopy()
	return func(scheme *runtime.Scheme) error {
		if scheme == nil {
			return errors.New("cannot register validation: the scheme is nil")
		}
		if err := automatic.KeysOf(opts.SelectorLabels).Check(); err != nil {
			return fmt.Errorf("cannot register validation: %w", err)
		}
		hub, v1beta1 := validator(scheme, opts, hubWords), validator(scheme, opts, v1beta1Words)
		scheme.AddValidationFunc(&batch.Job{}, hub)
		scheme.AddValidationFunc(&batchv1.Job{}, hub)
		scheme.AddValidationFunc(&extensionsv1beta1.Job{}, v1beta1)
		scheme.AddValidationFunc(&batch.JobList{}, listValidator(hub, func(l *batch.JobList) []batch.Job { return l.Items }))
		scheme.AddValidationFunc(&batchv1.JobList{}, listValidator(hub, func(l *batchv1.JobList) []batchv1.Job { return l.Items }))
		scheme.AddValidationFunc(&extensionsv1beta1.JobList{}, listValidator(v1beta1, func(l *extensionsv1beta1.JobList) []extensionsv1beta1.Job { return l.Items }))
		return nil
	}
}

// validationFunc is what a scheme calls to validate an object, and the old one if there is one.
type validationFunc = func(ctx context.Context, op operation.Operation, obj, oldObj any) field.ErrorList

// validator returns what a scheme calls to validate Jobs of a version that has these words.
func validator(scheme *runtime.Scheme, opts Options, w words) validationFunc {
	return func(_ context.Context, op operation.Operation, obj, oldObj any) field.ErrorList {
		job, err := toHub(scheme, obj)
		if err != nil {
			return field.ErrorList{field.InternalError(jobPath, err)}
		}
		if op.Type == operation.Create {
			return validateJob(job, opts, w)
		}
		old, err := toHub(scheme, oldObj)
		if err != nil {
			return field.ErrorList{field.InternalError(jobPath, err)}
		}
		switch path := op.Request.SubresourcePath(); path {
		case "/":
			return validateJobUpdate(job, old, opts, w)
		case "/status":
			return ValidateJobStatusUpdate(job, old)
		default:
			return field.ErrorList{field.InternalError(jobPath, fmt.Errorf("a Job has no subresource %s", path))}
		}
	}
}

// toHub returns obj in the form of the hub, nil for a nil obj.
func toHub(scheme *runtime.Scheme, obj any) (*batch.Job, error) {
	if v := reflect.ValueOf(obj); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	if job, ok := obj.(*batch.Job); ok {
		return job, nil
	}
	hub := &batch.Job{}
	if err := scheme.Convert(obj, hub, nil); err != nil {
		return nil, fmt.Errorf("cannot validate %T: register its conversion with the scheme: %w", obj, err)
	}
	return hub, nil
}
