package conformance

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

var record = flag.Int("record", 0, "number of `cases` to ask all releases and to write to testdata/releases")

// releaseModules has the go.mod file in the folder releases for each version.
var releaseModules = map[string]string{"1.34": "v1.34.mod", "1.35": "v1.35.mod", "1.36": "v1.36.mod", "1.37": "go.mod"}

// TestRecord asks all releases. It writes the cases and the answers to testdata/releases, and the
// table of feature gates to the folder releases:
//
//	go test . -timeout 2h -run TestRecord -args -record 6000
//
// The output depends on the number, the seed and the releases only. The first run takes a long
// time, because it builds four releases of Kubernetes.
func TestRecord(t *testing.T) {
	if *record == 0 {
		t.Skip("without -record")
	}
	var cases bytes.Buffer
	encoder := json.NewEncoder(&cases)
	for _, c := range newReleaseCases(t, cmp.Or(*seed, 1), *record) {
		if err := encoder.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	const folder = "testdata/releases"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	writeCompressed(t, filepath.Join(folder, "cases.jsonl.gz"), cases.Bytes())
	gates := map[string][]releaseGate{}
	for _, version := range slices.Sorted(maps.Keys(releaseModules)) {
		program := buildRelease(t, releaseModules[version])
		writeCompressed(t, filepath.Join(folder, "v"+version+".jsonl.gz"), output(t, cases.Bytes(), program))
		var all []releaseGate
		if err := json.Unmarshal(output(t, nil, program, "gates"), &all); err != nil {
			t.Fatal(err)
		}
		gates[version] = all
	}
	writeGates(t, gates)
}

// buildRelease builds the program of a release.
func buildRelease(t testing.TB, module string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "release")
	build := exec.CommandContext(t.Context(), "go", "build", "-modfile", module, "-o", program, ".")
	build.Dir = "releases"
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, text)
	}
	return program
}

// output returns what a program prints.
func output(t testing.TB, input []byte, program string, args ...string) []byte {
	t.Helper()
	run := exec.CommandContext(t.Context(), program, args...)
	run.Stdin, run.Stderr = bytes.NewReader(input), os.Stderr
	data, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %v", run, err)
	}
	return data
}

// writeCompressed writes a gzip file.
func writeCompressed(t testing.TB, file string, data []byte) {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, out.Bytes())
}
