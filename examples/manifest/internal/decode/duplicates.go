package decode

import (
	"bytes"
	"fmt"
	"reflect"

	yamlnodes "go.yaml.in/yaml/v3"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// duplicateFields returns a finding for each duplicate key in an item. want is the type of the
// item, which decides how the paths of fields and map entries are written.
//
// A merge key may bring a key that is set explicitly after it: the explicit value then replaces
// the merged one, which is what merge keys are for. The other way round it is a duplicate: the
// YAML specification says that the explicit value counts, but the parser that Kubernetes uses lets
// the merge key replace it.
func duplicateFields(it Item, want reflect.Type) []finding.Finding {
	s := duplicateSearch{document: it.Document, visited: map[*yamlnodes.Node]bool{}}
	if node := it.Document.Node(it.Path); node != nil {
		s.search(node, want, "")
	}
	return s.found
}

// duplicateKeys returns a finding for each duplicate key of the item itself.
func duplicateKeys(it Item) []finding.Finding {
	s := duplicateSearch{document: it.Document}
	if node := it.Document.Node(it.Path); node != nil && locate.Resolve(node).Kind == yamlnodes.MappingNode {
		s.keys(locate.Resolve(node), nil, "")
	}
	return s.found
}

type duplicateSearch struct {
	document *locate.Document
	found    []finding.Finding
	visited  map[*yamlnodes.Node]bool // aliases lead to a node more than once
}

// search looks at a node and everything below it. want is its type, nil if it is unknown.
func (s *duplicateSearch) search(node *yamlnodes.Node, want reflect.Type, path string) {
	node = locate.Resolve(node)
	if s.visited[node] || len(s.found) >= maxMismatches {
		return
	}
	s.visited[node] = true
	for want != nil && want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	switch node.Kind {
	case yamlnodes.SequenceNode:
		var element reflect.Type
		if want != nil && want.Kind() == reflect.Slice {
			element = want.Elem()
		}
		for i, child := range node.Content {
			s.search(child, element, locate.Index(path, i))
		}
	case yamlnodes.MappingNode:
		s.keys(node, want, path)
		for i := 0; i+1 < len(node.Content); i += 2 {
			if key := node.Content[i]; !locate.IsMerge(key) {
				childPath, child := childOf(want, path, locate.KeyText(key))
				s.search(node.Content[i+1], child, childPath)
			}
		}
	}
}

// keys looks at the keys of a mapping.
func (s *duplicateSearch) keys(mapping *yamlnodes.Node, want reflect.Type, path string) {
	explicit, replaced := map[string]bool{}, map[string]bool{}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key := mapping.Content[i]
		if !locate.IsMerge(key) {
			name := locate.KeyText(key)
			if explicit[name] {
				s.add(key, want, path, name, "")
			}
			explicit[name] = true
			continue
		}
		for _, name := range locate.MergedKeys(mapping.Content[i+1]) {
			if explicit[name] && !replaced[name] {
				replaced[name] = true
				s.add(key, want, path, name, ": the merge key replaces the value above, put the merge key first")
			}
		}
	}
}

// add adds a finding for a duplicate field of the object at path.
func (s *duplicateSearch) add(key *yamlnodes.Node, want reflect.Type, path, name, advice string) {
	if len(s.found) >= maxMismatches {
		return
	}
	path, _ = childOf(want, path, name)
	message := fmt.Sprintf("duplicate field %q%s", path, advice)
	s.found = append(s.found, finding.New(s.document.At(key.Line, key.Column), finding.Error, finding.DuplicateField, path, message))
}

// childOf returns the path and type of a field or map entry. The type is nil if it is unknown.
func childOf(parent reflect.Type, path, name string) (string, reflect.Type) {
	if parent != nil {
		switch parent.Kind() {
		case reflect.Map:
			return locate.Key(path, name), parent.Elem()
		case reflect.Struct:
			return locate.Join(path, name), jsonFields(parent)[name]
		}
	}
	return locate.Join(path, name), nil
}

// Merged returns the JSON of a document if the YAML parser takes merge keys in it for duplicates,
// and there are no others. Otherwise it returns false.
func Merged(doc *locate.Document) ([]byte, bool) {
	if doc.JSON || !bytes.Contains(doc.Data, []byte("<<")) {
		return nil, false
	}
	text, duplicates, problem := JSON(doc)
	if problem != nil || !duplicates || len(duplicateFields(Item{Document: doc}, nil)) > 0 {
		return nil, false
	}
	return text, true
}
