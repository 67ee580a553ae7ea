package validation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func (u *statusUpdate) counters() {
	u.notNegative("active", &u.now.Active)
	u.notNegative("succeeded", &u.now.Succeeded)
	u.notNegative("failed", &u.now.Failed)
	u.notNegative("ready", u.now.Ready)
	u.notNegative("terminating", u.now.Terminating)

	// An Indexed Job that scales down forgets the successes above its new size.
	scales := isIndexed(u.spec) && equal(u.spec.Completions, u.spec.Parallelism)
	if u.now.Succeeded < u.was.Succeeded && !scales {
		u.invalid("succeeded", u.now.Succeeded, fmt.Sprintf("must not fall: it was %d", u.was.Succeeded))
	}
	if u.now.Failed < u.was.Failed {
		u.invalid("failed", u.now.Failed, fmt.Sprintf("must not fall: it was %d", u.was.Failed))
	}
}

func (u *statusUpdate) notNegative(name string, counter *int32) {
	if counter != nil && *counter < 0 {
		u.add(field.Invalid(statusPath(name), *counter, "must not be negative").WithOrigin("minimum"))
	}
}

func (u *statusUpdate) readyPods() {
	changes := u.now.Active != u.was.Active || !equal(u.now.Ready, u.was.Ready)
	if changes && u.now.Ready != nil && *u.now.Ready > u.now.Active {
		u.invalid("ready", *u.now.Ready, fmt.Sprintf("must be at most active, %d: who is ready is active", u.now.Active))
	}
}

// uncountedPods checks that no pod would be counted twice.
func (u *statusUpdate) uncountedPods() {
	pods := u.now.UncountedTerminatedPods
	if pods == nil {
		return
	}
	seen := map[types.UID]struct{}{} // costs no memory while it is small
	for _, list := range [...]struct {
		name string
		uids []types.UID
	}{{"succeeded", pods.Succeeded}, {"failed", pods.Failed}} {
		for i, uid := range list.uids {
			if uid == "" {
				u.add(field.Invalid(statusPath("uncountedTerminatedPods", list.name).Index(i), "", "must be the UID of a pod"))
				continue
			}
			if _, again := seen[uid]; again {
				u.add(field.Duplicate(statusPath("uncountedTerminatedPods", list.name).Index(i), uid))
			}
			seen[uid] = struct{}{}
		}
	}
}

func (u *statusUpdate) completedIndexes() {
	indexes := u.now.CompletedIndexes
	if indexes == u.was.CompletedIndexes {
		return
	}
	if indexes != "" && !isIndexed(u.spec) {
		u.invalid("completedIndexes", indexes, "only an Indexed Job has indexes")
	} else if u.spec.Completions != nil {
		if _, err := countIndexes(indexes, *u.spec.Completions); err != nil {
			u.invalid("completedIndexes", indexes, err.Error())
		}
	}
}

func (u *statusUpdate) failedIndexes() {
	indexes, changes := u.now.FailedIndexes, !equal(u.now.FailedIndexes, u.was.FailedIndexes)
	if indexes == nil {
		return
	}
	switch {
	case !changes:
	case u.spec.BackoffLimitPerIndex == nil:
		u.invalid("failedIndexes", *indexes, "only a Job with spec.backoffLimitPerIndex has it")
	case u.spec.Completions != nil:
		if _, err := countIndexes(*indexes, *u.spec.Completions); err != nil {
			u.invalid("failedIndexes", *indexes, err.Error())
		}
	}
	changes = changes || u.now.CompletedIndexes != u.was.CompletedIndexes
	if changes && u.spec.Completions != nil {
		if index, found := commonIndex(u.now.CompletedIndexes, *indexes, *u.spec.Completions); found {
			u.invalid("failedIndexes", *indexes, fmt.Sprintf("index %d is in completedIndexes too", index))
		}
	}
}
