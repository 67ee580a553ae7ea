package apiserver

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
)

// store creates a document, reads it back, compares it with the prediction, and returns it.
func (s server) store(t testing.TB, namespace string, d document, n *tally) document {
	t.Helper()
	a := s.create(t, namespace, d)
	if a.code != http.StatusCreated {
		t.Fatalf("%s\nkube-apiserver answers %d %s", d.data, a.code, a.body)
	}
	n.outcomes[stored]++
	var made metav1.PartialObjectMetadata
	if err := json.Unmarshal(a.body, &made); err != nil {
		t.Fatal(err)
	}
	body := s.get(t, namespace, made.Name)
	if diff := cmp.Diff(value(t, a.body), value(t, body)); diff != "" {
		t.Errorf("%s\n(-created +stored):\n%s", d.data, diff)
	}
	predict := func(answered *batchv1.Job) prediction {
		return s.predict(t, d, identity{answered.Name, answered.UID})
	}
	if diff := compareObject(t, body, predict); diff != "" {
		t.Errorf("%s\n%s", d.data, diff)
	}
	return document{inJSON, body}
}

// stripped returns a copy of a Job without its generated selector and labels, ready to be created
// again.
func stripped(t testing.TB, job *batchv1.Job) *batchv1.Job {
	t.Helper()
	hub, err := conversion.ToVersion(scheme, job.DeepCopy(), batch.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	defaulting.StripGeneratedSelector(hub.(*batch.Job))
	again, err := conversion.ToVersion(scheme, hub, batchv1.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	return again.(*batchv1.Job)
}
