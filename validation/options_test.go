package validation_test

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// TestSelectorLabels checks that a new Job must have the labels of the options.
func TestSelectorLabels(t *testing.T) {
	kubernetes := labelled("batch.kubernetes.io/controller-uid", "u-1", "batch.kubernetes.io/job-name", "pi")
	runRules(t, []ruleTest{
		{rule: "all four", change: kubernetes},
		{
			rule: "the prefixed ones are missing", change: allOf(),
			want: field.ErrorList{
				required(templateLabels+"[batch.kubernetes.io/controller-uid]", `must be "u-1", as generated`),
				required(templateLabels+"[batch.kubernetes.io/job-name]", `must be "pi", as generated`),
			},
		},
	}, validation.Options{SelectorLabels: batch.KubernetesSelectorLabels()})
	runRules(t, []ruleTest{
		{rule: "the caller's key", change: allOf(labelled("example.com/uid", "u-1"), selecting(by("example.com/uid", "u-1")))},
		{rule: "a known key", change: labelled("example.com/uid", "u-1")},
		{
			rule: "no label under the caller's key", change: allOf(),
			want: field.ErrorList{required(templateLabels+"[example.com/uid]", `must be "u-1", as generated`)},
		},
	}, validation.Options{SelectorLabels: batch.SelectorLabels{UID: []string{"example.com/uid"}}})
}

func TestOwnRule(t *testing.T) {
	errs := validation.ValidateJob(newJob(edit(func(s *batch.JobSpec) {
		s.ActiveDeadlineSeconds, s.Parallelism = new(int64(0)), new(int32(-1))
	})), validation.Options{})
	if len(errs) != 2 {
		t.Fatalf("got %v, want two errors", errs)
	}
	theirs := errs.Filter(validation.OwnRule)
	if len(theirs) != 1 || theirs[0].Field != "spec.parallelism" {
		t.Errorf("kube-apiserver's answer: got %v, want the one at spec.parallelism", theirs)
	}
	if validation.OwnRule(nil) || validation.OwnRule((*field.Error)(nil)) || validation.OwnRule(fmt.Errorf("jobapi=")) {
		t.Error("OwnRule is true for an error that is no *field.Error of an own rule")
	}
}
