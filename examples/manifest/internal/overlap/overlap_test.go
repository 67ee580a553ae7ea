package overlap_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/overlap"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// newController returns a controller, without a selector if the text is empty.
func newController(kind, namespace, name, selectorText string, template labels.Set) *overlap.Controller {
	c := &overlap.Controller{Kind: kind, Namespace: namespace, Name: name, Template: template}
	if selectorText != "" {
		s := selector.MustParse(selectorText)
		c.Selector = &s
	}
	return c
}

// partners is an Overlap without what follows from the rest.
type partners struct {
	Other *overlap.Controller
	More  int
}

// add adds another controller.
func (p *partners) add(c *overlap.Controller) {
	if p.Other == nil {
		p.Other = c
	} else {
		p.More++
	}
}

// TestAgainstPairs compares with what looking at each pair of controllers gives.
func TestAgainstPairs(t *testing.T) {
	selectors := []string{"", "", "a=1", "a=2", "b=1", "a=1,b=2", "a", "!a", "a!=1", "b in (1,2)", "a=1,b", "c", "a!=1,b notin (0,2),c=1"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
		most := 12
		if seed%20 == 0 {
			most = 500
		}
		var controllers []*overlap.Controller
		for range 2 + r.IntN(most) {
			template := labels.Set{"a": pick("0", "1", "2"), "b": pick("0", "1", "2"), "c": pick("0", "1", "2")}
			controllers = append(controllers, newController(pick("Job", "Deployment"), pick("x", "y"), fmt.Sprint(r.IntN(most*2/3)), pick(selectors...), template))
		}
		index := overlap.NewIndex(controllers)
		for i, c := range controllers {
			if c.Selector == nil {
				continue
			}
			var want, wantPossible partners
			for _, other := range controllers {
				switch {
				case other.Namespace != c.Namespace || other.Kind == c.Kind && other.Name == c.Name:
				case c.Selector.Matches(other.Template) || other.Selector != nil && other.Selector.Matches(c.Template):
					want.add(other)
				case other.Selector != nil && other.Selector.Overlaps(*c.Selector):
					wantPossible.add(other)
				}
			}
			if got := index.Overlaps(i); got != (want.Other != nil) {
				t.Fatalf("seed %d, controller %d: Overlaps returns %v, want %+v", seed, i, got, want)
			}
			o, ok := index.Overlap(i)
			if got := (partners{o.Other, o.More}); got != want || ok != (want.Other != nil) || ok && (o.Job != c || o.Possible) {
				t.Fatalf("seed %d, controller %d: %+v, %v, want %+v", seed, i, o, ok, want)
			}
			o, ok = index.Possible(i)
			if got := (partners{o.Other, o.More}); got != wantPossible || ok != (wantPossible.Other != nil) || ok && (o.Job != c || !o.Possible) {
				t.Fatalf("seed %d, controller %d: possible: %+v, %v, want %+v", seed, i, o, ok, wantPossible)
			}
		}
	}
}

// overlapAll returns Jobs that overlap with all: manual ones with different selectors, which
// exclude a label that no template has, and automatic ones, which have none.
func overlapAll(manual, automatic int) []*overlap.Controller {
	var controllers []*overlap.Controller
	for i := range manual + automatic {
		text := ""
		if i < manual {
			text = fmt.Sprintf("!k%d", i)
		}
		controllers = append(controllers, newController("Job", "default", fmt.Sprint(i), text, labels.Set{"app": "report", "job-name": fmt.Sprint(i)}))
	}
	return controllers
}

// TestOverlapAll counts the partners of Jobs that overlap with all others.
func TestOverlapAll(t *testing.T) {
	const manual, automatic = 1_000, 20_000
	controllers := overlapAll(manual, automatic)
	index := overlap.NewIndex(controllers)
	for i := range manual {
		want := overlap.Overlap{Job: controllers[i], Other: controllers[0], More: manual + automatic - 2}
		if i == 0 {
			want.Other = controllers[1]
		}
		if got, ok := index.Overlap(i); !ok || got != want {
			t.Fatalf("%d: %+v, %v", i, got, ok)
		}
	}
}

// TestOverlapsQuickly asks Jobs that overlap with all others whether they do: that doesn't visit the
// others, so it takes a fraction of the time of Overlap.
func TestOverlapsQuickly(t *testing.T) {
	const manual, automatic = 20, 50_000
	index := overlap.NewIndex(overlapAll(manual, automatic))
	fastest := func(query func(job int) bool) time.Duration {
		least := time.Hour
		for range 5 {
			start := time.Now()
			for i := range manual {
				if !query(i) {
					t.Fatalf("Job %d does not overlap", i)
				}
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	all := fastest(func(job int) bool { _, ok := index.Overlap(job); return ok })
	if took := fastest(index.Overlaps); took > all/4 {
		t.Errorf("Overlaps takes %v, Overlap %v", took, all)
	}
}

// TestManyOverlaps finds the overlaps of 10,000 Jobs among 210,000 that all overlap.
func TestManyOverlaps(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const manual, automatic = 10_000, 200_000
	index := overlap.NewIndex(overlapAll(manual, automatic))
	for i := range manual {
		if !index.Overlaps(i) {
			t.Fatalf("Job %d does not overlap", i)
		}
	}
}

func TestMessage(t *testing.T) {
	job := newController("Job", "shop", "index", "app=shop", labels.Set{"app": "shop", "task": "index"})
	uid := newController("Job", "shop", "index", "controller-uid", labels.Set{"app": "shop"})
	unnamed := newController("Job", "shop", "", "", labels.Set{"app": "shop", "job-name": "x-xxxxx", "controller-uid": "0"})
	unnamed.GenerateName, unnamed.Position, unnamed.Invented = "x-", "jobs.yaml:7", []string{"x-xxxxx", "0"}
	nameless := newController("Job", "shop", "", "", labels.Set{"app": "shop", "job-name": "made"})
	nameless.Position, nameless.Invented = "jobs.yaml:7", []string{"made"}
	tests := []struct {
		name    string
		overlap overlap.Overlap
		want    string
	}{
		{
			name:    "selects pods",
			overlap: overlap.Overlap{Job: job, Other: newController("Deployment", "shop", "web", "", labels.Set{"app": "shop", "tier": "web"})},
			want:    "selects the pods of Deployment web: both select app=shop; choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "its pods are selected",
			overlap: overlap.Overlap{Job: job, Other: newController("DaemonSet", "shop", "log", "task=index", labels.Set{"task": "log"}), More: 1},
			want:    "overlaps with DaemonSet log, which selects the pods of this Job: both select app=shop, task=index (and 1 more controller); choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "a generated name",
			overlap: overlap.Overlap{Job: job, Other: unnamed, More: 2},
			want:    "selects the pods of the Job with generateName x- at jobs.yaml:7: both select app=shop (and 2 more controllers); choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "no name",
			overlap: overlap.Overlap{Job: newController("Job", "shop", "index", "!x", nil), Other: nameless},
			want:    "selects the pods of the Job without a name at jobs.yaml:7: both select app=shop; choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "a label whose value is not known yet",
			overlap: overlap.Overlap{Job: uid, Other: unnamed},
			want:    "selects the pods of the Job with generateName x- at jobs.yaml:7: both select controller-uid; choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "no labels",
			overlap: overlap.Overlap{Job: newController("Job", "shop", "index", "!x", nil), Other: newController("Job", "shop", "other", "", nil)},
			want:    "selects the pods of Job other: both select pods without labels; choose labels that only this Job's pods have, or let the server generate them",
		},
		{
			name:    "possible",
			overlap: overlap.Overlap{Job: job, Other: newController("Deployment", "shop", "web", "tier=web", nil), Possible: true},
			want:    "could select the same pods as Deployment web: both match the labels app=shop, tier=web, which no template in the input has",
		},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tt.overlap.Message()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// BenchmarkOverlap finds the overlaps of 10,000 Jobs that all overlap with each other.
func BenchmarkOverlap(b *testing.B) {
	const jobs = 10_000
	var controllers []*overlap.Controller
	for i := range jobs {
		controllers = append(controllers, newController("Job", "default", fmt.Sprint(i), "app=report", labels.Set{"app": "report", "task": fmt.Sprint(i)}))
	}
	for b.Loop() {
		index := overlap.NewIndex(controllers)
		for i := range jobs {
			if o, _ := index.Overlap(i); o.More != jobs-2 {
				b.Fatalf("%d more", o.More)
			}
		}
	}
}
