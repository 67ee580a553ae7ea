// Package fuzzer fills the types of the Job API with random values for tests.
//
//   - [Funcs] has the form that apimachinery's packages fuzzer and roundtrip take. It covers the
//     hub, batch/v1 and extensions/v1beta1.
//   - A Job, JobList or JobTemplateSpec survives the conversion to every version and back,
//     through JSON or YAML, and with defaults that are set on the way. So it has the defaults
//     already. manualSelector and autoSelector are true or unset: conversion between the
//     versions doesn't keep false. Otherwise a Job need not be valid.
//   - The package imports sigs.k8s.io/randfill. Import it from tests only.
package fuzzer

import (
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/randfill"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
	defaultingv1beta1 "github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
)

// Funcs returns functions that fill Jobs and templates of Jobs. It is a FuzzerFuncs
// of k8s.io/apimachinery/pkg/api/apitesting/fuzzer. Merge it with those of
// k8s.io/apimachinery/pkg/apis/meta/fuzzer, as package roundtrip does by itself. It doesn't use
// the codecs.
func Funcs(serializer.CodecFactory) []any {
	return []any{
		fill(copyJob, copyJob, setJobDefaults),
		fill(conversionv1.Convert_v1_Job_To_batch_Job, conversionv1.Convert_batch_Job_To_v1_Job, setJobDefaults),
		fill(conversionv1beta1.Convert_v1beta1_Job_To_batch_Job, conversionv1beta1.Convert_batch_Job_To_v1beta1_Job, setJobDefaults),
		fill(copyTemplate, copyTemplate, setTemplateDefaults),
		fill(conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec, conversionv1.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec, setTemplateDefaults),
		fill(conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec, conversionv1beta1.Convert_batch_JobTemplateSpec_To_v1beta1_JobTemplateSpec, setTemplateDefaults),
	}
}

// convert is a conversion function. Those between the hub and its versions never fail.
type convert[In, Out any] func(*In, *Out, conversion.Scope) error

// fill returns a function that fills a T at random, and sets the defaults of its hub form.
func fill[T, Hub any](toHub convert[T, Hub], fromHub convert[Hub, T], setDefaults func(*Hub)) func(*T, randfill.Continue) {
	return func(obj *T, c randfill.Continue) {
		c.FillNoCustom(obj)
		var hub Hub
		_ = toHub(obj, &hub, nil)
		setDefaults(&hub)
		_ = fromHub(&hub, obj, nil)
	}
}

// setJobDefaults sets the defaults of extensions/v1beta1, which are those of batch/v1 and, in
// manual mode, a selector.
func setJobDefaults(job *batch.Job) {
	var old extensionsv1beta1.Job
	_ = conversionv1beta1.Convert_batch_Job_To_v1beta1_Job(job, &old, nil)
	defaultingv1beta1.SetDefaults_Job(&old)
	_ = conversionv1beta1.Convert_v1beta1_Job_To_batch_Job(&old, job, nil)
}

func setTemplateDefaults(template *batch.JobTemplateSpec) {
	var old extensionsv1beta1.JobTemplateSpec
	_ = conversionv1beta1.Convert_batch_JobTemplateSpec_To_v1beta1_JobTemplateSpec(template, &old, nil)
	defaultingv1beta1.SetDefaults_JobTemplateSpec(&old)
	_ = conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec(&old, template, nil)
}

func copyJob(in, out *batch.Job, _ conversion.Scope) error {
	*out = *in
	return nil
}

func copyTemplate(in, out *batch.JobTemplateSpec, _ conversion.Scope) error {
	*out = *in
	return nil
}
