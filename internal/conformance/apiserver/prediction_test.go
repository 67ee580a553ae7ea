package apiserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

var (
	scheme = install.NewScheme()
	codecs = serializer.NewCodecFactory(scheme, serializer.EnableStrict)

	kubernetesKeys = batch.KubernetesSelectorLabels()
	options        = validation.Options{SelectorLabels: kubernetesKeys}

	kindJob = batchv1.SchemeGroupVersion.WithKind("Job")
)

// decode decodes a document strictly. unless is the kind of documents that don't name one.
func decode(d document, unless *schema.GroupVersionKind) (runtime.Object, error) {
	info, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), d.contentType)
	if !ok {
		return nil, fmt.Errorf("no serializer for %s", d.contentType)
	}
	obj, _, err := info.StrictSerializer.Decode(d.data, unless, nil)
	return obj, err
}

// encode returns a Job as JSON.
func encode(t testing.TB, job *batchv1.Job) []byte {
	t.Helper()
	info, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), inJSON)
	data, err := runtime.Encode(codecs.EncoderForVersion(info.Serializer, batchv1.SchemeGroupVersion), job)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// identity is the name and UID that a server gives a new Job. The zero value means any.
type identity struct {
	name string
	uid  types.UID
}

// prediction is jobapi's answer to a request to create or update a Job.
type prediction struct {
	unread   error           // from the strict decoder; if set, the other fields are zero
	manifest *batchv1.Job    // as decoded
	job      *batch.Job      // as a server would validate it
	leftOver []string        // warnings about what another Job left behind
	errs     field.ErrorList // from rules that kube-apiserver has too
	own      field.ErrorList // from jobapi's own rules
	warnings []string
	update   bool // whether the request is an update
}

// receive decodes a document and sets defaults, as a server does with every request.
func (s server) receive(t testing.TB, d document) prediction {
	t.Helper()
	obj, err := decode(d, &kindJob)
	if err != nil {
		return prediction{unread: err}
	}
	job, ok := obj.(*batchv1.Job)
	if !ok {
		return prediction{unread: runtime.NewNotRegisteredErrForType("batch/v1", reflect.TypeOf(obj))}
	}
	p := prediction{manifest: job.DeepCopy()}
	job.UID = "" // a server generates the selector later, for the UID that it chooses
	scheme.Default(job)
	removeOwnFields(job)
	converted, err := conversion.ToVersion(scheme, job, batch.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	p.job = converted.(*batch.Job).DeepCopy()
	if !s.workloads {
		p.job.Spec.Scheduling = nil
	}
	podtemplate.DropDisabledFields(&p.job.Spec.Template)
	return p
}

// predict returns the prediction for creating a document.
func (s server) predict(t testing.TB, d document, id identity) prediction {
	t.Helper()
	p := s.receive(t, d)
	if p.unread != nil {
		return p
	}
	p.job.Namespace = cmp.Or(p.job.Namespace, metav1.NamespaceDefault)
	p.job.UID, p.job.Generation = "11111111-2222-4333-8444-555555555555", 1
	p.job.CreationTimestamp, p.job.DeletionTimestamp, p.job.DeletionGracePeriodSeconds = metav1.Time{}, nil, nil
	p.job.Status = batch.JobStatus{}
	if p.job.Name == "" && p.job.GenerateName != "" {
		p.job.Name = p.job.GenerateName[:min(len(p.job.GenerateName), 58)] + "abcde"
	}
	if id != (identity{}) {
		p.job.Name, p.job.UID = id.name, id.uid
	}
	var err error
	p.leftOver, err = defaulting.GenerateSelector(p.job, kubernetesKeys)
	if err != nil && p.job.Name != "" {
		t.Fatal(err)
	}
	p.judge(validation.ValidateJob(p.job, options))
	p.warnings = serverWarnings(p.job)
	return p
}

// predictUpdate returns the prediction for replacing old by a document.
func (s server) predictUpdate(t testing.TB, d, old document) prediction {
	t.Helper()
	p, before := s.receive(t, d), s.receive(t, old)
	if before.unread != nil {
		t.Fatal(before.unread)
	}
	if p.unread != nil {
		return p
	}
	p.update = true
	before.job.UID, p.job.UID = before.manifest.UID, before.manifest.UID
	p.job.Status, p.job.Generation = before.job.Status, before.job.Generation
	if p.job.Spec.ManualSelector == nil {
		p.job.Spec.ManualSelector = new(false)
	}
	if !equality.Semantic.DeepEqual(p.job.Spec, before.job.Spec) {
		p.job.Generation++
	}
	p.judge(validation.ValidateJobUpdate(p.job, before.job, options))
	p.warnings = serverWarnings(p.job)
	return p
}

// judge divides errors into those of jobapi's own rules and the others.
func (p *prediction) judge(errs field.ErrorList) {
	for _, err := range errs {
		if validation.OwnRule(err) {
			p.own = append(p.own, err)
		} else {
			p.errs = append(p.errs, err)
		}
	}
}

// stored returns the predicted Job with the metadata that the server set.
func (p prediction) stored(t testing.TB, answered metav1.ObjectMeta) *batchv1.Job {
	t.Helper()
	converted, err := conversion.ToVersion(scheme, p.job, batchv1.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	job := converted.(*batchv1.Job).DeepCopy()
	job.Namespace, job.ResourceVersion = answered.Namespace, answered.ResourceVersion
	job.CreationTimestamp, job.ManagedFields = answered.CreationTimestamp, answered.ManagedFields
	addDifferences(job, p.manifest)
	return job
}

// value returns the value of JSON text.
func value(t testing.TB, data []byte) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
