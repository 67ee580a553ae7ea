package conformance

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// fault is a simulated mistake in one of jobapi's rules or defaults.
type fault struct {
	name   string
	area   string
	tamper func(*answer)
	report string // part of the disagreement that the comparison reports
}

// forgetting drops jobapi's errors of a type at a path, which has asterisks for indexes.
func forgetting(errorType field.ErrorType, path string) func(*answer) {
	return func(a *answer) {
		a.ourErrors = slices.DeleteFunc(slices.Clone(a.ourErrors), func(err *field.Error) bool {
			return err.Type == errorType && pattern(err.Field) == path
		})
	}
}

// mistaking changes jobapi's errors whose path contains path.
func mistaking(path string, change func(*field.Error)) func(*answer) {
	return func(a *answer) {
		errs := slices.Clone(a.ourErrors)
		for i, err := range errs {
			if strings.Contains(pattern(err.Field), path) {
				other := *err
				change(&other)
				errs[i] = &other
			}
		}
		a.ourErrors = errs
	}
}

// defaultingTo changes jobapi's defaults.
func defaultingTo(change func(*defaulted)) func(*answer) {
	return func(a *answer) {
		own := a.ours.(defaulted)
		own.Job = own.Job.DeepCopy()
		change(&own)
		a.ours = own
	}
}

var faults = []fault{
	{
		"no default for backoffLimit", "defaults",
		defaultingTo(func(d *defaulted) { d.Job.Spec.BackoffLimit = nil }),
		"values differ at Job.Spec.BackoffLimit",
	},
	{
		"one pod less", "defaults",
		defaultingTo(func(d *defaulted) {
			if p := d.Job.Spec.Parallelism; p != nil && *p == 1 {
				*p = 0
			}
		}),
		"values differ at Job.Spec.Parallelism",
	},
	{
		"images are always pulled", "defaults",
		defaultingTo(func(d *defaulted) {
			for i := range d.Job.Spec.Template.Spec.InitContainers {
				if policy := &d.Job.Spec.Template.Spec.InitContainers[i].ImagePullPolicy; *policy == corev1.PullIfNotPresent {
					*policy = corev1.PullAlways
				}
			}
		}),
		"values differ at Job.Spec.Template.Spec.InitContainers.ImagePullPolicy",
	},
	{
		"no generated selector", "defaults",
		defaultingTo(func(d *defaulted) { d.Selector = nil }),
		"values differ at Selector",
	},
	{
		"parallelism may be negative", "new Jobs",
		forgetting(field.ErrorTypeInvalid, "spec.parallelism"),
		"only kube-apiserver: Invalid value at spec.parallelism",
	},
	{
		"an error of another type", "new Jobs",
		mistaking("spec.template.spec.restartPolicy", func(err *field.Error) { err.Type = field.ErrorTypeInvalid }),
		"spec.template.spec.restartPolicy",
	},
	{
		"an error of our own that says it is Kubernetes'", "new Jobs",
		mistaking("spec.activeDeadlineSeconds", func(err *field.Error) { err.Origin = "" }),
		"only jobapi: Invalid value at spec.activeDeadlineSeconds",
	},
	{
		"embedded Jobs may choose their pods", "embedded Jobs",
		forgetting(field.ErrorTypeNotSupported, "spec.manualSelector"),
		"only kube-apiserver: Unsupported value at spec.manualSelector",
	},
	{
		"containers may have the same name", "templates",
		forgetting(field.ErrorTypeDuplicate, "spec.template.spec.containers[*].name"),
		"only kube-apiserver: Duplicate value at spec.template.spec.containers[*].name",
	},
	{
		"an error at another path", "templates",
		mistaking("readinessProbe", func(err *field.Error) { err.Field = strings.Replace(err.Field, "readiness", "liveness", 1) }),
		"livenessProbe",
	},
	{
		"templates may change", "updates",
		forgetting(field.ErrorTypeInvalid, "spec.template"),
		"only kube-apiserver: Invalid value at spec.template",
	},
	{
		"indexes in any order", "status updates",
		forgetting(field.ErrorTypeInvalid, "status.completedIndexes"),
		"only kube-apiserver: Invalid value at status.completedIndexes",
	},
	{
		"a LabelSelector without requirements matches nothing", "selectors",
		func(a *answer) {
			own := a.ours.(behavior)
			own.MatchesLike = false
			a.ours = own
		},
		"values differ at MatchesLike",
	},
}

// TestFaultsAreFound shows that the comparison reports each fault, with a small case.
func TestFaultsAreFound(t *testing.T) {
	all := areas(t)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			area := all[slices.IndexFunc(all, func(a area) bool { return a.title() == f.area })]
			result := area.run(t, reportSeed, 20_000, f.tamper)
			if result.disagreement == "" {
				t.Fatalf("%d cases do not show the fault", result.cases)
			}
			if first, _, _ := strings.Cut(result.disagreement, "\n"); !strings.Contains(first, f.report) {
				t.Errorf("reported as %s, want %s", first, f.report)
			}
			if lines := strings.Count(result.disagreement, "\n"); lines > 60 {
				t.Errorf("the reported case is not small:\n%s", result.disagreement)
			}
			t.Logf("after %d cases:\n%s", result.cases, result.disagreement)
		})
	}
}
