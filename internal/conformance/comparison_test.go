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

// answer is what both sides say of a case: values that must be equal, errors, or both.
type answer struct {
	theirs, ours           any
	theirErrors, ourErrors field.ErrorList
	differs                int                                 // number of the difference by which one side rejects the case and the other need not
	explain                func(err *field.Error, of side) int // number of the difference by which only this side has the error, or 0
}

type side string

const (
	upstreamSide side = "kube-apiserver"
	ownSide      side = "jobapi"
)

// comparison is what follows from an answer.
type comparison struct {
	valid               bool // by kube-apiserver
	verdict, ownVerdict bool // the verdicts agree without our own rules, and with them
	sameErrors          bool // types and paths agree
	explained           map[int]bool
	because             map[explanation]bool
	disagreements       []string        // not by any difference, without values, sorted
	agreed              map[string]bool // places where both have an error
}

// explanation is an error that only one side has, or has elsewhere, by a difference.
type explanation struct {
	number int
	of     side
	place  string // without indexes
}

// compare judges an answer.
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
	them, us := places(a.theirErrors), places(answered)
	missing := func(of side, all, others map[string]*field.Error) {
		for place, err := range all {
			if other, ok := others[place]; ok {
				if other.Field != err.Field {
					c.explained[11], c.sameErrors = true, false
					c.because[explanation{11, of, pattern(fmt.Sprintf("%s at %s", err.Type, err.Field))}] = true
				}
				c.agreed[place] = true
				continue
			}
			c.sameErrors = false
			if number := a.explain(err, of); number > 0 {
				c.explained[number] = true
				c.because[explanation{number, of, pattern(place)}] = true
				continue
			}
			c.disagreements = append(c.disagreements, fmt.Sprintf("only %s: %s", of, pattern(place)))
		}
	}
	missing(upstreamSide, them, us)
	missing(ownSide, us, them)
	for place, err := range places(a.ourErrors) {
		if number := ownRules[err.Origin]; number > 0 {
			c.explained[number] = true
			c.because[explanation{number, ownSide, pattern(place)}] = true
		}
	}
	slices.Sort(c.disagreements)
	c.disagreements = slices.Compact(c.disagreements)
	return c
}

// ownRules are the differences by the origins of errors that kube-apiserver does not have.
var ownRules = map[string]int{
	validation.OriginEmptyManualSelector:     4,
	validation.OriginSelectorNotGenerated:    5,
	validation.OriginManualSelectorImmutable: 6,
	validation.OriginActiveDeadline:          7,
	validation.OriginGeneratedLabelImmutable: 8,
}

// unexplained is for areas whose errors must agree.
func unexplained(*field.Error, side) int { return 0 }

// places returns errors by their places.
func places(errs field.ErrorList) map[string]*field.Error {
	byPlace := map[string]*field.Error{}
	for i, place := range placesOf(errs) {
		byPlace[place] = errs[i]
	}
	return byPlace
}

// placesOf returns the type and path of each error. Those at the conditions of a status, which
// all have one path, are numbered.
func placesOf(errs field.ErrorList) []string {
	list := make([]string, len(errs))
	conditions := 0
	for i, err := range errs {
		// Their label errors are at template.labels, or at template.metadata.labels.
		list[i] = fmt.Sprintf("%s at %s", err.Type, strings.Replace(err.Field, "template.labels", "template.metadata.labels", 1))
		if err.Field == "status.conditions" {
			conditions++
			list[i] = fmt.Sprintf("%s, number %d", list[i], conditions)
		}
	}
	return list
}

// pattern takes the numbers and keys out of a place.
func pattern(place string) string {
	var b strings.Builder
	depth := 0
	for _, r := range place {
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

// exactly compares quantities by number, format and text.
var exactly = cmp.Comparer(func(a, b resource.Quantity) bool {
	return a.Cmp(b) == 0 && a.Format == b.Format && a.String() == b.String()
})

// valuesThatDiffer returns the paths of the fields where two values differ, without indexes.
func valuesThatDiffer(theirs, ours any) []string {
	if cmp.Equal(theirs, ours, exactly) {
		return nil
	}
	var r fieldReporter
	cmp.Equal(theirs, ours, exactly, cmp.Reporter(&r))
	return r.different
}

// fieldReporter collects the fields where values differ.
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

// String shows what both sides say.
func (a answer) String() string {
	var b strings.Builder
	if diff := cmp.Diff(a.theirs, a.ours, exactly); diff != "" {
		fmt.Fprintf(&b, "(-kube-apiserver +jobapi):\n%s", diff)
	}
	fmt.Fprintf(&b, "kube-apiserver says:\n%sjobapi says:\n%s", listing(a.theirErrors), listing(a.ourErrors))
	return b.String()
}

// listing writes errors in order, one a line.
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
