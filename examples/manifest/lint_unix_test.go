//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const validJob = `apiVersion: batch/v1
kind: Job
metadata: {name: valid}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "registry.example.com/main:1"}]}}}
`

// TestHostileFiles lints files that can't be checked, among others. Each is one finding, the others
// are checked, and it doesn't take long.
func TestHostileFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("d/folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"d/loop.yaml": "loop.yaml", "d/folder/up": ".."} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		bomb += strings.NewReplacer("N", string(rune('0'+i)), "M", string(rune('1'+i))).Replace("aM: &aM [*aN, *aN, *aN, *aN, *aN, *aN, *aN, *aN, *aN, *aN]\n")
	}
	files := map[string]string{
		"a-valid.yaml": validJob,
		"z-valid.yaml": validJob,
		"binary.yaml":  "\x7fELF\x00\x01\n---\n\x00\x00",
		"bomb.yaml":    bomb,
		"strings.yaml": "a: &x " + strings.Repeat("y", 1<<20) + "\nb: [" + strings.Repeat("*x, ", 1000) + "]\n",
		"self.yaml":    "a: &x [*x]\n",
		"deep.yaml":    strings.Repeat("[", 1<<20),
		"deeper.json":  strings.Repeat(`{"apiVersion":"v1","kind":"List","items":[`, 9999) + strings.Repeat("]}", 9999),
		"line.json":    strings.Repeat("{}", 1<<20) + "}",
		"long.yaml":    "a: " + strings.Repeat("x", 100<<20),
		"large.yaml":   strings.Repeat("# a comment\n", 10<<20),
	}
	for name, text := range files {
		if err := os.WriteFile("d/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo("d/pipe.yaml", 0o644); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var got []string
	for _, f := range findings(t, "", "d") {
		got = append(got, f.Type+" "+strings.TrimPrefix(f.File, "d/"))
	}
	want := []string{
		"Malformed binary.yaml", "Malformed bomb.yaml", "Malformed deep.yaml", "Malformed deeper.json", "Malformed large.yaml",
		"Malformed line.json", "Malformed long.yaml", "Unreadable loop.yaml", "Unreadable pipe.yaml", "Malformed self.yaml", "Malformed strings.yaml",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	status, stdout, _ := command("", "lint", "d/binary.yaml", "d/a-valid.yaml")
	if status != failure || !strings.HasSuffix(stdout, "1 error and 0 warnings in 2 files, 1 Job\n") {
		t.Errorf("exit status %d, printed %q", status, stdout)
	}
}

// TestLocked lints files and folders without permission. Each is one finding. Root has permission
// for everything, so the test runs itself as another user then.
func TestLocked(t *testing.T) {
	const nobody = 65534
	if os.Geteuid() == 0 {
		folder := t.TempDir()
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(self)
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.Join(folder, "manifest.test")
		if err := os.WriteFile(program, data, 0o755); err != nil {
			t.Fatal(err)
		}
		for at := folder; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
			if err := os.Chmod(at, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		test := exec.Command(program, "-test.run=^TestLocked$", "-test.v")
		test.Dir = folder
		test.Env = append(os.Environ(), "TMPDIR="+os.TempDir())
		test.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, err := test.CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("--- PASS: TestLocked")) {
			t.Errorf("as another user: %v\n%s", err, out)
		}
		return
	}
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("d/folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"d/a.yaml", "d/file.yaml", "d/folder/x.yaml", "d/z.yaml"} {
		if err := os.WriteFile(name, []byte(validJob), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"d/file.yaml", "d/folder"} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod("d/folder", 0o755) })
	status, stdout, _ := command("", "lint", "d", "d/folder/x.yaml")
	want := `d/file.yaml:1:1: error: permission denied
d/folder:1:1: error: permission denied
d/folder/x.yaml:1:1: error: permission denied
3 errors and 0 warnings in 5 files, 2 Jobs
`
	if status != misuse || stdout != want {
		t.Errorf("exit status %d, want %d (-want +got):\n%s", status, misuse, cmp.Diff(want, stdout))
	}
}
