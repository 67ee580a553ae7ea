package labels_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/labels"
)

func TestPrefixes(t *testing.T) {
	tests := []struct {
		key      string
		prefix   string
		reserved bool
	}{
		{key: ""},
		{key: "app"},
		{key: "kubernetes.io"},
		{key: "example.com/app", prefix: "example.com"},
		{key: "kubernetes.io/hostname", prefix: "kubernetes.io", reserved: true},
		{key: "k8s.io/x", prefix: "k8s.io", reserved: true},
		{key: "batch.kubernetes.io/job-name", prefix: "batch.kubernetes.io", reserved: true},
		{key: "x.y.k8s.io/z", prefix: "x.y.k8s.io", reserved: true},
		{key: "notkubernetes.io/x", prefix: "notkubernetes.io"},
		{key: "kubernetes.io.example.com/x", prefix: "kubernetes.io.example.com"},
		{key: "/x"},
		{key: "a/b/c", prefix: "a"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			if got := labels.Prefix(tt.key); got != tt.prefix {
				t.Errorf("Prefix: %q, want %q", got, tt.prefix)
			}
			if got := labels.IsReserved(tt.key); got != tt.reserved {
				t.Errorf("IsReserved: %t, want %t", got, tt.reserved)
			}
		})
	}
}

func TestValidateKey(t *testing.T) {
	name63, prefix253 := strings.Repeat("n", 63), strings.Repeat("p", 253)
	tests := []struct {
		key    string
		offset int
		msg    string // empty if the key is valid
	}{
		{key: "app"},
		{key: "A"},
		{key: "0"},
		{key: "a-b_c.d"},
		{key: "a--__..b"},
		{key: "app.kubernetes.io/name"},
		{key: "example.com/App.Name_1"},
		{key: "0/0"},
		{key: "a--b.c/d"},
		{key: name63},
		{key: prefix253 + "/" + name63},
		{key: "", offset: 0, msg: "name is missing"},
		{key: "example.com/", offset: 12, msg: "name is missing"},
		{key: "/name", offset: 0, msg: "prefix before the slash is missing"},
		{key: "/", offset: 0, msg: "prefix before the slash is missing"},
		{key: "a/b/c", offset: 3, msg: "name has '/', but only letters, digits, '-', '_' and '.' are allowed"},
		{key: "a b", offset: 1, msg: "name has ' ', but only letters, digits, '-', '_' and '.' are allowed"},
		{key: "a\n", offset: 1, msg: `name has '\n', but only letters, digits, '-', '_' and '.' are allowed`},
		{key: "größe", offset: 2, msg: "name has 'ö', but only letters, digits, '-', '_' and '.' are allowed"},
		{key: "a\xff", offset: 1, msg: `name has '\xff', but only letters, digits, '-', '_' and '.' are allowed`},
		{key: "a\x80\x80", offset: 1, msg: `name has '\x80', but only letters, digits, '-', '_' and '.' are allowed`},
		{key: "a\ufffd", offset: 1, msg: "name has '\ufffd', but only letters, digits, '-', '_' and '.' are allowed"},
		{key: "x/-a", offset: 2, msg: "name begins with '-', but must begin with a letter or digit"},
		{key: "_", offset: 0, msg: "name begins with '_', but must begin with a letter or digit"},
		{key: "x/a.", offset: 3, msg: "name ends with '.', but must end with a letter or digit"},
		{key: name63 + "n", offset: 63, msg: "name has 64 characters, but at most 63 are allowed"},
		{key: "x/" + name63 + "n", offset: 65, msg: "name has 64 characters, but at most 63 are allowed"},
		{key: prefix253 + "p/n", offset: 253, msg: "prefix has 254 characters, but at most 253 are allowed"},
		{key: "Example.com/a", offset: 0, msg: "prefix has 'E', but only lower-case letters, digits, '-' and '.' are allowed"},
		{key: "ex_ample.com/a", offset: 2, msg: "prefix has '_', but only lower-case letters, digits, '-' and '.' are allowed"},
		{key: "a..b/a", offset: 2, msg: "prefix has a part that begins with '.', but parts must begin with a letter or digit"},
		{key: ".a/a", offset: 0, msg: "prefix has a part that begins with '.', but parts must begin with a letter or digit"},
		{key: "a.-b/a", offset: 2, msg: "prefix has a part that begins with '-', but parts must begin with a letter or digit"},
		{key: "a-.b/a", offset: 1, msg: "prefix has a part that ends with '-', but parts must end with a letter or digit"},
		{key: "a-/a", offset: 1, msg: "prefix ends with '-', but must end with a letter or digit"},
		{key: "a./a", offset: 1, msg: "prefix ends with '.', but must end with a letter or digit"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			checkError(t, labels.ValidateKey(tt.key), tt.key, tt.offset, tt.msg)
			checkAgainstApimachinery(t, tt.key)
		})
	}
}

func TestValidateValue(t *testing.T) {
	tests := []struct {
		value  string
		offset int
		msg    string // empty if the value is valid
	}{
		{value: ""},
		{value: "1.2_3-x"},
		{value: strings.Repeat("v", 63)},
		{value: strings.Repeat("v", 64), offset: 63, msg: "value has 64 characters, but at most 63 are allowed"},
		{value: "a/b", offset: 1, msg: "value has '/', but only letters, digits, '-', '_' and '.' are allowed"},
		{value: "-1", offset: 0, msg: "value begins with '-', but must begin with a letter or digit"},
		{value: "a_", offset: 1, msg: "value ends with '_', but must end with a letter or digit"},
		{value: " ", offset: 0, msg: "value has ' ', but only letters, digits, '-', '_' and '.' are allowed"},
		{value: "a\x00", offset: 1, msg: `value has '\x00', but only letters, digits, '-', '_' and '.' are allowed`},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			checkError(t, labels.ValidateValue(tt.value), tt.value, tt.offset, tt.msg)
			checkAgainstApimachinery(t, tt.value)
		})
	}
}

// checkError compares err with the SyntaxError of the input, the offset and the message. An empty
// message means no error.
func checkError(t *testing.T, err error, input string, offset int, msg string) {
	t.Helper()
	var want *labels.SyntaxError
	if msg != "" {
		want = &labels.SyntaxError{Input: input, Offset: offset, Msg: msg}
	}
	got, ok := errors.AsType[*labels.SyntaxError](err)
	if err != nil && !ok {
		t.Fatalf("got a %T: %v", err, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestAgreesWithApimachinery compares verdicts on random text. The alphabet is small so that
// much of the text is valid.
func TestAgreesWithApimachinery(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 200_000 {
		text := make([]byte, random.IntN(12))
		for i := range text {
			text[i] = "abcXYZ019-_./ \x00\xc3"[random.IntN(16)]
		}
		checkAgainstApimachinery(t, string(text))
	}
	for n := range 600 {
		checkAgainstApimachinery(t, strings.Repeat("a", n))
		checkAgainstApimachinery(t, strings.Repeat("a", n)+"/b")
		checkAgainstApimachinery(t, "b/"+strings.Repeat("a", n))
	}
}

// FuzzSyntax compares verdicts with those of apimachinery on arbitrary text.
func FuzzSyntax(f *testing.F) {
	for _, seed := range []string{"", "app", "app.kubernetes.io/name", "Example.com/a", "a..b/c", "a/b/c", "1.2_3-x", "-", "a\x00", "größe"} {
		f.Add(seed)
	}
	f.Fuzz(checkAgainstApimachinery)
}

func checkAgainstApimachinery(t *testing.T, text string) {
	t.Helper()
	if err, theirs := labels.ValidateKey(text), validation.IsQualifiedName(text); (err == nil) != (len(theirs) == 0) {
		t.Errorf("key %q: %v, apimachinery: %q", text, err, theirs)
	}
	if err, theirs := labels.ValidateValue(text), validation.IsValidLabelValue(text); (err == nil) != (len(theirs) == 0) {
		t.Errorf("value %q: %v, apimachinery: %q", text, err, theirs)
	}
}

func TestValidationDoesNotAllocate(t *testing.T) {
	allocs := testing.AllocsPerRun(100, func() {
		if labels.ValidateKey("app.kubernetes.io/name") != nil || labels.ValidateValue("nginx-1.27") != nil {
			t.Error("valid text is rejected")
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
