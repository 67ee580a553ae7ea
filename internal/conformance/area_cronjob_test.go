package conformance

import (
	"context"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	defaulting "github.com/jobapi/jobapi/defaulting/kubernetes"
	"github.com/jobapi/jobapi/validation"
)

// embeddedJobs is the area of Job templates in CronJobs.
func embeddedJobs(t testing.TB) area {
	bases := bases(t)
	d := differential[kubernetesv1.JobTemplateSpec]{name: "embedded Jobs", workloads: true, ask: askEmbedded}
	for _, job := range append(bases, plain()) {
		d.fixed = append(d.fixed, kubernetesv1.JobTemplateSpec{Spec: job.Spec})
	}
	for _, job := range jobsAtLimits() {
		d.fixed = append(d.fixed, kubernetesv1.JobTemplateSpec{Spec: job.Spec})
	}
	d.rich = func(testing.TB) []kubernetesv1.JobTemplateSpec {
		return []kubernetesv1.JobTemplateSpec{{Spec: plain().Spec}}
	}
	d.sound = func(_ testing.TB, c *kubernetesv1.JobTemplateSpec) bool { return isComparable(&c.Spec.Template.Spec) }
	d.random = func(_ testing.TB, s source) kubernetesv1.JobTemplateSpec {
		job := pick(s.random, bases).DeepCopy()
		if s.IntN(10) == 0 {
			of := s.scheduled()
			job.Spec.Parallelism, job.Spec.Scheduling = of.Parallelism, of.Scheduling
		}
		for range s.IntN(4) {
			s.mutateJob(job)
		}
		if s.IntN(8) > 0 { // keep few selectors: their errors would hide the others
			job.Spec.Selector, job.Spec.ManualSelector = nil, nil
		}
		return kubernetesv1.JobTemplateSpec{ObjectMeta: job.ObjectMeta, Spec: job.Spec}
	}
	return d
}

// askEmbedded compares the defaults of a Job template in a CronJob, and the errors of the result.
func askEmbedded(t testing.TB, c *kubernetesv1.JobTemplateSpec) answer {
	t.Helper()
	manifest := &kubernetesv1.CronJob{ObjectMeta: metav1.ObjectMeta{Name: "a", Namespace: "default"}}
	manifest.Spec.Schedule, manifest.Spec.JobTemplate = "@daily", *c.DeepCopy()
	legacyscheme.Scheme.Default(manifest)
	var theirs upstream.CronJob
	if err := legacyscheme.Scheme.Convert(manifest, &theirs, nil); err != nil {
		t.Fatal(err)
	}
	template := c.DeepCopy()
	defaulting.SetDefaults_JobTemplateSpec(template)
	var ours batch.JobTemplateSpec
	if err := kubernetes.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(template, &ours, nil); err != nil {
		t.Fatal(err)
	}
	theirs = *theirs.DeepCopy()
	cronjob.Strategy.PrepareForCreate(createCronJobContext(), &theirs)
	path := field.NewPath("spec", "jobTemplate")
	a := answer{
		theirs: &manifest.Spec.JobTemplate, ours: template,
		explain: unexplained, ourErrors: below(path, validation.ValidateJobTemplateSpec(&ours, path, kubernetesKeys)),
	}
	a.theirErrors = validateTheirs(func() field.ErrorList {
		return below(path, rest.ValidateCreate(createCronJobContext(), &theirs, cronjob.Strategy))
	})
	return a.orPanic()
}

// below removes a prefix from the paths of errors, so that they look like those of a Job.
func below(path *field.Path, errs field.ErrorList) field.ErrorList {
	var list field.ErrorList
	for _, err := range errs {
		from := *err
		if rest, ok := strings.CutPrefix(err.Field, path.String()+"."); ok {
			from.Field = rest
		} else {
			from.Field = "not below " + path.String() + ": " + err.Field
		}
		list = append(list, &from)
	}
	return list
}

func createCronJobContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "cronjobs", IsResourceRequest: true, Verb: "create",
	})
}
