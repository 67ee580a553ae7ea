package index_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index"
)

// Objects serves a cache of pods: find pods by selector, and group them by a label.
func ExampleObjects() {
	var pods index.Objects[string]
	pods.Set("web-1", labels.Set{"app": "web", "zone": "a"})
	pods.Set("web-2", labels.Set{"app": "web", "zone": "b"})
	pods.Set("db-1", labels.Set{"app": "db", "zone": "a"})
	pods.Set("job-1", labels.Set{"job-name": "backup"})

	fmt.Println(slices.Sorted(pods.Select(selector.MustParse("app,zone!=b"))))
	fmt.Println(pods.Count(selector.MustParse("app!=web")))
	for zone, n := range pods.Values("zone") {
		fmt.Println(zone, n)
	}
	pods.Delete("web-1")
	fmt.Println(slices.Sorted(pods.Select(selector.MustParse("app=web"))))
	// Output:
	// [db-1 web-1]
	// 2
	// a 2
	// b 1
	// [web-2]
}

// All returns each object with a label set that the caller owns. The loop may change the index.
func ExampleObjects_All() {
	var pods index.Objects[string]
	pods.Set("web-1", labels.Set{"app": "web", "zone": "a"})
	pods.Set("db-1", labels.Set{"app": "db"})

	for name, set := range pods.All() {
		if !set.Has("zone") {
			set["zone"] = "unknown"
			pods.Set(name, set)
		}
	}
	set, ok := pods.Get("db-1")
	fmt.Println(set, ok)
	_, ok = pods.Get("db-2")
	fmt.Println(ok)
	// Output:
	// app=db,zone=unknown true
	// false
}

// Selectors tells which Jobs own a pod.
func ExampleSelectors() {
	var jobs index.Selectors[string]
	jobs.Set("backup", selector.MustParse("controller-uid=6f8e"))
	jobs.Set("report", selector.MustParse("controller-uid=11d2"))
	jobs.Set("adopts too much", selector.MustParse("tier in (batch,report)"))

	pod := labels.Set{"controller-uid": "11d2", "job-name": "report", "tier": "batch"}
	fmt.Println(slices.Sorted(jobs.Matching(pod)))
	// Output:
	// [adopts too much report]
}

// All returns every selector, for a report or to fill another index.
func ExampleSelectors_All() {
	var jobs index.Selectors[string]
	jobs.Set("backup", selector.MustParse("job-name=backup"))
	jobs.Set("report", selector.MustParse("tier in (report,batch)"))

	s, ok := jobs.Get("report")
	fmt.Println(s, ok)
	byJob := maps.Collect(jobs.All())
	for _, name := range slices.Sorted(maps.Keys(byJob)) {
		fmt.Println(name, "selects", byJob[name])
	}
	// Output:
	// tier in (batch,report) true
	// backup selects job-name=backup
	// report selects tier in (batch,report)
}

// Changes tells which watches must hear of a change of labels.
func ExampleSelectors_Changes() {
	var watches index.Selectors[string]
	watches.Set("all of web", selector.MustParse("app=web"))
	watches.Set("canaries", selector.MustParse("app=web,track=canary"))
	watches.Set("stable", selector.MustParse("track=stable"))

	before := labels.Set{"app": "web", "track": "canary"}
	after := labels.Set{"app": "web", "track": "stable"}
	var heard []string
	for watch, change := range watches.Changes(before, after) {
		heard = append(heard, fmt.Sprint(watch, ": ", change))
	}
	slices.Sort(heard)
	for _, line := range heard {
		fmt.Println(line)
	}
	// Output:
	// all of web: Kept
	// canaries: Stopped
	// stable: Started
}

// Overlaps tells which controllers of a namespace claim the same pods.
func ExampleSelectors_Overlaps() {
	controllers := map[string]selector.Selector{
		"web":        selector.MustParse("app=web,track notin (canary)"),
		"web-canary": selector.MustParse("app=web,track=canary"),
		"frontend":   selector.MustParse("tier=frontend,app in (web,shop)"),
		"db":         selector.MustParse("app=db"),
	}
	var x index.Selectors[string]
	for name, s := range controllers {
		x.Set(name, s)
	}
	var pairs []string
	for a, b := range x.Overlaps() {
		example, _ := controllers[a].And(controllers[b]).Example()
		pairs = append(pairs, fmt.Sprintf("%s and %s: %s", min(a, b), max(a, b), example))
	}
	slices.Sort(pairs)
	for _, pair := range pairs {
		fmt.Println(pair)
	}
	// Output:
	// frontend and web-canary: app=web,tier=frontend,track=canary
	// frontend and web: app=web,tier=frontend
}
