package conformance

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// change is a named change of a template. The result may be valid or not: upstream decides.
type change struct {
	name  string
	apply func(*corev1.PodTemplateSpec)
}

// handful applies n random changes to template and returns their names.
func handful(random *rand.Rand, template *corev1.PodTemplateSpec, changes []change, n int) string {
	var names []string
	for range n {
		c := changes[random.IntN(len(changes))]
		c.apply(template)
		names = append(names, c.name)
	}
	return strings.Join(names, " and ")
}

// rounds scales n in proportion to -count, and to a tenth with -short.
func rounds(n int) int {
	const byDefault = 20_000
	if testing.Short() {
		n /= 10
	}
	return max(*count*n/byDefault, 1)
}

// compareTemplates compares the errors of both sides after each change of base, and after random
// combinations of changes.
func compareTemplates(t *testing.T, base func() *corev1.PodTemplateSpec, changes []change) {
	t.Helper()
	compareChanged(t, base, changes, compareTemplate)
}

// compareChanged calls compare after each change of base, and after random combinations of changes.
func compareChanged(t *testing.T, base func() *corev1.PodTemplateSpec, changes []change, compare func(*testing.T, *corev1.PodTemplateSpec) bool) {
	t.Helper()
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			template := base()
			c.apply(template)
			compare(t, template)
		})
	}
	random := newSource(t).random
	for range rounds(10 * len(changes)) {
		template := base()
		names := handful(random, template, changes, 2+random.IntN(3))
		if !compare(t, template) {
			t.Fatalf("after %s", names)
		}
	}
}

// compareTemplate reports whether both sides report errors of the same types at the same paths.
func compareTemplate(t *testing.T, template *corev1.PodTemplateSpec) bool {
	t.Helper()
	hub, versioned := prepare(t, template)
	upstream := kinds(rest.ValidateCreate(createContext(), hub, job.Strategy))
	own := kinds(podtemplate.Validate(&versioned.Spec.Template, field.NewPath("spec", "template")))
	if slices.Equal(slices.Sorted(maps.Keys(upstream)), slices.Sorted(maps.Keys(own))) {
		return true
	}
	text, _ := yaml.Marshal(template)
	for kind, err := range upstream {
		if _, ok := own[kind]; !ok {
			t.Errorf("only upstream: %v", err)
		}
	}
	for kind, err := range own {
		if _, ok := upstream[kind]; !ok {
			t.Errorf("only jobapi: %v", err)
		}
	}
	t.Logf("%s", text)
	return false
}

// kinds indexes the errors in the template by type and path.
func kinds(errs field.ErrorList) map[string]*field.Error {
	byKind := map[string]*field.Error{}
	for _, err := range errs {
		if strings.HasPrefix(err.Field, "spec.template") {
			byKind[fmt.Sprintf("%s at %s", err.Type, err.Field)] = err
		}
	}
	return byKind
}

// prepare returns a Job with the template as upstream's internal type, ready for validation, and as
// batch/v1. Both have upstream's defaults.
func prepare(t *testing.T, template *corev1.PodTemplateSpec) (*batch.Job, *batchv1.Job) {
	t.Helper()
	versioned := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "a", Namespace: "default", UID: "u"},
		Spec:       batchv1.JobSpec{ManualSelector: new(true), Selector: &metav1.LabelSelector{}, Template: *template.DeepCopy()},
	}
	legacyscheme.Scheme.Default(versioned)
	hub := &batch.Job{}
	if err := legacyscheme.Scheme.Convert(versioned, hub, nil); err != nil {
		t.Fatal(err)
	}
	hub = hub.DeepCopy()
	job.Strategy.PrepareForCreate(createContext(), hub)
	return hub, versioned
}

// smallTemplate returns a template that is valid with defaults.
func smallTemplate() *corev1.PodTemplateSpec {
	return &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "main", Image: "busybox"}},
	}}
}

func TestSmallTemplate(t *testing.T) {
	compareTemplates(t, smallTemplate, []change{{"nothing", func(*corev1.PodTemplateSpec) {}}})
}
