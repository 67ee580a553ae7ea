package podtemplate

import (
	"slices"
	"strings"
)

// fileTree finds the files that are in the way of another without comparing it with each. It
// takes time and memory in proportion to the text of the paths.
type fileTree struct {
	// children are the indexes of places, of which the first is the root.
	children map[child]int
	places   []place
}

// child is an entry of a directory.
type child struct {
	directory int
	name      string
}

// place is where a file or a directory is. It holds the files that end there, and those that
// end there or below, by the numbers that they were added with.
type place struct {
	here, below []int
}

func newFileTree() *fileTree {
	return &fileTree{children: map[child]int{}, places: make([]place, 1)}
}

// add adds the file with the given number, which is greater than those before it, and returns
// the numbers of earlier ones that are at path, at a directory of it or below it.
func (t *fileTree) add(path string, number int) []int {
	way := t.way(path)
	var found []int
	for _, directory := range way[:len(way)-1] {
		if len(found) < mostOthers {
			found = append(found, t.places[directory].here...)
		}
	}
	end := &t.places[way[len(way)-1]]
	found = append(found, end.below...)
	slices.Sort(found)

	end.here = appendOther(end.here, number)
	for _, i := range way {
		t.places[i].below = appendOther(t.places[i].below, number)
	}
	return found[:min(len(found), mostOthers)]
}

// way returns the places from below the root to the end of path, and makes those that are
// missing.
func (t *fileTree) way(path string) []int {
	var way []int
	at := 0
	for name := range strings.SplitSeq(path, "/") {
		key := child{at, name}
		next, ok := t.children[key]
		if !ok {
			next = len(t.places)
			t.places = append(t.places, place{})
			t.children[key] = next
		}
		way = append(way, next)
		at = next
	}
	return way
}
