package conformance

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"

	"sigs.k8s.io/yaml"
)

// differential compares jobapi with Kubernetes in one area, where a case is a C.
type differential[C any] struct {
	name      string
	workloads bool                        // the features of spec.scheduling are on
	fixed     []C                         // the first cases
	random    func(testing.TB, source) C  // makes all others
	ask       func(testing.TB, *C) answer // leaves the case alone
	in, root  string                      // the path in a case of what errors have at the path root
	sound     func(testing.TB, *C) bool   // whether a case that was shrunk can come up; nil if it can
	rich      func(testing.TB) []C        // valid cases, which are changed in one place at a time
	changed   func(*C) reflect.Value      // the part of a rich case that may change; nil for all
}

// run compares the fixed cases and n random ones, and stops at the first disagreement. What jobapi
// answers goes through tamper, unless that is nil.
func (d differential[C]) run(t *testing.T, seed uint64, n int, tamper func(*answer)) *tally {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	result := newTally(d.name)
	ask := func(c *C) answer {
		a := d.ask(t, c)
		if tamper != nil {
			tamper(&a)
		}
		return a
	}
	for c := range d.each(t, seed, n) {
		a := ask(&c)
		compared := a.compare()
		result.add(a, compared)
		if len(compared.disagreements) == 0 {
			continue
		}
		result.disagreement = fmt.Sprintf("%s, seed %d, case %d: %s", d.name, seed, result.cases, d.smallest(t, c, ask))
		return result
	}
	return result
}

// smallest returns the first disagreement of a case, and the smallest that has it as well.
func (d differential[C]) smallest(t *testing.T, c C, ask func(*C) answer) string {
	t.Helper()
	a := ask(&c)
	first, errs := a.compare().disagreements[0], len(a.theirErrors)+len(a.ourErrors)
	small := shrink(c, func(smaller *C) bool {
		if d.sound != nil && !d.sound(t, smaller) {
			return false
		}
		a := ask(smaller)
		n := len(a.theirErrors) + len(a.ourErrors) // not more than before: the smallest manifest would lack all that is required
		if n > errs || !slices.Contains(a.compare().disagreements, first) {
			return false
		}
		errs = n
		return true
	})
	text, err := yaml.Marshal(small)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%s%v", first, text, ask(&small))
}

// each yields the fixed cases and n random ones, and which they are.
func (d differential[C]) each(t testing.TB, seed uint64, n int) iter.Seq2[C, bool] {
	s := seeded(seed)
	return func(yield func(C, bool) bool) {
		fixed := slices.Concat(d.fixed, readCases[C](t, d.file()))
		for i := range len(fixed) + n {
			var c C
			if i < len(fixed) {
				c = fixed[i]
			} else {
				c = d.random(t, s)
			}
			if !yield(c, i < len(fixed)) {
				return
			}
		}
	}
}

func (d differential[C]) title() string { return d.name }

// area is a differential of any cases.
type area interface {
	title() string
	run(t *testing.T, seed uint64, n int, tamper func(*answer)) *tally
	singles(t *testing.T, seed uint64, every int) (n int)
	checkStored(t *testing.T)
	noteAlone(t *testing.T, alone map[kind]bool)
	isolate(t *testing.T, seed uint64, n int, alone map[kind]bool)
}

// areas returns all of them, in the order of the report.
func areas(t testing.TB) []area {
	return []area{defaults(t), creations(t), embeddedJobs(t), templates(t), updates(t), statusUpdates(t), selectorArea()}
}
