package validation_test

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// failurePolicy sets the policy of an Indexed Job.
func failurePolicy(rules ...batch.PodFailurePolicyRule) func(*batch.Job) {
	return editIndexed(func(s *batch.JobSpec) {
		s.PodReplacementPolicy = nil
		s.PodFailurePolicy = &batch.PodFailurePolicy{Rules: rules}
	})
}

func onExitCodes(operator batch.PodFailurePolicyOnExitCodesOperator, values ...int32) batch.PodFailurePolicyRule {
	return batch.PodFailurePolicyRule{
		Action:      batch.PodFailurePolicyActionFailJob,
		OnExitCodes: &batch.PodFailurePolicyOnExitCodesRequirement{Operator: operator, Values: values},
	}
}

func onCondition(kind corev1.PodConditionType, status corev1.ConditionStatus) batch.PodFailurePolicyRule {
	return batch.PodFailurePolicyRule{
		Action:          batch.PodFailurePolicyActionIgnore,
		OnPodConditions: []batch.PodFailurePolicyOnPodConditionsPattern{{Type: kind, Status: status}},
	}
}

func TestPodFailurePolicy(t *testing.T) {
	const (
		in    = batch.PodFailurePolicyOnExitCodesOpIn
		notIn = batch.PodFailurePolicyOnExitCodesOpNotIn
	)
	rule := onExitCodes(in, 1)
	withAction := func(action batch.PodFailurePolicyAction) batch.PodFailurePolicyRule {
		rule := onExitCodes(in, 1)
		rule.Action = action
		return rule
	}
	named := func(name string) batch.PodFailurePolicyRule {
		rule := onExitCodes(in, 1)
		rule.OnExitCodes.ContainerName = &name
		return rule
	}
	patterns := func(n int) batch.PodFailurePolicyRule {
		rule := onCondition("A", corev1.ConditionTrue)
		for len(rule.OnPodConditions) < n {
			rule.OnPodConditions = append(rule.OnPodConditions, rule.OnPodConditions[0])
		}
		return rule
	}
	codes := func(n int) []int32 {
		var codes []int32
		for i := range n {
			codes = append(codes, int32(i)+1)
		}
		return codes
	}
	both := onExitCodes(in, 1)
	both.OnPodConditions = onCondition("A", corev1.ConditionTrue).OnPodConditions

	const first = "spec.podFailurePolicy.rules[0]"
	runRules(t, []ruleTest{
		{rule: "no rules", change: failurePolicy()},
		{rule: "twenty rules", change: failurePolicy(slices.Repeat([]batch.PodFailurePolicyRule{rule}, 20)...)},
		{rule: "too many rules", change: failurePolicy(slices.Repeat([]batch.PodFailurePolicyRule{rule}, 21)...), want: field.ErrorList{field.TooMany(field.NewPath("spec.podFailurePolicy.rules"), 21, 20)}},
		{rule: "no action", change: failurePolicy(withAction("")), want: field.ErrorList{required(first+".action", "must be Count, FailIndex, FailJob or Ignore")}},
		{
			rule: "FailIndex with backoffLimitPerIndex",
			change: func(job *batch.Job) {
				failurePolicy(withAction(batch.PodFailurePolicyActionFailIndex))(job)
				job.Spec.BackoffLimitPerIndex = new(int32(1))
			},
		},
		{
			rule: "FailIndex without backoffLimitPerIndex", change: failurePolicy(withAction(batch.PodFailurePolicyActionFailIndex)),
			want: field.ErrorList{invalid(first+".action", batch.PodFailurePolicyActionFailIndex, "requires backoffLimitPerIndex")},
		},
		{
			rule: "unknown action", change: failurePolicy(withAction("Fail")),
			want: field.ErrorList{notSupported(first+".action", batch.PodFailurePolicyAction("Fail"), batch.PodFailurePolicyActionCount, batch.PodFailurePolicyActionFailIndex, batch.PodFailurePolicyActionFailJob, batch.PodFailurePolicyActionIgnore)},
		},
		{rule: "two conditions in one rule", change: failurePolicy(both), want: field.ErrorList{invalid(first, field.OmitValueType{}, "must not have both onExitCodes and onPodConditions: split it into two rules")}},
		{
			rule: "no condition", change: failurePolicy(batch.PodFailurePolicyRule{Action: batch.PodFailurePolicyActionIgnore}),
			want: field.ErrorList{invalid(first, field.OmitValueType{}, "needs onExitCodes or onPodConditions")},
		},
		{rule: "twenty patterns", change: failurePolicy(patterns(20))},
		{rule: "too many patterns", change: failurePolicy(patterns(21)), want: field.ErrorList{field.TooMany(field.NewPath(first+".onPodConditions"), 21, 20)}},
		{rule: "a qualified type", change: failurePolicy(onCondition("example.com/A", corev1.ConditionUnknown))},
		{
			rule: "an invalid type", change: failurePolicy(onCondition("a b", corev1.ConditionTrue)),
			want: field.ErrorList{invalid(first+".onPodConditions[0].type", corev1.PodConditionType("a b"), "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')")},
		},
		{rule: "no status", change: failurePolicy(onCondition("A", "")), want: field.ErrorList{required(first+".onPodConditions[0].status", "must be False, True or Unknown")}},
		{
			rule: "unknown status", change: failurePolicy(onCondition("A", "true")),
			want: field.ErrorList{notSupported(first+".onPodConditions[0].status", corev1.ConditionStatus("true"), corev1.ConditionFalse, corev1.ConditionTrue, corev1.ConditionUnknown)},
		},
		{rule: "no operator", change: failurePolicy(onExitCodes("", 1)), want: field.ErrorList{required(first+".onExitCodes.operator", "must be In or NotIn")}},
		{rule: "unknown operator", change: failurePolicy(onExitCodes("in", 1)), want: field.ErrorList{notSupported(first+".onExitCodes.operator", batch.PodFailurePolicyOnExitCodesOperator("in"), in, notIn)}},
		{rule: "a container", change: failurePolicy(named("main"))},
		{
			rule: "an init container",
			change: func(job *batch.Job) {
				failurePolicy(named("init"))(job)
				init := job.Spec.Template.Spec.Containers[0]
				init.Name = "init"
				job.Spec.Template.Spec.InitContainers = []corev1.Container{init}
			},
		},
		{
			rule: "no container of the template", change: failurePolicy(named("other")),
			want: field.ErrorList{invalid(first+".onExitCodes.containerName", "other", "must be the name of a container or init container of the template")},
		},
		{rule: "no codes", change: failurePolicy(onExitCodes(in)), want: field.ErrorList{invalid(first+".onExitCodes.values", []int32(nil), "needs at least one exit code")}},
		{rule: "255 codes", change: failurePolicy(onExitCodes(in, codes(255)...))},
		{rule: "too many codes", change: failurePolicy(onExitCodes(in, codes(256)...)), want: field.ErrorList{field.TooMany(field.NewPath(first+".onExitCodes.values"), 256, 255)}},
		{rule: "code 0 with NotIn", change: failurePolicy(onExitCodes(notIn, -1, 0, 1))},
		{
			rule: "code 0 with In", change: failurePolicy(onExitCodes(in, 0, 1)),
			want: field.ErrorList{invalid(first+".onExitCodes.values[0]", int32(0), "must not be 0 with operator In: a container that exits with 0 hasn't failed")},
		},
		{rule: "a code twice", change: failurePolicy(onExitCodes(in, 1, 1)), want: field.ErrorList{field.Duplicate(field.NewPath(first+".onExitCodes.values[1]"), int32(1))}},
		{
			rule: "a code twice, apart", change: failurePolicy(onExitCodes(in, 1, 3, 2, 1)),
			want: field.ErrorList{
				field.Duplicate(field.NewPath(first+".onExitCodes.values[3]"), int32(1)),
				invalid(first+".onExitCodes.values", []int32{1, 3, 2, 1}, "must be in ascending order"),
			},
		},
	}, validation.Options{})
}

func successPolicy(rules ...batch.SuccessPolicyRule) func(*batch.Job) {
	return editIndexed(func(s *batch.JobSpec) { s.SuccessPolicy = &batch.SuccessPolicy{Rules: rules} })
}

func TestSuccessPolicy(t *testing.T) {
	const first = "spec.successPolicy.rules[0]"
	count := func(n int32) batch.SuccessPolicyRule { return batch.SuccessPolicyRule{SucceededCount: &n} }
	indexes := func(text string) batch.SuccessPolicyRule { return batch.SuccessPolicyRule{SucceededIndexes: &text} }
	long := strings.Repeat("0", 64*1024) + "1"
	runRules(t, []ruleTest{
		{
			rule:   "not Indexed",
			change: edit(func(s *batch.JobSpec) { s.SuccessPolicy = &batch.SuccessPolicy{} }),
			want:   field.ErrorList{invalid("spec.successPolicy", batch.SuccessPolicy{}, "requires completionMode: Indexed")},
		},
		{rule: "no rules", change: successPolicy(), want: field.ErrorList{required("spec.successPolicy.rules", "needs at least one rule")}},
		{rule: "twenty rules", change: successPolicy(slices.Repeat([]batch.SuccessPolicyRule{count(1)}, 20)...)},
		{rule: "too many rules", change: successPolicy(slices.Repeat([]batch.SuccessPolicyRule{count(1)}, 21)...), want: field.ErrorList{field.TooMany(field.NewPath("spec.successPolicy.rules"), 21, 20)}},
		{rule: "an empty rule", change: successPolicy(batch.SuccessPolicyRule{}), want: field.ErrorList{required(first, "needs succeededCount or succeededIndexes")}},
		{rule: "long indexes", change: successPolicy(indexes(long[1:]))},
		{rule: "too long indexes", change: successPolicy(indexes(long)), want: field.ErrorList{field.TooLong(field.NewPath(first+".succeededIndexes"), "", 64*1024)}},
		{rule: "indexes", change: successPolicy(indexes("0-2,5,7-9"))},
		{rule: "no success", change: successPolicy(count(0))},
		{rule: "less than none", change: successPolicy(count(-1)), want: field.ErrorList{invalid(first+".succeededCount", int32(-1), "must not be negative")}},
		{rule: "all succeed", change: successPolicy(count(10))},
		{rule: "more than completions", change: successPolicy(count(11)), want: field.ErrorList{invalid(first+".succeededCount", int32(11), "must be at most completions")}},
		{
			rule:   "more than the indexes",
			change: successPolicy(batch.SuccessPolicyRule{SucceededIndexes: new("1-3"), SucceededCount: new(int32(4))}),
			want:   field.ErrorList{invalid(first+".succeededCount", int32(4), "must be at most the number of succeededIndexes")},
		},
		{
			rule: "own: no completions",
			change: func(job *batch.Job) {
				successPolicy(batch.SuccessPolicyRule{SucceededIndexes: new("1-3"), SucceededCount: new(int32(4))})(job)
				job.Spec.Completions = nil
			},
			want: field.ErrorList{required("spec.completions", "an Indexed Job needs its number of indexes")},
		},
	}, validation.Options{})

	for _, text := range []string{"x", "1-", "-1", "1-2-3", "3,2", "3-3", "10", "0-10", "1,,2"} {
		t.Run("55 malformed indexes "+text, func(t *testing.T) {
			errs := validation.ValidateJob(newJob(successPolicy(indexes(text))), validation.Options{})
			if len(errs) != 1 || errs[0].Type != field.ErrorTypeInvalid || errs[0].Field != first+".succeededIndexes" || errs[0].BadValue != text || errs[0].Detail == "" {
				t.Errorf("got %v, want one Invalid error at %s.succeededIndexes", errs, first)
			}
		})
	}
}
