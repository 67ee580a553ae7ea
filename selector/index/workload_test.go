package index_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/jobapi/jobapi/selector"
)

// pods returns the labels of n pods with ten labels each, like those of a cluster: some apps have
// many pods, most have few. Each label set appears as often as replicas says.
func pods(n, replicas int) []map[string]string {
	random := rand.New(rand.NewPCG(1, 2))
	names := rand.NewZipf(random, 1.2, 8, 4999)
	tiers := []string{"web", "api", "worker", "cache", "db"}
	sets := make([]map[string]string, 0, n)
	for len(sets) < n {
		app := int(names.Uint64())
		region := random.IntN(8)
		set := map[string]string{
			"app.kubernetes.io/name":     fmt.Sprintf("app-%d", app),
			"app.kubernetes.io/instance": fmt.Sprintf("app-%d-%d", app, random.IntN(4)),
			"environment":                environment(random),
			"tier":                       tiers[app%len(tiers)],
			"team":                       fmt.Sprintf("team-%d", app%100),
			"version":                    fmt.Sprintf("v1.%d", random.IntN(50)),
			"region":                     fmt.Sprintf("region-%d", region),
			"zone":                       fmt.Sprintf("region-%d-%c", region, 'a'+rune(random.IntN(3))),
			"pod-template-hash":          fmt.Sprintf("%08x", random.IntN(max(1, n/5))),
		}
		if random.IntN(100) == 0 {
			set["canary"] = "true"
		} else {
			set["track"] = "stable"
		}
		for range min(replicas, n-len(sets)) {
			sets = append(sets, set)
		}
	}
	if replicas > 1 { // in a cluster, equal label sets are not next to each other in memory
		random.Shuffle(n, func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	}
	return sets
}

func environment(random *rand.Rand) string {
	switch p := random.IntN(10); {
	case p < 5:
		return "prod"
	case p < 7:
		return "staging"
	case p < 9:
		return "dev"
	default:
		return "qa"
	}
}

// queries are the selectors of the benchmarks of Objects.
var queries = []struct{ name, text string }{
	{"selective", "app.kubernetes.io/name=app-900"},
	{"three", "environment=prod,tier in (web,api),app.kubernetes.io/name=app-15"},
	{"broad", "environment=prod,tier!=web"},
	{"in10", "team in (team-0,team-1,team-2,team-3,team-4,team-5,team-6,team-7,team-8,team-9),version notin (v1.1),!canary"},
	{"exists", "canary"},
	{"negative", "environment!=prod"},
	{"miss", "app.kubernetes.io/name=app-none"},
	{"rare", "team=team-7,region=region-3,environment=dev"},
}

// controllers returns n selectors like those of controllers. Most name one of the apps.
func controllers(n, apps int) []selector.Selector {
	random := rand.New(rand.NewPCG(3, 4))
	name := func() string { return fmt.Sprintf("app-%d", random.IntN(apps)) }
	selectors := make([]selector.Selector, n)
	for i := range selectors {
		var text string
		switch p := random.IntN(1000); {
		case p < 700:
			text = "app.kubernetes.io/name=" + name()
		case p < 850:
			text = "app.kubernetes.io/name=" + name() + ",tier=" + []string{"web", "api", "worker", "cache", "db"}[random.IntN(5)]
		case p < 950:
			text = fmt.Sprintf("app.kubernetes.io/instance=%s-%d,environment=%s", name(), random.IntN(4), environment(random))
		case p < 999:
			text = []string{
				"app.kubernetes.io/name in (" + strings.Join([]string{name(), name(), name()}, ",") + "),environment!=prod",
				fmt.Sprintf("team=team-%d,environment=%s,version notin (v1.%d,v1.%d)", random.IntN(100), environment(random), random.IntN(50), random.IntN(50)),
				fmt.Sprintf("region=region-%[1]d,zone in (region-%[1]d-a,region-%[1]d-b)", random.IntN(8)),
				"canary,tier!=web",
			}[random.IntN(4)]
		default:
			text = fmt.Sprintf("environment!=%s,!canary", environment(random))
		}
		selectors[i] = selector.MustParse(text)
	}
	return selectors
}

// namespaceOfControllers returns n selectors. Four fifths name one of the apps, most of the others
// name three. A few name no app, and overlap almost every selector. Of 100,000 selectors and 50,000
// apps, some 46 million pairs overlap.
func namespaceOfControllers(n, apps int) []selector.Selector {
	random := rand.New(rand.NewPCG(5, 6))
	name := func() string { return fmt.Sprintf("app-%d", random.IntN(apps)) }
	selectors := make([]selector.Selector, n)
	for i := range selectors {
		var text string
		switch p := random.IntN(10_000); {
		case p < 7000:
			text = "app.kubernetes.io/name=" + name()
		case p < 8000:
			text = "app.kubernetes.io/name=" + name() + ",tier=" + []string{"web", "api"}[random.IntN(2)]
		case p < 9954:
			text = "app.kubernetes.io/name in (" + name() + "," + name() + "," + name() + "),environment!=prod"
		default:
			text = []string{"canary,tier!=cache", fmt.Sprintf("team=team-%d", random.IntN(100)), "version notin (v1.1,v1.2)"}[random.IntN(3)]
		}
		selectors[i] = selector.MustParse(text)
	}
	return selectors
}
