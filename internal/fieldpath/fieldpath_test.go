package fieldpath

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestField(t *testing.T) {
	root := From(field.NewPath("spec", "template"))
	labels := root.Child("labels")
	key := labels.Key("a/b")
	containers := root.Child("containers")
	first := containers.Index(0)
	name := first.Child("name")
	nowhere := From(nil)
	alone := nowhere.Child("spec")
	var none *Path
	orphan := none.Child("spec")

	for want, p := range map[string]*Path{
		"spec.template":                    root,
		"spec.template.labels[a/b]":        key,
		"spec.template.containers[0]":      first,
		"spec.template.containers[0].name": name,
		"spec":                             alone,
	} {
		if got := p.Field().String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got, want := first.Field("ports", "hostPort").String(), "spec.template.containers[0].ports.hostPort"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := orphan.Field().String(); got != "spec" {
		t.Errorf("below the nil path: got %s, want spec", got)
	}
	if nowhere.Field() != nil || none.Field() != nil {
		t.Error("the path of no path is not nil")
	}
}

func TestValidObjectsCostNoMemory(t *testing.T) {
	root := From(field.NewPath("spec"))
	n := testing.AllocsPerRun(100, func() {
		spec := root.Child("template")
		visit(spec, 8)
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// visit goes down depth steps, as validation does, and reports nothing.
//
//go:noinline
func visit(p *Path, depth int) field.ErrorList {
	if depth < 0 {
		return field.ErrorList{field.Required(p.Field(), "")}
	}
	if depth == 0 {
		return nil
	}
	return visit(p.Child("items").Index(depth), depth-1)
}
