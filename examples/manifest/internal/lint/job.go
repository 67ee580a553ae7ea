package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/examples/manifest/internal/decode"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// jobCheck checks one Job.
type jobCheck struct {
	*linter
	item   decode.Item
	result *result
	// rejected says that kube-apiserver would reject the Job, so it would not give warnings.
	rejected bool
}

// check checks the Job, and returns it as a server would store it, in the form of the hub and
// under the name that it has in the manifest. It returns nil if the Job can't be decoded.
func (c *jobCheck) check() *batch.Job {
	obj, err := c.scheme.New(c.item.GVK)
	if err != nil {
		c.serverError(finding.Malformed, "", err.Error())
		return nil
	}
	findings, ok := decode.Strict(c.item, obj)
	for _, f := range findings {
		c.result.add(f)
	}
	if !ok {
		return nil
	}
	c.unknownToServer()
	c.resourceVersion(obj.(metav1.Object))
	labels := obj.(metav1.Object).GetLabels() // before defaulting, which copies the template's labels
	job, err := c.withDefaults(obj)
	if err != nil {
		c.serverError(finding.Malformed, "", err.Error())
		return nil
	}
	name, templateLabels := job.Name, job.Spec.Template.Labels
	c.generateSelector(job)
	c.validate(job)
	job.Name = name
	c.reservedLabels(labels, "metadata.labels")
	c.reservedLabels(templateLabels, "spec.template.metadata.labels")
	return job
}

// report adds a finding for the field at path.
func (c *jobCheck) report(severity finding.Severity, own bool, findingType, path, message string) {
	c.reportAt(c.item.Document.Field, severity, own, findingType, path, message)
}

// reportKey adds a finding for the key of the field at path: nothing is wrong with its value.
func (c *jobCheck) reportKey(severity finding.Severity, own bool, findingType, path, message string) {
	c.reportAt(c.item.Document.Key, severity, own, findingType, path, message)
}

func (c *jobCheck) reportAt(locate func(item, path string) finding.Position, severity finding.Severity, own bool, findingType, path, message string) {
	var at finding.Position
	if !c.result.list.Full() { // else the finding is only counted
		at = locate(c.item.Path, path)
	}
	f := finding.New(at, severity, findingType, path, message)
	f.Own = own
	c.result.add(f)
}

// serverError adds an error that kube-apiserver would report.
func (c *jobCheck) serverError(findingType, path, message string) {
	c.report(finding.Error, false, findingType, path, message)
}

// unknownToServer reports the fields that this library has and kube-apiserver lacks.
func (c *jobCheck) unknownToServer() {
	fields := []string{"backoffSeconds", "failedPodsLimit"}
	var job struct {
		Spec map[string]json.RawMessage `json:"spec"`
	}
	if !bytes.Contains(c.item.JSON, []byte(`"backoffSeconds"`)) && !bytes.Contains(c.item.JSON, []byte(`"failedPodsLimit"`)) ||
		kjson.UnmarshalCaseSensitivePreserveInts(c.item.JSON, &job) != nil {
		return
	}
	for _, name := range fields {
		if _, ok := job.Spec[name]; ok {
			path := "spec." + name
			c.reportKey(finding.Error, false, finding.UnknownField, path, fmt.Sprintf("unknown field %q: kube-apiserver 1.37 does not have it", path))
		}
	}
}

// resourceVersion reports the version of a Job that was read back from a server: storage takes no
// new object that has one.
func (c *jobCheck) resourceVersion(job metav1.Object) {
	if version, err := strconv.ParseUint(job.GetResourceVersion(), 10, 64); err == nil && version != 0 {
		c.serverError(string(field.ErrorTypeForbidden), "metadata.resourceVersion", "a new Job must not have a version: the server sets it, remove it here")
	}
}

// withDefaults returns the Job with its defaults, in the form of the hub, without what a server
// ignores in a new Job. It changes obj.
func (c *jobCheck) withDefaults(obj runtime.Object) (*batch.Job, error) {
	meta := obj.(metav1.Object)
	meta.SetUID("") // with a UID, defaulting would generate the selector
	if meta.GetNamespace() == "" {
		meta.SetNamespace(metav1.NamespaceDefault)
	}
	c.scheme.Default(obj)
	hub, err := conversion.ToVersion(c.scheme, obj, batch.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	job := hub.(*batch.Job)
	job.Status = batch.JobStatus{}
	return job, nil
}

// placeholderUID is the UID that Jobs are checked under: only a server can give them a real one.
const placeholderUID = types.UID("00000000-0000-4000-8000-000000000000")

// placeholderName returns a name that a server could make from generateName. If that is empty too,
// which is an error of its own, it returns some valid name.
func placeholderName(generateName string) string {
	const limit, suffix = 63, "xxxxx"
	if generateName == "" {
		return "job-" + suffix
	}
	return generateName[:min(len(generateName), limit-len(suffix))] + suffix
}

// generateSelector gives the Job a UID, a name if a server would, and the selector and labels of
// automatic mode. It reports what is left of the Job that this one was copied from.
func (c *jobCheck) generateSelector(job *batch.Job) {
	job.UID = placeholderUID
	if job.Name == "" {
		job.Name = placeholderName(job.GenerateName)
		if job.GenerateName == "" {
			defer func() { job.Name = "" }() // validation reports that it has none
		}
	}
	if leftovers, ok := defaulting.FindLeftovers(job, c.keys); ok {
		c.rejected = true
		fields := leftovers.Fields()
		c.serverError(finding.LeftOver, fields[0], fmt.Sprintf("generated for %s, from which this one was copied: remove %s", leftovers.Origin(), strings.Join(fields, ", ")))
	}
	_, _ = defaulting.GenerateSelector(job, c.keys) // can't fail: the Job has a name and a UID, and the keys are valid
}

// validate reports the errors and warnings of validation.
func (c *jobCheck) validate(job *batch.Job) {
	dropped := validation.DroppedFields(job)
	for _, err := range validation.ValidateJob(job, validation.Options{SelectorLabels: c.keys}) {
		own := validation.OwnRule(err) || isDropped(err.Field, dropped)
		c.rejected = c.rejected || !own
		c.report(finding.Error, own, string(err.Type), err.Field, err.ErrorBody())
	}
	for _, w := range validation.Warnings(job) {
		switch {
		case w.Own: // the field has no effect, whatever its value
			c.reportKey(finding.Warning, true, finding.ServerWarning, w.Field, w.Message)
		case !c.rejected:
			c.report(finding.Warning, false, finding.ServerWarning, w.Field, w.Message)
		}
	}
}

// isDropped reports whether a path is one of the fields or below it. kube-apiserver drops them
// before it validates.
func isDropped(path string, fields []podtemplate.DroppedField) bool {
	return slices.ContainsFunc(fields, func(f podtemplate.DroppedField) bool {
		rest, ok := strings.CutPrefix(path, f.Path)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}
