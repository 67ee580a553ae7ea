package main

import (
	"bytes"
	"slices"
	"strings"

	yamlnodes "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// resolve returns what an alias stands for.
func resolve(node *yamlnodes.Node) *yamlnodes.Node {
	// An alias of an alias is no YAML; a bound costs nothing.
	for range 4 {
		if node.Kind != yamlnodes.AliasNode || node.Alias == nil {
			break
		}
		node = node.Alias
	}
	return node
}

// maxMerges is how deep maps that are merged into each other are followed.
const maxMerges = 16

// manyKeys is from what number on the keys of a mapping are put into a map.
const manyKeys = 100

// lookUp returns key and value of an entry of a mapping.
func (n *nodes) lookUp(mapping *yamlnodes.Node, name string) (key, value *yamlnodes.Node) {
	if len(mapping.Content)/2 < manyKeys {
		return lookUp(mapping, name, 0)
	}
	entries, ok := n.large[mapping]
	if !ok {
		entries = map[string][2]*yamlnodes.Node{}
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if k := mapping.Content[i]; !isMerge(k) {
				entries[keyText(k)] = [2]*yamlnodes.Node{k, mapping.Content[i+1]}
			}
		}
		if n.large == nil {
			n.large = map[*yamlnodes.Node]map[string][2]*yamlnodes.Node{}
		}
		n.large[mapping] = entries
	}
	if found, ok := entries[name]; ok {
		return found[0], found[1]
	}
	return lookUp(mapping, name, 0) // it may be merged
}

// lookUp returns key and value of an entry of a mapping, those merged into it included. Of
// several the last counts, as it does for the parser that Kubernetes uses.
func lookUp(mapping *yamlnodes.Node, name string, depth int) (key, value *yamlnodes.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		k, v := mapping.Content[i], mapping.Content[i+1]
		switch {
		case isMerge(k):
			for _, merged := range mergedInto(v) {
				if merged.Kind == yamlnodes.MappingNode && depth < maxMerges {
					if itsKey, itsValue := lookUp(merged, name, depth+1); itsKey != nil {
						key, value = itsKey, itsValue
					}
				}
			}
		case keyText(k) == name:
			key, value = k, v
		}
	}
	return key, value
}

// mergedInto returns the mappings that a merge key brings, in the order in which they take
// effect.
func mergedInto(value *yamlnodes.Node) []*yamlnodes.Node {
	value = resolve(value)
	if value.Kind != yamlnodes.SequenceNode {
		return []*yamlnodes.Node{value}
	}
	var mappings []*yamlnodes.Node
	for _, mapping := range slices.Backward(value.Content) {
		mappings = append(mappings, resolve(mapping))
	}
	return mappings
}

func isMerge(key *yamlnodes.Node) bool {
	return key.Value == "<<" && key.Kind == yamlnodes.ScalarNode && (key.Tag == "!!merge" || key.Style == 0)
}

// keyText returns the key as it is in JSON: a bare yes is true there, and 0x10 is 16.
func keyText(key *yamlnodes.Node) string {
	key = resolve(key)
	if key.Kind != yamlnodes.ScalarNode || key.Style&^yamlnodes.TaggedStyle != 0 || isWord(key.Value) {
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

// scalarWords are the words that YAML 1.1 takes for something else than text.
var scalarWords = map[string]bool{
	"y": true, "n": true, "yes": true, "no": true, "on": true, "off": true, "true": true, "false": true,
	"null": true, "nan": true, "inf": true,
}

// isWord reports whether a bare key is the text that it looks like.
func isWord(text string) bool {
	if text == "" || text[0] < 'A' || text[0] > 'z' || text[0] > 'Z' && text[0] < 'a' {
		return false
	}
	return !scalarWords[strings.ToLower(text)]
}
