package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// file has the cases that isolate found.
func (d differential[C]) file() string {
	return filepath.Join("testdata", "alone", strings.ReplaceAll(d.name, " ", "-")+".jsonl")
}

// checkStored holds that the cases of the file have errors of one kind each.
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

// writeCases writes a file of cases, each once.
func writeCases[C any](file string, cases []C) error {
	var data []byte
	lines := map[string]bool{}
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
