package locate

import (
	"bytes"
	"slices"
	"strings"

	yamlnodes "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// Resolve returns the node that an alias refers to, and any other node as it is.
func Resolve(node *yamlnodes.Node) *yamlnodes.Node {
	// YAML has no alias of an alias. The bound makes sure that this ends.
	for range 4 {
		if node.Kind != yamlnodes.AliasNode || node.Alias == nil {
			break
		}
		node = node.Alias
	}
	return node
}

// entry is a key of a mapping with its value. Both are nil if a mapping lacks the key.
type entry struct {
	key, value *yamlnodes.Node
}

const (
	// maxMerges is how many levels of merge keys are followed.
	maxMerges = 16
	// largeMapping is the number of keys from which on a mapping is indexed.
	largeMapping = 100
)

// lookUp returns the entry of a mapping with the given key.
func (d *Document) lookUp(mapping *yamlnodes.Node, name string) entry {
	if len(mapping.Content)/2 < largeMapping {
		return lookUp(mapping, name, 0)
	}
	entries, ok := d.mappings[mapping]
	if !ok {
		entries = map[string]entry{}
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if key := mapping.Content[i]; !IsMerge(key) {
				entries[KeyText(key)] = entry{key, mapping.Content[i+1]}
			}
		}
		if d.mappings == nil {
			d.mappings = map[*yamlnodes.Node]map[string]entry{}
		}
		d.mappings[mapping] = entries
	}
	if e, ok := entries[name]; ok {
		return e
	}
	return lookUp(mapping, name, 0) // the key may be merged into the mapping
}

// lookUp returns the entry of a mapping with the given key, which may be merged into it. If there
// are several it returns the last, which is the one that the parser of Kubernetes takes.
func lookUp(mapping *yamlnodes.Node, name string, depth int) entry {
	var last entry
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		switch {
		case IsMerge(key):
			for _, source := range merged(value) {
				if source.Kind == yamlnodes.MappingNode && depth < maxMerges {
					if e := lookUp(source, name, depth+1); e.key != nil {
						last = e
					}
				}
			}
		case KeyText(key) == name:
			last = entry{key, value}
		}
	}
	return last
}

// merged returns the mappings that the value of a merge key refers to, in the order in which they
// take effect: later ones replace earlier ones.
func merged(value *yamlnodes.Node) []*yamlnodes.Node {
	value = Resolve(value)
	if value.Kind != yamlnodes.SequenceNode {
		return []*yamlnodes.Node{value}
	}
	var mappings []*yamlnodes.Node
	for _, mapping := range slices.Backward(value.Content) {
		mappings = append(mappings, Resolve(mapping))
	}
	return mappings
}

// IsMerge reports whether a key is a merge key: <<.
func IsMerge(key *yamlnodes.Node) bool {
	return key.Value == "<<" && key.Kind == yamlnodes.ScalarNode && (key.Tag == "!!merge" || key.Style == 0)
}

// KeyText returns the key as it is in JSON: an unquoted yes is true there, and 0x10 is 16.
func KeyText(key *yamlnodes.Node) string {
	key = Resolve(key)
	if key.Kind != yamlnodes.ScalarNode || key.Style&^yamlnodes.TaggedStyle != 0 || isPlainText(key.Value) {
		return key.Value
	}
	text, err := yaml.YAMLToJSON([]byte("? " + key.Value + "\n: 0\n"))
	name, ok := bytes.CutPrefix(text, []byte(`{"`))
	name, _, found := bytes.Cut(name, []byte(`"`))
	if err != nil || !ok || !found {
		return key.Value
	}
	return string(name)
}

// notText are the words that are not strings in YAML 1.1, in lower case.
var notText = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true, "true": true, "false": true,
	"null": true, "nan": true, "inf": true,
}

// isPlainText reports whether an unquoted key is certainly the string that it looks like.
func isPlainText(text string) bool {
	if text == "" || text[0] < 'A' || text[0] > 'z' || text[0] > 'Z' && text[0] < 'a' {
		return false
	}
	return !notText[strings.ToLower(text)]
}

// MergedKeys returns the keys that the value of a merge key brings into a mapping.
func MergedKeys(value *yamlnodes.Node) []string { return mergedKeys(value, 0) }

func mergedKeys(value *yamlnodes.Node, depth int) []string {
	var names []string
	for _, mapping := range merged(value) {
		if mapping.Kind != yamlnodes.MappingNode || depth > maxMerges {
			continue
		}
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if key := mapping.Content[i]; IsMerge(key) {
				names = append(names, mergedKeys(mapping.Content[i+1], depth+1)...)
			} else {
				names = append(names, KeyText(key))
			}
		}
	}
	return names
}
