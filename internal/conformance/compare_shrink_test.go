package conformance

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shrink returns a small case for which holds is true. It repeatedly drops a field, element or entry,
// or shortens a string, as long as holds stays true.
func shrink[C any](c C, holds func(*C) bool) C {
	data, err := json.Marshal(c)
	if err != nil {
		return c
	}
	s := shrinking[C]{smallest: c, holds: holds}
	if json.Unmarshal(data, &s.root) != nil || !s.try() {
		return c // the case doesn't survive a round trip through JSON
	}
	for again := true; again; {
		again = s.value(s.root, func(v any) { s.root = v })
	}
	return s.smallest
}

// shrinking is the state of shrink: the JSON of a case, changed in place.
type shrinking[C any] struct {
	root     any
	smallest C
	holds    func(*C) bool
}

// try reports whether holds is true for the current JSON, and keeps the case if so.
func (s *shrinking[C]) try() bool {
	data, err := json.Marshal(s.root)
	if err != nil {
		return false
	}
	var c C
	if json.Unmarshal(data, &c) != nil || !s.holds(&c) {
		return false
	}
	s.smallest = c
	return true
}

// value tries to make v smaller, and reports whether it did. set replaces v in its parent.
func (s *shrinking[C]) value(v any, set func(any)) bool {
	shorter := false
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			entry := v[key]
			delete(v, key)
			if s.try() {
				shorter = true
				continue
			}
			v[key] = entry
			shorter = s.value(entry, func(smaller any) { v[key] = smaller }) || shorter
		}
	case []any:
		for i := len(v) - 1; i >= 0; i-- {
			without := slices.Delete(slices.Clone(v), i, i+1)
			set(without)
			if s.try() {
				v, shorter = without, true
				continue
			}
			set(v)
		}
		for i := range v {
			shorter = s.value(v[i], func(smaller any) { v[i] = smaller }) || shorter
		}
	case string:
		return s.text([]rune(v), set)
	}
	return shorter
}

// text shortens a string from either end as far as possible.
func (s *shrinking[C]) text(text []rune, set func(any)) bool {
	shorter := false
	for cut := len(text); cut > 0; cut = min(cut, len(text)+1) / 2 {
		for _, rest := range [][]rune{text[:max(0, len(text)-cut)], text[min(cut, len(text)):]} {
			set(string(rest))
			if len(rest) < len(text) && s.try() {
				text, shorter = rest, true
				break
			}
		}
		set(string(text))
	}
	return shorter
}

func TestShrink(t *testing.T) {
	type manifest struct {
		Name   string            `json:"name,omitempty"`
		Labels map[string]string `json:"labels,omitempty"`
		Items  []manifest        `json:"items,omitempty"`
	}
	start := manifest{
		Name: "long", Labels: map[string]string{"a": "b"},
		Items: []manifest{{Name: "x"}, {Name: "aaaaaaaBcc", Labels: map[string]string{"c": "d", "e": "long"}}, {Name: "z"}},
	}
	got := shrink(start, func(m *manifest) bool {
		return slices.ContainsFunc(m.Items, func(item manifest) bool {
			_, labelled := item.Labels["e"]
			return labelled && slices.Contains([]rune(item.Name), 'B')
		})
	})
	want := manifest{Items: []manifest{{Name: "B", Labels: map[string]string{"e": ""}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
