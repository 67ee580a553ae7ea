package podtemplate

import "testing"

func TestDistinct(t *testing.T) {
	for _, n := range []int{1, 8, 9, 30} {
		var d distinct[int]
		for i := range n {
			if d.repeats(i) {
				t.Errorf("%d of %d values: not the first", i, n)
			}
		}
		for i := range n {
			if !d.repeats(i) {
				t.Errorf("%d of %d values: not a repetition", i, n)
			}
		}
	}
}
