package selector_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// The universe for brute force: each key is absent or has one of the values. These are the values
// that random selectors name and some that none names, enough to tell any two random selectors
// apart. TestAlgebraOfIntegers has the selectors that need more spellings of an integer.
var (
	universeKeys   = []string{"a", "b"}
	universeValues = []string{"", "x", "y", "z", "0", "1", "2", "3", "03", "4", "04", "004", "5", "05", "005", "6", "06", "7", "8"}
)

// forAllSets calls f with each set of labels in the universe until f returns false.
func forAllSets(f func(labels.Set) bool) {
	set := labels.Set{}
	var choose func(keys []string) bool
	choose = func(keys []string) bool {
		if len(keys) == 0 {
			return f(set)
		}
		delete(set, keys[0])
		if !choose(keys[1:]) {
			return false
		}
		for _, value := range universeValues {
			set[keys[0]] = value
			if !choose(keys[1:]) {
				return false
			}
		}
		delete(set, keys[0])
		return true
	}
	choose(universeKeys)
}

// randomSelector returns a selector with up to five requirements.
func randomSelector(random *rand.Rand) selector.Selector {
	named := []string{"", "x", "y", "3", "4", "04", "5", "05", "6"}
	var requirements []string
	for range random.IntN(6) {
		key := universeKeys[random.IntN(len(universeKeys))]
		values := make([]string, 1+random.IntN(3))
		for i := range values {
			values[i] = named[random.IntN(len(named))]
		}
		number := string(rune('2' + random.IntN(6)))
		forms := []string{
			key + "=" + values[0], key + "!=" + values[0], key, "!" + key, key + ">" + number, key + "<" + number,
			key + " in (" + strings.Join(values, ",") + ")", key + " notin (" + strings.Join(values, ",") + ")",
		}
		requirements = append(requirements, forms[random.IntN(len(forms))])
	}
	return selector.MustParse(strings.Join(requirements, ","))
}

var long = flag.Bool("long", false, "compare more random pairs of selectors")

// TestAlgebraAgainstBruteForce compares the answers for random pairs of selectors with those that
// all labels of the universe give.
func TestAlgebraAgainstBruteForce(t *testing.T) {
	pairs := 5_000
	if *long {
		pairs = 100_000
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range pairs {
		checkAlgebra(t, randomSelector(random), randomSelector(random))
	}
}

// FuzzAlgebra is TestAlgebraAgainstBruteForce with seeds from the fuzzer.
func FuzzAlgebra(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed*7)
	}
	f.Fuzz(func(t *testing.T, x, y uint64) {
		random := rand.New(rand.NewPCG(x, y))
		checkAlgebra(t, randomSelector(random), randomSelector(random))
	})
}

func checkAlgebra(t *testing.T, s, other selector.Selector) {
	t.Helper()
	satisfiable, overlaps, implies, implied := false, false, true, true
	forAllSets(func(set labels.Set) bool {
		inS, inOther := s.Matches(set), other.Matches(set)
		satisfiable = satisfiable || inS
		overlaps = overlaps || inS && inOther
		implies = implies && (!inS || inOther)
		implied = implied && (inS || !inOther)
		return true
	})
	for _, answer := range []struct {
		name      string
		got, want bool
	}{
		{"Satisfiable", s.Satisfiable(), satisfiable},
		{"Overlaps", s.Overlaps(other), overlaps},
		{"Overlaps, the other way", other.Overlaps(s), overlaps},
		{"And is satisfiable", s.And(other).Satisfiable(), overlaps},
		{"Implies", s.Implies(other), implies},
		{"Implies, the other way", other.Implies(s), implied},
		{"Equivalent", s.Equivalent(other), implies && implied},
	} {
		if answer.got != answer.want {
			t.Fatalf("%q, %q: %s: %t, want %t", s, other, answer.name, answer.got, answer.want)
		}
	}
	checkExample(t, s, satisfiable)
	checkExample(t, s.And(other), overlaps)

	simple, otherSimple := s.Simplify(), other.Simplify()
	forAllSets(func(set labels.Set) bool {
		if simple.Matches(set) != s.Matches(set) {
			t.Fatalf("%q simplifies to %q, which differs on %v", s, simple, set)
		}
		return true
	})
	if again := simple.Simplify(); !again.Equal(simple) {
		t.Fatalf("%q simplifies to %q, and that to %q", s, simple, again)
	}
	if same := simple.String() == otherSimple.String(); same != (implies && implied) {
		t.Fatalf("%q simplifies to %q, %q to %q: equivalent is %t", s, simple, other, otherSimple, implies && implied)
	}
}

// checkExample checks that the example of a selector is valid, matches and is minimal.
func checkExample(t *testing.T, s selector.Selector, satisfiable bool) {
	t.Helper()
	set, ok := s.Example()
	if ok != satisfiable {
		t.Fatalf("%q has example %v, %t, want %t", s, set, ok, satisfiable)
	}
	if !ok {
		return
	}
	if err := set.Validate(); err != nil || !s.Matches(set) {
		t.Fatalf("%q has example %v: matches %t, %v", s, set, s.Matches(set), err)
	}
	for key := range set {
		fewer := set.Clone()
		delete(fewer, key)
		if s.Matches(fewer) {
			t.Fatalf("%q has example %v, though %v is smaller", s, set, fewer)
		}
	}
}

// allSpellings returns every label value that is the given integer, with up to 63 digits.
func allSpellings(number string) []string {
	var values []string
	for zeros := range 64 - len(number) {
		values = append(values, strings.Repeat("0", zeros)+number)
	}
	return values
}

// TestAlgebraOfIntegers has cases in which it matters that 5 and 05 are different values and the
// same integer.
func TestAlgebraOfIntegers(t *testing.T) {
	spellings := func(numbers ...string) string {
		var values []string
		for _, number := range numbers {
			values = append(values, allSpellings(number)...)
		}
		return strings.Join(values, ",")
	}
	tests := []struct {
		name, text string
		simple     string // the text of Nothing if unsatisfiable
	}{
		{"another spelling remains", "a>4,a<6,a notin (5)", "a!=5,a>4,a<6"},
		{"no spelling remains", "a>4,a<6,a notin (" + spellings("5") + ")", "nothing,!nothing"},
		{"all but one", "a>4,a<6,a notin (" + strings.Join(allSpellings("5")[:62], ",") + ")",
			"a notin (" + strings.Join(sorted(allSpellings("5")[:62]), ",") + "),a>4,a<6"},
		{"no integer in between", "a>4,a<5", "nothing,!nothing"},
		{"nothing is less than zero", "a<0", "nothing,!nothing"},
		{"nothing is greater than the greatest", "a>9223372036854775807", "nothing,!nothing"},
		{"the greatest integer is greater than the one before it", "a>9223372036854775806", "a>9223372036854775806"},
		{"bounds meet at the least", "a<1", "a<1"},
		{"the lower end is used up", "a>4,a<9,a notin (" + spellings("5", "6") + ")", "a>6,a<9"},
		{"the upper end is used up", "a>4,a<9,a notin (" + spellings("8") + ")", "a>4,a<8"},
		{"both ends are used up", "a>4,a<8,a notin (" + spellings("5", "6", "7") + ")", "nothing,!nothing"},
		{"the middle remains", "a>4,a<8,a notin (" + spellings("6") + ")", "a notin (" + strings.Join(sorted(allSpellings("6")), ",") + "),a>4,a<8"},
		{"exclusions out of bounds are redundant", "a>4,a notin (3,x,5)", "a!=5,a>4"},
		{"the tightest bounds remain", "a>4,a>7,a<20,a<100", "a>7,a<20"},
		{"a list within bounds", "a in (1,05,5,6,x),a>4,a<6", "a in (05,5)"},
		{"a list out of bounds", "a in (1,x),a>4", "nothing,!nothing"},
		{"exists is redundant", "a,a>4", "a>4"},
		{"absence contradicts", "!a,a>4", "nothing,!nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := selector.MustParse(tt.text)
			simple := s.Simplify()
			if got := simple.String(); got != tt.simple {
				t.Errorf("simplifies to %q, want %q", got, tt.simple)
			}
			satisfiable := tt.simple != "nothing,!nothing"
			if got := s.Satisfiable(); got != satisfiable {
				t.Errorf("satisfiable: %t, want %t", got, satisfiable)
			}
			if !s.Equivalent(simple) {
				t.Error("is not equivalent to what it simplifies to")
			}
			checkExample(t, s, satisfiable)
		})
	}
	five, range5 := selector.MustParse("a in ("+spellings("5")+")"), selector.MustParse("a>4,a<6")
	if !five.Equivalent(range5) || !range5.Equivalent(five) || !range5.Implies(five) {
		t.Error("a range is not equivalent to the list of all its values")
	}
	without := selector.MustParse("a in (" + strings.Join(allSpellings("5")[1:], ",") + ")")
	if range5.Implies(without) || !without.Implies(range5) {
		t.Error("a range implies a list that lacks one of its values")
	}
	if !selector.MustParse("a>4,a<6,a!=5").Implies(without) {
		t.Error("a range without a value does not imply the list of the others")
	}
	if huge := selector.MustParse("a<9223372036854775807"); huge.Implies(five) || !five.Implies(huge) || !huge.Overlaps(five) {
		t.Error("wrong about a huge range")
	}
}

func sorted(values []string) []string {
	return slices.Sorted(slices.Values(values))
}

// TestAlgebraOfEverythingAndNothing has the selectors that match everything and nothing.
func TestAlgebraOfEverythingAndNothing(t *testing.T) {
	everything, nothing, some := selector.Everything(), selector.Nothing(), selector.MustParse("a=1")
	contradiction := selector.MustParse("a=1,a=2")
	for name, holds := range map[string]bool{
		"the zero selector is everything":         everything.Equal(selector.Selector{}),
		"everything is satisfiable":               everything.Satisfiable(),
		"everything overlaps itself":              everything.Overlaps(everything),
		"everything overlaps any selector":        everything.Overlaps(some) && some.Overlaps(everything),
		"nothing is unsatisfiable":                !nothing.Satisfiable(),
		"nothing overlaps nothing":                !nothing.Overlaps(nothing) && !nothing.Overlaps(everything) && !everything.Overlaps(nothing),
		"nothing implies every selector":          nothing.Implies(some) && nothing.Implies(everything) && nothing.Implies(nothing),
		"every selector implies everything":       some.Implies(everything) && everything.Implies(everything),
		"only contradictions imply nothing":       !some.Implies(nothing) && !everything.Implies(nothing) && contradiction.Implies(nothing),
		"everything implies only itself":          !everything.Implies(some),
		"contradictions are equivalent":           nothing.Equivalent(contradiction) && !nothing.Equal(contradiction),
		"a contradiction overlaps nothing":        !contradiction.Overlaps(some) && !contradiction.Overlaps(selector.MustParse("b")),
		"a contradiction simplifies to nothing":   contradiction.Simplify().Equal(nothing),
		"everything simplifies to itself":         everything.Simplify().Equal(everything),
		"and with everything changes nothing":     some.And(everything).Equal(some) && everything.And(some).Equal(some),
		"and with nothing is unsatisfiable":       !some.And(nothing).Satisfiable(),
		"the example of everything has no labels": func() bool { set, ok := everything.Example(); return ok && set != nil && len(set) == 0 }(),
		"nothing has no example":                  func() bool { set, ok := nothing.Example(); return !ok && set == nil }(),
	} {
		if !holds {
			t.Errorf("not true: %s", name)
		}
	}
}

// TestExampleAvoidsExclusions excludes all short values.
func TestExampleAvoidsExclusions(t *testing.T) {
	var values []string
	for _, c := range "0123456789abcdefghijklmnopqrstuvwxyz" {
		values = append(values, string(c))
	}
	set, ok := selector.MustParse("a,a notin (," + strings.Join(values, ",") + ")").Example()
	if !ok || set["a"] != "00" {
		t.Errorf("got %v, %t", set, ok)
	}
}

// TestExampleIsSmall has selectors that match many labels.
func TestExampleIsSmall(t *testing.T) {
	tests := []struct {
		text string
		want labels.Set
	}{
		{"a in (c,b,d)", labels.Set{"a": "b"}},
		{"a in (c,b,d),a!=b", labels.Set{"a": "c"}},
		{"a in (long,b,)", labels.Set{"a": ""}},
		{"a in (zz,aaaaaaaaa)", labels.Set{"a": "aaaaaaaaa"}}, // the first, not the shortest
		{"a in (10,9),a>4", labels.Set{"a": "10"}},
		{"a", labels.Set{"a": ""}},
		{"a,a!=", labels.Set{"a": "0"}},
		{"a,a notin (,0,2)", labels.Set{"a": "1"}},
		{"a>4", labels.Set{"a": "5"}},
		{"a>4,a!=5", labels.Set{"a": "05"}},
		{"a<3", labels.Set{"a": "0"}},
		{"a!=x,!b,c notin (1,2)", labels.Set{}},
		{"a!=x,b,c=1", labels.Set{"b": "", "c": "1"}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, ok := selector.MustParse(tt.text).Example()
			if diff := cmp.Diff(tt.want, got); !ok || diff != "" {
				t.Errorf("%t (-want +got):\n%s", ok, diff)
			}
		})
	}
}

// TestAlgebraIsAboutValidLabels has invalid labels, which a selector matches and its
// simplification doesn't.
func TestAlgebraIsAboutValidLabels(t *testing.T) {
	s, set := selector.MustParse("a<0"), labels.Set{"a": "-3"}
	if set.Validate() == nil || !s.Matches(set) || s.Simplify().Matches(set) || s.Satisfiable() {
		t.Errorf("%q simplifies to %q", s, s.Simplify())
	}
}

func TestExactValue(t *testing.T) {
	tests := []struct {
		text, key, value string
		ok               bool
	}{
		{"a=1", "a", "1", true},
		{"a=", "a", "", true},
		{"a in (1)", "a", "1", true},
		{"a!=x,a=b", "a", "b", true},
		{"a in (1,2),a in (2,3)", "a", "2", true},
		{"a in (1,2),a!=1", "a", "2", true},
		{"a=1,b=2,c=3", "b", "2", true},
		{"a in (1,2)", "a", "", false},
		{"a=1,a=2", "a", "", false},
		{"a!=1", "a", "", false},
		{"a", "a", "", false},
		{"!a", "a", "", false},
		{"a>4,a<6", "a", "", false}, // 5, 05 and so on
		{"a=1", "b", "", false},
		{"b=1", "a", "", false},
		{"", "a", "", false},
	}
	for _, tt := range tests {
		s := selector.MustParse(tt.text)
		if value, ok := s.ExactValue(tt.key); value != tt.value || ok != tt.ok {
			t.Errorf("%q of %q: %q, %t, want %q, %t", tt.key, tt.text, value, ok, tt.value, tt.ok)
		}
		if value, ok := s.Kubernetes().RequiresExactMatch(tt.key); value != tt.value || ok != tt.ok {
			t.Errorf("RequiresExactMatch: %q of %q: %q, %t, want %q, %t", tt.key, tt.text, value, ok, tt.value, tt.ok)
		}
	}
}

func TestOverlapsDoesNotAllocate(t *testing.T) {
	for _, tt := range []struct {
		x, y string
		want bool
	}{
		{"app in (web,db),tier!=x,cpu>4,z", "app notin (web),cpu<9,!y,z!=1", true},
		{"app=web,tier=frontend", "app=web,environment=prod", true},
		{"app=web,tier=frontend", "app=db,tier=frontend", false},
		{"a!=1,b notin (1,2),c", "a!=2,b,c", true},
		{"a>4,a!=7", "a<9,a notin (5,6)", true},
		{"a>4", "a<5", false},
		{"a", "!a", false},
	} {
		x, y := selector.MustParse(tt.x), selector.MustParse(tt.y)
		if allocs := testing.AllocsPerRun(100, func() {
			if x.Overlaps(y) != tt.want || !x.Satisfiable() {
				t.Error("wrong answer")
			}
		}); allocs != 0 {
			t.Errorf("%s and %s: %v allocations", x, y, allocs)
		}
	}
}
