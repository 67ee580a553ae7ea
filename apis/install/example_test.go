package install_test

import (
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/validation"
)

// A program decodes a manifest, which sets its defaults, generates its selector and validates it.
func Example() {
	manifest := []byte(`apiVersion: batch/v1
kind: Job
metadata: {name: pi, namespace: default}
spec: {backoffLimit: -1, template: {metadata: {labels: {job-name: e}}, spec: {
  restartPolicy: Always, containers: [{name: main, image: perl}]}}}`)
	codecs := serializer.NewCodecFactory(install.NewScheme(), serializer.EnableStrict)
	job := &batch.Job{}
	if err := runtime.DecodeInto(codecs.UniversalDecoder(), manifest, job); err != nil { // sets defaults
		log.Fatal(err)
	}
	job.UID = "1234" // a server makes one
	keys := batch.KubernetesSelectorLabels()
	warnings, err := defaulting.GenerateSelector(job, keys)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(job.Spec.Selector.MatchLabels, warnings)
	for _, err := range validation.ValidateJob(job, validation.Options{SelectorLabels: keys}) {
		fmt.Println(err)
	}
	// Output:
	// map[batch.kubernetes.io/controller-uid:1234] [the label "job-name" of spec.template came from Job "e" and did not apply here; kube-apiserver would reject the Job with them]
	// spec.backoffLimit: Invalid value: -1: must not be negative
	// spec.template.spec.restartPolicy: Required value: the pods of a Job must be able to finish: use Never or OnFailure
}

// A scheme of your own can have other types too.
func ExampleAddToScheme() {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, install.AddToScheme} {
		if err := add(scheme); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(scheme.Recognizes(corev1.SchemeGroupVersion.WithKind("Pod")))
	fmt.Println(scheme.Recognizes(batchv1.SchemeGroupVersion.WithKind("Job")))
	// Output:
	// true
	// true
}

// A decoder converts both versions to the hub.
func ExampleNewScheme() {
	codecs := serializer.NewCodecFactory(install.NewScheme(), serializer.EnableStrict)
	for _, manifest := range []string{
		`{"apiVersion": "batch/v1", "kind": "Job", "spec": {"manualSelector": true}}`,
		`{"apiVersion": "extensions/v1beta1", "kind": "Job", "spec": {}}`,
	} {
		obj, _, err := codecs.UniversalDecoder().Decode([]byte(manifest), nil, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(*obj.(*batch.Job).Spec.ManualSelector)
	}
	// Output:
	// true
	// true
}
