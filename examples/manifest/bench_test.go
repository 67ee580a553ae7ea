package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// BenchmarkLint lints a folder of 10,000 manifests, each a Job of some 1,500 bytes: a tenth with
// a selector of their own, one in a hundred with a mistake.
func BenchmarkLint(b *testing.B) {
	const files = 10_000
	folder := b.TempDir()
	data, err := os.ReadFile("testdata/bench/report.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for i := range files {
		extra := ""
		if i%10 == 0 {
			extra += fmt.Sprintf("  manualSelector: true\n  selector:\n    matchLabels: {task: task-%d}\n", i)
		}
		if i%100 == 7 {
			extra += "  paralelism: 3\n"
		}
		text := strings.NewReplacer("NUMBER", fmt.Sprint(i), "TEAM", fmt.Sprint(i%7), "  # more\n", extra).Replace(string(data))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("job-%05d.yaml", i)), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		status, stdout, stderr := command("", "lint", folder)
		if want := "100 errors and 0 warnings in 10000 files, 10000 Jobs\n"; status != failure || !strings.HasSuffix(stdout, want) || stderr != "" {
			b.Fatalf("exit status %d, said %q, printed %q", status, stderr, stdout[max(0, len(stdout)-200):])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*files), "µs/file")
}

// BenchmarkOverlaps compares 10,000 Jobs that all overlap.
func BenchmarkOverlaps(b *testing.B) {
	const jobs = 10_000
	var controllers []*controller
	for i := range jobs {
		c := &controller{identity: identity{"Job", "default", fmt.Sprint(i)}, template: map[string]string{"app": "report", "task": fmt.Sprint(i)}}
		c.choose(&metav1.LabelSelector{MatchLabels: map[string]string{"app": "report"}})
		c.manual = &position{line: i + 1}
		controllers = append(controllers, c)
	}
	for b.Loop() {
		if found := overlaps(controllers, false); len(found) != jobs {
			b.Fatalf("%d findings", len(found))
		}
	}
}
