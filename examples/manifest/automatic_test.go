package main

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting"
)

// TestLeftOversAsGenerated holds that what counts as left over is what GenerateSelector
// replaces, and that nothing of it is left for validation to find.
func TestLeftOversAsGenerated(t *testing.T) {
	keys := batch.KubernetesSelectorLabels()
	all := append(append([]string{"app"}, keys.UID...), keys.Name...)
	values := []string{"x", "other", string(madeUpUID) + "0"}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		random := func() map[string]string {
			labels := map[string]string{}
			for range r.IntN(4) {
				labels[all[r.IntN(len(all))]] = values[r.IntN(len(values))]
			}
			return labels
		}
		job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "x", UID: madeUpUID}}
		job.Spec.Template.Labels = random()
		if r.IntN(2) > 0 {
			job.Spec.Selector = &metav1.LabelSelector{MatchLabels: random()}
		}
		if r.IntN(4) == 0 {
			job.Spec.ManualSelector = new(true)
		}
		generated, ours := job.DeepCopy(), job.DeepCopy()
		warnings, err := defaulting.GenerateSelector(generated, keys)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		found := leftOversOf(ours, keys)
		again, err := defaulting.GenerateSelector(ours, keys)
		if err != nil || len(again) > 0 {
			t.Fatalf("seed %d: %v, %q", seed, err, again)
		}
		if reflect.DeepEqual(generated.Spec, job.Spec) { // a selector of the user's: nothing is generated
			continue
		}
		if (found != nil) != (len(warnings) > 0) {
			t.Fatalf("seed %d: found %+v, warnings %q\n%+v", seed, found, warnings, job)
		}
		if diff := cmp.Diff(generated, ours); diff != "" {
			t.Fatalf("seed %d (-generated +ours):\n%s", seed, diff)
		}
	}
}
