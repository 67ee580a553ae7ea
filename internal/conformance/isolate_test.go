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

var isolate = flag.Int("isolate", 0, "look among this many `cases` of each area for kinds of errors that no case has alone, and write cases that do to testdata/alone")

// TestIsolate finds a case for each kind of error in which it is the only one, if -isolate asks
// for it. The cases that it writes are the first that every run compares. It holds that none is
// there twice.
func TestIsolate(t *testing.T) {
	if *isolate == 0 {
		files, err := filepath.Glob("testdata/alone/*.jsonl")
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files, %v", len(files), err)
		}
		for _, file := range files {
			cases := readCases[json.RawMessage](t, file)
			slices.SortFunc(cases, func(a, b json.RawMessage) int { return bytes.Compare(a, b) })
			if all := len(cases); len(slices.CompactFunc(cases, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })) < all {
				t.Errorf("%s has cases twice", file)
			}
		}
		return
	}
	s := chosenSeed(t)
	alone := map[kind]bool{}
	all := areas(t)
	all[0], all[2] = all[2], all[0] // templates first: their cases are the smallest
	for _, a := range all {
		t.Run(a.title(), func(t *testing.T) { a.isolate(t, s, share(a, *isolate), alone) })
	}
}

// closest is a case with an error of some kind, and with as few others as are known.
type closest[C any] struct {
	c      C
	errors int
}

// isolate looks for cases with kinds of errors that are not in alone yet.
func (d differential[C]) isolate(t *testing.T, seed uint64, n int, alone map[kind]bool) {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	met := map[kind]closest[C]{}
	for c, fixed := range d.each(t, seed, n) {
		errs := d.ask(t, &c).theirErrors
		if panicked(errs) {
			continue
		}
		for _, err := range errs {
			k := errorKind(err)
			if best, ok := met[k]; !ok || len(errs) < best.errors {
				met[k] = closest[C]{c, len(errs)}
				alone[k] = alone[k] || fixed && len(errs) == 1
			}
		}
	}
	var found []C
	n = 0
	m := mutator{rand.New(rand.NewPCG(seed, seed))}
	for _, k := range slices.SortedFunc(maps.Keys(met), kind.compare) {
		if alone[k] || reasonFor(k) != "" {
			continue
		}
		// others returns the paths of the errors beside the one of this kind, if it is there.
		others := func(c *C) (paths []string, met bool) {
			if d.sound != nil && !d.sound(t, c) {
				return nil, false
			}
			errs := d.ask(t, c).theirErrors
			for _, err := range errs {
				if errorKind(err) == k {
					met = true
				} else {
					path := "." + strings.ReplaceAll(pattern(err.Field), "[*]", "")
					paths = append(paths, d.in+strings.TrimPrefix(path, d.root))
				}
			}
			return paths, met && !panicked(errs)
		}
		c, left := alonePlease(m, met[k].c, others)
		if alone[k] = left == 0; alone[k] {
			n++
		}
		found = append(found, c)
	}
	t.Logf("%s: %d kinds of errors, %d more are met alone", d.name, len(met), n)
	if err := writeCases(d.file(), found); err != nil {
		t.Fatal(err)
	}
}

// alonePlease takes the errors away from a case that others returns: it drops what it can, and
// changes the fields that the errors are about. It returns how many are left.
func alonePlease[C any](m mutator, c C, others func(*C) ([]string, bool)) (C, int) {
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

// placeOf returns the place of the field with a path without indexes, or of the next one above
// it.
func placeOf(of reflect.Type, path string) place {
	best, length := place{0}, 0
	for i, to := range placesIn(of) {
		if name := jsonNames(of)[i]; len(name) > length && strings.HasPrefix(path+".", name+".") {
			best, length = to, len(name)
		}
	}
	return best
}

var namesByType = map[reflect.Type][]string{}

// jsonNames returns the paths in JSON of all places in a type.
func jsonNames(of reflect.Type) []string {
	if known, ok := namesByType[of]; ok {
		return known
	}
	var names []string
	for _, to := range placesIn(of) {
		names = append(names, jsonName(of, to))
	}
	namesByType[of] = names
	return names
}

// jsonName returns the names of the fields on the way to a place as JSON has them.
func jsonName(of reflect.Type, to place) string {
	path := ""
	for _, i := range to {
		field := structIn(of).Field(i)
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			path += "." + name
		}
		of = field.Type
	}
	return path
}

// file has the cases that isolate found.
func (d differential[C]) file() string {
	return filepath.Join("testdata", "alone", strings.ReplaceAll(d.name, " ", "-")+".jsonl")
}

// writeCases adds cases to a file that it does not have.
func writeCases[C any](file string, cases []C) error {
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := map[string]bool{}
	for line := range bytes.Lines(data) {
		lines[string(line)] = true
	}
	for _, c := range cases {
		line, err := json.Marshal(c)
		if err != nil || len(line) > 20_000 {
			continue // what has no JSON, or is about the size of all annotations, is not for a file
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

// readCases returns the cases of a file, none if there is no file.
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
