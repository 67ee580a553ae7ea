package labels_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/labels"
)

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
		{"as long as it may be", digits[:100], 99, `bad, at byte 99 of "` + digits[:100] + `"`},
		{"one byte too long", digits[:101], 0, `bad, at byte 0 of "` + digits[:100] + `"...`},
		{"the beginning", digits, 50, `bad, at byte 50 of "` + digits[:100] + `"...`},
		{"the middle", digits, 155, `bad, at byte 155 of ..."` + digits[105:205] + `"...`},
		{"the end", digits, 300, `bad, at byte 300 of ..."` + digits[200:] + `"`},
		{"between characters", umlauts, 150, `bad, at byte 150 of ..."` + umlauts[100:200] + `"...`},
		{"inside a character", umlauts + "x", 151, `bad, at byte 151 of ..."` + umlauts[102:200] + `"...`},
		{"not UTF-8", strings.Repeat("\x80", 150), 75, `bad, at byte 75 of ..."` + strings.Repeat(`\x80`, 94) + `"...`},
		{"negative offset", digits, -7, `bad, at byte -7 of "` + digits[:100] + `"...`},
		{"offset past the end", digits, 999, `bad, at byte 999 of ..."` + digits[200:] + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, at(tt.input, tt.offset)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestErrorsAreShort passes malformed text of a megabyte to every function that returns an error.
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
