// Package overlap finds Jobs that share pods with another controller: their selector matches the
// pods of the other, or the other's selector matches theirs. Two controllers that select the same
// pods fight over them.
//
// An [Index] holds the controllers of one input. It finds the partners of a Job with the indexes
// of package selector/index, in proportion to their number, instead of comparing all pairs.
// Controllers overlap only within a namespace. The same object twice, such as two versions of a
// manifest, doesn't overlap with itself.
package overlap

import (
	"fmt"
	"slices"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index"
)

// Controller is an object that makes pods from a template and owns the pods that its selector
// matches.
type Controller struct {
	Kind, Namespace string
	Name            string // "" if a server has yet to give it one
	GenerateName    string
	Position        string // where the object is, for people; it is only used if Name is empty

	Template labels.Set
	// Invented are the values of Template that a server would choose differently, such as the UID
	// of an object that is not stored yet. Messages don't show them.
	Invented []string
	// Selector is nil if it can match the pods of no other controller: it was generated, or is
	// missing or malformed.
	Selector *selector.Selector
}

// String returns the kind and name of the controller, for messages.
func (c *Controller) String() string {
	switch {
	case c.Name != "":
		return c.Kind + " " + c.Name
	case c.GenerateName != "":
		return fmt.Sprintf("the %s with generateName %s at %s", c.Kind, c.GenerateName, c.Position)
	}
	return fmt.Sprintf("the %s without a name at %s", c.Kind, c.Position)
}

// Index finds the controllers that overlap with one of them. It is not safe for concurrent use.
type Index struct {
	entries []entry // by controller
}

// entry says where a controller is in the index.
type entry struct {
	*namespace
	number int // of the controller in its namespace
}

// namespace holds the controllers of one namespace, numbered in the order of the input.
type namespace struct {
	controllers []*Controller
	objects     []int // by controller: the number of the object; copies of one object share it
	copies      []int // by object: the number of controllers that are copies of it

	filled    bool // the indexes hold the controllers
	templates index.Objects[int]
	selectors index.Selectors[int]

	buffer  []int
	seen    []int // by controller: the last query that returned it
	queries int
}

// NewIndex returns an index of the controllers, which the caller must not change afterwards.
func NewIndex(controllers []*Controller) *Index {
	type identity struct{ kind, namespace, name string }
	x := &Index{}
	namespaces := map[string]*namespace{}
	objects := map[identity]int{}
	for _, c := range controllers {
		n := namespaces[c.Namespace]
		if n == nil {
			n = &namespace{}
			namespaces[c.Namespace] = n
		}
		id := identity{c.Kind, c.Namespace, c.Name}
		object, known := objects[id]
		if !known || c.Name == "" {
			object = len(n.copies)
			objects[id] = object
			n.copies = append(n.copies, 0)
		}
		n.copies[object]++
		x.entries = append(x.entries, entry{n, len(n.controllers)})
		n.controllers = append(n.controllers, c)
		n.objects = append(n.objects, object)
	}
	return x
}

// Overlap is a Job that overlaps with other controllers.
type Overlap struct {
	Job   *Controller
	Other *Controller // the first of the others, in the order of the input
	More  int         // how many others there are
	// Possible says that no template in the input has labels that both selectors match.
	Possible bool
}

// Overlap returns the overlap of a Job with the controllers whose pods it selects or that select
// its pods, and false if there are none. job is its number among the controllers. The Job must
// have a selector.
func (x *Index) Overlap(job int) (Overlap, bool) {
	e := x.entry(job)
	return e.overlap(e.partners(), false)
}

// Overlaps reports what Overlap reports. It is much faster if the Job overlaps with many others.
func (x *Index) Overlaps(job int) bool {
	e := x.entry(job)
	if e.templates.Count(*e.controller().Selector) > e.copies[e.objects[e.number]] {
		return true
	}
	return len(e.partners()) > 0
}

// Possible returns the overlap of a Job with the controllers that Overlap does not return, but
// whose selectors match some labels that its own selector matches too, and false if there are
// none.
func (x *Index) Possible(job int) (Overlap, bool) {
	e := x.entry(job)
	e.partners() // excludes them from the next line
	found := slices.AppendSeq(e.buffer[:0], e.selectors.Overlapping(*e.controller().Selector))
	return e.overlap(e.unseen(found), true)
}

// entry returns the entry of a controller, in a namespace whose indexes are filled.
func (x *Index) entry(controller int) entry {
	e := x.entries[controller]
	if !e.filled {
		e.filled = true
		e.seen = make([]int, len(e.controllers))
		for i, c := range e.controllers {
			e.templates.Set(i, c.Template)
			if c.Selector != nil {
				e.selectors.Set(i, *c.Selector)
			}
		}
	}
	return e
}

func (e entry) controller() *Controller { return e.controllers[e.number] }

// partners begins a query and returns the controllers that overlap with this one, in no particular
// order. The slice is valid until the next call.
func (e entry) partners() []int {
	e.queries++
	found := e.templates.AppendSelect(e.buffer[:0], *e.controller().Selector)
	return e.unseen(e.selectors.AppendMatching(found, e.controller().Template))
}

// unseen returns the found controllers that this query has not returned yet, and that are not
// copies of the same object. It uses the memory of found, which becomes the buffer.
func (e entry) unseen(found []int) []int {
	e.buffer = found
	others := found[:0]
	for _, i := range found {
		if e.seen[i] < e.queries && e.objects[i] != e.objects[e.number] {
			e.seen[i] = e.queries
			others = append(others, i)
		}
	}
	return others
}

// overlap returns the overlap with other controllers, and false if there are none.
func (e entry) overlap(others []int, possible bool) (Overlap, bool) {
	if len(others) == 0 {
		return Overlap{}, false
	}
	first := e.controllers[slices.Min(others)]
	return Overlap{Job: e.controller(), Other: first, More: len(others) - 1, Possible: possible}, true
}
