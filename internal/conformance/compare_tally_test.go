package conformance

import (
	"cmp"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// tally counts the results of an area.
type tally struct {
	name                                          string
	cases, valid, verdict, ownVerdict, sameErrors int
	explained                                     map[int]int         // the number of cases by the difference that shows in them
	because                                       map[explanation]int // the number of cases by error
	kinds                                         map[kind]*meetings
	disagreement                                  string // the first disagreement, shrunk, or ""
}

// kind is a kind of kube-apiserver's errors: errorKind removes what varies from case to case.
type kind struct{ path, errorType, text string }

func (k kind) compare(other kind) int {
	return cmp.Or(strings.Compare(k.path, other.path), strings.Compare(k.errorType, other.errorType), strings.Compare(k.text, other.text))
}

func (k kind) String() string { return k.path + ": " + k.errorType + ": " + k.text }

// meetings counts the cases with an error of one kind.
type meetings struct {
	cases, agreed, alone int // alone counts the cases without an error of another kind
}

func newTally(name string) *tally {
	return &tally{name: name, explained: map[int]int{}, because: map[explanation]int{}, kinds: map[kind]*meetings{}}
}

func (t *tally) add(a answer, c comparison) {
	t.cases++
	count := func(number *int, agrees bool) {
		if agrees {
			*number++
		}
	}
	count(&t.valid, c.valid)
	count(&t.verdict, c.verdict)
	count(&t.ownVerdict, c.ownVerdict)
	count(&t.sameErrors, c.sameErrors)
	for number := range c.explained {
		t.explained[number]++
	}
	for e := range c.because {
		t.because[e]++
	}
	if panicked(a.theirErrors) {
		return
	}
	met := map[kind]bool{} // whether jobapi reports all errors of the kind
	for i, key := range typesAndPaths(a.theirErrors) {
		k := errorKind(a.theirErrors[i])
		agreed, before := met[k]
		met[k] = c.agreed[key] && (agreed || !before)
	}
	for k, agreed := range met {
		m := t.kinds[k]
		if m == nil {
			m = &meetings{}
			t.kinds[k] = m
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

// merge adds the kinds of another tally.
func (t *tally) merge(other *tally) {
	for k, m := range other.kinds {
		sum := t.kinds[k]
		if sum == nil {
			sum = &meetings{}
			t.kinds[k] = sum
		}
		sum.cases += m.cases
		sum.agreed += m.agreed
		sum.alone += m.alone
	}
}

// errorKind returns the kind of an error: its path and text without values.
func errorKind(err *field.Error) kind {
	text := repeated.ReplaceAllString(values.ReplaceAllString(err.Detail, "*"), "*")
	return kind{keysInPaths.ReplaceAllString(pattern(err.Field), "/*"), err.Type.String(), strings.TrimRight(text, "*., ")}
}

// values matches the values in an error's text: quoted text, numbers, lists, and what follows the
// words that introduce a value.
var values = regexp.MustCompile(strings.Join([]string{
	`"(?:[^"\\]|\\.)*"`, `'[^']*'`, "`[^`]*`", `-?[0-9][0-9A-Za-z.]*`, `\[[^\]]*\]`,
	`\S+ limit of .*`, // the limit of a resource
	`(?:resourceClaims: |was |does not support subscript: |cannot unmarshal |hugepages-|Found |DNS label: |label not supported: |=DoNotSchedule, not |found new finalizers |previous: |version: |signerName ).*`, `(?s)\n.*`,
}, "|"))

// repeated matches adjacent values.
var repeated = regexp.MustCompile(`\*{2,}`)

// keysInPaths matches the names of containers in annotation keys.
var keysInPaths = regexp.MustCompile(`/[^/]*$`)
