package validation

import (
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The origins of errors for what kube-apiserver would accept, one for each rule. An error of
// the same rule has none where kube-apiserver rejects the Job in that point too, if with
// another error.
const (
	// OriginEmptyManualSelector: a selector that the user chose selects something; an empty
	// one takes every pod of the namespace.
	OriginEmptyManualSelector = "jobapi=manual-selector-empty"
	// OriginSelectorNotGenerated: who sets a selector also sets manualSelector: true.
	OriginSelectorNotGenerated = "jobapi=selector-not-generated"
	// OriginManualSelectorImmutable: manualSelector does not change.
	OriginManualSelectorImmutable = "jobapi=manual-selector-immutable"
	// OriginGeneratedLabelImmutable: the template keeps its generated labels, also where
	// other labels may change.
	OriginGeneratedLabelImmutable = "jobapi=generated-label-immutable"
	// OriginActiveDeadline: activeDeadlineSeconds is positive.
	OriginActiveDeadline = "jobapi=active-deadline-positive"
	// OriginBackoffSeconds: backoffSeconds, which kube-apiserver lacks, is not negative.
	OriginBackoffSeconds = "jobapi=backoff-seconds"
	// OriginFailedPodsLimit: failedPodsLimit, which kube-apiserver lacks, is not negative.
	OriginFailedPodsLimit = "jobapi=failed-pods-limit"
)

const originPrefix = "jobapi="

// OwnRule reports whether err is for something that kube-apiserver would accept. It is a
// matcher for the Filter method of [field.ErrorList]: errs.Filter(validation.OwnRule) is empty
// where kube-apiserver accepts the Job, if the options were
// Options{SelectorLabels: batch.KubernetesSelectorLabels()}. With the default ones, a new Job
// needs two of the server's four labels only. Where the server rejects the Job, its errors may be
// others: see points 8, 9 and 11 of the package documentation.
func OwnRule(err error) bool {
	e, ok := errors.AsType[*field.Error](err)
	return ok && e != nil && strings.HasPrefix(e.Origin, originPrefix)
}
