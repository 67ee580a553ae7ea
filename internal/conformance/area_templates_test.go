package conformance

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// templating is a template, and for an update the old one.
type templating struct {
	Old      *corev1.PodTemplateSpec `json:"old,omitempty"`
	Template corev1.PodTemplateSpec  `json:"template"`
	// AsWritten leaves the defaults out, which reaches rules that defaults satisfy.
	AsWritten bool `json:"asWritten,omitempty"`
}

// templates is the area of pod templates. Its first cases are the changes in the podtemplate tables.
func templates(t testing.TB) area {
	changes := allChanges()
	slices.SortStableFunc(changes, func(a, b change) int { return strings.Compare(a.name, b.name) }) // some tables are built from maps
	d := differential[templating]{name: "templates", ask: askTemplate, rich: richTemplates, in: ".template", root: ".spec.template"}
	_, small := bothTemplates(t, smallTemplate(), false)
	for _, c := range changes {
		for _, asWritten := range []bool{false, true} {
			template := small.DeepCopy()
			c.apply(template)
			d.fixed = append(d.fixed, templating{Template: *template, AsWritten: asWritten})
		}
	}
	d.fixed = append(d.fixed, combined(t)...)
	d.fixed = append(d.fixed, templatesAtLimits(small)...)
	starts := []*corev1.PodTemplateSpec{smallTemplate(), small, volumesTemplate()}
	for _, job := range bases(t) {
		starts = append(starts, &job.Spec.Template)
	}
	d.sound = func(_ testing.TB, c *templating) bool {
		return isComparable(&c.Template.Spec) && (c.Old == nil || isComparable(&c.Old.Spec))
	}
	d.random = func(_ testing.TB, s source) templating {
		c := templating{Template: *s.template(starts, changes), AsWritten: s.IntN(8) == 0}
		switch s.IntN(8) {
		case 0:
			c.Old = s.template(starts, changes)
		case 1:
			c.Old = c.Template.DeepCopy()
			s.changeTemplate(&c.Template, changes)
		}
		return c
	}
	return d
}

// template returns a random template.
func (s source) template(starts []*corev1.PodTemplateSpec, changes []change) *corev1.PodTemplateSpec {
	template := pick(s.random, starts[:3]).DeepCopy()
	switch s.IntN(16) {
	case 0:
		template = filler{Rand: s.random, sparse: 4 + s.IntN(6)}.template()
	case 1, 2, 3, 4, 5, 6:
		// Neighbors in the tables change related fields.
		near := s.IntN(len(changes))
		for range 1 + s.IntN(4) {
			i := near - 50 + s.IntN(100)
			changes[min(max(i, 0), len(changes)-1)].apply(template)
		}
		keepComparable(&template.Spec)
	default:
		template = pick(s.random, starts).DeepCopy()
		for range s.IntN(6) {
			s.changeTemplate(template, changes)
		}
	}
	return template
}

// changeTemplate applies a change of the tables, or changes any field.
func (s source) changeTemplate(template *corev1.PodTemplateSpec, changes []change) {
	if s.IntN(3) == 0 && len(template.Spec.Containers) > 0 { // the tables need a container
		pick(s.random, changes).apply(template)
	} else {
		s.anywhere(reflect.ValueOf(template).Elem())
	}
	keepComparable(&template.Spec)
}

func askTemplate(t testing.TB, c *templating) answer {
	t.Helper()
	path := field.NewPath("spec", "template")
	theirs, ours := bothTemplates(t, &c.Template, c.AsWritten)
	if c.Old == nil {
		options := podutil.GetValidationOptionsFromPodTemplate(theirs, nil)
		return answer{
			theirErrors: corevalidation.ValidatePodTemplateSpec(theirs, path, options),
			ourErrors:   podtemplate.Validate(ours, path), explain: unexplained,
		}
	}
	oldTheirs, oldOurs := bothTemplates(t, c.Old, c.AsWritten)
	options := podutil.GetValidationOptionsFromPodTemplate(theirs, oldTheirs)
	return answer{
		theirErrors: corevalidation.ValidatePodTemplateSpec(theirs, path, options),
		ourErrors:   podtemplate.ValidateUpdate(ours, oldOurs, path), explain: unexplained,
	}
}

// bothTemplates returns a template as upstream's internal type, and as the type that jobapi validates.
func bothTemplates(t testing.TB, template *corev1.PodTemplateSpec, asWritten bool) (*core.PodTemplateSpec, *corev1.PodTemplateSpec) {
	t.Helper()
	job := plain()
	job.Spec.Template = *template.DeepCopy()
	if !asWritten {
		legacyscheme.Scheme.Default(job)
	}
	hub := &core.PodTemplateSpec{}
	if err := legacyscheme.Scheme.Convert(&job.Spec.Template, hub, nil); err != nil {
		t.Fatal(err)
	}
	hub = hub.DeepCopy()
	podutil.DropDisabledTemplateFields(hub, nil)
	return hub, &job.Spec.Template
}
