package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// droppedField is a field of a template that kube-apiserver drops without a warning, since its
// feature is off by default.
type droppedField struct {
	names [][]string // of the fields on the way to it from a Job, for each list of containers
	key   []byte     // its name, as it is in JSON
	gate  string
}

// droppedFieldsOfJobs are the dropped fields of the coverage table.
var droppedFieldsOfJobs = func() []droppedField {
	var fields []droppedField
	for _, covered := range podtemplate.Coverage() {
		if covered.Treatment != podtemplate.Dropped {
			continue
		}
		f := droppedField{gate: covered.FeatureGate}
		paths := []string{covered.Path}
		if rest, ok := strings.CutPrefix(covered.Path, "spec.containers."); ok { // covers all kinds of containers
			paths = []string{"spec.initContainers." + rest, covered.Path, "spec.ephemeralContainers." + rest}
		}
		for _, path := range paths {
			f.names = append(f.names, strings.Split("spec.template."+path, "."))
		}
		last := f.names[0]
		f.key = []byte(strconv.Quote(last[len(last)-1]))
		fields = append(fields, f)
	}
	return fields
}()

// droppedFields warns of the dropped fields of the template.
func (c *jobCheck) droppedFields(job *batch.Job) {
	present := slices.DeleteFunc(slices.Clone(droppedFieldsOfJobs), func(f droppedField) bool { return !bytes.Contains(c.item.JSON, f.key) })
	if len(present) == 0 {
		return // which is nearly always so
	}
	kept := job.Spec.Template.DeepCopy()
	podtemplate.DropDisabledFields(kept)
	if equality.Semantic.DeepEqual(kept, &job.Spec.Template) {
		return
	}
	var object any
	if kjson.UnmarshalCaseSensitivePreserveInts(c.item.JSON, &object) != nil {
		return
	}
	for _, f := range present {
		message := fmt.Sprintf("servers drop this field unless the feature gate %s is on; Kubernetes 1.37 has it off by default", f.gate)
		for _, names := range f.names {
			eachField(object, names, "", func(path string) {
				c.reportKey(finding.Warning, true, finding.ServerWarning, path, message)
			})
		}
	}
}

// eachField calls do with the path of each field that the names lead to from value, which is at
// path. Where there is a list on the way, they lead into each of its elements.
func eachField(value any, names []string, path string, do func(path string)) {
	switch value := value.(type) {
	case []any:
		for i, element := range value {
			eachField(element, names, locate.Index(path, i), do)
		}
	case map[string]any:
		child, ok := value[names[0]]
		childPath := locate.Join(path, names[0])
		switch {
		case !ok || child == nil:
		case len(names) == 1:
			do(childPath)
		default:
			eachField(child, names[1:], childPath, do)
		}
	}
}
