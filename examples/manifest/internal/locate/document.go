// Package locate finds the lines and columns of fields in a YAML or JSON document.
//
// What a document means is decided by package decode, with the parser that Kubernetes uses. That
// parser drops positions, so this package parses the text a second time, with another parser, and
// only when a position is asked for. The two may disagree about odd documents: then a
// position is that of the nearest thing around, and it is always inside the document.
//
// Paths have the form of field.Path: spec.template.spec.containers[0].name. An item is the path
// of an object in a List, such as items[2], and "" for the document itself.
package locate

import (
	yamlnodes "go.yaml.in/yaml/v3"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
)

// Document finds positions in a document. It is not safe for concurrent use.
type Document struct {
	input.Document
	File string

	parsed   bool
	root     *yamlnodes.Node
	lines    []line // computed on first use
	cursor   cursor // the last position
	mappings map[*yamlnodes.Node]map[string]entry
}

// New returns a Document that finds positions in doc, which is a document of the file.
func New(file string, doc input.Document) *Document {
	return &Document{Document: doc, File: file}
}

// Root returns the root node, nil if the document can't be parsed.
func (d *Document) Root() *yamlnodes.Node {
	if !d.parsed {
		d.parsed = true
		var doc yamlnodes.Node
		if yamlnodes.Unmarshal(d.Data, &doc) == nil && len(doc.Content) == 1 {
			d.root = doc.Content[0]
		}
	}
	return d.root
}

// Node returns the node of the item, nil if there is none.
func (d *Document) Node(item string) *yamlnodes.Node {
	node, _, rest := d.follow(ParsePath(item))
	if rest > 0 {
		return nil
	}
	return node
}

// alternatives maps a path that a document may lack to the one that a user would look at instead.
var alternatives = map[string]string{
	"spec.manualSelector": "spec.autoSelector",     // the Job was converted from extensions/v1beta1
	"metadata.name":       "metadata.generateName", // a server makes the name from it
	// kube-apiserver leaves metadata out of this path.
	"spec.template.annotations": "spec.template.metadata.annotations",
}

// Field returns the position of the field at path in an item. For a missing field it is where the
// innermost object around it begins.
func (d *Document) Field(item, path string) finding.Position {
	node, key, rest := d.follow(ParsePath(Join(item, path)))
	if other, ok := alternatives[path]; ok && rest > 0 {
		if otherNode, otherKey, missing := d.follow(ParsePath(Join(item, other))); missing == 0 {
			node, key, rest = otherNode, otherKey, 0
		}
	}
	switch {
	case node == nil:
		return d.At(1, 1)
	case key != nil && (rest > 0 || isBlock(node)):
		return d.At(key.Line, key.Column)
	}
	return d.At(node.Line, node.Column)
}

// Key returns the position of the key of the field at path in an item. Without such a key it returns
// what Field returns.
func (d *Document) Key(item, path string) finding.Position {
	if _, key, rest := d.follow(ParsePath(Join(item, path))); key != nil && rest == 0 {
		return d.At(key.Line, key.Column)
	}
	return d.Field(item, path)
}

// isBlock reports whether the node is a list or map in block style, which begins at its first
// element, below its key.
func isBlock(node *yamlnodes.Node) bool {
	return node.Kind != yamlnodes.ScalarNode && node.Kind != yamlnodes.AliasNode && node.Style&yamlnodes.FlowStyle == 0
}

// follow goes along the steps from the root as far as they lead. It returns the last node, its key
// if it has one, and the number of steps that are left.
func (d *Document) follow(steps []Step) (last, key *yamlnodes.Node, rest int) {
	node := d.Root()
	if node == nil {
		return nil, nil, len(steps)
	}
	for i, step := range steps {
		var next, nextKey *yamlnodes.Node
		parent := Resolve(node)
		switch parent.Kind {
		case yamlnodes.MappingNode:
			e := d.lookUp(parent, step.Name)
			nextKey, next = e.key, e.value
		case yamlnodes.SequenceNode:
			if at, ok := step.index(); ok && at < len(parent.Content) {
				next = parent.Content[at]
			}
		}
		if next == nil {
			return node, key, len(steps) - i
		}
		node, key = next, nextKey
	}
	return node, key, 0
}
