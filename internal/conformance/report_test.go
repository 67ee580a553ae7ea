package conformance

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var long = flag.Int("long", 0, "`cases` of each area for the report's long run, with -update")

const (
	reportFile = "REPORT.md"
	reportSeed = 1
	longRun    = "## The long run\n"
)

// share is how many cases of an area a run of n has: what takes longer has fewer.
func share(a area, n int) int {
	switch a.title() {
	case "defaults":
		return n / 2
	case "updates", "status updates":
		return n / 4
	default:
		return n
	}
}

// TestReport compares a short run with the report of one. With -update it writes the report,
// and with -long the section about a long run as well, which nothing repeats.
func TestReport(t *testing.T) {
	before, err := os.ReadFile(reportFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want, longSection, _ := strings.Cut(string(before), longRun)
	results := runAll(t, reportSeed, 20_000)
	all := newTally("all")
	for _, r := range results {
		all.merge(r)
	}
	checkCompanions(t, all)
	got, kinds := writeReport(t, results, all), kindsTable(t, all)
	if *update {
		if err := os.WriteFile(kindsFile, kinds, 0o644); err != nil {
			t.Fatal(err)
		}
		if *long > 0 {
			s := chosenSeed(t)
			longSection = writeLongRun(runAll(t, s, *long), s)
		}
		if err := os.WriteFile(reportFile, []byte(got+longRun+longSection), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kindsBefore, err := os.ReadFile(kindsFile)
	if err != nil {
		t.Fatal(err)
	}
	for file, diff := range map[string]string{reportFile: cmp.Diff(want, got), kindsFile: cmp.Diff(string(kindsBefore), string(kinds))} {
		if diff != "" {
			t.Errorf("%s (-want +got); if this is meant, run go test . -run TestReport -args -update:\n%s", file, diff)
		}
	}
}

// TestDifferentials compares cases that no run has had, in each area until one disagrees.
func TestDifferentials(t *testing.T) {
	n := *count / 5
	if testing.Short() {
		n /= 10
	}
	for _, r := range runAll(t, chosenSeed(t), n) {
		t.Logf("%s: %d cases, of which kube-apiserver accepts %d", r.name, r.cases, r.valid)
	}
}

// runAll runs all areas, about n cases of each.
func runAll(t *testing.T, seed uint64, n int) []*tally {
	t.Helper()
	var results []*tally
	for _, a := range areas(t) {
		t.Run(a.title(), func(t *testing.T) {
			r := a.run(t, seed, share(a, n), nil)
			if r.disagreement != "" {
				t.Error(r.disagreement)
			}
			results = append(results, r)
		})
	}
	return results
}

func writeReport(t *testing.T, results []*tally, all *tally) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, `# jobapi beside Kubernetes %s

The same cases go through jobapi and through the code of kube-apiserver, in this process. This
file is written by `+"`go test . -run TestReport -args -update`"+`; the test of that name holds that a run of
the same seed says the same.

## Agreement

Cases are hand-made, found by -isolate, or random: mutations of any field of a Job and its
template, handfuls of the changes in the tables of template tests, and objects filled at random.
Embedded Jobs are those in a CronJob.
Where the two sides disagree and no difference below explains it, the test fails with the smallest
manifest that shows it. Seed %d.

`, kubernetesVersion(t), reportSeed)
	writeAgreement(&b, results)
	writeExplained(&b, results)
	writeDifferences(t, &b)
	writeKinds(&b, all)
	writeNeverAlone(&b, all)
	writeUnmet(&b)
	return b.String()
}

// writeAgreement writes a line for each area.
func writeAgreement(b *bytes.Buffer, results []*tally) {
	b.WriteString("| area | cases | accepted by kube-apiserver | verdict agrees without own rules | and with them | the whole answer agrees |\n| :-- | --: | --: | --: | --: | --: |\n")
	for _, r := range results {
		verdicts := "| | | |"
		if len(r.kinds) > 0 {
			verdicts = fmt.Sprintf("| %d | %d | %d |", r.valid, r.verdict, r.ownVerdict)
		}
		fmt.Fprintf(b, "| %s | %d %s %d |\n", r.name, r.cases, verdicts, r.sameErrors)
	}
	b.WriteString(`
The whole answer is the defaulted object, what a selector does, or the types and paths of errors.
Without own rules is ` + "`errs.Filter(validation.OwnRule)`" + `. Where the verdict without them does
not agree, it is by point 3 of the differences: kube-apiserver rejects what another Job left, jobapi
replaces it. With them, jobapi also rejects by points 4 to 8. An internal error of kube-apiserver
stands for a panic.
`)
}

func writeLongRun(results []*tally, seed uint64) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\nWritten with -long, repeated by no test. Seed %d.\n\n", seed)
	writeAgreement(&b, results)
	all := newTally("all")
	disagreements := 0
	for _, r := range results {
		all.merge(r)
		if r.disagreement != "" {
			disagreements++
		}
	}
	fmt.Fprintf(&b, "\n%d kinds of errors were met. Areas with a disagreement that nothing explains: %d.\n", len(all.kinds), disagreements)
	return b.String()
}

// kubernetesVersion is what go.mod says.
func kubernetesVersion(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`k8s\.io/kubernetes v(\S+)`).FindSubmatch(data)
	if version == nil {
		t.Fatal("go.mod does not require k8s.io/kubernetes")
	}
	return string(version[1])
}
