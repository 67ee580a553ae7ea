package selector_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

func TestNewRequirement(t *testing.T) {
	tests := []struct {
		name   string
		key    string
		op     selector.Operator
		values []string
		want   string // text
	}{
		{"In", "a", selector.In, []string{"c", "b", "c"}, "a in (b,c)"},
		{"In with one value", "a", selector.In, []string{"b", "b"}, "a=b"},
		{"In with the empty value", "a", selector.In, []string{""}, "a="},
		{"NotIn", "a", selector.NotIn, []string{"c", "b"}, "a notin (b,c)"},
		{"NotIn with one value", "a", selector.NotIn, []string{"b"}, "a!=b"},
		{"Exists", "x.io/a", selector.Exists, nil, "x.io/a"},
		{"DoesNotExist", "a", selector.DoesNotExist, nil, "!a"},
		{"GreaterThan", "a", selector.GreaterThan, []string{"007"}, "a>7"},
		{"LessThan", "a", selector.LessThan, []string{"0"}, "a<0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			given := slices.Clone(tt.values)
			r, err := selector.NewRequirement(tt.key, tt.op, given...)
			if err != nil {
				t.Fatal(err)
			}
			if r.String() != tt.want || r.Key() != tt.key || r.Operator() != tt.op {
				t.Errorf("got %q: %q %s, want %q", r, r.Key(), r.Operator(), tt.want)
			}
			if !slices.Equal(given, tt.values) {
				t.Errorf("the caller's values changed to %q", given)
			}
			if all := slices.Collect(r.All()); !slices.Equal(all, r.Values()) {
				t.Errorf("All has %q, Values %q", all, r.Values())
			}
			clear(given)
			values := r.Values()
			clear(values)
			if r.String() != tt.want {
				t.Errorf("writing into the slices of the caller changed it to %q", r)
			}
			if parsed := selector.MustParse(tt.want); !parsed.Equal(selector.New(r)) {
				t.Errorf("its text reads as %q", parsed)
			}
		})
	}
}

func TestNewRequirementErrors(t *testing.T) {
	tests := []struct {
		name   string
		key    string
		op     selector.Operator
		values []string
		path   string
		msg    string
		syntax bool
	}{
		{"no key", "", selector.Exists, nil, "key", "name is missing", true},
		{"malformed key", "A/b", selector.Exists, nil, "key", "prefix has 'A'", true},
		{"malformed value", "a", selector.In, []string{"b", "c d"}, "values[1]", "value has ' '", true},
		{"In without values", "a", selector.In, nil, "values", "In needs at least one value", false},
		{"NotIn without values", "a", selector.NotIn, nil, "values", "NotIn needs at least one value", false},
		{"Exists with a value", "a", selector.Exists, []string{""}, "values", "Exists takes no values", false},
		{"DoesNotExist with a value", "a", selector.DoesNotExist, []string{"b"}, "values", "DoesNotExist takes no values", false},
		{"GreaterThan without a value", "a", selector.GreaterThan, nil, "values", "exactly one value", false},
		{"LessThan with two values", "a", selector.LessThan, []string{"1", "2"}, "values", "exactly one value", false},
		{"GreaterThan with a word", "a", selector.GreaterThan, []string{"b"}, "values[0]", `takes an integer of 64 bits in base 10, which "b" is not`, false},
		{"LessThan with the empty value", "a", selector.LessThan, []string{""}, "values[0]", "takes an integer", false},
		{"LessThan with a negative number", "a", selector.LessThan, []string{"-1"}, "values[0]", "value begins with '-'", true},
		{"GreaterThan out of range", "a", selector.GreaterThan, []string{"9223372036854775808"}, "values[0]", `which "9223372036854775808" is not`, false},
		{"unknown operator", "a", 77, nil, "operator", "there is no Operator(77)", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := selector.NewRequirement(tt.key, tt.op, tt.values...)
			checkRequirementError(t, err, tt.path, tt.msg, tt.syntax)
			if !r.Equal(selector.Requirement{}) {
				t.Errorf("a requirement with the error: %q", r)
			}
		})
	}
}

// checkRequirementError holds that err is about a path, and about malformed text or not.
func checkRequirementError(t *testing.T, err error, path, msg string, syntax bool) {
	t.Helper()
	got, ok := errors.AsType[*selector.RequirementError](err)
	if !ok {
		t.Fatalf("got %v, want a RequirementError", err)
	}
	if got.Path != path || !strings.Contains(got.Msg, msg) || got.Error() != got.Path+": "+got.Msg {
		t.Errorf("got %s: %s, want %s: %s", got.Path, got.Msg, path, msg)
	}
	if _, wraps := errors.AsType[*labels.SyntaxError](err); wraps != syntax {
		t.Errorf("wraps a labels.SyntaxError: %t, want %t", wraps, syntax)
	}
}

func TestZeroRequirement(t *testing.T) {
	var zero selector.Requirement
	if zero.Matches(nil) || zero.Matches(labels.Set{"": ""}) || zero.Key() != "" || len(zero.Values()) != 0 {
		t.Errorf("the zero requirement is %q, with values %q", zero, zero.Values())
	}
	a := selector.MustParse("a")
	for r := range a.Requirements() {
		if s := selector.New(r, zero); !s.Equal(selector.Nothing()) {
			t.Errorf("with the zero requirement: %q", s)
		}
	}
}

func TestNew(t *testing.T) {
	s := selector.MustParse("b=1,a in (x,y),!c,b!=2,d>4")
	requirements := slices.Collect(s.Requirements())
	slices.Reverse(requirements)
	requirements = append(requirements, requirements...)
	before := slices.Clone(requirements)
	if got := selector.New(requirements...); !got.Equal(s) || got.String() != s.String() {
		t.Errorf("got %q, want %q", got, s)
	}
	if diff := cmp.Diff(before, requirements); diff != "" {
		t.Errorf("the caller's slice changed:\n%s", diff)
	}
	many := make([]selector.Requirement, 0, 100)
	for _, key := range descending(100) {
		r, err := selector.NewRequirement(key, selector.Exists)
		if err != nil {
			t.Fatal(err)
		}
		many = append(many, r, r)
	}
	if got, want := selector.New(many...).String(), strings.Join(numbered("x%06d", 100), ","); got != want {
		t.Errorf("got %q", got)
	}
	if got := selector.New(); !got.Equal(selector.Everything()) {
		t.Errorf("without requirements: %q", got)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{"a>7": 7, "a<007": 7, "a>0": 0, "a<9223372036854775807": math.MaxInt64} {
		for r := range selector.MustParse(text).Requirements() {
			if number, ok := r.Number(); !ok || number != want {
				t.Errorf("%s: %d, %t", text, number, ok)
			}
		}
	}
	for r := range selector.MustParse("a=7,a!=8,a in (7,9),a notin (1,2),a,!b").Requirements() {
		if number, ok := r.Number(); ok || number != 0 {
			t.Errorf("%s: %d, %t", r, number, ok)
		}
	}
	if number, ok := (selector.Requirement{}).Number(); ok || number != 0 {
		t.Errorf("the zero requirement: %d, %t", number, ok)
	}
}

func TestAnd(t *testing.T) {
	x, y := selector.MustParse("b=1,d"), selector.MustParse("a,b=1,c!=2,d,e")
	if got := x.And(y).String(); got != "a,b=1,c!=2,d,e" {
		t.Errorf("got %q", got)
	}
	if x.String() != "b=1,d" || y.String() != "a,b=1,c!=2,d,e" {
		t.Errorf("And changed %q or %q", x, y)
	}
}

func TestOperatorString(t *testing.T) {
	for op, want := range map[selector.Operator]string{
		selector.In: "In", selector.NotIn: "NotIn", selector.Exists: "Exists", selector.DoesNotExist: "DoesNotExist",
		selector.GreaterThan: "GreaterThan", selector.LessThan: "LessThan", 6: "Operator(6)", 255: "Operator(255)",
	} {
		if got := op.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	s := selector.MustParse("app=web,!canary,cpu>4,mem<8,tier in (a,b),zone")
	var got []string
	for _, m := range s.Explain(labels.Set{"app": "db", "canary": "yes", "cpu": "many", "mem": "9", "other": "x"}) {
		got = append(got, m.String())
	}
	want := []string{
		`app=web: the label is "db"`,
		`!canary: the label is there, with value "yes"`,
		`cpu>4: the label is "many", which is no integer of 64 bits`,
		`mem<8: the label is "9"`,
		`tier in (a,b): there is no label tier`,
		`zone: there is no label zone`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	great := selector.MustParse("a>4").Explain(labels.Set{"a": "9223372036854775808"})
	if got, want := great[0].String(), `a>4: the label is "9223372036854775808", which is no integer of 64 bits`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mismatch := s.Explain(nil)[0]
	if mismatch.Present || mismatch.Value != "" || mismatch.Requirement.Key() != "app" {
		t.Errorf("got %+v", mismatch)
	}
	if got := s.Explain(labels.Set{"app": "web", "cpu": "5", "mem": "7", "tier": "a", "zone": ""}); got != nil {
		t.Errorf("labels that match: %v", got)
	}
}

// TestValuesAreSortedAndUnique gives values in random order and several times, around the sizes
// and shapes where the way of sorting changes.
func TestValuesAreSortedAndUnique(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, format := range []string{"%d", "zone-%d", "x%d-behind-it-more-than-seven-bytes", "%07d", "%08d"} {
		for _, n := range []int{1, 2, 8, 15, 16, 17, 100, 127, 128, 129, 200} {
			values := make([]string, n)
			for i := range values {
				values[i] = fmt.Sprintf(format, random.IntN(n))
			}
			if n > 2 {
				values[random.IntN(n)] = ""
			}
			r, err := selector.NewRequirement("a", selector.In, values...)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Compact(slices.Sorted(slices.Values(values)))
			if diff := cmp.Diff(want, r.Values()); diff != "" {
				t.Errorf("%d values %s (-want +got):\n%s", n, format, diff)
			}
		}
	}
}
