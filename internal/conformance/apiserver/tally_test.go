package apiserver

import (
	"maps"
	"slices"
	"testing"
)

// outcome is what becomes of a document.
type outcome string

const (
	accepted   outcome = "accepted"
	stored     outcome = "stored and read back"
	warned     outcome = "accepted with warnings"
	ownVerdict outcome = "accepted, but jobapi has a rule of its own"
	refused    outcome = "refused"
	unread     outcome = "not decoded"
	leftOver   outcome = "refused by kube-apiserver for what another Job left"
	homeless   outcome = "not sent: there can be no such namespace"
	panicked   outcome = "panic of kube-apiserver"
)

// tally counts what became of the documents of a test, the kinds of causes that there were,
// and the differences that are by design.
type tally struct {
	outcomes            map[outcome]int
	causes, differences map[cause]int
}

func newTally() *tally {
	return &tally{map[outcome]int{}, map[cause]int{}, map[cause]int{}}
}

// report logs the numbers. It is an error if an outcome did not occur that the test is about.
func (n *tally) report(t testing.TB, about ...outcome) {
	t.Helper()
	for _, o := range slices.Sorted(maps.Keys(n.outcomes)) {
		t.Logf("%6d %s", n.outcomes[o], o)
	}
	t.Logf("%6d kinds of causes", len(n.causes))
	for _, c := range slices.SortedFunc(maps.Keys(n.differences), func(a, b cause) int { return n.differences[b] - n.differences[a] }) {
		t.Logf("%6d times on one side only, by design: %s at %s", n.differences[c], c.kind, c.path)
	}
	for _, o := range about {
		if n.outcomes[o] == 0 {
			t.Errorf("nothing was %s", o)
		}
	}
}
