package names

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation"
)

// checks pairs each function of this package with the function of apimachinery that it follows.
var checks = []struct {
	name     string
	own      func(string) []string
	upstream func(string) []string
}{
	{"label", DNS1123Label, validation.IsDNS1123Label},
	{"subdomain", DNS1123Subdomain, validation.IsDNS1123Subdomain},
	{"key", QualifiedName, validation.IsQualifiedName},
	{"value", LabelValue, validation.IsValidLabelValue},
	{"port", PortName, validation.IsValidPortName},
	{"config key", ConfigMapKey, validation.IsConfigMapKey},
	{"header", HTTPHeader, validation.IsHTTPHeaderName},
}

var inputs = []string{
	"", "a", "0", "-", ".", "a-b", "a--b", "-a", "a-", "a.b", "a..b", ".a", "a.", "a-.b", "a.-b", "A", "a_b", "a b", "a\n", "ü", "a/b", "/b", "a/",
	strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254),
	strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127) + "a", "a\x00b", "a.b/c_d", "A.b/c",
	"1-2", "a1", strings.Repeat("a", 15), strings.Repeat("a", 16), "..", "..a", ".b", "_", "a..b",
}

func FuzzNames(f *testing.F) {
	for _, input := range inputs {
		f.Add(input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, check := range checks {
			if diff := cmp.Diff(check.upstream(input), check.own(input)); diff != "" {
				t.Errorf("%s of %q (-apimachinery +ours):\n%s", check.name, input, diff)
			}
		}
	})
}

func TestValidNamesDoNotAllocate(t *testing.T) {
	for _, check := range checks {
		if n := testing.AllocsPerRun(100, func() { check.own("a-1") }); n != 0 {
			t.Errorf("%s: %v allocations, want none", check.name, n)
		}
	}
}
