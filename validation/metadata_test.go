package validation_test

import (
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apivalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// named changes a Job to manual mode, which has no label for the name, and sets the name.
func named(name string) func(*batch.Job) {
	return func(job *batch.Job) {
		manual(job)
		job.Name = name
	}
}

func owned(owners ...metav1.OwnerReference) func(*batch.Job) {
	return func(job *batch.Job) { job.OwnerReferences = owners }
}

func finalized(finalizers ...string) func(*batch.Job) {
	return func(job *batch.Job) { job.Finalizers = finalizers }
}

func managed(entry metav1.ManagedFieldsEntry) func(*batch.Job) {
	return func(job *batch.Job) { job.ManagedFields = []metav1.ManagedFieldsEntry{entry} }
}

func TestMetadata(t *testing.T) {
	const (
		key       = "format=k8s-label-key"
		noVersion = "must be a version such as v1, or a group and version such as batch/v1"
	)
	cronJob := metav1.OwnerReference{APIVersion: "batch/v1", Kind: "CronJob", Name: "c", UID: "u", Controller: new(true)}
	event := metav1.OwnerReference{APIVersion: "v1", Kind: "Event", Name: "e", UID: "u"}
	pod := metav1.OwnerReference{APIVersion: "v1", Kind: "Pod", Name: "p", UID: "u"}
	noNamespace := func(job *batch.Job) { job.Namespace = "" }
	long := strings.Repeat("a", 257)
	runRules(t, []ruleTest{
		{rule: "name", change: named("a.b-c"), want: nil},
		{rule: "name: missing", change: named(""), want: field.ErrorList{required("metadata.name", "a Job needs a name, or a generateName to make one from")}},
		{rule: "name: not a DNS subdomain", change: named("A"), want: field.ErrorList{invalid("metadata.name", "A", apivalidation.IsDNS1123Subdomain("A")[0])}},
		{rule: "generateName: ends with a dash", change: func(job *batch.Job) { job.GenerateName = "pi-" }},
		{rule: "generateName: ends with two dashes", change: func(job *batch.Job) { job.GenerateName = "pi--" }},
		{rule: "generateName: not a DNS subdomain", change: func(job *batch.Job) { job.GenerateName = "A.b-" },
			want: field.ErrorList{invalid("metadata.generateName", "A.b-", apivalidation.IsDNS1123Subdomain("A.b")[0])}},
		{rule: "generateName: not a path segment", change: func(job *batch.Job) { job.GenerateName = "a/-" },
			want: field.ErrorList{invalid("metadata.generateName", "a/-", "may not contain '/'")}},
		{rule: "namespace: missing", change: noNamespace, want: field.ErrorList{required("metadata.namespace", "a Job needs a namespace")}},
		{rule: "namespace: not a DNS label", change: func(job *batch.Job) { job.Namespace = "a.b" },
			want: field.ErrorList{invalid("metadata.namespace", "a.b", apivalidation.IsDNS1123Label("a.b")[0])}},
		{rule: "generation: negative", change: func(job *batch.Job) { job.Generation = -1 },
			want: field.ErrorList{invalid("metadata.generation", int64(-1), "must not be negative").WithOrigin("minimum")}},

		{rule: "labels", change: func(job *batch.Job) { job.Labels = map[string]string{"example.com/a": "b", "c": ""} }},
		{rule: "labels: keys and values", change: func(job *batch.Job) { job.Labels = map[string]string{"a b": "c", "d": "e f"} }, want: field.ErrorList{
			invalid("metadata.labels", "a b", "name has ' ', but only letters, digits, '-', '_' and '.' are allowed").WithOrigin(key),
			invalid("metadata.labels", "e f", "value has ' ', but only letters, digits, '-', '_' and '.' are allowed").WithOrigin("format=k8s-label-value"),
		}},
		{rule: "annotations", change: func(job *batch.Job) { job.Annotations = map[string]string{"Example.com/A": "b c"} }},
		{rule: "annotations: keys", change: func(job *batch.Job) { job.Annotations = map[string]string{"a b": ""} },
			want: field.ErrorList{invalid("metadata.annotations", "a b", apivalidation.IsQualifiedName("a b")[0]).WithOrigin(key)}},
		{rule: "annotations: size", change: func(job *batch.Job) { job.Annotations = map[string]string{"a": strings.Repeat("b", 256<<10)} },
			want: field.ErrorList{field.TooLong(field.NewPath("metadata.annotations"), "", 256<<10)}},

		{rule: "ownerReferences", change: owned(cronJob)},
		{rule: "ownerReferences: all missing", change: owned(metav1.OwnerReference{}), want: field.ErrorList{
			required("metadata.ownerReferences[0].apiVersion", "must be set"), required("metadata.ownerReferences[0].kind", "must be set"),
			required("metadata.ownerReferences[0].name", "must be set"), required("metadata.ownerReferences[0].uid", "must be set"),
		}},
		{rule: "ownerReferences: apiVersion", change: owned(metav1.OwnerReference{APIVersion: "a/b/c", Kind: "K", Name: "n", UID: "u"}),
			want: field.ErrorList{invalid("metadata.ownerReferences[0].apiVersion", "a/b/c", noVersion)}},
		{rule: "ownerReferences: apiVersion without version", change: owned(metav1.OwnerReference{APIVersion: "a/", Kind: "K", Name: "n", UID: "u"}),
			want: field.ErrorList{invalid("metadata.ownerReferences[0].apiVersion", "a/", noVersion)}},
		{rule: "ownerReferences: Event", change: owned(event), want: field.ErrorList{
			invalid("metadata.ownerReferences[0]", event, "objects of kind Event can't own other objects: remove it")}},
		{rule: "ownerReferences: two controllers", change: owned(cronJob, pod, cronJob, cronJob), want: field.ErrorList{
			invalid("metadata.ownerReferences", field.OmitValueType{}, "only one owner can be the controller, but owners 0 and 2 both are")}},

		{rule: "finalizers", change: finalized("kubernetes", "orphan", "example.com/keep")},
		{rule: "finalizers: names", change: finalized("a b/c"),
			want: field.ErrorList{invalid("metadata.finalizers", "a b/c", apivalidation.IsQualifiedName("a b/c")[0])}},
		{rule: "finalizers: prefix", change: finalized("foregroundDeletion", "keep"), want: field.ErrorList{
			invalid("metadata.finalizers[1]", "keep", "needs a domain as its prefix, such as example.com/cleanup")}},
		{rule: "finalizers: contradiction", change: finalized("orphan", "foregroundDeletion"), want: field.ErrorList{
			invalid("metadata.finalizers", []string{"orphan", "foregroundDeletion"}, "orphan and foregroundDeletion contradict each other: remove one")}},

		{rule: "managedFields", change: managed(metav1.ManagedFieldsEntry{
			Manager: "a b", Operation: "Apply", FieldsType: "FieldsV1", Subresource: "status"})},
		{rule: "managedFields: operation missing", change: managed(metav1.ManagedFieldsEntry{}),
			want: field.ErrorList{required("metadata.managedFields[0].operation", "must be Apply or Update")}},
		{rule: "managedFields: operation", change: managed(metav1.ManagedFieldsEntry{Operation: "Delete"}),
			want: field.ErrorList{notSupported[metav1.ManagedFieldsOperationType]("metadata.managedFields[0].operation", "Delete", "Apply", "Update")}},
		{rule: "managedFields: fieldsType", change: managed(metav1.ManagedFieldsEntry{Operation: "Update", FieldsType: "V2"}),
			want: field.ErrorList{invalid("metadata.managedFields[0].fieldsType", "V2", "must be FieldsV1")}},
		{rule: "managedFields: manager", change: managed(metav1.ManagedFieldsEntry{Operation: "Update", Manager: "a\nb\x00"}),
			want: field.ErrorList{invalid("metadata.managedFields[0].manager", "a\nb\x00", "contains U+000A at byte 1, but only printable characters are allowed")}},
		{rule: "managedFields: lengths", change: managed(metav1.ManagedFieldsEntry{Operation: "Update", Manager: long, Subresource: long}), want: field.ErrorList{
			field.TooLong(field.NewPath("metadata.managedFields[0].manager"), "", 128), field.TooLong(field.NewPath("metadata.managedFields[0].subresource"), "", 256)}},
	}, validation.Options{})
}

func TestMetadataUpdate(t *testing.T) {
	const immutable = "is immutable"
	earlier, later := metav1.Unix(1, 0), metav1.Unix(2, 0)
	deleted := func(job *batch.Job) {
		job.DeletionTimestamp, job.DeletionGracePeriodSeconds = &earlier, new(int64(30))
		job.Finalizers = []string{"example.com/a", "example.com/b", "example.com/c"}
	}
	runStatus(t, []statusTest{
		{rule: "what may change", now: func(job *batch.Job) {
			job.ResourceVersion, job.Generation = "2", job.Generation+1
			job.Labels, job.Annotations = map[string]string{"a": "b"}, map[string]string{"c": "d"}
			job.Finalizers = []string{"example.com/a"}
		}},
		{rule: "names that a new Job can't have", old: func(job *batch.Job) { job.Name, job.GenerateName = "A b", "C d" }},
		{rule: "name: not a path segment", old: func(job *batch.Job) { job.Name = "a/b" },
			want: field.ErrorList{invalid("metadata.name", "a/b", "may not contain '/'")}},
		{rule: "generateName: not a path segment", old: func(job *batch.Job) { job.GenerateName = "a%" },
			want: field.ErrorList{invalid("metadata.generateName", "a%", "may not contain '%'")}},
		{rule: "resourceVersion: missing", now: func(job *batch.Job) { job.ResourceVersion = "" },
			want: field.ErrorList{invalid("metadata.resourceVersion", "", "an update needs the resourceVersion of the Job that it changes")}},
		{rule: "generation: smaller", old: func(job *batch.Job) { job.Generation = 2 }, now: func(job *batch.Job) { job.Generation = 1 },
			want: field.ErrorList{invalid("metadata.generation", int64(1), "must not decrease")}},
		{rule: "name", now: func(job *batch.Job) { job.Name = "e" }, want: field.ErrorList{invalid("metadata.name", "e", immutable)}},
		{rule: "namespace", now: func(job *batch.Job) { job.Namespace = "e" }, want: field.ErrorList{invalid("metadata.namespace", "e", immutable)}},
		{rule: "uid", now: func(job *batch.Job) { job.UID = "e" }, want: field.ErrorList{
			field.Invalid(field.NewPath("metadata.uid"), newJob(func(job *batch.Job) { job.UID = "e" }).UID, immutable).WithOrigin("immutable")}},
		{rule: "creationTimestamp", old: func(job *batch.Job) { job.CreationTimestamp = earlier }, now: func(job *batch.Job) { job.CreationTimestamp = later },
			want: field.ErrorList{invalid("metadata.creationTimestamp", later, immutable).WithOrigin("immutable")}},
		{rule: "creationTimestamp: same moment", old: func(job *batch.Job) { job.CreationTimestamp = earlier },
			now: func(job *batch.Job) { job.CreationTimestamp = metav1.Time{Time: earlier.In(time.FixedZone("", 60))} }},
		{rule: "deletionTimestamp", now: func(job *batch.Job) { job.DeletionTimestamp = &later },
			want: field.ErrorList{invalid("metadata.deletionTimestamp", &later, immutable).WithOrigin("immutable")}},
		{rule: "deletionGracePeriodSeconds", old: deleted, now: func(job *batch.Job) { job.DeletionGracePeriodSeconds = new(int64(0)) },
			want: field.ErrorList{invalid("metadata.deletionGracePeriodSeconds", new(int64(0)), immutable).WithOrigin("immutable")}},
		{rule: "finalizers: one is removed", old: deleted, now: finalized("example.com/a", "example.com/c")},
		{rule: "finalizers: in another order", old: deleted, now: finalized("example.com/c", "example.com/a")},
		{rule: "finalizers: one is added", old: deleted, now: finalized("example.com/a", "example.com/d"), want: field.ErrorList{
			forbidden("metadata.finalizers", `a Job that is being deleted can't get new finalizers: remove "example.com/d"`)}},
	})
}
