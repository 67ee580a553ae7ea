package main

import (
	"fmt"
	"reflect"

	yamlnodes "go.yaml.in/yaml/v3"
)

// duplicate is a key that stands in a mapping already.
type duplicate struct {
	path string
	key  *yamlnodes.Node // the second one, or the merge key that brings it
}

// duplicatesOf returns the keys that stand in the object at item twice, as fields of a type.
func duplicatesOf(n *nodes, item string, want reflect.Type) []duplicate {
	node, _, rest := n.follow(parsePath(item))
	if rest > 0 || node == nil {
		return nil
	}
	d := duplicateSearch{visited: map[*yamlnodes.Node]bool{}}
	d.search(node, want, "")
	return d.found
}

// duplicateKeys returns the keys of the object at item itself that stand there twice.
func duplicateKeys(n *nodes, item string) []duplicate {
	node, _, rest := n.follow(parsePath(item))
	if rest > 0 || node == nil || resolve(node).Kind != yamlnodes.MappingNode {
		return nil
	}
	var d duplicateSearch
	d.keys(resolve(node), nil, "")
	return d.found
}

type duplicateSearch struct {
	found   []duplicate
	visited map[*yamlnodes.Node]bool // what aliases stand for is looked at once
}

// search looks at a node and all that is in it. want is its type, nil if it has none.
func (d *duplicateSearch) search(node *yamlnodes.Node, want reflect.Type, path string) {
	node = resolve(node)
	if d.visited[node] || len(d.found) >= maxIssues {
		return
	}
	d.visited[node] = true
	for want != nil && want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	switch node.Kind {
	case yamlnodes.SequenceNode:
		for i, child := range node.Content {
			var inner reflect.Type
			if want != nil && want.Kind() == reflect.Slice {
				inner = want.Elem()
			}
			d.search(child, inner, element(path, i))
		}
	case yamlnodes.MappingNode:
		d.keys(node, want, path)
		for i := 0; i+1 < len(node.Content); i += 2 {
			if key := node.Content[i]; !isMerge(key) {
				where, inner := stepInto(want, path, keyText(key))
				d.search(node.Content[i+1], inner, where)
			}
		}
	}
}

// keys looks at the keys of a mapping.
func (d *duplicateSearch) keys(mapping *yamlnodes.Node, want reflect.Type, path string) {
	seen := map[string]bool{}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key := mapping.Content[i]
		if !isMerge(key) {
			d.note(seen, keyText(key), key, want, path)
			continue
		}
		for _, merged := range mergedInto(mapping.Content[i+1]) {
			for _, name := range keysOf(merged, 0) {
				d.note(seen, name, key, want, path)
			}
		}
	}
}

// note records a key if it is among those seen, and that it has been seen.
func (d *duplicateSearch) note(seen map[string]bool, name string, key *yamlnodes.Node, want reflect.Type, path string) {
	if seen[name] && len(d.found) < maxIssues {
		where, _ := stepInto(want, path, name)
		d.found = append(d.found, duplicate{where, key})
	}
	seen[name] = true
}

// keysOf returns the keys that merging a mapping brings.
func keysOf(mapping *yamlnodes.Node, depth int) []string {
	var names []string
	if mapping.Kind != yamlnodes.MappingNode || depth > maxMerges {
		return nil
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if key := mapping.Content[i]; !isMerge(key) {
			names = append(names, keyText(key))
			continue
		}
		for _, merged := range mergedInto(mapping.Content[i+1]) {
			names = append(names, keysOf(merged, depth+1)...)
		}
	}
	return names
}

// stepInto returns path and type of a field, or of the entry of a map.
func stepInto(want reflect.Type, path, name string) (string, reflect.Type) {
	if want != nil {
		switch want.Kind() {
		case reflect.Map:
			return entry(path, name), want.Elem()
		case reflect.Struct:
			return join(path, name), jsonFields(want)[name]
		}
	}
	return join(path, name), nil
}

// message says which field it is.
func (d duplicate) message() string {
	if isMerge(d.key) {
		return fmt.Sprintf("duplicate field %q: it is there already, and in what is merged", d.path)
	}
	return fmt.Sprintf("duplicate field %q", d.path)
}
