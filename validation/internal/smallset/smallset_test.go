package smallset

import "testing"

func TestInsert(t *testing.T) {
	for _, n := range []int{1, 8, 9, 30} {
		var s Set[int]
		for i := range n {
			if !s.Insert(i) {
				t.Errorf("%d of %d values: present before it was inserted", i, n)
			}
		}
		for i := range n {
			if s.Insert(i) {
				t.Errorf("%d of %d values: missing after it was inserted", i, n)
			}
		}
	}
}
