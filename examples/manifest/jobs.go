package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"
)

// item is an object of a document: the document itself, or what is in a List there.
type item struct {
	*nodes
	gvk  schema.GroupVersionKind
	path string // in the document, such as items[2]; empty for the document itself
	text []byte // in JSON
	// duplicates says that there are keys twice in the document.
	duplicates bool
}

// maxNesting is how deep Lists are read inside each other.
const maxNesting = 8

// typeMeta is what tells the kind of an object, whatever else is wrong with it.
type typeMeta struct {
	APIVersion any             `json:"apiVersion"`
	Kind       any             `json:"kind"`
	Items      json.RawMessage `json:"items"`
}

// eachItem calls do with the object of a document, or with each of those in a List. The items
// of other lists, such as a JobList, need not have a kind of their own.
func eachItem(it item, depth int, do func(item), problem func(finding)) {
	var meta typeMeta
	strict, err := kjson.UnmarshalStrict(it.text, &meta, kjson.DisallowDuplicateFields)
	if err != nil {
		meta = typeMeta{} // no object
	}
	version, _ := meta.APIVersion.(string)
	kind, _ := meta.Kind.(string)
	if version != "" || kind != "" || it.gvk.Kind == "" {
		gv, err := schema.ParseGroupVersion(version)
		if err != nil || version == "" {
			kind = ""
		}
		it.gvk = gv.WithKind(kind)
	}
	single, isList := strings.CutSuffix(it.gvk.Kind, "List")
	if !isList {
		do(it)
		return
	}
	at := join(it.path, "items")
	if depth == maxNesting {
		problem(it.find(it.path, "items").about(errorSeverity, malformed, "items", fmt.Sprintf("more than %d Lists inside each other", maxNesting)))
		return
	}
	if it.duplicates || len(strict) > 0 {
		for _, d := range duplicateKeys(it.nodes, it.path) {
			problem(it.at(d.key.Line, d.key.Column).about(errorSeverity, duplicateField, d.path, d.message()))
		}
	}
	var items []json.RawMessage
	if len(meta.Items) > 0 && json.Unmarshal(meta.Items, &items) != nil {
		problem(it.find(it.path, "items").about(errorSeverity, malformed, "items", "want a list"))
		return
	}
	for i, text := range items {
		inner := item{nodes: it.nodes, path: element(at, i), text: text, duplicates: it.duplicates}
		if single != "" {
			inner.gvk = it.gvk.GroupVersion().WithKind(single)
		}
		eachItem(inner, depth+1, do, problem)
	}
}

// isJob reports whether the object is a Job of a version that can be judged.
func isJob(scheme *runtime.Scheme, gvk schema.GroupVersionKind) bool {
	return gvk.Kind == "Job" && gvk.Version != runtime.APIVersionInternal && scheme.Recognizes(gvk)
}
