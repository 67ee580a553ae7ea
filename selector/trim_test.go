package selector_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/selector"
)

// TestDuplicatesLeaveNoMemory makes selectors of few requirements from very many, and from lists
// of the same value: what stays in memory beside the text is little.
func TestDuplicatesLeaveNoMemory(t *testing.T) {
	const n = 200_000
	duplicates := slices.Repeat([]string{"x", "y"}, n/2)
	parse := func(text string) func() (selector.Selector, error) {
		return func() (selector.Selector, error) { return selector.Parse(text) }
	}
	values := numbered("%06d", n)
	contradictions := "a in (" + strings.Join(values, ",") + "),a notin (" + strings.Join(values[2:], ",") + ")"
	for _, tt := range []struct {
		name string
		make func() (selector.Selector, error)
		want string
	}{
		{"requirements", parse(strings.Repeat("a,", n) + "b"), "a,b"},
		{"values", parse("a in (x" + strings.Repeat(",", n) + "y)"), "a in (,x,y)"},
		{"values behind another list", parse("a in (x,y),b notin (x" + strings.Repeat(",", n) + "y)"), "a in (x,y),b notin (,x,y)"},
		{"values before another list", parse("a in (x" + strings.Repeat(",", n) + "y),b notin (x,y)"), "a in (,x,y),b notin (x,y)"},
		{"a list before requirements", parse("a in (x,y)" + strings.Repeat(",a", n)), "a in (x,y),a"},
		{"a LabelSelector", func() (selector.Selector, error) {
			return selector.FromLabelSelector(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
				{Key: "a", Operator: "In", Values: []string{"x", "y"}}, {Key: "b", Operator: "NotIn", Values: duplicates},
			}})
		}, "a in (x,y),b notin (x,y)"},
		{"a requirement", func() (selector.Selector, error) {
			r, err := selector.NewRequirement("a", selector.In, duplicates...)
			return selector.New(r), err
		}, "a in (x,y)"},
		{"given requirements", func() (selector.Selector, error) {
			r, err := selector.NewRequirement("a", selector.Exists)
			return selector.New(slices.Repeat([]selector.Requirement{r}, n)...), err
		}, "a"},
		{"values that simplify away", func() (selector.Selector, error) {
			s, err := selector.Parse(contradictions)
			return s.Simplify(), err
		}, "a in (000000,000001)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := heap()
			s, err := tt.make()
			if err != nil || s.String() != tt.want {
				t.Fatalf("got %q, %v, want %q", s, err, tt.want)
			}
			if kept := heap() - before; kept > 300_000 {
				t.Errorf("%d bytes stay in memory", kept)
			}
			runtime.KeepAlive(s)
		})
	}
	runtime.KeepAlive(duplicates)
	runtime.KeepAlive(contradictions)
}

func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestListsKeepTheirValues has texts of lists that share room, of which most is not used: moving
// the values to less room mixes nothing up.
func TestListsKeepTheirValues(t *testing.T) {
	many := numbered("v%03d", 200) // found by hash
	list := strings.Join(many, ",")
	text := "a in (" + list + "),b notin (y" + strings.Repeat(",y,x", 500) + "),c in (x,z),d=" + strings.Repeat(",e", 1000)
	s := selector.MustParse(text)
	if got, want := s.String(), "a in ("+list+"),b notin (x,y),c in (x,z),d=,e"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	set := map[string]string{"b": "z", "c": "z", "d": "", "e": ""}
	for _, value := range many {
		if set["a"] = value; !s.Matches(set) {
			t.Errorf("%s does not match", value)
		}
	}
	if set["a"] = "v"; s.Matches(set) {
		t.Error("a value that is not listed matches")
	}
}

// TestListsDoNotTouchEachOther excludes values in two lists that have another list between them:
// putting the two together must not write into that.
func TestListsDoNotTouchEachOther(t *testing.T) {
	const text = "a notin (w,z),a notin (x,y),b in (p,q)"
	s := selector.MustParse("a notin (w,z),b in (p,q),a notin (x,y)")
	if got := s.Simplify().String(); got != "a notin (w,x,y,z),b in (p,q)" || s.String() != text {
		t.Errorf("%q simplifies to %q", s, got)
	}
}
