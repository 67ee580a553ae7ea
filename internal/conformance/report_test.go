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

var long = flag.Int("long", 0, "with -update, write the report's long run too, with this many `cases` of each area")

const (
	reportFile = "REPORT.md"
	reportSeed = 1
	longRun    = "## The long run\n"
)

// share returns how many cases of an area a run of n compares. Slow areas compare fewer.
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

// TestReport compares a short run with its report. With -update it writes the report. With -long it
// also writes the section about a long run, which no test repeats.
func TestReport(t *testing.T) {
	before, err := os.ReadFile(reportFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want, longSection, _ := strings.Cut(string(before), longRun)
	results := runAll(t, reportSeed, 20_000)
	if t.Failed() {
		return // the report would be wrong
	}
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
			t.Errorf("%s (-want +got); if the change is intended, run go test . -run TestReport -args -update:\n%s", file, diff)
		}
	}
}

// TestDifferentials compares new random cases of each area until the sides disagree.
func TestDifferentials(t *testing.T) {
	n := *count / 5
	if testing.Short() {
		n /= 10
	}
	for _, r := range runAll(t, chosenSeed(t), n) {
		t.Logf("%s: %d cases, of which kube-apiserver accepts %d", r.name, r.cases, r.valid)
	}
}

// runAll runs all areas with about n random cases each.
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

The same cases go through jobapi and through kube-apiserver's code, in one process.
`+"`go test . -run TestReport -args -update`"+` writes this file. Without -update the test checks that a run with
the same seed gives the same report.

## Agreement

A case is hand-made, found by -isolate, or random. Random cases are mutations of any field of a Job,
combinations of the changes in the tables of the template tests, and objects filled at random.
Embedded Jobs are Job templates in a CronJob.
If the two sides disagree and no difference below explains it, the test fails with the smallest
manifest that shows the disagreement. Seed %d.

`, kubernetesVersion(t), reportSeed)
	writeAgreement(&b, results)
	writeExplained(&b, results)
	writeDifferences(t, &b)
	writeKinds(&b, all)
	writeNeverAlone(&b, all)
	writeUnmet(&b)
	return b.String()
}

// writeAgreement writes a table with a line for each area.
func writeAgreement(b *bytes.Buffer, results []*tally) {
	b.WriteString("| area | cases | accepted by kube-apiserver | same verdict without own rules | same verdict with them | same answer |\n| :-- | --: | --: | --: | --: | --: |\n")
	for _, r := range results {
		verdicts := "| | | |"
		if len(r.kinds) > 0 {
			verdicts = fmt.Sprintf("| %d | %d | %d |", r.valid, r.verdict, r.ownVerdict)
		}
		fmt.Fprintf(b, "| %s | %d %s %d |\n", r.name, r.cases, verdicts, r.sameErrors)
	}
	b.WriteString(`
The answer is the defaulted object, the behavior of a selector, or the types and paths of the errors.
` + "`errs.Filter(validation.OwnRule)`" + ` leaves jobapi's own rules out. The verdicts without them differ only by
point 3 of the differences: kube-apiserver rejects a selector or label that another Job left behind,
and jobapi replaces it. With them, jobapi also rejects Jobs by points 4 to 8. An internal error of
kube-apiserver is a panic.
`)
}

func writeLongRun(results []*tally, seed uint64) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\nWritten with -long. No test repeats this run. Seed %d.\n\n", seed)
	writeAgreement(&b, results)
	all := newTally("all")
	disagreements := 0
	for _, r := range results {
		all.merge(r)
		if r.disagreement != "" {
			disagreements++
		}
	}
	fmt.Fprintf(&b, "\n%d kinds of errors occurred. Areas with an unexplained disagreement: %d.\n", len(all.kinds), disagreements)
	return b.String()
}

// kubernetesVersion returns the version of Kubernetes in go.mod.
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
