package validation

import (
	"strconv"
	"strings"
	"testing"
)

func TestCountIndexes(t *testing.T) {
	long := strings.Repeat("7", 50)
	tests := []struct {
		list  string
		total int32
		err   string // empty if the list is well-formed
	}{
		{list: "", total: 0},
		{list: "0", total: 1},
		{list: "0-2,5", total: 4},
		{list: "1,3-5,9", total: 5},
		{list: "0-9", total: 10},
		{list: "01", total: 1},
		{list: "+1-+2", total: 2},
		{list: "1-1", err: `"1-1" must start with the smaller index`},
		{list: "3-1", err: `"3-1" must start with the smaller index`},
		{list: "10", err: `"10" must be below spec.completions`},
		{list: "0-10", err: `"0-10" must be below spec.completions`},
		{list: "10-12", err: `"10-12" must be below spec.completions`},
		{list: "4294967297", err: `"4294967297" must be below spec.completions`},
		{list: "18446744073709551617", err: `"18446744073709551617" must be below spec.completions`}, // 1<<64 + 1
		{list: long, err: `"` + long[:40] + `"... must be below spec.completions`},
		{list: "3,3", err: `"3" must be above 3: indexes must be in ascending order, without duplicates`},
		{list: "0-3,2-5", err: `"2-5" must be above 3: indexes must be in ascending order, without duplicates`},
		{list: "4,2", err: `"2" must be above 4: indexes must be in ascending order, without duplicates`},
		{list: "a", err: `"a" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "1,", err: `"" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "1,,2", err: `"" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "-1", err: `"-1" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "1-", err: `"1-" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "1-2-3", err: `"1-2-3" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "+", err: `"+" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "++1", err: `"++1" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: " 1", err: `" 1" must be an index or a range of indexes, such as 3 or 5-7`},
		{list: "1_0", err: `"1_0" must be an index or a range of indexes, such as 3 or 5-7`},
	}
	for _, tt := range tests {
		t.Run(tt.list, func(t *testing.T) {
			total, err := countIndexes(tt.list, 10)
			if total != tt.total || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
				t.Errorf("got %d, %v; want %d, %s", total, err, tt.total, tt.err)
			}
		})
	}
	for _, completions := range []int32{0, -1, -1 << 31} {
		if _, err := countIndexes("0", completions); err == nil {
			t.Errorf("index 0 of %d: no error", completions)
		}
	}
	const most = 1<<31 - 1
	if total, err := countIndexes("0-2147483646", most); total != most || err != nil {
		t.Errorf("all of %d: %d, %v", most, total, err)
	}
}

func TestCommonIndex(t *testing.T) {
	tests := []struct {
		completed, failed string
		index             int32
		found             bool
	}{
		{"", "", 0, false},
		{"0-9", "", 0, false},
		{"", "0-9", 0, false},
		{"0-2,5", "3-4,6", 0, false},
		{"0-2,5", "3-5", 5, true},
		{"7", "0-3,5-8", 7, true},
		{"2-4", "4-6", 4, true},
		{"0,2,4,6,8", "1,3,5,7,8", 8, true},
		{"x,2", "2,y", 2, true},
		{"2-x,10,3", "3", 3, true},
		{"x", "x", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.completed+" and "+tt.failed, func(t *testing.T) {
			if index, found := commonIndex(tt.completed, tt.failed, 10); index != tt.index || found != tt.found {
				t.Errorf("got %d, %t; want %d, %t", index, found, tt.index, tt.found)
			}
		})
	}
}

// FuzzCountIndexes compares with a simple implementation.
func FuzzCountIndexes(f *testing.F) {
	for _, list := range []string{"", "0-2,5", "+1-+2", "1-1", "1,", "-", "1-2-3", "9999999999999999999999", "0,0", "5,x"} {
		f.Add(list, int32(10))
	}
	f.Fuzz(func(t *testing.T, list string, completions int32) {
		total, err := countIndexes(list, completions)
		want, ok := countPlainly(list, completions)
		if total != want || (err == nil) != ok {
			t.Errorf("%q of %d: got %d, %v; want %d, %t", list, completions, total, err, want, ok)
		}
	})
}

func countPlainly(list string, completions int32) (total int32, ok bool) {
	if list == "" {
		return 0, true
	}
	next := 0
	for part := range strings.SplitSeq(list, ",") {
		var ends []int
		for text := range strings.SplitSeq(part, "-") {
			n, err := strconv.Atoi(text)
			if err != nil {
				return 0, false
			}
			ends = append(ends, n)
		}
		first, last := ends[0], ends[len(ends)-1]
		if len(ends) > 2 || first < next || last >= int(completions) || len(ends) == 2 && first >= last {
			return 0, false
		}
		total += int32(last - first + 1)
		next = last + 1
	}
	return total, true
}
