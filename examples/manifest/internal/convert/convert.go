// Package convert writes Jobs in another version, with their defaults, or as a server would store
// them.
package convert

import (
	"bytes"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/uuid"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
)

// RandomUID asks for a random UID for each Job.
const RandomUID = "random"

// Options say how to write Jobs.
type Options struct {
	To       schema.GroupVersion
	Encoder  runtime.Encoder
	Defaults bool   // fill in the defaults of each Job's own version
	UID      string // if not empty, write what a server would store that gives each Job this UID
}

// Convert returns the objects as text, separated by lines with three dashes, and warnings about
// what it replaced. It changes the objects.
func Convert(scheme *runtime.Scheme, objects []codec.Object, options Options) (text []byte, warnings []string, err error) {
	var out bytes.Buffer
	for i, obj := range objects {
		if options.UID != "" {
			found, err := store(scheme, &obj, options.UID)
			for _, warning := range found {
				warnings = append(warnings, fmt.Sprintf("%s: warning: %s", obj, warning))
			}
			if err != nil {
				return nil, warnings, fmt.Errorf("%s: %w", obj, err)
			}
		} else if options.Defaults {
			scheme.Default(obj.Object)
		}
		converted, err := conversion.ToVersion(scheme, obj.Object, options.To)
		if err != nil {
			return nil, warnings, fmt.Errorf("%s: %w", obj, err)
		}
		if i > 0 {
			out.WriteString("---\n")
		}
		if err := options.Encoder.Encode(converted, &out); err != nil {
			return nil, warnings, err
		}
		if !bytes.HasSuffix(out.Bytes(), []byte("\n")) {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), warnings, nil
}

// store replaces an object by what a server would store that creates it under the UID, in the form
// of the hub.
func store(scheme *runtime.Scheme, obj *codec.Object, uid string) (warnings []string, err error) {
	// With a UID, defaulting would generate the selector, and not under the keys of Kubernetes.
	err = eachJob(obj.Object, func(job runtime.Object, _ string) error {
		job.(metav1.Object).SetUID("")
		return nil
	})
	if err != nil {
		return nil, err
	}
	scheme.Default(obj.Object)
	obj.Object, err = conversion.ToVersion(scheme, obj.Object, batch.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	err = eachJob(obj.Object, func(job runtime.Object, prefix string) error {
		found, err := create(job.(*batch.Job), uid)
		for _, warning := range found {
			warnings = append(warnings, prefix+warning)
		}
		if err != nil {
			return fmt.Errorf("%s%w", prefix, err)
		}
		return nil
	})
	return warnings, err
}

// create changes a Job as a server does that creates it under the UID.
func create(job *batch.Job, uid string) (warnings []string, err error) {
	job.UID = types.UID(uid)
	if uid == RandomUID {
		job.UID = uuid.NewUUID()
	}
	if job.Name == "" && job.GenerateName != "" {
		const limit, suffix = 63, 5
		job.Name = job.GenerateName[:min(len(job.GenerateName), limit-suffix)] + rand.String(suffix)
	}
	job.Status = batch.JobStatus{}
	return defaulting.GenerateSelector(job, batch.KubernetesSelectorLabels())
}

// eachJob calls do with obj, or with each of its items if it is a list. prefix says which item it
// is, for messages.
func eachJob(obj runtime.Object, do func(job runtime.Object, prefix string) error) error {
	if !meta.IsListType(obj) {
		return do(obj, "")
	}
	i := -1
	return meta.EachListItem(obj, func(item runtime.Object) error {
		i++
		return do(item, fmt.Sprintf("items[%d]: ", i))
	})
}
