package server_test

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/internal/server"
)

func TestLabelPaths(t *testing.T) {
	for _, path := range []*field.Path{nil, field.NewPath("spec", "template")} {
		at := ""
		if path != nil {
			at = path.String() + "."
		}
		errs := field.ErrorList{
			{Field: at + "metadata.labels"},
			{Field: at + "metadata.labels[app]"},
			{Field: at + "metadata.annotations"},
			{Field: at + "spec.nodeSelector"},
			{Field: "other.metadata.labels"},
		}
		var got []string
		for _, err := range server.LabelPaths(errs, path) {
			got = append(got, err.Field)
		}
		want := []string{at + "labels", at + "labels[app]", at + "metadata.annotations", at + "spec.nodeSelector", "other.metadata.labels"}
		if !slices.Equal(got, want) {
			t.Errorf("at %s: %q, want %q", path, got, want)
		}
	}
}

func TestNameWarning(t *testing.T) {
	for name, warns := range map[string]bool{"pi": false, "pi.example.com": true, "": true, strings.Repeat("a", 64): true} {
		if got := server.NameWarning(name); (got != "") != warns {
			t.Errorf("%q: %q", name, got)
		}
	}
}
