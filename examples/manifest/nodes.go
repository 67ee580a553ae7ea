package main

import yamlnodes "go.yaml.in/yaml/v3"

// position is where something stands in the input.
type position struct {
	file     string
	document int
	line     int // from 1
	column   int // from 1, in characters
	excerpt  excerpt
}

// nodes finds the lines of the fields of a document. What a document says is decided
// elsewhere, by the parser that Kubernetes uses; this one knows where it says it.
type nodes struct {
	file string
	document
	read  bool // root is what it is going to be
	root  *yamlnodes.Node
	lines []line // once they are known
	last  cursor
	large map[*yamlnodes.Node]map[string][2]*yamlnodes.Node // keys and values of mappings with many
}

// tree returns the root of the document, nil if this parser cannot read it.
func (n *nodes) tree() *yamlnodes.Node {
	if !n.read {
		n.read = true
		var doc yamlnodes.Node
		if yamlnodes.Unmarshal(n.data, &doc) == nil && len(doc.Content) == 1 {
			n.root = doc.Content[0]
		}
	}
	return n.root
}

// otherNames are fields that stand in for one that is missing: that of the version which a Job
// was converted from, what a name is made from, and what is meant by a path that leads nowhere.
var otherNames = map[string]string{
	"spec.manualSelector": "spec.autoSelector",
	"metadata.name":       "metadata.generateName",
	// kube-apiserver leaves out a step.
	"spec.template.annotations": "spec.template.metadata.annotations",
}

// find returns where the field at path is, in the object at item. A field that is missing is
// where the nearest thing around it begins.
func (n *nodes) find(item, path string) position {
	steps := parsePath(join(item, path))
	node, key, rest := n.follow(steps)
	if other, ok := otherNames[path]; ok && rest > 0 {
		if found, itsKey, missing := n.follow(parsePath(join(item, other))); missing == 0 {
			node, key, rest = found, itsKey, 0
		}
	}
	switch {
	case node == nil:
		return n.at(1, 1)
	case key != nil && (rest > 0 || isBlock(node)):
		return n.at(key.Line, key.Column)
	}
	return n.at(node.Line, node.Column)
}

// findKey returns where the key of the field at path is, in the object at item.
func (n *nodes) findKey(item, path string) position {
	if _, key, rest := n.follow(parsePath(join(item, path))); key != nil && rest == 0 {
		return n.at(key.Line, key.Column)
	}
	return n.find(item, path)
}

// isBlock reports whether the node is a list or map without brackets, which begins with its
// first element.
func isBlock(node *yamlnodes.Node) bool {
	return node.Kind != yamlnodes.ScalarNode && node.Kind != yamlnodes.AliasNode && node.Style&yamlnodes.FlowStyle == 0
}

// follow goes from the root along the steps as far as they lead. It returns the last node, its key
// if it has one, and how many steps were left.
func (n *nodes) follow(steps []step) (last, key *yamlnodes.Node, rest int) {
	node := n.tree()
	if node == nil {
		return nil, nil, len(steps)
	}
	for i, s := range steps {
		var next, nextKey *yamlnodes.Node
		into := resolve(node)
		switch into.Kind {
		case yamlnodes.MappingNode:
			nextKey, next = n.lookUp(into, s.name)
		case yamlnodes.SequenceNode:
			if at, ok := s.index(); ok && at < len(into.Content) {
				next = into.Content[at]
			}
		}
		if next == nil {
			return node, key, len(steps) - i
		}
		node, key = next, nextKey
	}
	return node, key, 0
}
