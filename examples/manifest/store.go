package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/uuid"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
)

// randomUID asks for a UID of its own for each Job.
const randomUID = "random"

// store turns obj into what a server would store that creates it under uid, in the form of
// the hub.
func (c *codec) store(obj *object, uid string) (warnings []string, err error) {
	// Given a UID, defaulters would generate the selector, and not with Kubernetes' keys.
	err = eachJob(obj.Object, func(job runtime.Object, _ string) error {
		job.(metav1.Object).SetUID("")
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.scheme.Default(obj.Object)
	obj.Object, err = conversion.ToVersion(c.scheme, obj.Object, batch.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	err = eachJob(obj.Object, func(job runtime.Object, where string) error {
		found, err := create(job.(*batch.Job), uid)
		for _, warning := range found {
			warnings = append(warnings, where+warning)
		}
		if err != nil {
			return fmt.Errorf("%s%w", where, err)
		}
		return nil
	})
	return warnings, err
}

// create does to job what a server does that creates it under uid.
func create(job *batch.Job, uid string) (warnings []string, err error) {
	job.UID = types.UID(uid)
	if uid == randomUID {
		job.UID = uuid.NewUUID()
	}
	if job.Name == "" && job.GenerateName != "" {
		const suffix = 5
		job.Name = job.GenerateName[:min(len(job.GenerateName), 63-suffix)] + rand.String(suffix)
	}
	job.Status = batch.JobStatus{}
	return defaulting.GenerateSelector(job, batch.KubernetesSelectorLabels())
}

// eachJob calls do with obj, or with each item of obj and where it stands.
func eachJob(obj runtime.Object, do func(job runtime.Object, where string) error) error {
	if !meta.IsListType(obj) {
		return do(obj, "")
	}
	i := -1
	return meta.EachListItem(obj, func(item runtime.Object) error {
		i++
		return do(item, fmt.Sprintf("items[%d]: ", i))
	})
}
