package main

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// schedulingPath is a field of a Job that kube-apiserver drops before it looks at it, as it does
// with those of templates that dropped is about: what is wrong in it is no error there.
const schedulingPath = "spec.scheduling"

func underScheduling(path string) bool {
	rest, ok := strings.CutPrefix(path, schedulingPath)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// dropped warns of the fields of a template that kube-apiserver drops without a word, since
// their features are off by default.
func (j *judge) dropped(it item, job *batch.Job) {
	kept := job.Spec.Template.DeepCopy()
	podtemplate.DropDisabledFields(kept)
	if equality.Semantic.DeepEqual(kept, &job.Spec.Template) {
		return
	}
	var tree any
	if kjson.UnmarshalCaseSensitivePreserveInts(it.text, &tree) != nil {
		return
	}
	for _, f := range podtemplate.Coverage() {
		if f.Treatment != podtemplate.Dropped {
			continue
		}
		for _, path := range everyContainer(f.Path) {
			eachField(tree, strings.Split("spec.template."+path, "."), "", func(path string) {
				j.record(it.findKey, it, kind{warningSeverity, true}, warning, path,
					fmt.Sprintf("servers drop this field unless their feature gate %s is on, which it is not by default in Kubernetes 1.37", f.FeatureGate))
			})
		}
	}
}

// everyContainer returns a path of a template, and if it is about containers, that for each kind
// of them.
func everyContainer(path string) []string {
	rest, ok := strings.CutPrefix(path, "spec.containers.")
	if !ok {
		return []string{path}
	}
	return []string{"spec.initContainers." + rest, path, "spec.ephemeralContainers." + rest}
}

// eachField calls do with the path of each field below value that has these names, in any
// element of the lists on the way.
func eachField(value any, names []string, path string, do func(path string)) {
	switch value := value.(type) {
	case []any:
		for i, v := range value {
			eachField(v, names, element(path, i), do)
		}
	case map[string]any:
		child, ok := value[names[0]]
		switch at := join(path, names[0]); {
		case !ok || child == nil:
		case len(names) == 1:
			do(at)
		default:
			eachField(child, names[1:], at, do)
		}
	}
}
