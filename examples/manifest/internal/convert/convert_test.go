package convert_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
	"github.com/jobapi/jobapi/examples/manifest/internal/convert"
)

const old = "apiVersion: extensions/v1beta1\nkind: Job\nmetadata: {name: a}\nspec: {autoSelector: true}\n"

// converted reads manifests and converts them to batch/v1 in YAML.
func converted(t *testing.T, manifests string, options convert.Options) (text string, warnings []string, err error) {
	t.Helper()
	c := codec.New()
	objects, err := c.ReadFiles(nil, strings.NewReader(manifests))
	if err != nil {
		t.Fatal(err)
	}
	options.To = schema.GroupVersion{Group: "batch", Version: "v1"}
	options.Encoder = c.Encoder("yaml")
	out, warnings, err := convert.Convert(c.Scheme, objects, options)
	return string(out), warnings, err
}

func TestConvert(t *testing.T) {
	text, warnings, err := converted(t, old+"---\n"+old, convert.Options{})
	const want = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: a\nspec:\n  template:\n    metadata: {}\n    spec:\n      containers: null\nstatus: {}\n"
	if diff := cmp.Diff(want+"---\n"+want, text); diff != "" || warnings != nil || err != nil {
		t.Errorf("warnings %q, %v (-want +got):\n%s", warnings, err, diff)
	}
}

// TestConvertDefaults sets the defaults of a Job's own version, and all that a server sets with a
// UID.
func TestConvertDefaults(t *testing.T) {
	for name, tt := range map[string]struct {
		options convert.Options
		want    []string
		without []string
	}{
		"no defaults": {without: []string{"parallelism: 1", "uid: u"}},
		"defaults":    {options: convert.Options{Defaults: true}, want: []string{"parallelism: 1"}, without: []string{"uid: u"}},
		"UID":         {options: convert.Options{UID: "u"}, want: []string{"parallelism: 1", "uid: u", "batch.kubernetes.io/controller-uid: u"}},
		"random UID":  {options: convert.Options{UID: convert.RandomUID}, want: []string{"parallelism: 1", "uid: "}, without: []string{"uid: random"}},
	} {
		text, _, err := converted(t, old, tt.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, part := range tt.want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: no %q in\n%s", name, part, text)
			}
		}
		for _, part := range tt.without {
			if strings.Contains(text, part) {
				t.Errorf("%s: %q in\n%s", name, part, text)
			}
		}
	}
}

// TestConvertCopied warns of what is left of the Job that a Job was copied from, which it replaces.
func TestConvertCopied(t *testing.T) {
	copied := old[:len(old)-2] + ", selector: {matchLabels: {controller-uid: other}}, template: {metadata: {labels: {controller-uid: other}}}}\n"
	list := "apiVersion: v1\nkind: List\nitems:\n- " + strings.ReplaceAll(strings.TrimSpace(copied), "\n", "\n  ") + "\n"
	text, warnings, err := converted(t, list, convert.Options{UID: "u"})
	if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0], "standard input: document 1, items[0]: warning: ") || strings.Contains(text, "other") {
		t.Errorf("warnings %q, %v\n%s", warnings, err, text)
	}
}

func TestConvertErrors(t *testing.T) {
	text, _, err := converted(t, old+"---\n"+strings.Replace(old, "name: a", "", 1), convert.Options{UID: "u"})
	if err == nil || !strings.HasPrefix(err.Error(), "standard input: document 2: ") || text != "" {
		t.Errorf("%v\n%s", err, text)
	}
}
