package apiserver

import (
	"slices"
	"testing"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// testUpdates updates stored Jobs with random changes, as dry runs. Half of the Jobs are suspended,
// because more fields of those may change.
func testUpdates(t *testing.T, s server) {
	namespace := s.namespace(t)
	all := newTally()
	type job struct {
		name string
		document
	}
	var olds []job
	for _, file := range files(t, "valid") {
		for _, sound := range jobs(t, file) {
			sound.Namespace = ""
			for _, suspend := range []bool{false, true} {
				again := stripped(t, sound)
				again.Name += map[bool]string{false: "-running", true: "-suspended"}[suspend]
				again.Spec.Suspend = &suspend
				d := s.store(t, namespace, document{inJSON, encode(t, again)}, all)
				olds = append(olds, job{again.Name, d})
			}
		}
	}

	m := mutator{newRandom(t), updates()}
	for range *count {
		old := olds[m.IntN(len(olds))]
		changed := tree(t, old.data)
		for range 1 + m.IntN(3) {
			changed = m.mutate(t, changed)
		}
		changed = set(changed, []string{"metadata"}, mutableMetadata(t, changed, old.document))
		d := toDocument(t, changed)
		p := s.predictUpdate(t, d, old.document)
		all.compare(t, d, p, s.dryUpdate(t, namespace, old.name, d), func(*batchv1.Job) prediction { return p })
		if t.Failed() {
			t.Logf("the stored Job is %s", old.data)
			return
		}
	}
	all.report(t, accepted, ownVerdict, refused, unread)
}

// mutableMetadata returns the metadata of the old document with the labels, annotations and finalizers
// of the changed one. The other metadata identifies the Job and can't change.
func mutableMetadata(t testing.TB, changed any, old document) any {
	t.Helper()
	metadata := tree(t, old.data).(map[string]any)["metadata"].(map[string]any)
	of, _ := changed.(map[string]any)["metadata"].(map[string]any)
	for _, key := range []string{"labels", "annotations", "finalizers"} {
		delete(metadata, key)
		if value, ok := of[key]; ok {
			metadata[key] = value
		}
	}
	return metadata
}

// updates returns changes for updates. Most are of fields that may change in some state.
func updates() []change {
	rows := [][]string{
		{"spec.suspend", `true`, `false`},
		{"spec.parallelism", `0`, `3`, `16`},
		{"spec.completions", `3`, `16`},
		{"spec.manualSelector", `null`, `true`, `false`},
		{"spec.backoffLimit", `1`},
		{"spec.ttlSecondsAfterFinished", `1`},
		{"spec.activeDeadlineSeconds", `1`, `0`},
		{"spec.template.metadata.labels.app", `"changed"`},
		{"spec.template.metadata.labels.controller-uid", `"changed"`},
		{"spec.template.metadata.annotations", `{"a": "b"}`},
		{"spec.template.spec.nodeSelector", `{"a": "b"}`},
		{"spec.template.spec.tolerations", `[{"key": "a", "operator": "Exists"}]`},
		{"spec.template.spec.schedulingGates", `[{"name": "a"}]`},
		{"spec.template.spec.containers.0.resources", `{"limits": {"cpu": "1"}}`},
		{"spec.template.spec.containers.0.image", `"changed"`},
	}
	return slices.Concat(changes(), slices.Repeat(table("", rows), 10))
}
