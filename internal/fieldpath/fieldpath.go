// Package fieldpath names a field of an object without allocating. A [Path] lives on the stack
// and links to its parent. It becomes a [field.Path] only when there is an error to report, so
// paths cost nothing while the object is valid.
package fieldpath

import (
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Path is one step into an object, with a pointer to the step before it. [From] makes the first
// step, and the methods of a step make those below it:
//
//	containers := path.Child("containers")
//	for i := range spec.Containers {
//		validateContainer(&spec.Containers[i], containers.Index(i))
//	}
//
// The compiler keeps a step on the stack as long as the functions that receive it neither store
// nor return it.
//
// The nil *Path is the object itself.
type Path struct {
	parent *Path
	name   string
	index  int
}

// Values of Path.index for steps that aren't list elements.
const (
	isRoot = -1 - iota
	isChild
	isKey
)

// From returns the step for root, which may be nil. It allocates only to render a root.
func From(root *field.Path) *Path {
	if root == nil {
		return nil
	}
	return &Path{name: root.String(), index: isRoot}
}

// Child returns the path of the field called name.
func (p *Path) Child(name string) *Path {
	return &Path{parent: p, name: name, index: isChild}
}

// Index returns the path of the list element at i, which must not be negative.
func (p *Path) Index(i int) *Path {
	return &Path{parent: p, index: i}
}

// Key returns the path of the map entry under key.
func (p *Path) Key(key string) *Path {
	return &Path{parent: p, name: key, index: isKey}
}

// Field returns the path in the form that errors carry. It is nil for the object itself. Names
// are fields below p.
func (p *Path) Field(names ...string) *field.Path {
	var f *field.Path
	// Copying the text lets the compiler keep every Path on the stack.
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
