// Package fieldpath says where in an object a value stands, without allocating: a [Path] is
// a link to its parent on the stack, and becomes a [field.Path] only where there is an error
// to report. Validating a valid object so costs no memory for paths.
package fieldpath

import (
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Path is one step into an object, and a pointer to the step before it. Make the first with
// [From], the others with the methods of their parent, which has to outlive them:
//
//	for i := range spec.Containers {
//		container := containers.Index(i)
//		validateContainer(&spec.Containers[i], &container)
//	}
//
// A step and its parent need a variable each: p = p.Child("name") makes p its own parent, and
// a path without end.
//
// The nil *Path is the object itself.
type Path struct {
	parent *Path
	name   string
	index  int
}

// What Path.index holds in a step that is no index.
const (
	isRoot = -1 - iota
	isChild
	isKey
)

// From returns the Path that stands for root, which may be nil. It renders root; with nil
// it costs no memory either.
func From(root *field.Path) Path {
	if root == nil {
		return Path{index: isRoot}
	}
	return Path{name: root.String(), index: isRoot}
}

// Child returns the path of the field called name.
func (p *Path) Child(name string) Path {
	return Path{parent: p, name: name, index: isChild}
}

// Index returns the path of the element at i, which is not negative.
func (p *Path) Index(i int) Path {
	return Path{parent: p, index: i}
}

// Key returns the path of the map entry under key.
func (p *Path) Key(key string) Path {
	return Path{parent: p, name: key, index: isKey}
}

// Field returns the path in the form that errors have, nil for the object itself. names are
// fields below p.
func (p *Path) Field(names ...string) *field.Path {
	var f *field.Path
	// Copying the text is what lets the compiler keep every Path on the stack.
	if text := p.append(nil); len(text) > 0 {
		f = field.NewPath(string(text))
	}
	for _, name := range names {
		f = f.Child(name)
	}
	return f
}

func (p *Path) append(text []byte) []byte {
	if p == nil {
		return text
	}
	text = p.parent.append(text)
	switch p.index {
	case isRoot:
		return append(text, p.name...)
	case isChild:
		if len(text) > 0 {
			text = append(text, '.')
		}
		return append(text, p.name...)
	case isKey:
		text = append(text, '[')
		text = append(text, p.name...)
	default:
		text = append(text, '[')
		text = strconv.AppendInt(text, int64(p.index), 10)
	}
	return append(text, ']')
}
