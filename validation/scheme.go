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

// AddToScheme calls [AddToSchemeWith] with the zero [Options].
func AddToScheme(scheme *runtime.Scheme) error {
	return AddToSchemeWith(Options{})(scheme)
}

// AddToSchemeWith returns a function that registers the validation of Jobs and of lists of Jobs,
// in the hub and in both versions, for Scheme.Validate and Scheme.ValidateUpdate.
//
// The rules are those of [ValidateJob] and [ValidateJobUpdate] with the options, and those of
// [ValidateJobStatusUpdate] for the subresource status. Errors name the fields of the object's
// own version. A list is validated as new Jobs, with paths that start with items[0]. An update
// of a list is an error.
//
// The scheme must also have the conversions of conversion.AddToScheme: a Job of a version is
// converted to the hub first. The function registers neither types nor conversions. It may be
// called again; the last options apply. It fails if the scheme is nil, or if
// defaulting.GenerateSelector rejects the selector labels.
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
		hub, v1beta1 := validator(scheme, opts, hubTerms), validator(scheme, opts, v1beta1Terms)
		scheme.AddValidationFunc(&batch.Job{}, hub)
		scheme.AddValidationFunc(&batchv1.Job{}, hub)
		scheme.AddValidationFunc(&extensionsv1beta1.Job{}, v1beta1)
		scheme.AddValidationFunc(&batch.JobList{}, listValidator(hub, func(l *batch.JobList) []batch.Job { return l.Items }))
		scheme.AddValidationFunc(&batchv1.JobList{}, listValidator(hub, func(l *batchv1.JobList) []batchv1.Job { return l.Items }))
		scheme.AddValidationFunc(&extensionsv1beta1.JobList{}, listValidator(v1beta1, func(l *extensionsv1beta1.JobList) []extensionsv1beta1.Job { return l.Items }))
		return nil
	}
}

// validationFunc is the type that AddValidationFunc takes. oldObj is nil unless op is an update.
type validationFunc = func(ctx context.Context, op operation.Operation, obj, oldObj any) field.ErrorList

// validator returns the function that validates Jobs of an API version with the terms.
func validator(scheme *runtime.Scheme, opts Options, terms terms) validationFunc {
	return func(_ context.Context, op operation.Operation, obj, oldObj any) field.ErrorList {
		job, err := toHub(scheme, obj)
		if err != nil {
			return field.ErrorList{field.InternalError(jobPath, err)}
		}
		if op.Type == operation.Create {
			return validateJob(job, opts, terms)
		}
		old, err := toHub(scheme, oldObj)
		if err != nil {
			return field.ErrorList{field.InternalError(jobPath, err)}
		}
		switch path := op.Request.SubresourcePath(); path {
		case "/":
			return validateJobUpdate(job, old, opts, terms)
		case "/status":
			return ValidateJobStatusUpdate(job, old)
		default:
			return field.ErrorList{field.InternalError(jobPath, fmt.Errorf("a Job has no subresource %s", path))}
		}
	}
}

// listValidator returns the function that validates lists of type L. items returns a list's
// Jobs, and validate validates each.
func listValidator[L, J any](validate validationFunc, items func(*L) []J) validationFunc {
	path := field.NewPath("items")
	return func(ctx context.Context, op operation.Operation, obj, _ any) field.ErrorList {
		list, ok := obj.(*L)
		if !ok || list == nil {
			return field.ErrorList{field.Required(path, "the list must not be nil")}
		}
		if op.Type != operation.Create {
			return field.ErrorList{field.InternalError(path, errors.New("a list can't be updated: validate the update of each Job"))}
		}
		var errs field.ErrorList
		jobs := items(list)
		for i := range jobs {
			itemPath := path.Index(i).String()
			for _, err := range validate(ctx, op, &jobs[i], nil) {
				if err.Field == jobPath.String() {
					err.Field = itemPath
				} else {
					err.Field = itemPath + "." + err.Field
				}
				errs = append(errs, err)
			}
		}
		return errs
	}
}

// toHub returns obj in the form of the hub, or nil if obj is nil.
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
