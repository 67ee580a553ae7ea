package conformance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation"
)

// answer has the answers of both sides to a case: values that must be equal, errors, or both.
type answer struct {
	theirs, ours           any
	theirErrors, ourErrors field.ErrorList
	differs                int                                 // the documented difference by which only one side rejects the case, or 0
	explain                func(err *field.Error, of side) int // the documented difference by which only this side reports err, or 0
}

type side string

const (
	upstreamSide side = "kube-apiserver"
	ownSide      side = "jobapi"
)

// comparison is the result of comparing the two sides of an answer.
type comparison struct {
	valid               bool         // kube-apiserver accepts the case
	verdict, ownVerdict bool         // the verdicts agree without jobapi's own rules, and with them
	sameErrors          bool         // types and paths agree
	explained           map[int]bool // the differences that show in the case
	because             map[explanation]bool
	disagreements       []string        // what no difference explains, without values, sorted
	agreed              map[string]bool // types and paths of the errors that both sides report
}

// explanation is an error that one side doesn't report, or reports at another path, because of a
// difference.
type explanation struct {
	number int
	of     side
	err    string // its type and path, without indexes
}

// compare compares the two sides of an answer.
func (a answer) compare() comparison {
	answered := a.ourErrors.Filter(validation.OwnRule)
	c := comparison{
		valid:      len(a.theirErrors) == 0,
		ownVerdict: (len(a.theirErrors) == 0) == (len(a.ourErrors) == 0),
		verdict:    (len(a.theirErrors) == 0) == (len(answered) == 0),
		explained:  map[int]bool{}, because: map[explanation]bool{}, agreed: map[string]bool{},
		sameErrors: true,
	}
	c.disagreements = valuesThatDiffer(a.theirs, a.ours)
	switch {
	case a.differs > 0:
		c.explained[a.differs] = true
	case !c.verdict:
		c.disagreements = append(c.disagreements, fmt.Sprintf("verdict: kube-apiserver accepts: %t, jobapi accepts: %t", len(a.theirErrors) == 0, len(answered) == 0))
	}
	them, us := byTypeAndPath(a.theirErrors), byTypeAndPath(answered)
	missing := func(of side, all, others map[string]*field.Error) {
		for key, err := range all {
			if other, ok := others[key]; ok {
				if other.Field != err.Field {
					c.explained[11], c.sameErrors = true, false
					c.because[explanation{11, of, pattern(fmt.Sprintf("%s at %s", err.Type, err.Field))}] = true
				}
				c.agreed[key] = true
				continue
			}
			c.sameErrors = false
			if number := a.explain(err, of); number > 0 {
				c.explained[number] = true
				c.because[explanation{number, of, pattern(key)}] = true
				continue
			}
			c.disagreements = append(c.disagreements, fmt.Sprintf("only %s: %s", of, pattern(key)))
		}
	}
	missing(upstreamSide, them, us)
	missing(ownSide, us, them)
	for key, err := range byTypeAndPath(a.ourErrors) {
		if number := ownRules[err.Origin]; number > 0 {
			c.explained[number] = true
			c.because[explanation{number, ownSide, pattern(key)}] = true
		}
	}
	slices.Sort(c.disagreements)
	c.disagreements = slices.Compact(c.disagreements)
	return c
}

// ownRules maps the origins of jobapi's own rules to the numbers of the differences.
var ownRules = map[string]int{
	validation.OriginEmptyManualSelector:     4,
	validation.OriginSelectorNotGenerated:    5,
	validation.OriginManualSelectorImmutable: 6,
	validation.OriginActiveDeadline:          7,
	validation.OriginGeneratedLabelImmutable: 8,
}

// unexplained is the explain function of areas where all errors must agree.
func unexplained(*field.Error, side) int { return 0 }

// byTypeAndPath indexes errors by what typesAndPaths returns for them.
func byTypeAndPath(errs field.ErrorList) map[string]*field.Error {
	index := map[string]*field.Error{}
	for i, key := range typesAndPaths(errs) {
		index[key] = errs[i]
	}
	return index
}

// typesAndPaths returns the type and path of each error. It numbers the errors at status.conditions,
// which all have the same path.
func typesAndPaths(errs field.ErrorList) []string {
	list := make([]string, len(errs))
	conditions := 0
	for i, err := range errs {
		// kube-apiserver reports some label errors at template.labels and some at
		// template.metadata.labels.
		list[i] = fmt.Sprintf("%s at %s", err.Type, strings.Replace(err.Field, "template.labels", "template.metadata.labels", 1))
		if err.Field == "status.conditions" {
			conditions++
			list[i] = fmt.Sprintf("%s, number %d", list[i], conditions)
		}
	}
	return list
}

// pattern replaces the indexes and keys in a path by asterisks.
func pattern(path string) string {
	var b strings.Builder
	depth := 0
	for _, r := range path {
		if r == ']' {
			if depth--; depth == 0 {
				b.WriteString("*")
			}
		}
		if depth <= 0 {
			b.WriteRune(r)
		}
		if r == '[' {
			depth++
		}
	}
	return b.String()
}

// exactly compares quantities by value, format and text.
var exactly = cmp.Comparer(func(a, b resource.Quantity) bool {
	return a.Cmp(b) == 0 && a.Format == b.Format && a.String() == b.String()
})

// valuesThatDiffer returns the paths, without indexes, of the fields in which two values differ.
func valuesThatDiffer(theirs, ours any) []string {
	if cmp.Equal(theirs, ours, exactly) {
		return nil
	}
	var r fieldReporter
	cmp.Equal(theirs, ours, exactly, cmp.Reporter(&r))
	return r.different
}

// fieldReporter collects the fields in which values differ.
type fieldReporter struct {
	path      cmp.Path
	different []string
}

func (r *fieldReporter) PushStep(step cmp.PathStep) { r.path = append(r.path, step) }
func (r *fieldReporter) PopStep()                   { r.path = r.path[:len(r.path)-1] }
func (r *fieldReporter) Report(result cmp.Result) {
	if !result.Equal() {
		r.different = append(r.different, "values differ at "+r.path.String())
	}
}

// String shows the answers of both sides.
func (a answer) String() string {
	var b strings.Builder
	if diff := cmp.Diff(a.theirs, a.ours, exactly); diff != "" {
		fmt.Fprintf(&b, "(-kube-apiserver +jobapi):\n%s", diff)
	}
	fmt.Fprintf(&b, "kube-apiserver says:\n%sjobapi says:\n%s", listing(a.theirErrors), listing(a.ourErrors))
	return b.String()
}

// listing returns sorted errors, one per line.
func listing(errs field.ErrorList) string {
	if len(errs) == 0 {
		return "  nothing\n"
	}
	var lines []string
	for _, err := range errs {
		lines = append(lines, fmt.Sprintf("  %v\n", err))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}
