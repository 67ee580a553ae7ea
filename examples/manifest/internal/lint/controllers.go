package lint

import (
	"bytes"
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/examples/manifest/internal/decode"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/overlap"
	"github.com/jobapi/jobapi/selector"
)

// controller is a controller of the input.
type controller struct {
	*overlap.Controller
	// selectorAt is the position of the selector of a Job in manual mode, which can have Overlap
	// findings. It is nil for all other controllers.
	selectorAt *finding.Position
}

// overlaps compares the controllers of all files. It adds a finding for each Job in manual mode
// that overlaps with another controller.
func (l *linter) overlaps(results []*result) {
	var all []*overlap.Controller
	for _, r := range results {
		for _, c := range r.controllers {
			all = append(all, c.Controller)
		}
	}
	index := overlap.NewIndex(all)
	number := -1
	for _, r := range results {
		for _, c := range r.controllers {
			number++
			if c.selectorAt == nil {
				continue
			}
			if r.list.Full() { // the finding is only counted, so its text is not needed
				if index.Overlaps(number) {
					r.list.Omit(finding.Error, true)
				}
			} else if o, ok := index.Overlap(number); ok {
				r.addOverlap(*c.selectorAt, finding.Error, o)
			}
			if !l.PossibleOverlaps {
				continue
			}
			if o, ok := index.Possible(number); ok {
				r.addOverlap(*c.selectorAt, finding.Warning, o)
			}
		}
	}
}

func (r *result) addOverlap(at finding.Position, severity finding.Severity, o overlap.Overlap) {
	f := finding.New(at, severity, finding.Overlap, "spec.selector", o.Message())
	f.Own = true
	r.list.Add(f)
}

// controllerKinds are the kinds of controllers other than Jobs, by group and version. The value
// says whether a selector that is left out defaults to the labels of the template.
var controllerKinds = func() map[string]map[string]bool {
	kinds := map[string]map[string]bool{"ReplicationController": {"v1": true}}
	for _, kind := range []string{"Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"} {
		kinds[kind] = map[string]bool{"apps/v1": false, "apps/v1beta2": false, "apps/v1beta1": true, "extensions/v1beta1": true}
	}
	return kinds
}()

// otherController returns the controller that an object other than a Job is, and false if it is
// none or can't be read.
func otherController(it decode.Item) (controller, bool) {
	defaulted, ok := controllerKinds[it.GVK.Kind][it.GVK.GroupVersion().String()]
	if !ok {
		return controller{}, false
	}
	var object struct {
		Metadata struct {
			Name         string `json:"name"`
			GenerateName string `json:"generateName"`
			Namespace    string `json:"namespace"`
		} `json:"metadata"`
		Spec struct {
			Selector json.RawMessage `json:"selector"`
			Template struct {
				Metadata struct {
					Labels map[string]string `json:"labels"`
				} `json:"metadata"`
			} `json:"template"`
		} `json:"spec"`
	}
	if kjson.UnmarshalCaseSensitivePreserveInts(it.JSON, &object) != nil {
		return controller{}, false
	}
	c := newController(it, object.Metadata.Namespace, object.Metadata.Name, object.Metadata.GenerateName)
	c.Template = object.Spec.Template.Metadata.Labels
	chosen := &metav1.LabelSelector{}
	var err error
	if it.GVK.Kind == "ReplicationController" {
		err = json.Unmarshal(object.Spec.Selector, &chosen.MatchLabels)
	} else {
		err = json.Unmarshal(object.Spec.Selector, chosen)
	}
	empty := len(chosen.MatchLabels) == 0 && len(chosen.MatchExpressions) == 0
	switch {
	case empty && defaulted && len(c.Template) > 0:
		c.Selector = usableSelector(&metav1.LabelSelector{MatchLabels: c.Template})
	case err == nil && !empty:
		c.Selector = usableSelector(chosen)
	}
	return controller{Controller: c}, true
}

// jobController returns the controller that a Job is. job is the Job as check returns it.
func jobController(it decode.Item, job *batch.Job) controller {
	c := controller{Controller: newController(it, job.Namespace, job.Name, job.GenerateName)}
	c.Template = job.Spec.Template.Labels
	c.Invented = []string{string(placeholderUID)}
	if job.Name == "" {
		c.Invented = append(c.Invented, placeholderName(job.GenerateName))
	}
	if manual := job.Spec.ManualSelector; manual != nil && *manual && job.Spec.Selector != nil {
		c.Selector = usableSelector(job.Spec.Selector)
		if c.Selector != nil {
			at := it.Document.Field(it.Path, "spec.selector")
			c.selectorAt = &at
		}
	}
	return c
}

// newController returns the controller that an object is, without template and selector.
func newController(it decode.Item, namespace, name, generateName string) *overlap.Controller {
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	c := &overlap.Controller{Kind: it.GVK.Kind, Namespace: namespace, Name: name, GenerateName: generateName}
	if name == "" {
		c.Position = fmt.Sprintf("%s:%d", it.Document.File, firstLine(it.Document.Data)+it.Document.Line-1)
		if it.Path != "" {
			c.Position += ", " + it.Path
		}
	}
	return c
}

// firstLine returns the first line of a document that is neither blank nor a comment, from 1.
func firstLine(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			break
		}
	}
	return number
}

// usableSelector returns the selector, nil if it is malformed or matches nothing.
func usableSelector(chosen *metav1.LabelSelector) *selector.Selector {
	s, err := selector.FromLabelSelector(chosen)
	if err != nil || !s.Satisfiable() {
		return nil
	}
	return &s
}
