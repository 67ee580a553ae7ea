package index

import (
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	klabels "k8s.io/apimachinery/pkg/labels"
)

// objectModel is the model of Objects: a map, and a scan with the matcher of apimachinery.
type objectModel map[int]map[string]string

func (m objectModel) sel(t testing.TB, text string) []int {
	t.Helper()
	s, err := klabels.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	var ids []int
	for id, set := range m {
		if s.Matches(klabels.Set(set)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (m objectModel) values(key string) map[string]int {
	values := map[string]int{}
	for _, set := range m {
		if value, ok := set[key]; ok {
			values[value]++
		}
	}
	return values
}

// checkObjects compares the answers to a selector.
func checkObjects(t testing.TB, x *Objects[int], m objectModel, text string) {
	t.Helper()
	s, err := selector.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	want := m.sel(t, text)
	got := x.AppendSelect([]int{-1}, s)
	if got[0] != -1 {
		t.Fatalf("AppendSelect(%q) changed what was there", text)
	}
	got = got[1:]
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("AppendSelect(%q):\n%s", text, cmp.Diff(want, got))
	}
	if got := slices.Sorted(x.Select(s)); !slices.Equal(got, want) {
		t.Fatalf("Select(%q):\n%s", text, cmp.Diff(want, got))
	}
	if got := x.Count(s); got != len(want) {
		t.Fatalf("Count(%q) = %d, want %d", text, got, len(want))
	}
}

// checkValues compares the values of a key.
func checkValues(t testing.TB, x *Objects[int], m objectModel, key string) {
	t.Helper()
	got := map[string]int{}
	last := ""
	for value, n := range x.Values(key) {
		if len(got) > 0 && value <= last {
			t.Fatalf("Values(%q): %q after %q", key, value, last)
		}
		got[value], last = n, value
	}
	if diff := cmp.Diff(m.values(key), got); diff != "" {
		t.Fatalf("Values(%q):\n%s", key, diff)
	}
}

// checkGet compares the labels of an object.
func checkGet(t testing.TB, x *Objects[int], m objectModel, id int) {
	t.Helper()
	got, ok := x.Get(id)
	want, exists := m[id]
	if ok != exists || !maps.Equal(got, want) || ok && got == nil {
		t.Fatalf("Get(%d) = %v, %t, want %v, %t", id, got, ok, want, exists)
	}
	if ok {
		got["changed"] = "by the caller"
	}
}

// checkAll compares all objects, and changes the index in the loop.
func checkAll(t testing.TB, x *Objects[int], m objectModel) {
	t.Helper()
	got, first := objectModel{}, true
	for id, set := range x.All() {
		if _, twice := got[id]; twice {
			t.Fatalf("All has %d twice", id)
		}
		got[id] = maps.Clone(set)
		set["changed"] = "by the caller"
		if first {
			first = false
			restore := maps.Clone(m)
			for id := range m {
				x.Set(id, labels.Set{"replaced": strconv.Itoa(id)})
			}
			defer func() {
				for id, set := range restore {
					x.Set(id, set)
				}
			}()
		}
	}
	for id := range m {
		if !maps.Equal(got[id], m[id]) {
			t.Fatalf("All has %d with %v, want %v", id, got[id], m[id])
		}
	}
	if len(got) != len(m) {
		t.Fatalf("All has %d objects, want %d", len(got), len(m))
	}
}

// checkEmptied deletes all objects and checks that nothing is left of them. One object is added before
// and deleted last, since an empty index drops everything.
func checkEmptied(t testing.TB, x *Objects[int], ids iter.Seq[int]) {
	t.Helper()
	const last = -1
	x.Set(last, nil)
	for id := range ids {
		if !x.Delete(id) {
			t.Fatalf("Delete(%d) = false", id)
		}
	}
	if n := len(x.sets.keys.Entries); n != 0 {
		t.Errorf("%d keys left", n)
	}
	if n := len(x.sets.labels) - len(x.sets.free); n != 0 {
		t.Errorf("%d labels left", n)
	}
	if x.sets.all.Len() != 1 || x.sets.lists.Len() != 1 || x.slots.Len() != 1 {
		t.Errorf("%d label sets, %d lists of labels and %d objects, want one of each", x.sets.all.Len(), x.sets.lists.Len(), x.slots.Len())
	}
	for set, g := range x.members.groups {
		if g.count > 1 || g.block != 0 {
			t.Errorf("label set %d has %d objects, and block %d", set, g.count, g.block)
		}
	}
	for i, word := range x.members.shared {
		if word != 0 {
			t.Errorf("label sets from %d on are still shared: %b", i*64, word)
		}
	}
	x.Delete(last)
	if x.Len() != 0 || x.members.first != nil || x.sets.labels != nil {
		t.Error("the empty index keeps memory")
	}
}

var (
	sampleKeys   = []string{"a", "b", "c", "example.com/d", "e"}
	sampleValues = []string{"", "1", "2", "5", "05", "007", "x", "y", "9223372036854775807", "9223372036854775808"}
	// strangeValues are values that a selector cannot have.
	strangeValues = []string{"+5", "-3", "-9223372036854775808", "+", "-", "ü", "a b", "1.5", "1_0", strings.Repeat("9", 100)}
)

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

func randomSet(r *rand.Rand) map[string]string {
	if r.IntN(20) == 0 {
		return nil
	}
	set := map[string]string{}
	for range r.IntN(5) {
		value := pick(r, sampleValues)
		if r.IntN(6) == 0 {
			value = pick(r, strangeValues)
		}
		set[pick(r, sampleKeys)] = value
	}
	if r.IntN(40) == 0 {
		set[""] = "no key"
	}
	return set
}

func randomSelector(r *rand.Rand) string {
	var terms []string
	for range r.IntN(4) {
		key := pick(r, sampleKeys)
		list := func() string {
			var values []string
			for range 1 + r.IntN(8) {
				values = append(values, pick(r, sampleValues))
			}
			return "(" + strings.Join(values, ",") + ")"
		}
		switch r.IntN(8) {
		case 0:
			terms = append(terms, key+"="+pick(r, sampleValues))
		case 1:
			terms = append(terms, key+"!="+pick(r, sampleValues))
		case 2:
			terms = append(terms, key+" in "+list())
		case 3:
			terms = append(terms, key+" notin "+list())
		case 4:
			terms = append(terms, key)
		case 5:
			terms = append(terms, "!"+key)
		case 6:
			terms = append(terms, key+">"+pick(r, []string{"0", "1", "4", "5", "9223372036854775807"}))
		case 7:
			terms = append(terms, key+"<"+pick(r, []string{"0", "1", "4", "6", "9223372036854775807"}))
		}
	}
	return strings.Join(terms, ",")
}

func TestObjectsRandom(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	operations := Effort(60_000, 200_000, 1_200_000)
	var x Objects[int]
	m := objectModel{}
	ids := 40
	for i := range operations {
		if i%10_000 == 0 {
			ids = 1 + r.IntN(60)
		}
		switch id, n := r.IntN(ids), r.IntN(100); {
		case n < 60:
			set := randomSet(r)
			x.Set(id, set)
			m[id] = maps.Clone(set)
			clear(set) // the index may not keep it
		case n < 90:
			_, want := m[id]
			if got := x.Delete(id); got != want {
				t.Fatalf("Delete(%d) = %v", id, got)
			}
			delete(m, id)
		case n < 97:
			checkObjects(t, &x, m, randomSelector(r))
		case n < 98:
			checkGet(t, &x, m, id)
		default:
			checkValues(t, &x, m, pick(r, sampleKeys))
		}
		if i%500 == 0 {
			checkAll(t, &x, m)
		}
		if x.Len() != len(m) {
			t.Fatalf("Len() = %d, want %d", x.Len(), len(m))
		}
	}
	checkEmptied(t, &x, maps.Keys(m))
}

// TestObjectsMany compares an index with a model while its posting lists grow and shrink through all
// forms.
func TestObjectsMany(t *testing.T) {
	n := Effort(10_000, 25_000, 200_000)
	r := rand.New(rand.NewPCG(1, 2))
	var x Objects[int]
	m := objectModel{}
	set := func(id int) {
		labels := map[string]string{
			"half":  strconv.Itoa(r.IntN(2)),
			"ten":   strconv.Itoa(r.IntN(10)),
			"fifty": "v" + strconv.Itoa(r.IntN(50)),
			"rare":  "r" + strconv.Itoa(r.IntN(n/5)),
			"size":  strconv.Itoa(r.IntN(30_000)),
		}
		if r.IntN(50) == 0 {
			labels["canary"] = "true"
		}
		if r.IntN(4) == 0 { // shares its labels with many
			labels = map[string]string{"half": "2", "ten": strconv.Itoa(r.IntN(10)), "fifty": "v" + strconv.Itoa(r.IntN(50))}
		}
		x.Set(id, labels)
		m[id] = labels
	}
	var sizes []string
	for i := range 300 {
		sizes = append(sizes, strconv.Itoa(i*100))
	}
	check := func() {
		t.Helper()
		for _, text := range []string{
			"", "half=1", "half!=1", "half,half!=1", "!half", "!canary", "canary", "canary,half=0", "canary,fifty=v7", "fifty=v7", "fifty in (v1,v2,v3),half=1", "fifty notin (v1,v2,v3),ten!=4",
			"ten=3,fifty=v4,half=0", "rare=r7", "rare=r7,half=1", "rare,ten=4", "!rare,ten=4", "size>29000", "size<5", "size>5000,ten=3", "size<25000,half=0", "fifty=v9,size>15000",
			"size>10000,size<20000", "rare=r5,size>10", "ten>4,!canary", "size notin (" + strings.Join(sizes, ",") + ")", "canary,size in (" + strings.Join(sizes, ",") + ")",
			"size>1000,size in (" + strings.Join(sizes, ",") + "),ten>2", "ten in (1,2,3,4,5,6)", "fifty=v1,ten in (1,2,3,4,5,6)", "half=3", "rare=r5,half=3",
		} {
			checkObjects(t, &x, m, text)
		}
		checkValues(t, &x, m, "ten")
		checkValues(t, &x, m, "rare")
	}
	for id := range n {
		set(id)
	}
	check()
	for range n / 2 {
		set(r.IntN(n))
	}
	check()
	for _, keep := range []int{n / 4, n / 40, n / 400, 3} {
		for id := range m {
			if len(m) == keep {
				break
			}
			x.Delete(id)
			delete(m, id)
		}
		check()
	}
	checkEmptied(t, &x, maps.Keys(m))
}

// TestObjectsChunks compares queries over three chunks of label sets with arithmetic, which is faster
// than a scan.
func TestObjectsChunks(t *testing.T) {
	const n = 3 << 16
	var x Objects[int]
	for id := range n {
		x.Set(id, labels.Set{"n": "v" + strconv.Itoa(id), "half": strconv.Itoa(id % 2), "ten": strconv.Itoa(id % 10), "far": strconv.Itoa(id / (n - 5)), "number": strconv.Itoa(id / 500)})
	}
	for text, match := range map[string]func(id int) bool{
		"":                         func(int) bool { return true },
		"half=1":                   func(id int) bool { return id%2 == 1 },
		"half=1,ten in (3,4,5)":    func(id int) bool { return id%10 == 3 || id%10 == 5 },
		"half!=1,ten notin (2,4)":  func(id int) bool { return id%2 == 0 && id%10 != 2 && id%10 != 4 },
		"far=1":                    func(id int) bool { return id >= n-5 },
		"far=1,half=1":             func(id int) bool { return id >= n-5 && id%2 == 1 },
		"far!=1,ten=7":             func(id int) bool { return id < n-5 && id%10 == 7 },
		"n in (v1,v65536,v196607)": func(id int) bool { return id == 1 || id == 65536 || id == 196607 },
		"ten=6,n in (v6,v65536)":   func(id int) bool { return id == 6 || id == 65536 },
		"number>100,half=1":        func(id int) bool { return id/500 > 100 && id%2 == 1 },
		"half=0,number<300,far!=1": func(id int) bool { return id/500 < 300 && id%2 == 0 && id < n-5 },
		"!n":                       func(int) bool { return false },
	} {
		var want []int
		for id := range n {
			if match(id) {
				want = append(want, id)
			}
		}
		s := selector.MustParse(text)
		if got := slices.Sorted(x.Select(s)); !slices.Equal(got, want) || x.Count(s) != len(want) {
			t.Errorf("Select(%q) has %d objects, Count is %d, want %d", text, len(got), x.Count(s), len(want))
		}
	}
}

// TestObjectsRelease checks that labels that come and go, like the hash of a ReplicaSet, do not fill
// the memory, even if the index is never empty.
func TestObjectsRelease(t *testing.T) {
	rounds, n := Effort(5, 10, 20), Effort(20_000, 20_000, 200_000)
	var x Objects[int]
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	var second uint64
	for round := 1; round <= rounds; round++ {
		for i := range n {
			id := round*n + i
			x.Set(id, labels.Set{"hash": fmt.Sprintf("%x", id*2654435761), "number": strconv.Itoa(id), "app": strconv.Itoa(i % 100), "round": strconv.Itoa(round)})
		}
		full := heap()
		for i := range n - 100 {
			if id := round*n + i; !x.Delete(id) {
				t.Fatalf("Delete(%d) = false", id)
			}
		}
		for i := range 100 {
			x.Delete(round*n - 1 - i)
		}
		few := heap()
		if round == 2 {
			second = full
		}
		if round == 2 || round == rounds {
			t.Logf("round %d: %d bytes with all objects, %d with few", round, full, few)
		}
		if round == rounds && full > second+second/10 {
			t.Errorf("the heap grew from %d to %d", second, full)
		}
	}
	runtime.KeepAlive(&x)
}

// TestObjectsConcurrent is for the race detector. It also checks that a query sees one state: objects
// 0 to 99 never leave the index, so every query finds all of them.
func TestObjectsConcurrent(t *testing.T) {
	var x Objects[int]
	for id := range 100 {
		x.Set(id, labels.Set{"stable": "yes", "color": "red"})
	}
	stable := selector.New(mustRequirement(t, "stable", selector.Exists))
	rounds := Effort(300, 2000, 2000)
	var wait sync.WaitGroup
	for worker := range 3 {
		wait.Go(func() {
			for i := range rounds {
				id := i % 100
				x.Set(id, labels.Set{"stable": "yes", "color": []string{"red", "blue"}[i%2], "by": strconv.Itoa(worker)})
				x.Set(1000+worker*1000+id, labels.Set{"color": "green", "n": strconv.Itoa(i)})
				if i%3 == 0 {
					x.Delete(1000 + worker*1000 + i%50)
				}
			}
		})
		wait.Go(func() {
			var ids []int
			for i := range rounds {
				ids = x.AppendSelect(ids[:0], stable)
				if len(ids) != 100 {
					t.Errorf("%d objects of 100", len(ids))
					return
				}
				if n := x.Count(stable); n != 100 {
					t.Errorf("Count = %d", n)
				}
				total := 0
				for _, n := range x.Values("stable") {
					total += n
				}
				if total != 100 {
					t.Errorf("Values has %d objects of 100", total)
				}
				if set, ok := x.Get(i % 100); !ok || set["stable"] != "yes" {
					t.Errorf("Get(%d) = %v, %t", i%100, set, ok)
				}
				if i%50 == 0 {
					found := 0
					for id, set := range x.All() {
						if set["stable"] == "yes" {
							found++
						}
						if id >= 1000 {
							x.Delete(id)
						}
					}
					if found != 100 {
						t.Errorf("All has %d objects of 100", found)
					}
					for id := range x.Select(stable) {
						x.Set(id, labels.Set{"stable": "yes", "color": "white"})
						x.Delete(-1 - id)
					}
				}
			}
		})
	}
	wait.Wait()
}

func mustRequirement(t testing.TB, key string, op selector.Operator, values ...string) selector.Requirement {
	t.Helper()
	r, err := selector.NewRequirement(key, op, values...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestObjectsLoop checks that a range loop may change the index, and sees the state at its start.
func TestObjectsLoop(t *testing.T) {
	var x Objects[string]
	for i := range 50 {
		x.Set(strconv.Itoa(i), labels.Set{"a": "1"})
	}
	all := x.Select(selector.Everything())
	seen := 0
	for id := range all {
		x.Delete(id)
		x.Set("new"+id, nil)
		seen++
	}
	if seen != 50 || x.Len() != 50 {
		t.Errorf("saw %d, %d left", seen, x.Len())
	}
	for id := range all {
		if !strings.HasPrefix(id, "new") {
			t.Errorf("the second range has %s", id)
		}
		break
	}
	for range x.Values("a") {
		t.Error("a value without objects")
	}
	x.Set("x", labels.Set{"a": "1"})
	for value, n := range x.Values("a") {
		if value != "1" || n != 1 {
			t.Errorf("%q %d", value, n)
		}
		x.Delete("x")
	}
}

func TestObjectsZero(t *testing.T) {
	var x Objects[string]
	if x.Len() != 0 || x.Delete("a") || x.Count(selector.Everything()) != 0 || x.AppendSelect(nil, selector.Nothing()) != nil {
		t.Error("the zero index is not empty")
	}
	if set, ok := x.Get("a"); ok {
		t.Errorf("Get = %v", set)
	}
	for id := range x.All() {
		t.Errorf("All has %q", id)
	}
	// An ID that does not equal itself cannot be found again.
	var y Objects[float64]
	for range 3 {
		y.Set(nan(), labels.Set{"a": "1"})
		y.Delete(nan())
	}
	// It can move to another slot all the same.
	for i := range 10 {
		y.Set(float64(i), labels.Set{"a": "1"})
		y.Set(nan(), labels.Set{"a": "1"})
	}
	for i := range 10 {
		if !y.Delete(float64(i)) {
			t.Errorf("Delete(%d) = false", i)
		}
	}
	if set, ok := y.Get(nan()); ok {
		t.Errorf("Get(NaN) = %v", set)
	}
	if n := len(maps.Collect(y.All())); n != 13 {
		t.Errorf("All has %d objects, want 13", n)
	}
	found := y.AppendSelect(nil, selector.Everything())
	if y.Len() != 13 || len(found) != 13 || slices.ContainsFunc(found, func(id float64) bool { return !math.IsNaN(id) }) {
		t.Errorf("%d objects, found %v", y.Len(), found)
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// TestObjectsAllocations checks that a query allocates for the values of its requirements at most.
func TestObjectsAllocations(t *testing.T) {
	var x Objects[int]
	for i := range 20_000 {
		x.Set(i, labels.Set{"app": strconv.Itoa(i % 100), "tier": strconv.Itoa(i % 3), "n": strconv.Itoa(i)})
	}
	for text, most := range map[string]float64{"app=7": 1, "tier": 0, "tier=1,app=3": 2, "tier!=1": 1, "n>10,tier in (1,2),app": 2} {
		s, err := selector.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		buffer := make([]int, 0, 20_000)
		// The minimum of several runs, since the garbage collector can empty the pool in between.
		least := most + 1
		for range 100 {
			least = min(least, testing.AllocsPerRun(1, func() { x.AppendSelect(buffer, s) }))
		}
		if least > most {
			t.Errorf("%s: more than %v allocations", text, most)
		}
	}
}

// FuzzObjects compares an index with a model after operations that are read from bytes.
func FuzzObjects(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c"))
	f.Add([]byte(strings.Repeat("\x01\x90\x47\x22\xff\x10", 30)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x Objects[int]
		m := objectModel{}
		for len(data) >= 10 {
			// Ten bytes are one operation: its kind, the ID, and a seed for the rest.
			r := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(data[2:]), 0))
			id := int(data[1]) % 32
			switch data[0] % 4 {
			case 0, 1:
				set := randomSet(r)
				x.Set(id, set)
				m[id] = set
			case 2:
				if _, want := m[id]; x.Delete(id) != want {
					t.Fatalf("Delete(%d) = %v", id, !want)
				}
				delete(m, id)
			case 3:
				checkObjects(t, &x, m, randomSelector(r))
				checkValues(t, &x, m, pick(r, sampleKeys))
				checkGet(t, &x, m, id)
				checkAll(t, &x, m)
			}
			data = data[10:]
		}
		checkEmptied(t, &x, maps.Keys(m))
	})
}
