package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/validation"
)

// judge says what is wrong with one Job, as a server would that is asked to create it.
type judge struct {
	scheme   *runtime.Scheme
	keys     batch.SelectorLabels
	findings []finding
	more     map[kind]int // findings that are not listed
}

// kind is what the exit status and --server-only tell findings apart by.
type kind struct {
	severity severity
	own      bool
}

// maxFindings is how many findings of one Job are listed.
const maxFindings = 1000

// job judges a Job and returns it as the server would store it, nil if it cannot be decoded.
func (j *judge) job(it item) *batch.Job {
	obj, err := j.scheme.New(it.gvk)
	if err != nil {
		j.add(it, malformed, "", err.Error())
		return nil
	}
	strict, err := kjson.UnmarshalStrict(it.text, obj)
	if it.duplicates || err != nil || len(strict) > 0 {
		j.shape(it, reflect.TypeOf(obj).Elem(), strict, err)
	}
	if err != nil {
		return nil
	}
	j.lacking(it)
	j.version(it, obj.(metav1.Object))
	written := obj.(metav1.Object).GetLabels() // defaults copy those of the template there
	job, err := j.stored(obj)
	if err != nil {
		j.add(it, malformed, "", err.Error())
		return nil
	}
	template := job.Spec.Template.Labels
	server := j.generate(it, job) // whether the server accepts it, as far as we have come
	errs := validation.ValidateJob(job, validation.Options{SelectorLabels: j.keys})
	for _, err := range errs {
		own := validation.OwnRule(err) || underScheduling(err.Field)
		server = server && own
		j.record(it.find, it, kind{errorSeverity, own}, string(err.Type), err.Field, err.ErrorBody())
	}
	for _, w := range validation.Warnings(job) {
		if !w.Own && !server {
			continue // a server that rejects the Job says no more
		}
		j.record(it.find, it, kind{warningSeverity, w.Own}, warning, w.Field, w.Message)
	}
	j.dropped(it, job)
	j.reserved(it, written, "metadata.labels")
	j.reserved(it, template, "spec.template.metadata.labels")
	return job
}

// record records a finding at the place that locate finds for its path.
func (j *judge) record(locate func(item, path string) position, it item, k kind, name, path, message string) {
	if len(j.findings) >= maxFindings {
		if j.more == nil {
			j.more = map[kind]int{}
		}
		j.more[k]++
		return
	}
	f := locate(it.path, path).about(k.severity, name, path, message)
	f.Own = k.own
	j.findings = append(j.findings, f)
}

// all returns the findings, and how many are not among them.
func (j *judge) all(it item) []finding {
	for _, k := range []kind{{errorSeverity, false}, {errorSeverity, true}, {warningSeverity, false}, {warningSeverity, true}} {
		if n := j.more[k]; n > 0 {
			f := it.find(it.path, "").about(k.severity, tooMany, "", fmt.Sprintf("the Job has %s like these, not listed here", plural(n, "more finding")))
			f.Own = k.own
			j.findings = append(j.findings, f)
		}
	}
	return j.findings
}

// add records an error of the server.
func (j *judge) add(it item, name, path, message string) {
	j.record(it.find, it, kind{severity: errorSeverity}, name, path, message)
}

// shape records why a Job cannot be decoded strictly.
func (j *judge) shape(it item, want reflect.Type, strict []error, err error) {
	before, wrong := len(j.findings), false
	for _, i := range shapeOf(it.text, want) {
		locate := it.find
		if i.kind == unknownField {
			locate = it.findKey // nothing is wrong with its value
		}
		wrong = wrong || i.kind == malformed
		j.record(locate, it, kind{severity: errorSeverity}, i.kind, i.path, i.message)
	}
	for _, d := range duplicatesOf(it.nodes, it.path, want) {
		locate := func(string, string) position { return it.at(d.key.Line, d.key.Column) }
		j.record(locate, it, kind{severity: errorSeverity}, duplicateField, d.path, d.message())
	}
	// Should the parsers not see it alike, what the decoder said has no line, but it counts.
	if err != nil && !wrong {
		j.add(it, malformed, "", err.Error())
	}
	if len(strict) > 0 && len(j.findings) == before {
		j.add(it, malformed, "", errors.Join(strict...).Error())
	}
}

// stored returns the Job with its defaults, in the form of the hub, without what a server
// does not take from its users.
func (j *judge) stored(obj runtime.Object) (*batch.Job, error) {
	meta := obj.(metav1.Object)
	meta.SetUID("") // with one, defaulters would generate a selector
	if meta.GetNamespace() == "" {
		meta.SetNamespace(metav1.NamespaceDefault)
	}
	j.scheme.Default(obj)
	hub, err := conversion.ToVersion(j.scheme, obj, batch.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	job := hub.(*batch.Job)
	job.Status = batch.JobStatus{}
	return job, nil
}

// lackingFields are those of a Job that kube-apiserver lacks.
var lackingFields = []string{"spec.backoffSeconds", "spec.failedPodsLimit"}

// lacking records the fields of a Job that kube-apiserver lacks.
func (j *judge) lacking(it item) {
	var job struct {
		Spec map[string]json.RawMessage `json:"spec"`
	}
	if !bytes.Contains(it.text, []byte(`"backoffSeconds"`)) && !bytes.Contains(it.text, []byte(`"failedPodsLimit"`)) ||
		kjson.UnmarshalCaseSensitivePreserveInts(it.text, &job) != nil {
		return
	}
	for _, path := range lackingFields {
		if _, ok := job.Spec[strings.TrimPrefix(path, "spec.")]; ok {
			j.record(it.findKey, it, kind{severity: errorSeverity}, unknownField, path, fmt.Sprintf("unknown field %q: kube-apiserver 1.37 does not have it", path))
		}
	}
}

// version records a version of the Job: storage takes no new object that has one.
func (j *judge) version(it item, job metav1.Object) {
	if version, err := strconv.ParseUint(job.GetResourceVersion(), 10, 64); err == nil && version != 0 {
		j.add(it, string(field.ErrorTypeForbidden), "metadata.resourceVersion", "a server gives a Job its version, and takes no new one that has one already: remove it")
	}
}
