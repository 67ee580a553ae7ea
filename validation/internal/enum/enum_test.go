package enum

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

type color string

var colors = []color{"red", "green", "blue"}

func TestValidate(t *testing.T) {
	path := field.NewPath("spec", "color")
	tests := map[string]struct {
		value              color
		optional, required field.ErrorList
	}{
		"allowed": {value: "green"},
		"unknown": {
			value:    "Red",
			optional: field.ErrorList{field.NotSupported(path, color("Red"), colors)},
			required: field.ErrorList{field.NotSupported(path, color("Red"), colors)},
		},
		"empty": {
			optional: field.ErrorList{field.NotSupported(path, color(""), colors)},
			required: field.ErrorList{field.Required(path, "must be red, green or blue")},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			here := fieldpath.From(field.NewPath("spec")).Child("color")
			if diff := cmp.Diff(test.optional, Validate(here, test.value, colors)); diff != "" {
				t.Errorf("Validate (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.required, ValidateRequired(here, test.value, colors)); diff != "" {
				t.Errorf("ValidateRequired (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAlternatives(t *testing.T) {
	for want, values := range map[string][]color{"": {}, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := alternatives(values); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAllowedValuesCostNoMemory(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		var root *fieldpath.Path
		if len(ValidateRequired(root.Child("color"), "blue", colors)) > 0 {
			t.Error("blue is an error")
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
