package conformance

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/validation"
)

// statusUpdating is a stored Job and an update of its status.
type statusUpdating struct {
	Old     *batchv1.Job `json:"old"`
	Updated *batchv1.Job `json:"updated"`
}

// statusUpdates is the area of status updates. They may change metadata too.
func statusUpdates(t testing.TB) area {
	return differential[statusUpdating]{
		name: "status updates", fixed: oddStatusUpdates(t), random: randomStatusUpdate, ask: askStatusUpdate, in: ".updated", rich: richStatusUpdates,
		changed: func(c *statusUpdating) reflect.Value { return reflect.ValueOf(c.Updated).Elem() },
		sound:   func(_ testing.TB, c *statusUpdating) bool { return c.Old != nil && c.Updated != nil },
	}
}

func randomStatusUpdate(t testing.TB, s source) statusUpdating {
	t.Helper()
	old := &batch.Job{ObjectMeta: s.plainMetadata(), Spec: s.specOfStatus()}
	mutate(s.random, &old.Status, statusChanges, s.random.IntN(12))
	if s.random.IntN(4) == 0 {
		mutate(s.random, &old.ObjectMeta, metadataChanges, 1+s.random.IntN(3))
	}
	updated := old.DeepCopy()
	if s.random.IntN(4) == 0 {
		updated.Status = batch.JobStatus{}
	}
	mutate(s.random, &updated.Status, statusChanges, s.random.IntN(6))
	switch s.random.IntN(8) {
	case 0:
		mutate(s.random, &updated.ObjectMeta, metadataChanges, 1+s.random.IntN(3))
	case 1:
		updated.ObjectMeta = metav1.ObjectMeta{}
		s.fill.Fuzz(&updated.ObjectMeta)
	}
	return statusUpdating{fromHub(t, old), fromHub(t, updated)}
}

func askStatusUpdate(t testing.TB, c *statusUpdating) answer {
	t.Helper()
	old, updated := hubOf(t, c.Old), hubOf(t, c.Updated)
	updated.Spec = *old.Spec.DeepCopy() // a status update can't change the spec
	a := answer{ourErrors: validation.ValidateJobStatusUpdate(updated, old), explain: unexplained}
	a.theirErrors = rest.ValidateUpdate(updateStatusContext(), hubToUpstream(t, updated), hubToUpstream(t, old), job.StatusStrategy)
	return a
}

// TestValidationChangesNothing shows that validation doesn't change its input.
func TestValidationChangesNothing(t *testing.T) {
	s := seeded(1)
	for range 2_000 {
		c := randomStatusUpdate(t, s)
		old, updated := hubOf(t, c.Old), hubOf(t, c.Updated)
		before := []*batch.Job{old.DeepCopy(), updated.DeepCopy()}
		validation.ValidateJobStatusUpdate(updated, old)
		if diff := cmp.Diff(before, []*batch.Job{old, updated}); diff != "" {
			t.Fatalf("validation changed its input:\n%s", diff)
		}
	}
}

// TestGenerateName compares the errors for a bad generateName, which kube-apiserver reports only if
// the name is set.
func TestGenerateName(t *testing.T) {
	theirs, _ := prepare(t, smallTemplate())
	theirs.GenerateName = "a/-"
	own := &batch.Job{ObjectMeta: theirs.ObjectMeta}
	want := []string{"Invalid value at metadata.generateName"}
	for side, errs := range map[string]field.ErrorList{
		"kube-apiserver": rest.ValidateCreate(createContext(), theirs, job.Strategy),
		"jobapi":         validation.ValidateJob(own, validation.Options{}),
	} {
		got := typesAndPaths(slices.DeleteFunc(errs, func(err *field.Error) bool { return !strings.HasPrefix(err.Field, "metadata") }))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", side, diff)
		}
	}
}

// updateStatusContext returns the context of a request that updates the status of a Job.
func updateStatusContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "jobs", Subresource: "status", IsResourceRequest: true, Verb: "update",
	})
}

// hubToUpstream converts a Job to kube-apiserver's internal type.
func hubToUpstream(t testing.TB, hub *batch.Job) *upstream.Job {
	t.Helper()
	out := &upstream.Job{}
	if err := legacyscheme.Scheme.Convert(hubToKubernetes(t, hub), out, nil); err != nil {
		t.Fatal(err)
	}
	return out.DeepCopy()
}

// mutate applies n random changes, one after the other.
func mutate[T any](random *rand.Rand, object *T, changes []func(*rand.Rand, *T), n int) {
	for range n {
		pick(random, changes)(random, object)
	}
}

func (s source) plainMetadata() metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name: "pi", Namespace: "default", UID: "u-1", ResourceVersion: "1", Generation: 1,
		CreationTimestamp: metav1.Unix(1, 0), Labels: map[string]string{"app": "pi"},
	}
}

// specOfStatus returns a spec with random values in the fields that matter to the status.
func (s source) specOfStatus() batch.JobSpec {
	numbers := []*int32{nil, nil, new(int32(0)), new(int32(5)), new(int32(5)), new(int32(10)), new(int32(-1))}
	indexed := new(batch.IndexedCompletion)
	modes := []*batch.CompletionMode{nil, new(batch.NonIndexedCompletion), indexed, indexed, new(batch.CompletionMode("Other"))}
	spec := batch.JobSpec{
		ManualSelector:       new(false),
		Completions:          pick(s.random, numbers),
		Parallelism:          pick(s.random, numbers),
		BackoffLimitPerIndex: pick(s.random, numbers),
		CompletionMode:       pick(s.random, modes),
		Suspend:              pick(s.random, []*bool{nil, new(false), new(true)}),
	}
	if s.random.IntN(3) == 0 {
		spec.SuccessPolicy = &batch.SuccessPolicy{}
	}
	return spec
}

var (
	conditionTypes = []batch.JobConditionType{
		batch.JobComplete, batch.JobComplete, batch.JobFailed, batch.JobFailed, batch.JobFailureTarget, batch.JobSuccessCriteriaMet, batch.JobSuspended,
		"", "Other",
	}
	conditionStatuses = []corev1.ConditionStatus{"True", "True", "True", "False", "Unknown", ""}
	counters          = []int32{-2, 0, 0, 1, 2, 3, 1 << 30}
	indexLists        = []string{
		"", "", "0", "1", "2-3", "0,2", "0-1,3-4", "2,4", "1-4", "4,2", "3-1", "1-1", "+1-+2", "01", "5", "0-5", "9", "a", "1,", ",", "0,,2", "-", "-1", "1-", "1-2-3",
		" 1", "1,1", "0-2,2-3", "x,1", "1,x,3", "99999999999999999999", "2147483648", "0-4294967296", "+", "++1", "1_0", "0x1", "٣", strings.Repeat("0", 50) + "1",
	}
	uids = []types.UID{"", "a", "b", "c", "d", "a", "b"}
)

func randomTime(random *rand.Rand) *metav1.Time {
	if random.IntN(3) == 0 {
		return nil
	}
	return &metav1.Time{Time: time.Unix(1000+random.Int64N(4), 0)}
}

func counter(random *rand.Rand) *int32 {
	if random.IntN(3) == 0 {
		return nil
	}
	return new(pick(random, counters))
}

func randomUIDs(random *rand.Rand) []types.UID {
	var list []types.UID
	for range random.IntN(4) {
		list = append(list, pick(random, uids))
	}
	return list
}

var statusChanges = []func(*rand.Rand, *batch.JobStatus){
	addCondition, addCondition, addCondition,
	func(r *rand.Rand, status *batch.JobStatus) {
		if n := len(status.Conditions); n > 0 {
			status.Conditions[r.IntN(n)].Status = pick(r, conditionStatuses)
		}
	},
	func(r *rand.Rand, status *batch.JobStatus) {
		if n := len(status.Conditions); n > 0 {
			i := r.IntN(n)
			status.Conditions = slices.Delete(slices.Clone(status.Conditions), i, i+1)
		}
	},
	// A valid final status: complete or failed.
	func(_ *rand.Rand, status *batch.JobStatus) {
		status.Conditions = []batch.JobCondition{{Type: batch.JobSuccessCriteriaMet, Status: "True"}, {Type: batch.JobComplete, Status: "True"}}
		status.StartTime, status.CompletionTime = &metav1.Time{Time: time.Unix(1000, 0)}, &metav1.Time{Time: time.Unix(1002, 0)}
		status.Active, status.Ready, status.Terminating, status.UncountedTerminatedPods = 0, nil, nil, nil
	},
	func(_ *rand.Rand, status *batch.JobStatus) {
		status.Conditions = []batch.JobCondition{{Type: batch.JobFailureTarget, Status: "True"}, {Type: batch.JobFailed, Status: "True"}}
		status.StartTime, status.CompletionTime = &metav1.Time{Time: time.Unix(1000, 0)}, nil
		status.Active, status.Ready, status.Terminating, status.UncountedTerminatedPods = 0, nil, nil, nil
	},
	func(r *rand.Rand, status *batch.JobStatus) {
		status.Conditions = []batch.JobCondition{{Type: batch.JobSuspended, Status: pick(r, conditionStatuses)}}
	},
	func(r *rand.Rand, status *batch.JobStatus) { status.StartTime = randomTime(r) },
	func(r *rand.Rand, status *batch.JobStatus) { status.CompletionTime = randomTime(r) },
	func(r *rand.Rand, status *batch.JobStatus) { status.CreationTime = randomTime(r) },
	func(r *rand.Rand, status *batch.JobStatus) { status.Active = pick(r, counters) },
	func(r *rand.Rand, status *batch.JobStatus) { status.Succeeded = pick(r, counters) },
	func(r *rand.Rand, status *batch.JobStatus) { status.Failed = pick(r, counters) },
	func(r *rand.Rand, status *batch.JobStatus) { status.Ready = counter(r) },
	func(r *rand.Rand, status *batch.JobStatus) { status.Terminating = counter(r) },
	func(r *rand.Rand, status *batch.JobStatus) { status.CompletedIndexes = pick(r, indexLists) },
	func(r *rand.Rand, status *batch.JobStatus) {
		status.FailedIndexes = nil
		if r.IntN(4) > 0 {
			status.FailedIndexes = new(pick(r, indexLists))
		}
	},
	func(r *rand.Rand, status *batch.JobStatus) {
		status.UncountedTerminatedPods = nil
		if r.IntN(4) > 0 {
			status.UncountedTerminatedPods = &batch.UncountedTerminatedPods{Succeeded: randomUIDs(r), Failed: randomUIDs(r)}
		}
	},
}

func addCondition(r *rand.Rand, status *batch.JobStatus) {
	status.Conditions = append(status.Conditions, batch.JobCondition{Type: pick(r, conditionTypes), Status: pick(r, conditionStatuses)})
}
