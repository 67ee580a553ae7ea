package podtemplate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ruleTest is a change of a valid template and the errors that it causes.
type ruleTest struct {
	name   string
	change func(*corev1.PodTemplateSpec)
	want   field.ErrorList
}

// runRules applies the change of each test to a validTemplate at spec.template and compares the
// errors of Validate, in any order.
func runRules(t *testing.T, tests []ruleTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			template := validTemplate()
			test.change(template)
			compareErrors(t, test.want, Validate(template, field.NewPath("spec", "template")))
		})
	}
}

// updateTest is an update of a template and the errors of ValidateUpdate.
type updateTest struct {
	name        string
	old, update func(*corev1.PodTemplateSpec)
	want        field.ErrorList
}

// runUpdates applies both changes of each test to a validTemplate each.
func runUpdates(t *testing.T, tests []updateTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			old, template := validTemplate(), validTemplate()
			test.old(old)
			test.update(template)
			compareErrors(t, test.want, ValidateUpdate(template, old, field.NewPath("spec", "template")))
		})
	}
}

// compareErrors compares errors, details included, in any order.
func compareErrors(t *testing.T, want, got field.ErrorList) {
	t.Helper()
	recordInvalid(got)
	if diff := cmp.Diff(inOrder(want), inOrder(got)); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
}

// inOrder returns the errors sorted by their text.
func inOrder(errs field.ErrorList) []*field.Error {
	sorted := slices.Clone(errs)
	slices.SortFunc(sorted, func(a, b *field.Error) int { return strings.Compare(a.Error(), b.Error()) })
	return sorted
}

// at returns the path of a field of the template's spec, such as containers[0].name.
func at(path string) *field.Path {
	return field.NewPath("spec.template.spec." + path)
}

// validTemplate returns a valid template with defaults.
func validTemplate() *corev1.PodTemplateSpec {
	return &corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "main"}},
		Spec: corev1.PodSpec{
			RestartPolicy:                 corev1.RestartPolicyNever,
			DNSPolicy:                     corev1.DNSClusterFirst,
			SchedulerName:                 corev1.DefaultSchedulerName,
			TerminationGracePeriodSeconds: new(int64(corev1.DefaultTerminationGracePeriodSeconds)),
			SecurityContext:               &corev1.PodSecurityContext{},
			Containers:                    []corev1.Container{validContainer("main")},
		},
	}
}

// validContainer returns a valid container with defaults.
func validContainer(name string) corev1.Container {
	return corev1.Container{
		Name:                     name,
		Image:                    "busybox",
		ImagePullPolicy:          corev1.PullAlways,
		TerminationMessagePath:   corev1.TerminationMessagePathDefault,
		TerminationMessagePolicy: corev1.TerminationMessageReadFile,
	}
}

func TestValidTemplate(t *testing.T) {
	runRules(t, []ruleTest{{name: "nothing changed", change: func(*corev1.PodTemplateSpec) {}}})
}

func TestNoTemplate(t *testing.T) {
	compareErrors(t,
		field.ErrorList{field.Required(field.NewPath("spec", "template"), "must be set")},
		Validate(nil, field.NewPath("spec", "template")))
}

func TestUpdateOfNoTemplate(t *testing.T) {
	compareErrors(t, nil, ValidateUpdate(validTemplate(), nil, nil))
}
