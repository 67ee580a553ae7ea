package main

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// controller is an object that makes pods from a template and owns those that its selector
// selects.
type controller struct {
	identity
	template labels.Set
	// selector is nil if nobody else's pods can have the labels: it was generated, or is
	// missing or malformed.
	selector *selector.Selector
	manual   *position // of the selector of a Job that chose it itself, nil otherwise
}

// identity tells objects apart. Objects whose name is generated are all different.
type identity struct {
	kind, namespace, name string
}

func (id identity) String() string {
	if id.name == "" {
		return "a " + id.kind + " without a name"
	}
	return id.kind + " " + id.name
}

// controllerKinds are the kinds of controllers other than Jobs, and whether a selector that is
// left out is the labels of the template, by group and version.
var controllerKinds = func() map[string]map[string]bool {
	kinds := map[string]map[string]bool{"ReplicationController": {"v1": true}}
	for _, kind := range []string{"Deployment", "ReplicaSet", "DaemonSet", "StatefulSet"} {
		kinds[kind] = map[string]bool{"apps/v1": false, "apps/v1beta2": false, "apps/v1beta1": true, "extensions/v1beta1": true}
	}
	return kinds
}()

// controllerOf returns the controller that an object is, nil if it is none or cannot be read.
func controllerOf(it item) *controller {
	defaulted, ok := controllerKinds[it.gvk.Kind][it.gvk.GroupVersion().String()]
	if !ok {
		return nil
	}
	var object struct {
		Metadata struct {
			Name      string `json:"name"`
			Namespace string `json:"namespace"`
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
	if kjson.UnmarshalCaseSensitivePreserveInts(it.text, &object) != nil {
		return nil
	}
	c := &controller{
		identity: identity{it.gvk.Kind, orDefault(object.Metadata.Namespace), object.Metadata.Name},
		template: object.Spec.Template.Metadata.Labels,
	}
	chosen := &metav1.LabelSelector{}
	var err error
	if it.gvk.Kind == "ReplicationController" {
		err = json.Unmarshal(object.Spec.Selector, &chosen.MatchLabels)
	} else {
		err = json.Unmarshal(object.Spec.Selector, chosen)
	}
	empty := len(chosen.MatchLabels) == 0 && len(chosen.MatchExpressions) == 0
	switch {
	case empty && defaulted && len(c.template) > 0:
		c.choose(&metav1.LabelSelector{MatchLabels: c.template})
	case err == nil && !empty:
		c.choose(chosen)
	}
	return c
}

// jobController returns the controller that a Job is, as the server stores it.
func jobController(it item, job *batch.Job) *controller {
	c := &controller{
		identity: identity{"Job", orDefault(job.Namespace), job.Name},
		template: job.Spec.Template.Labels,
	}
	if job.GenerateName != "" && job.Name == madeFrom(job.GenerateName) {
		c.name = ""
	}
	if job.Spec.ManualSelector != nil && *job.Spec.ManualSelector && job.Spec.Selector != nil {
		c.choose(job.Spec.Selector)
		if c.selector != nil {
			at := it.find(it.path, "spec.selector")
			c.manual = &at
		}
	}
	return c
}

// choose sets the selector if it is sound and selects anything.
func (c *controller) choose(chosen *metav1.LabelSelector) {
	if s, err := selector.FromLabelSelector(chosen); err == nil && s.Satisfiable() {
		c.selector = &s
	}
}

func orDefault(namespace string) string {
	if namespace == "" {
		return metav1.NamespaceDefault
	}
	return namespace
}
