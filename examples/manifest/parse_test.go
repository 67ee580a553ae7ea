package main

import (
	"bytes"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestReadAsKubernetes holds that documents mean what they mean to YAMLToJSONStrict.
func TestReadAsKubernetes(t *testing.T) {
	for _, text := range []string{"a: yes", "a: 010", "a: 1e3", "a: 0x10", "yes: 1", "a: 2001-01-01", "a: ~", "a: !!str 1", "b: &b {c: 1}\na: {<<: *b}", "a: \"\\x41\"", "1: 2", "a: 1_000"} {
		want, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, _, problem := parseDocument(&nodes{document: split([]byte(text))[0]})
		if problem != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, want %s; %v", text, got, want, problem)
		}
	}
}
