package conformance

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/validation"
)

// differential compares jobapi with Kubernetes in one area, where a case is a C.
type differential[C any] struct {
	name      string
	workloads bool                        // the features of spec.scheduling are on
	fixed     []C                         // the first cases
	random    func(testing.TB, source) C  // makes all others
	ask       func(testing.TB, *C) answer // leaves the case alone
	in, root  string                      // the path in a case of what errors have at the path root
	sound     func(testing.TB, *C) bool   // whether a case that was shrunk can come up; nil if it can
}

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
	disagreements       []string        // not by any difference, without values, sorted
	agreed              map[string]bool // places where both have an error
}

// compare judges an answer.
func (a answer) compare() comparison {
	answered := a.ourErrors.Filter(validation.OwnRule)
	c := comparison{
		valid:      len(a.theirErrors) == 0,
		ownVerdict: (len(a.theirErrors) == 0) == (len(a.ourErrors) == 0),
		verdict:    (len(a.theirErrors) == 0) == (len(answered) == 0),
		explained:  map[int]bool{}, agreed: map[string]bool{},
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
				}
				c.agreed[place] = true
				continue
			}
			c.sameErrors = false
			if number := a.explain(err, of); number > 0 {
				c.explained[number] = true
				continue
			}
			c.disagreements = append(c.disagreements, fmt.Sprintf("only %s: %s", of, pattern(place)))
		}
	}
	missing(upstreamSide, them, us)
	missing(ownSide, us, them)
	slices.Sort(c.disagreements)
	c.disagreements = slices.Compact(c.disagreements)
	return c
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

// run compares the fixed cases and n random ones, and stops at the first disagreement. What jobapi
// answers goes through tamper, unless that is nil.
func (d differential[C]) run(t *testing.T, seed uint64, n int, tamper func(*answer)) *tally {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	result := newTally(d.name)
	ask := func(c *C) answer {
		a := d.ask(t, c)
		if tamper != nil {
			tamper(&a)
		}
		return a
	}
	for c := range d.each(t, seed, n) {
		a := ask(&c)
		compared := a.compare()
		result.add(a, compared)
		if len(compared.disagreements) == 0 {
			continue
		}
		first, errs := compared.disagreements[0], len(a.theirErrors)+len(a.ourErrors)
		small := shrink(c, func(smaller *C) bool {
			if d.sound != nil && !d.sound(t, smaller) {
				return false
			}
			a := ask(smaller)
			n := len(a.theirErrors) + len(a.ourErrors) // not more than before: the smallest manifest would lack all that is required
			if n > errs || !slices.Contains(a.compare().disagreements, first) {
				return false
			}
			errs = n
			return true
		})
		text, err := yaml.Marshal(small)
		if err != nil {
			t.Fatal(err)
		}
		result.disagreement = fmt.Sprintf("%s, seed %d, case %d: %s\n%s%v", d.name, seed, result.cases, first, text, ask(&small))
		return result
	}
	return result
}

// each yields the fixed cases and n random ones, and which they are.
func (d differential[C]) each(t testing.TB, seed uint64, n int) iter.Seq2[C, bool] {
	s := seeded(seed)
	return func(yield func(C, bool) bool) {
		fixed := slices.Concat(d.fixed, readCases[C](t, d.file()))
		for i := range len(fixed) + n {
			var c C
			if i < len(fixed) {
				c = fixed[i]
			} else {
				c = d.random(t, s)
			}
			if !yield(c, i < len(fixed)) {
				return
			}
		}
	}
}

func (d differential[C]) title() string { return d.name }

// area is a differential of any cases.
type area interface {
	title() string
	run(t *testing.T, seed uint64, n int, tamper func(*answer)) *tally
	isolate(t *testing.T, seed uint64, n int, alone map[kind]bool)
}

// areas returns all of them, in the order of the report.
func areas(t testing.TB) []area {
	return []area{defaults(t), creations(t), templates(t), updates(t), statusUpdates(), selectorArea()}
}
