package index_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	kubernetes "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index"
)

// scan is the model of Selectors: a map, and scans with the matcher of apimachinery.
type scan struct {
	selectors map[int]selector.Selector
	matchers  map[int]kubernetes.Selector
}

func newScan() *scan {
	return &scan{map[int]selector.Selector{}, map[int]kubernetes.Selector{}}
}

func (x *scan) set(t testing.TB, id int, s selector.Selector) {
	t.Helper()
	matcher, err := kubernetes.Parse(s.String())
	if err != nil {
		t.Fatal(err)
	}
	x.selectors[id], x.matchers[id] = s, matcher
}

func (x *scan) delete(id int) bool {
	_, ok := x.selectors[id]
	delete(x.selectors, id)
	delete(x.matchers, id)
	return ok
}

func (x *scan) matching(set labels.Set) map[int]int {
	times := map[int]int{}
	for id, matcher := range x.matchers {
		if matcher.Matches(kubernetes.Set(set)) {
			times[id] = 1
		}
	}
	return times
}

func (x *scan) changes(old, new labels.Set) map[int][]index.Change {
	changes := map[int][]index.Change{}
	before, after := x.matching(old), x.matching(new)
	for id := range x.selectors {
		switch {
		case before[id] > 0 && after[id] > 0:
			changes[id] = []index.Change{index.Kept}
		case before[id] > 0:
			changes[id] = []index.Change{index.Stopped}
		case after[id] > 0:
			changes[id] = []index.Change{index.Started}
		}
	}
	return changes
}

func (x *scan) overlapping(s selector.Selector) map[int]int {
	times := map[int]int{}
	for id, other := range x.selectors {
		if other.Overlaps(s) {
			times[id] = 1
		}
	}
	return times
}

func (x *scan) overlaps() map[[2]int]int {
	times := map[[2]int]int{}
	for a, s := range x.selectors {
		for b, other := range x.selectors {
			if a < b && s.Overlaps(other) {
				times[[2]int{a, b}] = 1
			}
		}
	}
	return times
}

func times(ids []int) map[int]int {
	times := map[int]int{}
	for _, id := range ids {
		times[id]++
	}
	return times
}

func pairTimes(x *index.Selectors[int]) map[[2]int]int {
	times := map[[2]int]int{}
	for a, b := range x.Overlaps() {
		times[[2]int{min(a, b), max(a, b)}]++
	}
	return times
}

func anyOf[E any](random *rand.Rand, from ...E) E { return from[random.IntN(len(from))] }

var (
	fewKeys   = []string{"a", "b", "c", "example.com/d"}
	fewValues = []string{"", "0", "1", "2", "5", "05", "x", "y"}
	// oddValues are values of labels. A selector cannot have all of them.
	oddValues = append([]string{"+5", "-3", "1x", "9223372036854775807", "99999999999999999999", "?"}, fewValues...)
)

func anyRequirement(random *rand.Rand) selector.Requirement {
	op := selector.Operator(random.IntN(int(selector.LessThan) + 1))
	if random.IntN(3) == 0 {
		op = selector.In
	}
	var values []string
	switch op {
	case selector.In, selector.NotIn:
		for range 1 + random.IntN(3) {
			values = append(values, anyOf(random, fewValues...))
		}
	case selector.GreaterThan, selector.LessThan:
		values = []string{anyOf(random, "0", "1", "4", "5", "06", "9223372036854775807")}
	}
	r, err := selector.NewRequirement(anyOf(random, fewKeys...), op, values...)
	if err != nil {
		panic(err)
	}
	return r
}

func anySelector(random *rand.Rand) selector.Selector {
	switch random.IntN(40) {
	case 0:
		return selector.Everything()
	case 1:
		return selector.Nothing()
	}
	requirements := make([]selector.Requirement, 1+random.IntN(4))
	for i := range requirements {
		requirements[i] = anyRequirement(random)
	}
	return selector.New(requirements...)
}

func anySet(random *rand.Rand) labels.Set {
	if random.IntN(20) == 0 {
		return nil
	}
	set := labels.Set{}
	for _, key := range append([]string{"nothing", "?"}, fewKeys...) {
		if random.IntN(2) == 0 {
			set[key] = anyOf(random, oddValues...)
		}
	}
	return set
}

// step does one random operation on the index and on the model, and compares the results.
func step(t testing.TB, random *rand.Rand, x *index.Selectors[int], want *scan, ids int) {
	t.Helper()
	id := random.IntN(ids)
	switch random.IntN(13) {
	case 0, 1, 2:
		s := anySelector(random)
		if equal, ok := want.selectors[random.IntN(ids)]; ok && random.IntN(3) == 0 {
			s = equal
		}
		x.Set(id, s)
		want.set(t, id, s)
	case 3, 4:
		if got, want := x.Delete(id), want.delete(id); got != want {
			t.Fatalf("Delete(%d) = %t, want %t", id, got, want)
		}
	case 5, 6:
		set := anySet(random)
		if got, want := times(slices.Collect(x.Matching(set))), want.matching(set); !maps.Equal(got, want) {
			t.Fatalf("Matching(%q) differs: %s", set, cmp.Diff(want, got))
		}
	case 7:
		set := anySet(random)
		got := x.AppendMatching([]int{-1}, set)
		if want := want.matching(set); got[0] != -1 || !maps.Equal(times(got[1:]), want) {
			t.Fatalf("AppendMatching(%q) differs: %s", set, cmp.Diff(want, times(got[1:])))
		}
	case 8:
		old, new := anySet(random), anySet(random)
		got := map[int][]index.Change{}
		for id, change := range x.Changes(old, new) {
			got[id] = append(got[id], change)
		}
		if diff := cmp.Diff(want.changes(old, new), got); diff != "" {
			t.Fatalf("Changes(%q, %q) differs: %s", old, new, diff)
		}
	case 9, 10:
		s := anySelector(random)
		if got, want := times(slices.Collect(x.Overlapping(s))), want.overlapping(s); !maps.Equal(got, want) {
			t.Fatalf("Overlapping(%s) differs: %s", s, cmp.Diff(want, got))
		}
	case 11:
		got, ok := x.Get(id)
		if want, exists := want.selectors[id]; ok != exists || !got.Equal(want) {
			t.Fatalf("Get(%d) = %s, %t, want %s, %t", id, got, ok, want, exists)
		}
		checkAll(t, x, want)
	case 12:
		if got, want := x.Len(), len(want.selectors); got != want {
			t.Fatalf("Len() = %d, want %d", got, want)
		}
		if random.IntN(10) > 0 {
			break
		}
		if got, want := pairTimes(x), want.overlaps(); !maps.Equal(got, want) {
			t.Fatalf("Overlaps() differs: %s", cmp.Diff(want, got))
		}
	}
}

// checkAll compares all selectors, and changes the index in the loop.
func checkAll(t testing.TB, x *index.Selectors[int], want *scan) {
	t.Helper()
	got := map[int]selector.Selector{}
	for id, s := range x.All() {
		if _, twice := got[id]; twice {
			t.Fatalf("All has %d twice", id)
		}
		got[id] = s
		if len(got) == 1 {
			for id := range want.selectors {
				x.Delete(id)
			}
			defer func() {
				for id, s := range want.selectors {
					x.Set(id, s)
				}
			}()
		}
	}
	if !maps.EqualFunc(got, want.selectors, selector.Selector.Equal) {
		t.Fatalf("All has %v, want %v", got, want.selectors)
	}
}

// TestSelectorsRandom compares the index with a model after random operations. Small indexes are often
// empty. Large indexes have long buckets and lists.
func TestSelectorsRandom(t *testing.T) {
	for _, population := range []struct{ ids, steps, restart int }{
		{12, 300_000, 500},
		{60, 60_000, 3_000},
		{400, 30_000, 30_000},
	} {
		t.Run(fmt.Sprint(population.ids), func(t *testing.T) {
			t.Parallel()
			steps := index.Effort(population.steps/20, population.steps/8, population.steps)
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			random := rand.New(rand.NewPCG(seed, 0))
			var x *index.Selectors[int]
			var want *scan
			for i := range steps {
				if i%population.restart == 0 {
					x, want = &index.Selectors[int]{}, newScan()
				}
				step(t, random, x, want, population.ids)
			}
		})
	}
}

func FuzzSelectors(f *testing.F) {
	f.Add(uint64(1), uint16(100), uint8(10))
	f.Add(uint64(2), uint16(1000), uint8(100))
	f.Add(uint64(3), uint16(3000), uint8(255))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint16, ids uint8) {
		random := rand.New(rand.NewPCG(seed, 0))
		x, want := &index.Selectors[int]{}, newScan()
		for range steps % 4096 {
			step(t, random, x, want, int(ids)+1)
		}
	})
}

// FuzzSelectorsText compares the index with a model for any selectors and labels.
func FuzzSelectorsText(f *testing.F) {
	f.Add("a=b,c in (d,e)\na>4,a<6\n!a\na notin (b),a", "a=b,c=d", "a=05", "a in (b,c)")
	f.Add("\na=,b\nb<0", "", "b=-3", "a,!b")
	f.Fuzz(func(t *testing.T, lines, old, new, query string) {
		x, want := &index.Selectors[int]{}, newScan()
		for i, line := range strings.Split(lines, "\n") {
			if s, err := selector.Parse(line); err == nil {
				x.Set(i, s)
				want.set(t, i, s)
			}
		}
		before, after := textSet(old), textSet(new)
		got := map[int][]index.Change{}
		for id, change := range x.Changes(before, after) {
			got[id] = append(got[id], change)
		}
		if diff := cmp.Diff(want.changes(before, after), got); diff != "" {
			t.Errorf("Changes(%q, %q) differs: %s", before, after, diff)
		}
		if s, err := selector.Parse(query); err == nil {
			if got, want := times(slices.Collect(x.Overlapping(s))), want.overlapping(s); !maps.Equal(got, want) {
				t.Errorf("Overlapping(%s) differs: %s", s, cmp.Diff(want, got))
			}
		}
		if got, want := pairTimes(x), want.overlaps(); !maps.Equal(got, want) {
			t.Errorf("Overlaps() differs: %s", cmp.Diff(want, got))
		}
	})
}

// textSet parses labels, valid or not.
func textSet(text string) labels.Set {
	set := labels.Set{}
	for label := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(label, "=")
		set[key] = value
	}
	return set
}

// TestSelectorsLarge compares a large index with a model when it is full, when half of it has been
// replaced, and when it is almost empty.
func TestSelectorsLarge(t *testing.T) {
	n := index.Effort(800, 1500, 4000)
	var x index.Selectors[int]
	want := newScan()
	sets := pods(200, 1)
	check := func(state string, queries []selector.Selector) {
		t.Helper()
		for _, set := range sets {
			if got, want := times(x.AppendMatching(nil, set)), want.matching(set); !maps.Equal(got, want) {
				t.Fatalf("%s: AppendMatching(%q) differs: %s", state, set, cmp.Diff(want, got))
			}
		}
		for _, s := range queries {
			if got, want := times(slices.Collect(x.Overlapping(s))), want.overlapping(s); !maps.Equal(got, want) {
				t.Fatalf("%s: Overlapping(%s) differs: %s", state, s, cmp.Diff(want, got))
			}
		}
		if got, want := pairTimes(&x), want.overlaps(); !maps.Equal(got, want) {
			t.Fatalf("%s: Overlaps has %d pairs, want %d", state, len(got), len(want))
		}
	}
	first, second := controllers(n, n/20), namespaceOfControllers(n, n/2)
	for i, s := range first {
		x.Set(i, s)
		want.set(t, i, s)
	}
	check("filled", second[:100])
	for i, s := range second {
		if i%2 == 0 {
			x.Set(i, s)
			want.set(t, i, s)
		}
	}
	check("replaced", first[:100])
	for i := range n {
		if i%8 != 0 {
			x.Delete(i)
			want.delete(i)
		}
	}
	check("emptied", first[:100])
}

// TestSelectorsReanchor fills buckets so that good anchors become bad ones, and selectors move to
// other anchors.
func TestSelectorsReanchor(t *testing.T) {
	x, want := &index.Selectors[int]{}, newScan()
	set := func(id int, text string) {
		x.Set(id, selector.MustParse(text))
		want.set(t, id, selector.MustParse(text))
	}
	check := func(when string) {
		t.Helper()
		for _, app := range []string{"x", "y"} {
			for _, zone := range []string{"1", "2", "3"} {
				set := labels.Set{"app": app, "zone": zone, "n": "7"}
				if got, want := times(x.AppendMatching(nil, set)), want.matching(set); !maps.Equal(got, want) {
					t.Errorf("%s, Matching(%q) differs: %s", when, set, cmp.Diff(want, got))
				}
			}
		}
	}
	const n = 500
	for i := range n { // zone is bad,
		set(i, fmt.Sprintf("zone in (1,2),n!=%d", i))
	}
	for i := range n / 2 { // so these are found by app,
		set(n+i, fmt.Sprintf("app=x,zone in (1,2),n!=%d", i))
	}
	check("filled")
	for i := range n { // and then zone is good,
		x.Delete(i)
		want.delete(i)
	}
	for i := range n { // and app is bad.
		set(2*n+i, fmt.Sprintf("app=x,n!=%d", i))
	}
	if longest := index.LongestBucket(x); longest > n+n/4 {
		t.Errorf("one label leads to %d selectors, of which %d need no other label: none has moved", longest, n)
	}
	check("moved")
	for i := range 3 * n {
		if got, want := x.Delete(i), want.delete(i); got != want {
			t.Fatalf("Delete(%d) = %t, want %t", i, got, want)
		}
	}
	check("emptied")
	if x.Len() != 0 {
		t.Errorf("Len() = %d, want 0 of an empty index", x.Len())
	}
}

// TestSelectorsRelease checks that keys and values that come and go do not fill the memory.
func TestSelectorsRelease(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	var x index.Selectors[string]
	const n, rounds = 2000, 20
	round := func(number int) {
		for i := range n {
			id := fmt.Sprintf("round-%d-%d", number, i)
			x.Set(id, selector.MustParse(fmt.Sprintf("key-%d-%d in (value-%d,other-%d),app=app-%d", number, i, number, i, number*n+i)))
		}
		for i := range n {
			x.Delete(fmt.Sprintf("round-%d-%d", number-1, i))
		}
		for range x.Overlapping(selector.MustParse("app=x")) {
		}
	}
	for number := range 5 {
		round(number)
	}
	before := heap()
	for number := range rounds {
		round(5 + number)
	}
	if after := heap(); after > before+before/4 {
		t.Errorf("the heap has grown from %d to %d bytes over %d rounds", before, after, rounds)
	}
	runtime.KeepAlive(&x)
}

// TestSelectorsConcurrent is for the race detector. It also checks that no lock is held while a loop
// body runs.
func TestSelectorsConcurrent(t *testing.T) {
	var x index.Selectors[int]
	everything := selector.Everything()
	x.Set(-1, everything)
	var group sync.WaitGroup
	steps := index.Effort(300, 2000, 2000)
	for worker := range uint64(8) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(worker, 0))
			for range steps {
				id := random.IntN(50)
				switch random.IntN(7) {
				case 6:
					if s, ok := x.Get(-1); !ok || !s.Equal(everything) {
						t.Errorf("Get(-1) = %s, %t", s, ok)
					}
					found := false
					for id := range x.All() {
						found = found || id == -1
						if id >= 0 && random.IntN(10) == 0 {
							x.Delete(id)
						}
					}
					if !found {
						t.Error("All misses a selector that is always there")
					}
				case 0:
					x.Set(id, anySelector(random))
				case 1:
					x.Delete(id)
				case 2:
					for id := range x.Matching(anySet(random)) {
						if id >= 0 {
							x.Set(id, anySelector(random))
						}
					}
				case 3:
					for id := range x.Changes(anySet(random), anySet(random)) {
						if id >= 0 && random.IntN(2) == 0 {
							x.Delete(id)
						}
					}
				case 4:
					found := false
					for id := range x.Overlapping(everything) {
						found = found || id == -1
						x.Len()
					}
					if !found {
						t.Error("Overlapping misses a selector that is always there")
					}
				case 5:
					for a, b := range x.Overlaps() {
						if a == b {
							t.Errorf("%d overlaps itself", a)
						}
						x.Set(50, anySelector(random))
						break
					}
				}
			}
		})
	}
	group.Wait()
}

// TestSelectorsRange checks that each range loop sees the state at its start.
func TestSelectorsRange(t *testing.T) {
	var x index.Selectors[string]
	s := selector.MustParse("a=b")
	matching, overlapping, overlaps := x.Matching(labels.Set{"a": "b"}), x.Overlapping(s), x.Overlaps()
	x.Set("one", s)
	x.Set("two", s)
	n := 0
	for range matching {
		x.Set(fmt.Sprint(n), s)
		n++
	}
	if n != 2 {
		t.Errorf("Matching showed %d selectors, want the 2 from its start", n)
	}
	n = 0
	for range overlapping {
		x.Set(fmt.Sprint("more-", n), s)
		n++
	}
	if n != 4 {
		t.Errorf("Overlapping showed %d selectors, want the 4 from its start", n)
	}
	n = 0
	for id := range x.All() {
		x.Delete(id)
		x.Set(id, selector.Nothing())
		x.Set(id, s)
		n++
	}
	if n != 8 {
		t.Errorf("All showed %d selectors, want the 8 from its start", n)
	}
	n = 0
	for range overlaps {
		x.Delete("one")
		x.Set(fmt.Sprint("most-", n), s)
		n++
	}
	if n != 8*7/2 {
		t.Errorf("Overlaps showed %d pairs, want the 28 from its start", n)
	}
	for range overlaps {
		break
	}
	for range matching {
		break
	}
}

func TestChangeString(t *testing.T) {
	got := fmt.Sprint(index.Started, index.Stopped, index.Kept, index.Change(9))
	if want := "Started Stopped Kept Change(9)"; got != want {
		t.Errorf("the changes are %q, want %q", got, want)
	}
}

// TestSelectorsDense compares Overlapping with a model while the lists of selectors grow and shrink
// through all forms.
func TestSelectorsDense(t *testing.T) {
	const n = 2000
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var texts []string
	for i := range n {
		texts = append(texts, anyOf(random, "a=1", "a=2", "a=3", "a in (1,2)", "a!=1", "a notin (1,2)", "a>1", "a,a!=2", "!a", "b=1", "c=1")+
			anyOf(random, fmt.Sprintf(",n=%d", i), fmt.Sprintf(",n!=%d", i), fmt.Sprintf(",m notin (1,2,%d)", i)))
	}
	x, want := &index.Selectors[int]{}, newScan()
	check := func(when string) {
		t.Helper()
		for _, text := range []string{"", "a=1", "a=2", "a in (1,2)", "a in (1,2,3,4)", "a!=1", "a notin (1,3)", "a>1", "!a", "b", "b=1,a=1", "n=7", "n in (7,8),a in (2,3)", "m=7", "a=4", "z=1"} {
			s := selector.MustParse(text)
			if got, want := times(slices.Collect(x.Overlapping(s))), want.overlapping(s); !maps.Equal(got, want) {
				t.Fatalf("%s, Overlapping(%s) differs: %s", when, s, cmp.Diff(want, got))
			}
		}
	}
	for round := range 3 {
		for _, i := range random.Perm(n) {
			x.Set(i, selector.MustParse(texts[i]))
			want.set(t, i, selector.MustParse(texts[i]))
		}
		check("filled")
		// The remaining selectors are spread over all slots, or at their start, or at both ends.
		for _, part := range []int{4, 20, 100, 500} {
			for i := range n {
				if round == 0 && i%part != 0 || round == 1 && i > n/part || round == 2 && i > 10 && i < n-n/part {
					x.Delete(i)
					want.delete(i)
				}
			}
			check("emptied")
		}
	}
}

// TestSelectorsDenseValue compares Overlapping with a model for a key that few selectors name, and
// whose slots are far apart.
func TestSelectorsDenseValue(t *testing.T) {
	x, want := &index.Selectors[int]{}, newScan()
	for i := range 9000 {
		text := fmt.Sprintf("n=%d", i)
		if i < 100 || i > 8995 {
			text += fmt.Sprintf(",a=%d", min(2, 1+i/100))
		}
		x.Set(i, selector.MustParse(text))
		want.set(t, i, selector.MustParse(text))
	}
	for _, text := range []string{"a=1", "a=2", "a in (1,2)", "a in (1,3)", "a=3", "a!=1"} {
		s := selector.MustParse(text)
		if got, want := times(slices.Collect(x.Overlapping(s))), want.overlapping(s); !maps.Equal(got, want) {
			t.Errorf("Overlapping(%s) differs: %s", s, cmp.Diff(want, got))
		}
	}
}

// TestSelectorsEqual checks IDs that share a selector.
func TestSelectorsEqual(t *testing.T) {
	var x index.Selectors[int]
	for i := range 100 {
		x.Set(i, selector.MustParse([]string{"a=b", "a in (b)", "!c"}[i%3]))
	}
	if got, want := len(x.AppendMatching(nil, labels.Set{"a": "b", "c": ""})), 67; got != want {
		t.Errorf("%d match, want %d", got, want)
	}
	if got, want := len(pairTimes(&x)), 100*99/2; got != want {
		t.Errorf("%d pairs overlap, want %d", got, want)
	}
	for i := range 99 {
		x.Delete(i)
	}
	if got := x.AppendMatching(nil, labels.Set{"a": "b"}); !slices.Equal(got, []int{99}) {
		t.Errorf("%v match, want the one that is left, 99", got)
	}
}

// TestSelectorsNaN checks that an ID that does not equal itself does no harm, although it can never be
// deleted.
func TestSelectorsNaN(t *testing.T) {
	var x index.Selectors[float64]
	s := selector.MustParse("a=b")
	x.Set(1, s)
	x.Set(math.NaN(), s)
	x.Set(math.NaN(), s)
	if x.Delete(math.NaN()) || !x.Delete(1) || x.Len() != 2 {
		t.Errorf("Len() = %d, want 2 that cannot be deleted", x.Len())
	}
	if got := len(x.AppendMatching(nil, labels.Set{"a": "b"})); got != 2 {
		t.Errorf("%d match, want 2", got)
	}
}

func TestSelectorsAllocations(t *testing.T) {
	var x index.Selectors[int]
	for i, s := range controllers(2000, 100) {
		x.Set(i, s)
	}
	sets := pods(50, 1)
	found := make([]int, 0, 2000)
	if n := testing.AllocsPerRun(10, func() {
		for _, set := range sets {
			found = x.AppendMatching(found[:0], set)
		}
	}); n != 0 {
		t.Errorf("AppendMatching allocates %v times, want 0", n)
	}

	// Sixteen labels, with selectors for each value and each key.
	set := labels.Set{}
	for i := range 16 {
		key := fmt.Sprintf("key-%d", i)
		set[key] = "a"
		x.Set(10_000+2*i, selector.MustParse(key+"=a"))
		x.Set(10_001+2*i, selector.MustParse(key))
	}
	if n := testing.AllocsPerRun(10, func() { found = x.AppendMatching(found[:0], set) }); n != 0 || len(found) < 32 {
		t.Errorf("AppendMatching of sixteen labels allocates %v times and finds %d, want 0 and 32", n, len(found))
	}
}

// TestSelectorsAnchors checks that selectors that share a requirement are found by another one,
// whatever the operators and the order of the keys.
func TestSelectorsAnchors(t *testing.T) {
	const n = 5000
	for _, text := range []string{"app,zone=z%d", "env=prod,zone-%d", "app=a%d,zone", "app in (a,b),zone>%d,zone-%[1]d=x", "env in (prod,dev),zone=z%d"} {
		x := &index.Selectors[int]{}
		for i := range n {
			x.Set(i, selector.MustParse(fmt.Sprintf(text, i)))
		}
		if longest := index.LongestBucket(x); longest > n/20 {
			t.Errorf("%s: one label leads to %d of %d selectors", text, longest, n)
		}
	}
}

// TestSelectorsLongLists checks that to add selectors with equal long lists takes no more time than
// to add selectors whose lists have nothing in common, so that their buckets never fill.
func TestSelectorsLongLists(t *testing.T) {
	const n, length = 130, 400
	fill := func(format string) time.Duration {
		selectors := make([]selector.Selector, n)
		for i := range selectors {
			list := make([]string, length)
			for j := range list {
				list[j] = fmt.Sprintf(format, i, j)
			}
			selectors[i] = selector.MustParse(fmt.Sprintf("app in (%s),n!=%d", strings.Join(list, ","), i))
		}
		least := time.Hour
		for range 3 {
			x, start := &index.Selectors[int]{}, time.Now()
			for i, s := range selectors {
				x.Set(i, s)
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	if equal, different := fill("v%[2]d"), fill("v%d-%d"); equal > 5*different {
		t.Errorf("equal lists take %v, different ones %v", equal, different)
	} else {
		t.Logf("equal lists take %v, different ones %v", equal, different)
	}
}

// TestSelectorsReadLabelsDuringTheCall changes the labels between the call and the range loop.
func TestSelectorsReadLabelsDuringTheCall(t *testing.T) {
	var x index.Selectors[string]
	x.Set("a", selector.MustParse("a"))
	set, old := labels.Set{"a": ""}, labels.Set{"a": ""}
	matching, changes := x.Matching(set), x.Changes(old, set)
	clear(set)
	clear(old)
	for id := range matching {
		if id != "a" {
			t.Errorf("Matching: %q", id)
		}
		x.Delete(id) // the sequence shows what was there
	}
	x.Set("a", selector.MustParse("a"))
	n := 0
	for id, change := range changes {
		if n++; id != "a" || change != index.Kept {
			t.Errorf("Changes: %q %s", id, change)
		}
	}
	if n != 1 {
		t.Errorf("Changes has %d, want 1", n)
	}
}
