package decode

import (
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// Item is one object of a document: the document itself, or an object in a List.
type Item struct {
	Document *locate.Document
	GVK      schema.GroupVersionKind // without a kind if the object has none, or no valid apiVersion
	Path     string                  // in the document, such as items[2], "" for the document itself
	JSON     []byte
	// Duplicates says that the YAML parser saw duplicate keys somewhere in the document.
	Duplicates bool
}

// maxNesting is how many Lists may be nested.
const maxNesting = 8

// Items calls do with the object of a document, or with each object in it if it is a List, and
// report with each finding about the Lists themselves. text and duplicates are what JSON returned
// for the document. The items of a typed list, such as a JobList, need no kind of their own.
func Items(doc *locate.Document, text []byte, duplicates bool, do func(Item), report func(finding.Finding)) {
	w := itemWalk{do: do, report: report}
	w.walk(Item{Document: doc, JSON: text, Duplicates: duplicates}, 0)
}

type itemWalk struct {
	do     func(Item)
	report func(finding.Finding)
}

func (w itemWalk) walk(it Item, depth int) {
	// The fields are of type any, so that a malformed kind doesn't hide the items.
	var meta struct {
		APIVersion any             `json:"apiVersion"`
		Kind       any             `json:"kind"`
		Items      json.RawMessage `json:"items"`
	}
	strict, err := kjson.UnmarshalStrict(it.JSON, &meta, kjson.DisallowDuplicateFields)
	if err != nil { // not an object
		meta.APIVersion, meta.Kind, meta.Items = nil, nil, nil
	}
	version, _ := meta.APIVersion.(string)
	kind, _ := meta.Kind.(string)
	if version != "" || kind != "" || it.GVK.Kind == "" {
		gv, err := schema.ParseGroupVersion(version)
		if err != nil || version == "" {
			kind = ""
		}
		it.GVK = gv.WithKind(kind)
	}
	itemKind, isList := strings.CutSuffix(it.GVK.Kind, "List")
	if !isList {
		w.do(it)
		return
	}
	if depth == maxNesting {
		w.malformed(it, fmt.Sprintf("more than %d nested Lists", maxNesting))
		return
	}
	if it.Duplicates || len(strict) > 0 {
		for _, f := range duplicateKeys(it) {
			w.report(f)
		}
	}
	var items []json.RawMessage
	if len(meta.Items) > 0 && json.Unmarshal(meta.Items, &items) != nil {
		w.malformed(it, "want a list")
		return
	}
	for i, text := range items {
		inner := Item{Document: it.Document, Path: locate.Index(locate.Join(it.Path, "items"), i), JSON: text, Duplicates: it.Duplicates}
		if itemKind != "" {
			inner.GVK = it.GVK.GroupVersion().WithKind(itemKind)
		}
		w.walk(inner, depth+1)
	}
}

// malformed reports an error about the items of a List.
func (w itemWalk) malformed(list Item, message string) {
	w.report(finding.New(list.Document.Field(list.Path, "items"), finding.Error, finding.Malformed, "items", message))
}
