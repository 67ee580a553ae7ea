package conformance

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// tally counts what came out of the cases of an area.
type tally struct {
	name                                          string
	cases, valid, verdict, ownVerdict, sameErrors int
	explained                                     map[int]int // cases by the number of the difference that shows in them
	kinds                                         map[kind]*meetings
	disagreement                                  string // the first, shrunk; "" if there is none
}

// kind is a kind of error that kube-apiserver has.
type kind struct{ path, errorType, text string }

func (k kind) compare(other kind) int {
	return cmp.Or(strings.Compare(k.path, other.path), strings.Compare(k.errorType, other.errorType), strings.Compare(k.text, other.text))
}

// meetings counts the cases with an error of one kind.
type meetings struct {
	cases, agreed, alone int    // alone: there is no error of another kind
	beside               []kind // the other errors in the case that has the fewest
}

func newTally(name string) *tally {
	return &tally{name: name, explained: map[int]int{}, kinds: map[kind]*meetings{}}
}

func (t *tally) add(a answer, c comparison) {
	t.cases++
	for number, agrees := range map[*int]bool{&t.valid: c.valid, &t.verdict: c.verdict, &t.ownVerdict: c.ownVerdict, &t.sameErrors: c.sameErrors} {
		if agrees {
			*number++
		}
	}
	for number := range c.explained {
		t.explained[number]++
	}
	if panicked(a.theirErrors) {
		return
	}
	met := map[kind]bool{} // and whether it agrees
	for i, place := range placesOf(a.theirErrors) {
		k := errorKind(a.theirErrors[i])
		agreed, before := met[k]
		met[k] = c.agreed[place] && (agreed || !before)
	}
	for k, agreed := range met {
		m := t.kinds[k]
		if m == nil {
			m = &meetings{}
			t.kinds[k] = m
		}
		if m.cases == 0 || len(met) <= len(m.beside) {
			m.beside = slices.Collect(maps.Keys(met))
			m.beside = slices.DeleteFunc(m.beside, func(other kind) bool { return other == k })
		}
		m.cases++
		if agreed {
			m.agreed++
		}
		if len(met) == 1 {
			m.alone++
		}
	}
}

// merge adds the kinds of another area.
func (t *tally) merge(other *tally) {
	for k, m := range other.kinds {
		sum := t.kinds[k]
		if sum == nil {
			sum = &meetings{beside: m.beside}
			t.kinds[k] = sum
		}
		sum.cases += m.cases
		sum.agreed += m.agreed
		sum.alone += m.alone
		if len(m.beside) < len(sum.beside) {
			sum.beside = m.beside
		}
	}
}

// errorKind takes the values out of an error.
func errorKind(err *field.Error) kind {
	return kind{pattern(err.Field), err.Type.String(), strings.TrimRight(values.ReplaceAllString(err.Detail, "*"), "*., ")}
}

// values are what is quoted, numbers, lists, and what comes after words that introduce a value.
var values = regexp.MustCompile(strings.Join([]string{
	`"(?:[^"\\]|\\.)*"`, `'[^']*'`, "`[^`]*`", `-?[0-9][0-9A-Za-z.]*`, `\[[^\]]*\]`,
	`(?:hugepages-|Found |DNS label: |label not supported: |limit of |=DoNotSchedule, not |found new finalizers |previous: |version: |signerName ).*`, `(?s)\n.*`,
}, "|"))
