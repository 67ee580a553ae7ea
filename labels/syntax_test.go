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
		{key: "/name", offset: 0, msg: "prefix is missing before the slash"},
		{key: "/", offset: 0, msg: "prefix is missing before the slash"},
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
		{key: name63 + "n", offset: 63, msg: "name has 64 characters, at most 63 are allowed"},
		{key: "x/" + name63 + "n", offset: 65, msg: "name has 64 characters, at most 63 are allowed"},
		{key: prefix253 + "p/n", offset: 253, msg: "prefix has 254 characters, at most 253 are allowed"},
		{key: "Example.com/a", offset: 0, msg: "prefix has 'E', but only lower-case letters, digits, '-' and '.' are allowed"},
		{key: "ex_ample.com/a", offset: 2, msg: "prefix has '_', but only lower-case letters, digits, '-' and '.' are allowed"},
		{key: "a..b/a", offset: 2, msg: "prefix has '.' where a letter or digit must begin a part"},
		{key: ".a/a", offset: 0, msg: "prefix has '.' where a letter or digit must begin a part"},
		{key: "a.-b/a", offset: 2, msg: "prefix has '-' where a letter or digit must begin a part"},
		{key: "a-.b/a", offset: 1, msg: "prefix has '-' where a letter or digit must end a part"},
		{key: "a-/a", offset: 1, msg: "prefix ends with '-', but must end with a letter or digit"},
		{key: "a./a", offset: 1, msg: "prefix ends with '.', but must end with a letter or digit"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			check(t, labels.ValidateKey(tt.key), tt.key, tt.offset, tt.msg)
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
		{value: strings.Repeat("v", 64), offset: 63, msg: "value has 64 characters, at most 63 are allowed"},
		{value: "a/b", offset: 1, msg: "value has '/', but only letters, digits, '-', '_' and '.' are allowed"},
		{value: "-1", offset: 0, msg: "value begins with '-', but must begin with a letter or digit"},
		{value: "a_", offset: 1, msg: "value ends with '_', but must end with a letter or digit"},
		{value: " ", offset: 0, msg: "value has ' ', but only letters, digits, '-', '_' and '.' are allowed"},
		{value: "a\x00", offset: 1, msg: `value has '\x00', but only letters, digits, '-', '_' and '.' are allowed`},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			check(t, labels.ValidateValue(tt.value), tt.value, tt.offset, tt.msg)
			checkAgainstApimachinery(t, tt.value)
		})
	}
}

// check compares err with the error that input, offset and msg make, or with nil for an empty
// msg.
func check(t *testing.T, err error, input string, offset int, msg string) {
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

// TestAgreesWithApimachinery compares verdicts on random text from few characters, which is
// valid often enough.
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

// FuzzSyntax compares verdicts on arbitrary text.
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

func TestSyntaxErrorQuotesAroundTheOffset(t *testing.T) {
	at := func(input string, offset int) string {
		return (&labels.SyntaxError{Input: input, Offset: offset, Msg: "bad"}).Error()
	}
	digits := strings.Repeat("0123456789", 30)
	umlauts := strings.Repeat("ä", 150) // two bytes each
	tests := []struct {
		name, input string
		offset      int
		want        string
	}{
		{"short input", "a b", 1, `bad, at byte 1 of "a b"`},
		{"all that fits", digits[:100], 99, `bad, at byte 99 of "` + digits[:100] + `"`},
		{"one byte more", digits[:101], 0, `bad, at byte 0 of "` + digits[:100] + `"...`},
		{"the beginning", digits, 50, `bad, at byte 50 of "` + digits[:100] + `"...`},
		{"the middle", digits, 155, `bad, at byte 155 of ..."` + digits[105:205] + `"...`},
		{"the end", digits, 300, `bad, at byte 300 of ..."` + digits[200:] + `"`},
		{"between characters", umlauts, 150, `bad, at byte 150 of ..."` + umlauts[100:200] + `"...`},
		{"inside of characters", umlauts + "x", 151, `bad, at byte 151 of ..."` + umlauts[102:200] + `"...`},
		{"no characters", strings.Repeat("\x80", 150), 75, `bad, at byte 75 of ..."` + strings.Repeat(`\x80`, 94) + `"...`},
		{"an offset that is none", digits, -7, `bad, at byte -7 of "` + digits[:100] + `"...`},
		{"an offset behind the end", digits, 999, `bad, at byte 999 of ..."` + digits[200:] + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, at(tt.input, tt.offset)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestErrorsAreShort gives a megabyte of malformed text to all that has an error for it.
func TestErrorsAreShort(t *testing.T) {
	for _, long := range []string{strings.Repeat("v", 1<<20), strings.Repeat("é", 1<<19), strings.Repeat("\xff", 1<<20)} {
		_, parseErr := labels.ParseSet(long)
		for name, err := range map[string]error{
			"key":   labels.ValidateKey(long),
			"value": labels.ValidateValue(long),
			"set":   labels.Set{long: "x"}.Validate(),
			"text":  parseErr,
		} {
			if err == nil || len(err.Error()) > 1000 {
				t.Errorf("%s of %.8q...: %.1200v", name, long, err)
			}
		}
	}
}

func TestValidationDoesNotAllocate(t *testing.T) {
	allocs := testing.AllocsPerRun(100, func() {
		if labels.ValidateKey("app.kubernetes.io/name") != nil || labels.ValidateValue("nginx-1.27") != nil {
			t.Error("valid text is refused")
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
