package podtemplate

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// hostile returns n, or a tenth of it in a short run.
func hostile(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// FuzzValidate shows that nothing makes the rules panic, and that they say the same each time.
func FuzzValidate(f *testing.F) {
	text, err := os.ReadFile("testdata/typical.yaml")
	if err != nil {
		f.Fatal(err)
	}
	typical, err := yaml.ToJSON(text)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(typical, []byte("{}"))
	f.Add([]byte(`{"spec":{"containers":[{}],"initContainers":[{}],"ephemeralContainers":[{}],"volumes":[{}]}}`), typical)
	for _, size := range overflowing {
		asks := fmt.Appendf(nil, `{"spec":{"overhead":{"hugepages-%s":"1"},"containers":[{"resources":{"limits":{"hugepages-%[1]s":"2Mi"},"requests":{"hugepages-%[1]s":"0"}}}]}}`, size)
		f.Add(asks, typical)
		f.Add(typical, asks)
	}
	f.Fuzz(func(t *testing.T, text, oldText []byte) {
		var template, old corev1.PodTemplateSpec
		// What could be read before an error counts as well.
		_, _ = json.Unmarshal(text, &template), json.Unmarshal(oldText, &old)
		path := field.NewPath("spec", "template")
		first := ValidateUpdate(&template, &old, path)
		if diff := cmp.Diff(fmt.Sprint(first), fmt.Sprint(ValidateUpdate(&template, &old, path))); diff != "" {
			t.Errorf("not the same again:\n%s", diff)
		}
		Validate(&template, path)
	})
}
