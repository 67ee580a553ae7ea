package apiserver

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	count = flag.Int("count", 2000, "send this many random `Jobs`")
	seed  = flag.Uint64("seed", 0, "the seed of the random Jobs; 0 for one from the clock")
)

func newRandom(t testing.TB) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-args -seed %d", s)
	return rand.New(rand.NewPCG(s, s))
}

// mutator makes random changes of manifests.
type mutator struct {
	*rand.Rand
	changes []change
}

// mutate returns a tree with one random change. It may modify its input.
func (m mutator) mutate(t testing.TB, tree any) any {
	t.Helper()
	if m.IntN(4) > 0 {
		return m.changes[m.IntN(len(m.changes))].apply(t, tree)
	}
	root, _ := tree.(map[string]any)
	part := "spec"
	if m.IntN(6) == 0 {
		part = "metadata"
	}
	root[part] = m.change(root[part])
	return root
}

// change drops, duplicates or replaces a random value in a tree.
func (m mutator) change(tree any) any {
	switch tree := tree.(type) {
	case map[string]any:
		if len(tree) == 0 {
			return tree
		}
		keys := make([]string, 0, len(tree))
		for key := range tree {
			keys = append(keys, key)
		}
		slices.Sort(keys) // makes a run repeatable by its seed
		key := keys[m.IntN(len(keys))]
		if m.IntN(8) == 0 {
			delete(tree, key)
		} else {
			tree[key] = m.change(tree[key])
		}
		return tree
	case []any:
		if len(tree) == 0 {
			return tree
		}
		i := m.IntN(len(tree))
		switch m.IntN(8) {
		case 0:
			return slices.Delete(tree, i, i+1)
		case 1:
			return append(tree, tree[i])
		}
		tree[i] = m.change(tree[i])
		return tree
	}
	if m.IntN(10) == 0 {
		return m.any()
	}
	switch old := tree.(type) {
	case string:
		return texts[m.IntN(len(texts))]
	case float64:
		return numbers[m.IntN(len(numbers))]
	case bool:
		return !old
	}
	return m.any()
}

// any returns a random JSON value of any type.
func (m mutator) any() any {
	values := []any{nil, true, 1, 1.5, "a", "", []any{}, map[string]any{}, map[string]any{"foo": 1}, []any{"a"}}
	return values[m.IntN(len(values))]
}

var numbers = []float64{-1, 0, 1, 2, 3, 12, 256, 10_001, 65_536, 100_001, 1<<31 - 1, 1 << 31}

var texts = append(strings.Fields(`a A a.b a_b a/b a-- 1 -1 1Gi 100m x= Never OnFailure Always Indexed NonIndexed FailJob FailIndex Ignore Count In NotIn Exists
	main job other job-name controller-uid batch.kubernetes.io/job-name example.com/a ../a /a metadata.name 0-2 0,2 2,0 True`), "", "a b", strings.Repeat("a", 64), strings.Repeat("a", 254))
