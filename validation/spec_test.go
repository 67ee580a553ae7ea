package validation_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// edit is a change of the spec alone.
func edit(change func(*batch.JobSpec)) func(*batch.Job) {
	return func(job *batch.Job) { change(&job.Spec) }
}

// editIndexed is a change of the spec of an Indexed Job.
func editIndexed(change func(*batch.JobSpec)) func(*batch.Job) {
	return func(job *batch.Job) {
		indexed(job)
		change(&job.Spec)
	}
}

func TestSpec(t *testing.T) {
	const notNegative = "must not be negative"
	runRules(t, []ruleTest{
		{rule: "a valid Job", change: edit(func(s *batch.JobSpec) {})},
		{
			rule: "12 to 18 zero counts",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Parallelism, s.Completions, s.BackoffLimit, s.TTLSecondsAfterFinished = new(int32(0)), new(int32(0)), new(int32(0)), new(int32(0))
				s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.BackoffSeconds, s.FailedPodsLimit = new(int32(0)), new(int32(0)), new(int64(0)), new(int32(0))
			}),
		},
		{rule: "12 parallelism", change: edit(func(s *batch.JobSpec) { s.Parallelism = new(int32(-1)) }), want: field.ErrorList{invalid("spec.parallelism", int32(-1), notNegative)}},
		{rule: "13 completions", change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(-1)) }), want: field.ErrorList{invalid("spec.completions", int32(-1), notNegative)}},
		{rule: "14 activeDeadlineSeconds", change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(-1)) }), want: field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(-1), notNegative)}},
		{rule: "14 activeDeadlineSeconds of 1", change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(1)) })},
		{
			rule:   "own: activeDeadlineSeconds of 0",
			change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }),
			want: field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(0), "must be positive: remove it for no deadline").
				WithOrigin(validation.OriginActiveDeadline)},
		},
		{rule: "15 backoffLimit", change: edit(func(s *batch.JobSpec) { s.BackoffLimit = new(int32(-1)) }), want: field.ErrorList{invalid("spec.backoffLimit", int32(-1), notNegative)}},
		{rule: "16 ttlSecondsAfterFinished", change: edit(func(s *batch.JobSpec) { s.TTLSecondsAfterFinished = new(int32(-1)) }), want: field.ErrorList{invalid("spec.ttlSecondsAfterFinished", int32(-1), notNegative)}},
		{rule: "17 backoffLimitPerIndex", change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(-1)) }), want: field.ErrorList{invalid("spec.backoffLimitPerIndex", int32(-1), notNegative)}},
		{
			rule:   "18 maxFailedIndexes",
			change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(-1)) }),
			want:   field.ErrorList{invalid("spec.maxFailedIndexes", int32(-1), notNegative)},
		},
		{
			rule:   "own: backoffSeconds",
			change: edit(func(s *batch.JobSpec) { s.BackoffSeconds = new(int64(-1)) }),
			want:   field.ErrorList{invalid("spec.backoffSeconds", int64(-1), notNegative).WithOrigin(validation.OriginBackoffSeconds)},
		},
		{
			rule:   "own: failedPodsLimit",
			change: edit(func(s *batch.JobSpec) { s.FailedPodsLimit = new(int32(-1)) }),
			want:   field.ErrorList{invalid("spec.failedPodsLimit", int32(-1), notNegative).WithOrigin(validation.OriginFailedPodsLimit)},
		},
		{
			rule:   "19 maxFailedIndexes without backoffLimitPerIndex",
			change: editIndexed(func(s *batch.JobSpec) { s.MaxFailedIndexes = new(int32(1)) }),
			want:   field.ErrorList{required("spec.backoffLimitPerIndex", "maxFailedIndexes requires it").WithOrigin("dependentRequired")},
		},
		{rule: "20 managedBy a controller", change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/controller") })},
		{
			rule:   "20 managedBy without a domain",
			change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("controller") }),
			want:   field.ErrorList{invalid("spec.managedBy", "controller", `must be a domain-prefixed path (such as "acme.io/foo")`)},
		},
		{
			rule:   "21 managedBy of 64 bytes",
			change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/" + strings.Repeat("a", 52)) }),
			want:   field.ErrorList{field.TooLong(field.NewPath("spec.managedBy"), "example.com/"+strings.Repeat("a", 52), 63)},
		},
		{rule: "22 completionMode Indexed", change: indexed},
		{rule: "22 completionMode unset", change: edit(func(s *batch.JobSpec) { s.CompletionMode = nil })},
		{
			rule:   "22 completionMode of another kind",
			change: edit(func(s *batch.JobSpec) { s.CompletionMode = new(batch.CompletionMode("indexed")) }),
			want:   field.ErrorList{notSupported("spec.completionMode", batch.CompletionMode("indexed"), batch.IndexedCompletion, batch.NonIndexedCompletion)},
		},
		{
			rule:   "23 completions of an Indexed Job",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions = nil }),
			want:   field.ErrorList{required("spec.completions", "an Indexed Job needs its number of indexes")},
		},
		{rule: "24 parallelism of an Indexed Job, at its limit", change: editIndexed(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_000)) })},
		{rule: "24 parallelism of another Job", change: edit(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_001)) })},
		{
			rule:   "24 parallelism of an Indexed Job",
			change: editIndexed(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_001)) }),
			want:   field.ErrorList{invalid("spec.parallelism", int32(100_001), "must be at most 100000 in an Indexed Job")},
		},
		{rule: "25 maxFailedIndexes at its limit", change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(10)) })},
		{
			rule:   "25 maxFailedIndexes above completions",
			change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(11)) }),
			want:   field.ErrorList{invalid("spec.maxFailedIndexes", int32(11), "must be at most completions")},
		},
		{
			rule: "26 maxFailedIndexes",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(100_000)), new(int32(1)), new(int32(100_001))
			}),
			want: field.ErrorList{invalid("spec.maxFailedIndexes", int32(100_001), "must be at most 100000"), invalid("spec.maxFailedIndexes", int32(100_001), "must be at most completions")},
		},
		{
			rule: "27 to 29 many completions, at their limits",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.Parallelism = new(int32(100_001)), new(int32(1)), new(int32(10_000)), new(int32(10_000))
			}),
		},
		{
			rule:   "27 maxFailedIndexes of many completions",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.BackoffLimitPerIndex = new(int32(100_001)), new(int32(1)) }),
			want:   field.ErrorList{required("spec.maxFailedIndexes", "a Job with backoffLimitPerIndex and more than 100000 completions needs it")},
		},
		{
			rule: "28 and 29 limits of many completions",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.Parallelism = new(int32(100_001)), new(int32(1)), new(int32(10_001)), new(int32(10_001))
			}),
			want: field.ErrorList{
				invalid("spec.parallelism", int32(10_001), "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"),
				invalid("spec.maxFailedIndexes", int32(10_001), "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"),
			},
		},
		{
			rule:   "30 and 31 limits per index without indexes",
			change: edit(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(2)) }),
			want: field.ErrorList{
				invalid("spec.backoffLimitPerIndex", int32(1), "requires completionMode: Indexed"),
				invalid("spec.maxFailedIndexes", int32(2), "requires completionMode: Indexed"),
			},
		},
		{
			rule:   "59 podReplacementPolicy",
			change: edit(func(s *batch.JobSpec) { s.PodReplacementPolicy = new(batch.PodReplacementPolicy("Always")) }),
			want:   field.ErrorList{notSupported("spec.podReplacementPolicy", batch.PodReplacementPolicy("Always"), batch.Failed, batch.TerminatingOrFailed)},
		},
		{rule: "59 podReplacementPolicy unset", change: edit(func(s *batch.JobSpec) { s.PodReplacementPolicy = nil })},
		{
			rule: "59 podReplacementPolicy with a failure policy",
			change: edit(func(s *batch.JobSpec) {
				s.PodFailurePolicy, s.PodReplacementPolicy = &batch.PodFailurePolicy{}, new(batch.TerminatingOrFailed)
			}),
			want: field.ErrorList{notSupported("spec.podReplacementPolicy", batch.TerminatingOrFailed, batch.Failed)},
		},
		{rule: "62 restartPolicy OnFailure", change: edit(func(s *batch.JobSpec) { s.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure })},
		{
			rule:   "62 restartPolicy Always",
			change: edit(func(s *batch.JobSpec) { s.Template.Spec.RestartPolicy = corev1.RestartPolicyAlways }),
			want:   field.ErrorList{required("spec.template.spec.restartPolicy", "the pods of a Job must be able to finish: use Never or OnFailure")},
		},
		{
			rule: "62 restartPolicy OnFailure with a failure policy",
			change: edit(func(s *batch.JobSpec) {
				s.PodFailurePolicy, s.PodReplacementPolicy = &batch.PodFailurePolicy{}, nil
				s.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure
			}),
			want: field.ErrorList{invalid("spec.template.spec.restartPolicy", corev1.RestartPolicyOnFailure, "podFailurePolicy requires Never: a container that restarts doesn't fail its pod")},
		},
	}, validation.Options{})
}

// failurePolicy gives a Job a policy with these rules.
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
	many := func(n int, rule batch.PodFailurePolicyRule) []batch.PodFailurePolicyRule {
		rules := make([]batch.PodFailurePolicyRule, n)
		for i := range rules {
			rules[i] = rule
		}
		return rules
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
		{rule: "32 twenty rules", change: failurePolicy(many(20, rule)...)},
		{rule: "32 too many rules", change: failurePolicy(many(21, rule)...), want: field.ErrorList{field.TooMany(field.NewPath("spec.podFailurePolicy.rules"), 21, 20)}},
		{rule: "33 no action", change: failurePolicy(withAction("")), want: field.ErrorList{required(first+".action", "must be Count, FailIndex, FailJob or Ignore")}},
		{
			rule: "34 FailIndex with backoffLimitPerIndex",
			change: func(job *batch.Job) {
				failurePolicy(withAction(batch.PodFailurePolicyActionFailIndex))(job)
				job.Spec.BackoffLimitPerIndex = new(int32(1))
			},
		},
		{
			rule: "34 FailIndex without backoffLimitPerIndex", change: failurePolicy(withAction(batch.PodFailurePolicyActionFailIndex)),
			want: field.ErrorList{invalid(first+".action", batch.PodFailurePolicyActionFailIndex, "requires backoffLimitPerIndex")},
		},
		{
			rule: "35 unknown action", change: failurePolicy(withAction("Fail")),
			want: field.ErrorList{notSupported(first+".action", batch.PodFailurePolicyAction("Fail"), batch.PodFailurePolicyActionCount, batch.PodFailurePolicyActionFailIndex, batch.PodFailurePolicyActionFailJob, batch.PodFailurePolicyActionIgnore)},
		},
		{rule: "36 two conditions in one rule", change: failurePolicy(both), want: field.ErrorList{invalid(first, field.OmitValueType{}, "must not have both onExitCodes and onPodConditions: split it into two rules")}},
		{
			rule: "37 no condition", change: failurePolicy(batch.PodFailurePolicyRule{Action: batch.PodFailurePolicyActionIgnore}),
			want: field.ErrorList{invalid(first, field.OmitValueType{}, "needs onExitCodes or onPodConditions")},
		},
		{rule: "38 twenty patterns", change: failurePolicy(patterns(20))},
		{rule: "38 too many patterns", change: failurePolicy(patterns(21)), want: field.ErrorList{field.TooMany(field.NewPath(first+".onPodConditions"), 21, 20)}},
		{rule: "39 a qualified type", change: failurePolicy(onCondition("example.com/A", corev1.ConditionUnknown))},
		{
			rule: "39 a type that is no name", change: failurePolicy(onCondition("a b", corev1.ConditionTrue)),
			want: field.ErrorList{invalid(first+".onPodConditions[0].type", corev1.PodConditionType("a b"), "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')")},
		},
		{rule: "40 no status", change: failurePolicy(onCondition("A", "")), want: field.ErrorList{required(first+".onPodConditions[0].status", "must be False, True or Unknown")}},
		{
			rule: "41 unknown status", change: failurePolicy(onCondition("A", "true")),
			want: field.ErrorList{notSupported(first+".onPodConditions[0].status", corev1.ConditionStatus("true"), corev1.ConditionFalse, corev1.ConditionTrue, corev1.ConditionUnknown)},
		},
		{rule: "42 no operator", change: failurePolicy(onExitCodes("", 1)), want: field.ErrorList{required(first+".onExitCodes.operator", "must be In or NotIn")}},
		{rule: "43 unknown operator", change: failurePolicy(onExitCodes("in", 1)), want: field.ErrorList{notSupported(first+".onExitCodes.operator", batch.PodFailurePolicyOnExitCodesOperator("in"), in, notIn)}},
		{rule: "44 a container", change: failurePolicy(named("main"))},
		{
			rule: "44 an init container",
			change: func(job *batch.Job) {
				failurePolicy(named("init"))(job)
				init := job.Spec.Template.Spec.Containers[0]
				init.Name = "init"
				job.Spec.Template.Spec.InitContainers = []corev1.Container{init}
			},
		},
		{
			rule: "44 no container of the template", change: failurePolicy(named("other")),
			want: field.ErrorList{invalid(first+".onExitCodes.containerName", "other", "must be the name of a container or init container of the template")},
		},
		{rule: "45 no codes", change: failurePolicy(onExitCodes(in)), want: field.ErrorList{invalid(first+".onExitCodes.values", []int32(nil), "needs at least one exit code")}},
		{rule: "46 255 codes", change: failurePolicy(onExitCodes(in, codes(255)...))},
		{rule: "46 too many codes", change: failurePolicy(onExitCodes(in, codes(256)...)), want: field.ErrorList{field.TooMany(field.NewPath(first+".onExitCodes.values"), 256, 255)}},
		{rule: "47 code 0 with NotIn", change: failurePolicy(onExitCodes(notIn, -1, 0, 1))},
		{
			rule: "47 code 0 with In", change: failurePolicy(onExitCodes(in, 0, 1)),
			want: field.ErrorList{invalid(first+".onExitCodes.values[0]", int32(0), "must not be 0 with operator In: a container that exits with 0 hasn't failed")},
		},
		{rule: "48 a code twice", change: failurePolicy(onExitCodes(in, 1, 1)), want: field.ErrorList{field.Duplicate(field.NewPath(first+".onExitCodes.values[1]"), int32(1))}},
		{
			rule: "48 and 49 a code twice, apart", change: failurePolicy(onExitCodes(in, 1, 3, 2, 1)),
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
			rule:   "50 not Indexed",
			change: edit(func(s *batch.JobSpec) { s.SuccessPolicy = &batch.SuccessPolicy{} }),
			want:   field.ErrorList{invalid("spec.successPolicy", batch.SuccessPolicy{}, "requires completionMode: Indexed")},
		},
		{rule: "51 no rules", change: successPolicy(), want: field.ErrorList{required("spec.successPolicy.rules", "needs at least one rule")}},
		{rule: "52 twenty rules", change: successPolicy(repeat(20, count(1))...)},
		{rule: "52 too many rules", change: successPolicy(repeat(21, count(1))...), want: field.ErrorList{field.TooMany(field.NewPath("spec.successPolicy.rules"), 21, 20)}},
		{rule: "53 an empty rule", change: successPolicy(batch.SuccessPolicyRule{}), want: field.ErrorList{required(first, "needs succeededCount or succeededIndexes")}},
		{rule: "54 long indexes", change: successPolicy(indexes(long[1:]))},
		{rule: "54 too long indexes", change: successPolicy(indexes(long)), want: field.ErrorList{field.TooLong(field.NewPath(first+".succeededIndexes"), "", 64*1024)}},
		{rule: "55 indexes", change: successPolicy(indexes("0-2,5,7-9"))},
		{rule: "56 no success", change: successPolicy(count(0))},
		{rule: "56 less than none", change: successPolicy(count(-1)), want: field.ErrorList{invalid(first+".succeededCount", int32(-1), "must not be negative")}},
		{rule: "57 all succeed", change: successPolicy(count(10))},
		{rule: "57 more than completions", change: successPolicy(count(11)), want: field.ErrorList{invalid(first+".succeededCount", int32(11), "must be at most completions")}},
		{
			rule:   "58 more than the indexes",
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

func repeat[T any](n int, value T) []T {
	values := make([]T, n)
	for i := range values {
		values[i] = value
	}
	return values
}
