package selector_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

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
			values := slices.Clone(tt.values)
			r, err := selector.NewRequirement(tt.key, tt.op, values...)
			if err != nil {
				t.Fatal(err)
			}
			if r.String() != tt.want || r.Key() != tt.key || r.Operator() != tt.op {
				t.Errorf("got %q: %q %s, want %q", r, r.Key(), r.Operator(), tt.want)
			}
			if !slices.Equal(values, tt.values) {
				t.Errorf("the caller's values changed to %q", values)
			}
			if all := slices.Collect(r.All()); !slices.Equal(all, r.Values()) {
				t.Errorf("All: %q, Values: %q", all, r.Values())
			}
			clear(values)
			clear(r.Values())
			if r.String() != tt.want {
				t.Errorf("clearing the caller's slices changed it to %q", r)
			}
			if parsed := selector.MustParse(tt.want); !parsed.Equal(selector.New(r)) {
				t.Errorf("its text parses as %q", parsed)
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
		{"GreaterThan without a value", "a", selector.GreaterThan, nil, "values", "needs exactly one value", false},
		{"LessThan with two values", "a", selector.LessThan, []string{"1", "2"}, "values", "needs exactly one value", false},
		{"GreaterThan with a word", "a", selector.GreaterThan, []string{"b"}, "values[0]", `GreaterThan needs a 64-bit decimal integer, not "b"`, false},
		{"LessThan with the empty value", "a", selector.LessThan, []string{""}, "values[0]", `needs a 64-bit decimal integer, not ""`, false},
		{"LessThan with a negative number", "a", selector.LessThan, []string{"-1"}, "values[0]", "value begins with '-'", true},
		{"GreaterThan out of range", "a", selector.GreaterThan, []string{"9223372036854775808"}, "values[0]", `not "9223372036854775808"`, false},
		{"unknown operator", "a", 77, nil, "operator", "unknown operator Operator(77)", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := selector.NewRequirement(tt.key, tt.op, tt.values...)
			checkRequirementError(t, err, tt.path, tt.msg, tt.syntax)
			if !r.Equal(selector.Requirement{}) {
				t.Errorf("returned %q with the error", r)
			}
		})
	}
}

// checkRequirementError checks that err is a RequirementError with the path, with a message that
// contains msg, and that it wraps a SyntaxError of package labels if syntax is true.
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

func TestAllDoesNotAllocate(t *testing.T) {
	for _, r := range slices.Collect(selector.MustParse("a=1,b in (1,2),c").Requirements()) {
		n := 0
		if allocs := testing.AllocsPerRun(100, func() {
			for value := range r.All() {
				n += len(value)
			}
		}); allocs != 0 {
			t.Errorf("%s: %v allocations", r, allocs)
		}
	}
}
