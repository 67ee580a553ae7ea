package conformance

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"

	"sigs.k8s.io/yaml"
)

// differential compares jobapi with Kubernetes in one area. C is the type of a case.
type differential[C any] struct {
	name      string
	workloads bool                        // turn on the feature gates of spec.scheduling
	fixed     []C                         // cases that every run compares first
	random    func(testing.TB, source) C  // makes the other cases
	ask       func(testing.TB, *C) answer // must not change the case
	in, root  string                      // errors at the path root are about the path in of a case
	sound     func(testing.TB, *C) bool   // whether a case can occur after shrinking; nil if all can
	rich      func(testing.TB) []C        // valid cases, for changes of one field at a time
	changed   func(*C) reflect.Value      // the part of a rich case to change; nil for all of it
}

// run compares the fixed cases and n random ones, and stops at the first disagreement. If tamper isn't
// nil, it changes each answer before the comparison.
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

// smallest describes the first disagreement of a case, with the smallest case that shows it.
func (d differential[C]) smallest(t *testing.T, c C, ask func(*C) answer) string {
	t.Helper()
	a := ask(&c)
	first, errs := a.compare().disagreements[0], len(a.theirErrors)+len(a.ourErrors)
	small := shrink(c, func(smaller *C) bool {
		if d.sound != nil && !d.sound(t, smaller) {
			return false
		}
		a := ask(smaller)
		n := len(a.theirErrors) + len(a.ourErrors) // otherwise an empty manifest, with an error for every required field, would be the smallest
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

// each yields the fixed cases and n random ones, and whether a case is fixed.
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

// area is a differential of any case type.
type area interface {
	title() string
	run(t *testing.T, seed uint64, n int, tamper func(*answer)) *tally
	singles(t *testing.T, seed uint64, every int) (n int)
	checkStored(t *testing.T)
	noteAlone(t *testing.T, alone map[kind]bool)
	isolate(t *testing.T, seed uint64, n int, alone map[kind]bool)
}

// areas returns all areas, in the order of the report.
func areas(t testing.TB) []area {
	return []area{defaults(t), creations(t), embeddedJobs(t), templates(t), updates(t), statusUpdates(t), selectorArea()}
}
