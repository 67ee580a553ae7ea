package decode

import (
	"errors"
	"reflect"

	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
)

// Strict decodes an item into obj, which is a pointer to a struct. It reports whether that worked,
// and returns a finding for each unknown field, duplicate key and value of the wrong type; an
// object with unknown fields and duplicate keys can still be decoded.
func Strict(it Item, obj any) (findings []finding.Finding, ok bool) {
	strict, err := kjson.UnmarshalStrict(it.JSON, obj)
	if !it.Duplicates && err == nil && len(strict) == 0 {
		return nil, true
	}
	report := func(at finding.Position, findingType, path, message string) {
		findings = append(findings, finding.New(at, finding.Error, findingType, path, message))
	}
	want := reflect.TypeOf(obj).Elem()
	mistyped := false
	for _, m := range mismatches(it.JSON, want) {
		at := it.Document.Field(it.Path, m.path)
		if m.findingType == finding.UnknownField {
			at = it.Document.Key(it.Path, m.path)
		}
		mistyped = mistyped || m.findingType == finding.Malformed
		report(at, m.findingType, m.path, m.message)
	}
	findings = append(findings, duplicateFields(it, want)...)
	// The decoder decides. If nothing above explains its error, report that as it is.
	start := it.Document.Field(it.Path, "")
	if err != nil && !mistyped {
		report(start, finding.Malformed, "", err.Error())
	}
	if len(strict) > 0 && len(findings) == 0 {
		report(start, finding.Malformed, "", errors.Join(strict...).Error())
	}
	return findings, err == nil
}
