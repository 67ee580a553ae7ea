package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var isolate = flag.Int("isolate", 0, "search this many `cases` of each area for errors that no case has alone, and store what is found in testdata/alone")

// TestIsolate checks that each stored case has errors of one kind only, and that no case is stored
// twice. With -isolate it searches for a case for every kind of error that has none, and stores
// the cases it finds. The search takes a quarter of an hour. Every run compares the stored cases
// first.
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
	all[0], all[templates] = all[templates], all[0] // its cases are the smallest
	for _, a := range all {
		t.Run(a.title()+" so far", func(t *testing.T) { a.noteAlone(t, alone) })
	}
	for _, a := range all {
		t.Run(a.title(), func(t *testing.T) { a.isolate(t, s, share(a, *isolate), alone) })
	}
}

// closest is the known case with an error of some kind and the fewest other kinds.
type closest[C any] struct {
	c     C
	kinds int // how many kinds of errors the case has
}

// isolation is the search in one area.
type isolation[C any] struct {
	differential[C]
	testing.TB
	alone map[kind]bool // kinds that a case of any area has alone
	met   map[kind]closest[C]
	found []C
}

// isolate searches for cases with kinds of errors that are not in alone yet. It tries n random
// cases, then every single change of a rich case, and then changes the closest case of each kind.
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

// noteAlone adds the kinds that a fixed case has alone.
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

// kinds returns the kinds of errors that kube-apiserver reports for a case.
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

// note keeps a copy of a case if it has fewer kinds of errors than the closest case so far of any
// of its kinds.
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

// asStored returns a case after a round trip through JSON, which drops empty lists. It returns nil
// if the case has no JSON.
func asStored[C any](c *C) *C {
	var stored C
	if data, err := json.Marshal(c); err != nil || json.Unmarshal(data, &stored) != nil {
		return nil
	}
	return &stored
}

// isAlone reports whether a sound case, once stored, has errors of kind k only.
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

// others returns a function that tells whether a case has errors of kind k, and the paths of its
// errors of other kinds.
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

// withoutOthers removes the errors that others returns from a case. It drops what it can, then
// changes the fields that the errors are about. It returns the case and the number of errors left.
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
		to := fieldAt(reflect.TypeFor[C](), pick(m.Rand, rest))
		m.at(reflect.ValueOf(&changed).Elem(), to[:max(1, len(to)-m.IntN(2))])
		if paths, met := others(&changed); met && len(paths) < len(rest) {
			rest, c = paths, changed
		}
	}
	return shrink(c, smaller), len(rest)
}

// file names the file with the cases that isolate found.
func (d differential[C]) file() string {
	return filepath.Join("testdata", "alone", strings.ReplaceAll(d.name, " ", "-")+".jsonl")
}

// checkStored checks that each stored case has errors of exactly one kind.
func (d differential[C]) checkStored(t *testing.T) {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	s := isolation[C]{differential: d, TB: t}
	lines := map[string]int{}
	for i, c := range readCases[C](t, d.file()) {
		line, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := lines[string(line)]; ok {
			t.Errorf("cases %d and %d are the same", before+1, i+1)
		}
		lines[string(line)] = i
		if kinds := s.kinds(&c); len(kinds) != 1 {
			t.Errorf("case %d has errors of %d kinds: %s", i+1, len(kinds), line)
		}
	}
}

// writeCases writes the cases to a file and skips duplicates.
func writeCases[C any](file string, cases []C) error {
	var data []byte
	lines := map[string]bool{}
	for _, c := range cases {
		line, err := json.Marshal(c)
		if err != nil || len(line) > 20_000 {
			continue // not representable as JSON, or a case about the total size of annotations
		}
		line = append(line, '\n')
		if !lines[string(line)] {
			lines[string(line)] = true
			data = append(data, line...)
		}
	}
	if len(data) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// readCases returns the cases in a file, or none if the file doesn't exist.
func readCases[C any](t testing.TB, file string) []C {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var cases []C
	for line := range bytes.Lines(data) {
		var c C
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("%s: case %d: %v", file, len(cases)+1, err)
		}
		cases = append(cases, c)
	}
	return cases
}
