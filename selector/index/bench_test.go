package index_test

import (
	"flag"
	"maps"
	"runtime"
	"strconv"
	"testing"

	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index"
)

var objects = flag.Int("objects", 1_000_000, "number of objects in the benchmarks; a tenth of it with -short")

func size() int {
	if testing.Short() {
		return *objects / 10
	}
	return *objects
}

// BenchmarkObjects compares queries of an index with scans that use the matcher of apimachinery.
func BenchmarkObjects(b *testing.B) {
	sets := pods(size(), 1)
	var x index.Objects[int]
	for id, set := range sets {
		x.Set(id, set)
	}
	benchmarkQueries(b, &x, sets)
}

// BenchmarkObjectsReplicas is BenchmarkObjects with 20 replicas of each label set.
func BenchmarkObjectsReplicas(b *testing.B) {
	sets := pods(size(), 20)
	var x index.Objects[int]
	for id, set := range sets {
		x.Set(id, set)
	}
	benchmarkQueries(b, &x, sets)
}

func benchmarkQueries(b *testing.B, x *index.Objects[int], sets []map[string]string) {
	for _, query := range queries {
		s := selector.MustParse(query.text)
		theirs, err := kubelabels.Parse(query.text)
		if err != nil {
			b.Fatal(err)
		}
		want := x.Count(s)
		found := make([]int, 0, want)
		b.Run(query.name+"/jobapi", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if found = x.AppendSelect(found[:0], s); len(found) != want {
					b.Fatalf("found %d, want %d", len(found), want)
				}
			}
			b.ReportMetric(float64(want), "hits")
		})
		b.Run(query.name+"/jobapi-count", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if x.Count(s) != want {
					b.Fatal("wrong count")
				}
			}
		})
		b.Run(query.name+"/apimachinery-scan", func(b *testing.B) {
			for b.Loop() {
				found = found[:0]
				for id, set := range sets {
					if theirs.Matches(kubelabels.Set(set)) {
						found = append(found, id)
					}
				}
				if len(found) != want {
					b.Fatalf("found %d, want %d", len(found), want)
				}
			}
		})
	}
}

// BenchmarkObjectsBuild reports the time and the memory of an object, without the labels of the
// caller.
func BenchmarkObjectsBuild(b *testing.B) {
	for _, replicas := range []int{1, 20} {
		b.Run("replicas-"+strconv.Itoa(replicas), func(b *testing.B) {
			sets := pods(size(), replicas)
			for b.Loop() {
				before := heap()
				var x index.Objects[int]
				for id, set := range sets {
					x.Set(id, set)
				}
				b.ReportMetric(float64(heap()-before)/float64(len(sets)), "B/object")
				runtime.KeepAlive(&x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(sets)), "ns/object")
			runtime.KeepAlive(sets)
		})
	}
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// BenchmarkObjectsUpdate changes one label of one object: to a common value, to a rarer value, and to
// a value that no other object has. It changes a thousand objects from all over the index in turn.
func BenchmarkObjectsUpdate(b *testing.B) {
	const changing = 1000
	sets := pods(size(), 1)
	var x index.Objects[int]
	for id, set := range sets {
		x.Set(id, set)
	}
	for _, update := range []struct {
		name, key string
		value     func(i int) string
	}{
		{"common", "environment", func(i int) string { return []string{"prod", "dev"}[i%2] }},
		{"version", "version", func(i int) string { return "v1." + strconv.Itoa(i%50) }},
		{"fresh", "pod-template-hash", func(i int) string { return "fresh-" + strconv.Itoa(i) }},
	} {
		b.Run(update.name, func(b *testing.B) {
			var changed [2 * changing]map[string]string
			for i := range changed {
				changed[i] = maps.Clone(sets[i%changing*7919%len(sets)])
				changed[i][update.key] = update.value(i/changing + i)
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				x.Set(i%changing*7919%len(sets), changed[i])
				i = (i + 1) % len(changed)
			}
		})
	}
}

// BenchmarkSelectors queries an index of 100,000 selectors.
func BenchmarkSelectors(b *testing.B) {
	const n = 100_000
	registered := controllers(n, 5000)
	var x index.Selectors[int]
	theirs := make([]kubelabels.Selector, n)
	for id, s := range registered {
		x.Set(id, s)
		parsed, err := kubelabels.Parse(s.String())
		if err != nil {
			b.Fatal(err)
		}
		theirs[id] = parsed
	}
	pod := pods(1000, 1)[17]
	var found []int
	b.Run("matching/jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			found = x.AppendMatching(found[:0], pod)
		}
		b.ReportMetric(float64(len(found)), "hits")
	})
	want := len(found)
	b.Run("matching/apimachinery-scan", func(b *testing.B) {
		for b.Loop() {
			found = found[:0]
			for id, s := range theirs {
				if s.Matches(kubelabels.Set(pod)) {
					found = append(found, id)
				}
			}
			if len(found) != want {
				b.Fatalf("found %d, want %d", len(found), want)
			}
		}
	})
	changed := maps.Clone(pod)
	changed["environment"] = "dev"
	b.Run("changes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for range x.Changes(pod, changed) {
			}
		}
	})
	b.Run("overlapping", func(b *testing.B) {
		b.ReportAllocs()
		overlapping := 0
		for b.Loop() {
			overlapping = 0
			for range x.Overlapping(registered[12345]) {
				overlapping++
			}
		}
		b.ReportMetric(float64(overlapping), "hits")
	})
	b.Run("overlaps", func(b *testing.B) {
		var x index.Selectors[int]
		for id, s := range namespaceOfControllers(n, n/2) {
			x.Set(id, s)
		}
		pairs := 0
		for b.Loop() {
			pairs = 0
			for range x.Overlaps() {
				pairs++
			}
		}
		b.ReportMetric(float64(pairs), "pairs")
	})
}
