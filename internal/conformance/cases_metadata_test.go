package conformance

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var (
	metaNames = []string{
		"", "pi", "a", "a.b", "A", "a/b", "a%", ".", "..", "a-", "a--", "-", "a b",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 254),
	}
	metaKeys = []string{
		"", "a", "A", "a b", "a.b/c", "A.b/c", "/a", "a/", "a/b/c", strings.Repeat("k", 64),
		"kubernetes", "orphan", "foregroundDeletion", "batch.kubernetes.io/job-tracking", "other",
	}
	metaValues  = []string{"", "v", "a b", "-", strings.Repeat("v", 64)}
	apiVersions = []string{"", "v1", "batch/v1", "a/b/c", "/", "/v1", "a/", "batch/v1"}
	kindNames   = []string{"", "CronJob", "Event", "Job"}
	managers    = []string{"", "kubectl", "ü", "a\x00b", "\xff", strings.Repeat("m", 128), strings.Repeat("m", 129)}
)

var metadataChanges = []func(*rand.Rand, *metav1.ObjectMeta){
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.Name = pick(r, metaNames) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.GenerateName = pick(r, metaNames) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.Namespace = pick(r, metaNames) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.UID = pick(r, uids) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.ResourceVersion = pick(r, []string{"", "1", "2"}) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.Generation = r.Int64N(4) - 1 },
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.CreationTimestamp = metav1.Time{Time: time.Unix(1000+r.Int64N(3), 0)}
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) { meta.DeletionTimestamp = randomTime(r) },
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.DeletionGracePeriodSeconds = pick(r, []*int64{nil, new(int64(0)), new(int64(30)), new(int64(30))})
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.Labels = map[string]string{pick(r, metaKeys): pick(r, metaValues), pick(r, metaKeys): pick(r, metaValues)}
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.Annotations = map[string]string{pick(r, metaKeys): pick(r, metaValues), pick(r, metaKeys): pick(r, metaValues)}
		if r.IntN(8) == 0 {
			meta.Annotations["big"] = strings.Repeat("a", 256<<10-r.IntN(20))
		}
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.OwnerReferences = nil
		for range r.IntN(4) {
			meta.OwnerReferences = append(meta.OwnerReferences, metav1.OwnerReference{
				APIVersion: pick(r, apiVersions), Kind: pick(r, kindNames), Name: pick(r, metaNames), UID: pick(r, uids),
				Controller: pick(r, []*bool{nil, new(false), new(true)}),
			})
		}
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.Finalizers = nil
		for range r.IntN(5) {
			meta.Finalizers = append(meta.Finalizers, pick(r, metaKeys))
		}
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.Finalizers = slices.Clone(meta.Finalizers)
		r.Shuffle(len(meta.Finalizers), func(i, j int) {
			meta.Finalizers[i], meta.Finalizers[j] = meta.Finalizers[j], meta.Finalizers[i]
		})
	},
	func(r *rand.Rand, meta *metav1.ObjectMeta) {
		meta.ManagedFields = nil
		for range r.IntN(3) {
			meta.ManagedFields = append(meta.ManagedFields, metav1.ManagedFieldsEntry{
				Manager:     pick(r, managers),
				Operation:   pick(r, []metav1.ManagedFieldsOperationType{"", "Apply", "Update", "update"}),
				FieldsType:  pick(r, []string{"", "FieldsV1", "FieldsV2"}),
				Subresource: strings.Repeat("s", pick(r, []int{0, 6, 256, 257})),
			})
		}
	},
}
