package conformance

import (
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// The tests in this file show the differences that jobapi has on purpose, by their numbers in
// the documentation of package validation, with both answers.

// plain returns a Job as a user writes it, after changes.
func plain(changes ...func(*kubernetesv1.Job)) *kubernetesv1.Job {
	job := &kubernetesv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi"}
	job.Spec.Template.Spec = corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "main", Image: "busybox:1"}},
	}
	for _, change := range changes {
		change(job)
	}
	return job
}

// both returns both answers to a new Job.
func both(t *testing.T, manifest *kubernetesv1.Job) (theirs, ours field.ErrorList, c creation) {
	t.Helper()
	c = create(t, manifest)
	theirs = rest.ValidateCreate(createContext(), c.theirs, job.Strategy)
	return theirs, validation.ValidateJob(c.ours, kubernetesKeys), c
}

// bothUpdates returns both answers to a change of a Job that a server has.
func bothUpdates(t *testing.T, manifest *kubernetesv1.Job, change func(*kubernetesv1.Job)) (theirs, ours field.ErrorList) {
	t.Helper()
	created := create(t, manifest)
	if errs := rest.ValidateCreate(createContext(), created.theirs, job.Strategy); errs != nil {
		t.Fatal(errs)
	}
	old := toManifest(t, created.theirs)
	updated := old.DeepCopy()
	change(updated)
	oldTheirs, newTheirs := fromManifest(t, old), fromManifest(t, updated)
	theirs = rest.ValidateUpdate(updateContext(), newTheirs, oldTheirs, job.Strategy)
	return theirs, validation.ValidateJobUpdate(storedHub(t, updated), storedHub(t, old), kubernetesKeys)
}

// expect compares types and paths.
func expect(t *testing.T, side string, errs field.ErrorList, want ...string) {
	t.Helper()
	var got []string
	for _, err := range errs {
		got = append(got, string(err.Type)+" at "+err.Field)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s says %v, want %q", side, errs, want)
	}
}

func selects(selector *metav1.LabelSelector) func(*kubernetesv1.Job) {
	return func(job *kubernetesv1.Job) { job.Spec.Selector = selector }
}

func byLabel(key, value string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

func manualMode(job *kubernetesv1.Job) { job.Spec.ManualSelector = new(true) }

func TestDifferences(t *testing.T) {
	const (
		invalid, required, forbidden = "FieldValueInvalid at ", "FieldValueRequired at ", "FieldValueForbidden at "
		labels                       = "spec.template.metadata.labels"
	)
	t.Run("1 manualSelector has no default", func(t *testing.T) {
		theirs, ours, c := both(t, plain())
		expect(t, "kube-apiserver", theirs)
		expect(t, "jobapi", ours)
		if c.theirs.Spec.ManualSelector == nil || c.ours.Spec.ManualSelector != nil {
			t.Errorf("kube-apiserver sets %v, jobapi %v", c.theirs.Spec.ManualSelector, c.ours.Spec.ManualSelector)
		}
	})
	t.Run("2 two labels by default", func(t *testing.T) {
		c := create(t, plain())
		for _, key := range []string{batch.ControllerUidLabel, batch.JobNameLabel} {
			delete(c.ours.Spec.Template.Labels, key)
			delete(c.theirs.Spec.Template.Labels, key)
		}
		c.ours.Spec.Selector = byLabel(batch.LegacyControllerUidLabel, uid)
		c.theirs.Spec.Selector = byLabel(batch.LegacyControllerUidLabel, uid)
		expect(t, "kube-apiserver", rest.ValidateCreate(createContext(), c.theirs, job.Strategy),
			required+labels+"["+batch.ControllerUidLabel+"]", required+labels+"["+batch.JobNameLabel+"]")
		expect(t, "jobapi", validation.ValidateJob(c.ours, validation.Options{}))
	})
	t.Run("3 left-overs are replaced", func(t *testing.T) {
		theirs, ours, c := both(t, plain(selects(byLabel(batch.ControllerUidLabel, "old")), func(job *kubernetesv1.Job) {
			job.Labels = map[string]string{"app": "pi"}
			job.Spec.Template.Labels = map[string]string{batch.ControllerUidLabel: "old", batch.JobNameLabel: "old"}
		}))
		expect(t, "kube-apiserver", theirs, invalid+labels+"["+batch.ControllerUidLabel+"]", invalid+labels+"["+batch.JobNameLabel+"]", invalid+"spec.selector")
		expect(t, "jobapi", ours)
		if len(c.warnings) != 1 || !strings.Contains(c.warnings[0], "kube-apiserver would reject the Job") {
			t.Errorf("warnings %q", c.warnings)
		}
	})
	t.Run("4 an empty selector in manual mode", func(t *testing.T) {
		theirs, ours, _ := both(t, plain(manualMode, selects(&metav1.LabelSelector{})))
		expect(t, "kube-apiserver", theirs)
		expect(t, "jobapi", ours, invalid+"spec.selector")
		expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))
	})
	t.Run("5 a selector in automatic mode", func(t *testing.T) {
		for selector, accepted := range map[*metav1.LabelSelector]bool{byLabel("job-name", "pi"): true, byLabel("app", "pi"): false} {
			theirs, ours, _ := both(t, plain(selects(selector)))
			expect(t, "jobapi", ours, forbidden+"spec.selector")
			if accepted {
				expect(t, "kube-apiserver", theirs)
				expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))
			} else {
				expect(t, "kube-apiserver", theirs, invalid+"spec.selector")
				expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule), forbidden+"spec.selector")
			}
		}
	})
	t.Run("6 manualSelector changes", func(t *testing.T) {
		theirs, ours := bothUpdates(t, plain(), manualMode)
		expect(t, "kube-apiserver", theirs)
		expect(t, "jobapi", ours, invalid+"spec.manualSelector")
		expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))
	})
	t.Run("7 a deadline of 0", func(t *testing.T) {
		theirs, ours, _ := both(t, plain(func(job *kubernetesv1.Job) { job.Spec.ActiveDeadlineSeconds = new(int64(0)) }))
		expect(t, "kube-apiserver", theirs)
		expect(t, "jobapi", ours, invalid+"spec.activeDeadlineSeconds")
		expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))
	})
	t.Run("8 a missing selector", func(t *testing.T) {
		theirs, ours, _ := both(t, plain(manualMode))
		expect(t, "kube-apiserver", theirs, required+"spec.selector", invalid+labels)
		expect(t, "jobapi", ours, required+"spec.selector")
	})
	t.Run("8 a generated label changes while the Job is suspended", func(t *testing.T) {
		suspended := func(job *kubernetesv1.Job) { job.Spec.Suspend = new(true) }
		theirs, ours := bothUpdates(t, plain(suspended), func(job *kubernetesv1.Job) { job.Spec.Template.Labels["controller-uid"] = "other" })
		expect(t, "kube-apiserver", theirs)
		expect(t, "jobapi", ours, invalid+labels+"[controller-uid]")
		expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))
	})
	t.Run("9 a long name in automatic mode", func(t *testing.T) {
		theirs, ours, _ := both(t, plain(func(job *kubernetesv1.Job) {
			job.Name, job.Labels = strings.Repeat("a", 64), map[string]string{"app": "pi"}
		}))
		expect(t, "kube-apiserver", theirs, invalid+"spec.template.labels")
		expect(t, "jobapi", ours, invalid+"metadata.name")
	})
	t.Run("10 an immutable template", func(t *testing.T) {
		theirs, ours := bothUpdates(t, plain(), func(job *kubernetesv1.Job) { job.Spec.Template.Spec.Containers[0].Image = "busybox:2" })
		expect(t, "kube-apiserver", theirs, invalid+"spec.template")
		expect(t, "jobapi", ours, invalid+"spec.template")
		if len(ours) == 1 && (!strings.Contains(ours[0].Detail, "spec.containers[0].image") || len(ours[0].Error()) > 200) {
			t.Errorf("jobapi does not name the changed field, and it alone: %v", ours)
		}
	})
	t.Run("11 labels of the template", func(t *testing.T) {
		theirs, ours, _ := both(t, plain(func(job *kubernetesv1.Job) {
			job.Labels, job.Spec.Template.Labels = map[string]string{"app": "pi"}, map[string]string{"a b": ""}
		}))
		expect(t, "kube-apiserver", theirs, invalid+"spec.template.labels")
		expect(t, "jobapi", ours, invalid+labels)
	})
	t.Run("12 a success policy without completions", func(t *testing.T) {
		c := create(t, plain(func(job *kubernetesv1.Job) {
			job.Spec.CompletionMode, job.Spec.Parallelism = new(kubernetesv1.IndexedCompletion), new(int32(1))
			job.Spec.SuccessPolicy = &kubernetesv1.SuccessPolicy{Rules: []kubernetesv1.SuccessPolicyRule{{SucceededCount: new(int32(1))}}}
		}))
		_, panicked := validateTheirs(c.theirs, func(j *upstream.Job) field.ErrorList { return rest.ValidateCreate(createContext(), j, job.Strategy) })
		if !panicked {
			t.Error("kube-apiserver does not panic any more")
		}
		expect(t, "jobapi", validation.ValidateJob(c.ours, kubernetesKeys), required+"spec.completions")
	})
	t.Run("13 fields that kube-apiserver lacks", func(t *testing.T) {
		c := create(t, plain())
		c.ours.Spec.BackoffSeconds, c.ours.Spec.FailedPodsLimit = new(int64(-1)), new(int32(-1))
		ours := validation.ValidateJob(c.ours, kubernetesKeys)
		expect(t, "jobapi", ours, invalid+"spec.backoffSeconds", invalid+"spec.failedPodsLimit")
		expect(t, "jobapi without own rules", ours.Filter(validation.OwnRule))

		c.ours.Spec.BackoffSeconds, c.ours.Spec.FailedPodsLimit = new(int64(1)), new(int32(1))
		c.ours.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure
		expect(t, "jobapi", validation.ValidateJob(c.ours, kubernetesKeys))
		if warnings := validation.Warnings(c.ours); len(warnings) != 2 {
			t.Errorf("warnings %q, want one for each field", warnings)
		}
	})
}
