package apiserver

import (
	"maps"
	"slices"
	"testing"
)

// outcome is the result of sending a document.
type outcome string

const (
	accepted   outcome = "accepted"
	stored     outcome = "stored and read back"
	warned     outcome = "accepted with warnings"
	ownVerdict outcome = "accepted by kube-apiserver, refused by a rule that only jobapi has"
	refused    outcome = "refused"
	unread     outcome = "not decoded"
	leftOver   outcome = "refused by kube-apiserver because of what another Job left behind"
	homeless   outcome = "not sent, because the namespace is invalid"
	panicked   outcome = "answered by a panic of kube-apiserver"
)

// tally counts the outcomes of a test's documents, the kinds of causes, and the causes that only one
// side gives by design.
type tally struct {
	outcomes            map[outcome]int
	causes, differences map[cause]int
}

func newTally() *tally {
	return &tally{map[outcome]int{}, map[cause]int{}, map[cause]int{}}
}

// report logs the numbers. The test fails if any of the outcomes that it is about didn't occur.
func (n *tally) report(t testing.TB, about ...outcome) {
	t.Helper()
	for _, o := range slices.Sorted(maps.Keys(n.outcomes)) {
		t.Logf("%6d %s", n.outcomes[o], o)
	}
	t.Logf("%6d kinds of causes", len(n.causes))
	for _, c := range slices.SortedFunc(maps.Keys(n.differences), func(a, b cause) int { return n.differences[b] - n.differences[a] }) {
		t.Logf("%6d times from one side only, by design: %s at %s", n.differences[c], c.kind, c.path)
	}
	for _, o := range about {
		if n.outcomes[o] == 0 {
			t.Errorf("no document was %s", o)
		}
	}
}
