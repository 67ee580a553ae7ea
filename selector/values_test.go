package selector_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/selector"
)

// TestValuesAreSortedAndUnique has values in random order and with duplicates, in numbers around
// those where the search for a value changes.
func TestValuesAreSortedAndUnique(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, format := range []string{"%d", "zone-%d", "x%d-with-the-same-ending", "%07d", "%08d"} {
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

// TestMatchesManyValues has lists with lengths around those where the search changes.
func TestMatchesManyValues(t *testing.T) {
	for _, format := range []string{"%d", "team-%d", "%04d-with-the-same-ending-for-all", "x%d"} {
		for _, n := range []int{2, 15, 16, 17, 127, 128, 129, 130, 1000, 5000} {
			values := numbered(format, n)
			text := "a in (" + strings.Join(values, ",") + "),b notin (" + strings.Join(values, ",") + ")"
			s, theirs := selector.MustParse(text), mustParseKubernetes(t, text)
			for _, value := range append(numbered(format, n+3), "", "0", "team", "t", "zzz") {
				for _, set := range []map[string]string{{"a": value}, {"a": values[n/2], "b": value}} {
					if got, want := s.Matches(set), theirs.Matches(kubelabels.Set(set)); got != want {
						t.Fatalf("%d values %s on %v: %t, want %t", n, format, set, got, want)
					}
				}
			}
		}
	}
}

// TestDuplicatesReleaseMemory makes small selectors from many duplicates. Beside the text, they
// keep little memory.
func TestDuplicatesReleaseMemory(t *testing.T) {
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
		{"values after another list", parse("a in (x,y),b notin (x" + strings.Repeat(",", n) + "y)"), "a in (x,y),b notin (,x,y)"},
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
		{"requirements of New", func() (selector.Selector, error) {
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
				t.Errorf("it keeps %d bytes", kept)
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

// TestListsKeepTheirValues has lists that share an array, which they mostly waste. Moving them to
// smaller arrays doesn't mix them up.
func TestListsKeepTheirValues(t *testing.T) {
	many := numbered("v%03d", 200) // enough for a map
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

// TestListsDoNotOverwriteEachOther merges two lists that share an array with a list between them.
func TestListsDoNotOverwriteEachOther(t *testing.T) {
	const text = "a notin (w,z),a notin (x,y),b in (p,q)"
	s := selector.MustParse("a notin (w,z),b in (p,q),a notin (x,y)")
	if got := s.Simplify().String(); got != "a notin (w,x,y,z),b in (p,q)" || s.String() != text {
		t.Errorf("%q simplifies to %q", s, got)
	}
}
