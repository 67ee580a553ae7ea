package conformance

import (
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var isolate = flag.Int("isolate", 0, "look among this many `cases` of each area for kinds of errors that no case has alone, and write cases that do to testdata/alone")

// TestIsolate finds a case for each kind of error in which it is the only one, if -isolate asks
// for it, which takes a quarter of an hour. The cases that it writes are the first that every
// run compares. Else it holds that each still has errors of one kind, and none is there twice.
func TestIsolate(t *testing.T) {
	if *isolate == 0 {
		for _, a := range areas(t) {
			t.Run(a.title(), a.checkStored)
		}
		return
	}
	s := chosenSeed(t)
	alone := map[kind]bool{}
	all := areas(t)
	templates := slices.IndexFunc(all, func(a area) bool { return a.title() == "templates" })
	all[0], all[templates] = all[templates], all[0] // first: their cases are the smallest
	for _, a := range all {
		t.Run(a.title()+" so far", func(t *testing.T) { a.noteAlone(t, alone) })
	}
	for _, a := range all {
		t.Run(a.title(), func(t *testing.T) { a.isolate(t, s, share(a, *isolate), alone) })
	}
}

// closest is a case with an error of some kind, and with as few of others as are known.
type closest[C any] struct {
	c     C
	kinds int
}

// isolation looks for the cases of an area.
type isolation[C any] struct {
	differential[C]
	testing.TB
	alone map[kind]bool // in any area
	met   map[kind]closest[C]
	found []C
}

// isolate looks for cases with kinds of errors that are not in alone yet: among n random ones,
// among those that differ in one place from a rich one, and by changing what is closest.
func (d differential[C]) isolate(t *testing.T, seed uint64, n int, alone map[kind]bool) {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	s := isolation[C]{d, t, alone, map[kind]closest[C]{}, nil}
	for c := range d.each(t, seed, n) {
		s.note(&c)
	}
	for c := range d.eachRich(t) {
		eachSingle(c.part, func() { s.note(c.whole) })
	}
	m := mutator{rand.New(rand.NewPCG(seed, seed))}
	for _, k := range slices.SortedFunc(maps.Keys(s.met), kind.compare) {
		if alone[k] || reasonFor(k) != "" {
			continue
		}
		c, left := withoutOthers(m, s.met[k].c, s.others(k))
		if alone[k] = left == 0; alone[k] {
			s.found = append(s.found, c)
		} else {
			t.Logf("not alone: %v", k)
		}
	}
	t.Logf("%s: %d kinds of errors, %d more are met alone", d.name, len(s.met), len(s.found))
	stored := slices.DeleteFunc(readCases[C](t, d.file()), func(c C) bool { return len(s.kinds(&c)) != 1 })
	if err := writeCases(d.file(), append(stored, s.found...)); err != nil {
		t.Fatal(err)
	}
}

// noteAlone notes the kinds that a fixed case has alone.
func (d differential[C]) noteAlone(t *testing.T, alone map[kind]bool) {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	s := isolation[C]{differential: d, TB: t}
	for c := range d.each(t, 0, 0) {
		if kinds := s.kinds(&c); len(kinds) == 1 {
			maps.Copy(alone, kinds)
		}
	}
}

// kinds returns the kinds of errors that kube-apiserver has in a case.
func (s *isolation[C]) kinds(c *C) map[kind]bool {
	kinds := map[kind]bool{}
	errs := s.ask(s, c).theirErrors
	if panicked(errs) {
		return nil
	}
	for _, err := range errs {
		kinds[errorKind(err)] = true
	}
	return kinds
}

// note takes a case, which others change afterwards, if none of its kinds is met with as few
// others.
func (s *isolation[C]) note(c *C) {
	kinds := s.kinds(c)
	for k := range kinds {
		if best, ok := s.met[k]; ok && best.kinds <= len(kinds) || s.alone[k] || reasonFor(k) != "" {
			continue
		}
		taken := asStored(c)
		if taken == nil || !maps.Equal(s.kinds(taken), kinds) || s.sound != nil && !s.sound(s, taken) {
			continue
		}
		s.met[k] = closest[C]{*taken, len(kinds)}
		if s.isAlone(k, taken) {
			s.alone[k] = true
			s.found = append(s.found, shrink(*taken, func(c *C) bool { return s.isAlone(k, c) }))
		}
	}
}

// asStored returns a case as its JSON has it, without empty lists for one, or nil.
func asStored[C any](c *C) *C {
	var stored C
	if data, err := json.Marshal(c); err != nil || json.Unmarshal(data, &stored) != nil {
		return nil
	}
	return &stored
}

// isAlone reports whether a sound case has errors of one kind only, as it is stored.
func (s *isolation[C]) isAlone(k kind, c *C) bool {
	if c = asStored(c); c == nil {
		return false
	}
	if s.sound != nil && !s.sound(s, c) {
		return false
	}
	kinds := s.kinds(c)
	return len(kinds) == 1 && kinds[k]
}

// others returns a function that returns the paths of the errors beside those of a kind, if
// there is one of it.
func (s *isolation[C]) others(k kind) func(*C) (paths []string, met bool) {
	return func(c *C) (paths []string, met bool) {
		if c = asStored(c); c == nil {
			return nil, false
		}
		if s.sound != nil && !s.sound(s, c) {
			return nil, false
		}
		errs := s.ask(s, c).theirErrors
		for _, err := range errs {
			if errorKind(err) == k {
				met = true
			} else {
				path := "." + strings.ReplaceAll(pattern(err.Field), "[*]", "")
				paths = append(paths, s.in+strings.TrimPrefix(path, s.root))
			}
		}
		return paths, met && !panicked(errs)
	}
}

// withoutOthers takes the errors away from a case that others returns: it drops what it can, and
// changes the fields that the errors are about. It returns how many are left.
func withoutOthers[C any](m mutator, c C, others func(*C) ([]string, bool)) (C, int) {
	rest, _ := others(&c)
	smaller := func(c *C) bool {
		paths, met := others(c)
		if !met || len(paths) > len(rest) {
			return false
		}
		rest = paths
		return true
	}
	c = shrink(c, smaller)
	for range 300 {
		if len(rest) == 0 {
			break
		}
		changed := c
		if data, err := json.Marshal(c); err != nil || json.Unmarshal(data, &changed) != nil {
			return c, len(rest)
		}
		to := placeOf(reflect.TypeFor[C](), pick(m.Rand, rest))
		m.at(reflect.ValueOf(&changed).Elem(), to[:max(1, len(to)-m.IntN(2))])
		if paths, met := others(&changed); met && len(paths) < len(rest) {
			rest, c = paths, changed
		}
	}
	return shrink(c, smaller), len(rest)
}
