package apiserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// change sets the value at a path of a manifest, such as spec.template.spec.containers.0.image. The
// index after the last one appends.
type change struct {
	path  string
	value string // JSON
}

func (c change) String() string {
	return fmt.Sprintf("%s=%.60s", c.path, c.value)
}

// apply returns the tree with the change made.
func (c change) apply(t testing.TB, tree any) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(c.value), &value); err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	return set(tree, strings.Split(c.path, "."), value)
}

// set returns the tree with a value at a path. It creates the objects on the path, and replaces other
// values by objects.
func set(tree any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if i, err := strconv.Atoi(path[0]); err == nil {
		list, _ := tree.([]any)
		if i >= len(list) {
			return append(list, set(nil, path[1:], value))
		}
		list[i] = set(list[i], path[1:], value)
		return list
	}
	object, ok := tree.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	object[path[0]] = set(object[path[0]], path[1:], value)
	return object
}

// plain returns the manifest for single changes.
func plain(t testing.TB) any {
	t.Helper()
	return tree(t, []byte(`{
		"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"},
		"spec": {"template": {"metadata": {"labels": {"app": "job"}}, "spec": {
			"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox:1"}]
		}}}
	}`))
}

func tree(t testing.TB, data []byte) any {
	t.Helper()
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	return tree
}

func toDocument(t testing.TB, tree any) document {
	t.Helper()
	data, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return document{inJSON, data}
}

// changes returns the changes in both tables. The result of a change may be valid or not:
// kube-apiserver decides.
func changes() []change {
	return slices.Concat(table("", jobChanges), table("spec.template.spec.", podChanges))
}

// table returns the changes in rows of a path and its values.
func table(prefix string, rows [][]string) []change {
	var changes []change
	for _, row := range rows {
		for _, value := range row[1:] {
			changes = append(changes, change{prefix + row[0], value})
		}
	}
	return changes
}
