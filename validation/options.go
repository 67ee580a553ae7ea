package validation

import (
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation/features"
)

// Options are the choices that the rules leave to the caller. The zero value is the default.
type Options struct {
	// SelectorLabels are the keys of the labels that automatic mode generates. A new Job in
	// automatic mode must have these labels on its template. The zero value means
	// [batch.DefaultSelectorLabels]. kube-apiserver requires [batch.KubernetesSelectorLabels].
	//
	// The validation functions don't check the keys themselves; [AddToSchemeWith] does.
	SelectorLabels batch.SelectorLabels

	// ServerOnly leaves out the rules that kube-apiserver lacks, and reports errors with its types
	// and paths also where points 5, 8, 9 and 11 of the package documentation differ. A new Job in
	// automatic mode then needs the labels of [batch.KubernetesSelectorLabels], whatever
	// SelectorLabels says. The fields whose features are off must have been dropped from both
	// objects of an update, and spec.scheduling follows its feature gate. Package dryrun sets it.
	ServerOnly bool

	// Features are the release and the feature gates of the server whose rules apply. The zero
	// value is Kubernetes 1.37 with default gates. Package features has the others. Without
	// ServerOnly the rules of the pod template ignore what the server would drop from it.
	Features features.Set
}

// The origins of errors that kube-apiserver doesn't report, one for each rule. Where
// kube-apiserver reports another error for the same mistake, the error has no such origin.
const (
	// OriginEmptyManualSelector: in manual mode the selector must not be empty. An empty
	// selector selects every pod in the namespace.
	OriginEmptyManualSelector = "jobapi=manual-selector-empty"
	// OriginSelectorNotGenerated: in automatic mode the selector must be the generated one.
	OriginSelectorNotGenerated = "jobapi=selector-not-generated"
	// OriginManualSelectorImmutable: manualSelector is immutable.
	OriginManualSelectorImmutable = "jobapi=manual-selector-immutable"
	// OriginGeneratedLabelImmutable: the generated labels of the template are immutable, even
	// while other labels may change.
	OriginGeneratedLabelImmutable = "jobapi=generated-label-immutable"
	// OriginTemplateGeneratedLabel: a [batch.JobTemplateSpec] must not set a label that
	// automatic mode generates under a key of the caller's choice.
	OriginTemplateGeneratedLabel = "jobapi=template-generated-label"
	// OriginActiveDeadline: activeDeadlineSeconds must be positive.
	OriginActiveDeadline = "jobapi=active-deadline-positive"
	// OriginBackoffSeconds: backoffSeconds, a field that kube-apiserver lacks, must not be
	// negative.
	OriginBackoffSeconds = "jobapi=backoff-seconds"
	// OriginFailedPodsLimit: failedPodsLimit, a field that kube-apiserver lacks, must not be
	// negative.
	OriginFailedPodsLimit = "jobapi=failed-pods-limit"
)

const ownOriginPrefix = "jobapi="

// OwnRule reports whether err is a [*field.Error] of a rule that kube-apiserver lacks. It is a
// matcher for the Filter method of [field.ErrorList]:
//
//	errs := validation.ValidateJob(job, validation.Options{SelectorLabels: batch.KubernetesSelectorLabels()})
//	errs = errs.Filter(validation.OwnRule)
//
// errs is then empty if and only if kube-apiserver accepts the Job. Its errors can differ from
// kube-apiserver's as points 8, 9 and 11 of the package documentation say. With the default
// [Options] a Job needs only two of the four labels that kube-apiserver requires.
func OwnRule(err error) bool {
	e, ok := errors.AsType[*field.Error](err)
	return ok && e != nil && strings.HasPrefix(e.Origin, ownOriginPrefix)
}
