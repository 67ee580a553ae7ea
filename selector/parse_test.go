package selector_test

import (
	"errors"
	"strings"
	"testing"

	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/selector"
)

// accepted are texts that apimachinery accepts, each with its canonical text.
var accepted = []struct{ text, canonical string }{
	{"", ""},
	{" \t\r\n", ""},
	{"app", "app"},
	{"!app", "!app"},
	{"! app", "!app"},
	{"a=b", "a=b"},
	{"a==b", "a=b"},
	{"a = b", "a=b"},
	{"a\t=\r\nb", "a=b"},
	{"a!=b", "a!=b"},
	{"a=", "a="},
	{"a==", "a="},
	{"a!=", "a!="},
	{"a= ,b", "a=,b"},
	{"a in (b)", "a=b"},
	{"a in(b)", "a=b"},
	{"a in (b,c)", "a in (b,c)"},
	{"a in (c,b,c)", "a in (b,c)"},
	{"a in()", "a="},
	{"a in ( )", "a="},
	{"a in (,)", "a="},
	{"a in (,b)", "a in (,b)"},
	{"a in (b,)", "a in (,b)"},
	{"a in (b,,c)", "a in (,b,c)"},
	{"a notin (b)", "a!=b"},
	{"a notin (c,b)", "a notin (b,c)"},
	{"a>1", "a>1"},
	{"a<1", "a<1"},
	{"a>01", "a>1"},
	{"a>000", "a>0"},
	{"a>9223372036854775807", "a>9223372036854775807"},
	{"a=1,a=2", "a=1,a=2"},
	{"a,!a", "a,!a"},
	{"a=b,a=b", "a=b"},
	{"b,a", "a,b"},
	{"a>1,a<5,!a,a,a!=x,a=y", "a=y,a!=x,a,!a,a>1,a<5"},
	{"in", "in"},
	{"!in", "!in"},
	{"notin", "notin"},
	{"in=in", "in=in"},
	{"in in (in)", "in=in"},
	{"notin notin (notin,in)", "notin notin (in,notin)"},
	{"exists", "exists"},
	{"gt=1", "gt=1"},
	{"a.com/B", "a.com/B"},
	{"app.kubernetes.io/name=web,x in (1,2)", "app.kubernetes.io/name=web,x in (1,2)"},
}

func TestParseAccepts(t *testing.T) {
	for _, tt := range accepted {
		t.Run(tt.text, func(t *testing.T) {
			s, err := selector.Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.String(); got != tt.canonical {
				t.Errorf("canonical text %q, want %q", got, tt.canonical)
			}
			checkParse(t, tt.text)
		})
	}
}

// rejected are texts that apimachinery rejects, each with the offset and the start of the message
// of the error. For common mistakes it also has a part of the hint.
var rejected = []struct {
	text   string
	offset int
	msg    string
	hint   string
}{
	{"a not in (b)", 2, `found "not", expected one of`, "notin is one word"},
	{"a NOT IN (b)", 2, `found "NOT", expected one of`, "notin is one word"},
	{"a IN (b)", 2, `found "IN", expected one of`, "lower case"},
	{"a NotIn (b)", 2, `found "NotIn", expected one of`, "lower case"},
	{"a>=1", 2, `found "=", expected a value`, ">= and <="},
	{"a<=1", 2, `found "=", expected a value`, ">= and <="},
	{"a=>1", 2, `found ">", expected a value`, ">= and <="},
	{"a<>b", 2, `found ">", expected a value`, "key!=value"},
	{`a="b"`, 2, `value has '"'`, "without quotes"},
	{`'a'=b`, 0, `key: name has '\''`, "without quotes"},
	{"a=“b”", 2, "value has '“'", "without quotes"},
	{"a:b", 1, "key: name has ':'", "write ="},
	{"a: b", 1, "key: name has ':'", "write ="},
	{"a : b", 2, `found ":", expected one of`, "write ="},
	{":a", 0, "key: name has ':'", ""},
	{"a=b:c", 3, "value has ':'", "label values can't contain ':'"},
	{"a in (b:c)", 7, "value has ':'", "label values can't contain ':'"},
	{"a=b && c=d", 4, `found "&&", expected ',' or the end`, "comma between requirements"},
	{"a=b and c=d", 4, `found "and", expected ',' or the end`, "comma between requirements"},
	{"a and b", 2, `found "and", expected one of`, "comma between requirements"},
	{"a AND b", 2, `found "AND", expected one of`, "comma between requirements"},
	{"!a and b", 3, `found "and", expected ',' or the end`, "comma between requirements"},
	{"and and", 4, `found "and", expected one of`, "comma between requirements"},
	{"a or b", 2, `found "or", expected one of`, "key in (a,b)"},
	{"a & b", 2, `found "&", expected one of`, "comma between requirements"},
	{"a=b&c=d", 3, "value has '&'", "comma between requirements"},
	{"a=b;c=d", 3, "value has ';'", "comma between requirements"},
	{"a=b || c=d", 4, `found "||"`, "key in (a,b)"},
	{"a=b or c=d", 4, `found "or"`, "key in (a,b)"},
	{"!a=b", 2, `found "=", expected ',' or the end`, "key!=value"},
	{"!a in (b)", 3, `found "in", expected ',' or the end`, "notin (a,b)"},
	{"x,!a notin (b)", 5, `found "notin"`, "key in (a,b)"},
	{"!a<5", 2, `found "<", expected ',' or the end`, "a key alone"},
	{"not a", 4, `found "a", expected one of`, "!key"},
	{"b,NOT a=c", 6, `found "a", expected one of`, "!key"},
	{"not (a)", 4, `found "(", expected one of`, "!key"},
	{"a not b", 2, `found "not", expected one of`, "key!=value"},
	{"a not exists", 2, `found "not", expected one of`, "!key"},
	{"has(a)", 3, `found "(", expected one of`, "the key alone"},
	{"!has(a)", 4, `found "(", expected ',' or the end`, "the key alone"},
	{"hash(a)", 4, `found "(", expected one of`, ""},
	{"!!a", 1, `found "!", expected a key`, "! only once"},
	{"!", 1, "found the end, expected a key", ""},
	{"a,", 2, "found the end, expected a key or '!'", "comma at the end"},
	{"a, ", 3, "found the end, expected a key or '!'", "comma at the end"},
	{",a", 0, `found ",", expected a key or '!'`, "remove the extra comma"},
	{"a,,b", 2, `found ",", expected a key or '!'`, "remove the extra comma"},
	{"a===b", 3, `found "=", expected a value`, "key=value or key==value"},
	{"a!==b", 3, `found "=", expected a value`, "key!=value"},
	{"a!= =b", 4, `found "=", expected a value`, "key!=value"},
	{"a=b=c", 3, `found "=", expected ',' or the end`, ""},
	{"a!=>b", 3, `found ">", expected a value`, ""},
	{"x/=b", 2, "key: name is missing", ""},
	{"x/,b", 2, "key: name is missing", ""},
	{"x/(b)", 2, "key: name is missing", ""},
	{"b,x/", 4, "key: name is missing", ""},
	{"!,a", 1, `found ",", expected a key`, ""},
	{"a= =b", 3, `found "=", expected a value`, "without a space"},
	{"a !b", 2, `found "!", expected one of`, "or a comma"},
	{"a !in (b)", 2, `found "!", expected one of`, "key notin (a,b)"},
	{"a=!b", 2, `found "!", expected a value`, "key!=value"},
	{"a! =b", 1, `found "!", expected one of`, "without a space"},
	{"a=!=b", 2, `found "!=", expected a value`, "key!=value"},
	{"(a=b)", 0, `found "(", expected a key or '!'`, "parentheses only for the values"},
	{"a=(b)", 2, `found "(", expected a value`, ""},
	{"a=b c", 4, `found "c", expected ',' or the end`, "comma between requirements"},
	{"a b", 2, `found "b", expected one of`, "or = between key and value"},
	{"a [b]", 2, `found "[b]", expected one of`, ""},
	{"a in (b c)", 8, `found "c", expected ',' or ')'`, "comma between values"},
	{"a in (b and c)", 8, `found "and", expected ',' or ')'`, "comma between values"},
	{"a in (b;c)", 7, "value has ';'", "comma between values"},
	{"a in (b|c)", 7, "value has '|'", "comma between values"},
	{"a in", 4, "found the end, expected '('", "in parentheses"},
	{"a in b", 5, `found "b", expected '('`, "in parentheses"},
	{"a in [b]", 5, `found "[b]", expected '('`, "in parentheses"},
	{"a in{b}", 2, `found "in{b}", expected one of`, "in parentheses"},
	{"a in {b}", 5, `found "{b}", expected '('`, "in parentheses"},
	{"a=[b,c]", 2, "value has '['", "in parentheses"},
	{"main{x", 4, "key: name has '{'", ""},
	{"admin[0]=x", 5, "key: name has '['", ""},
	{"a=in{", 4, "value has '{'", ""},
	{"a in (b", 7, "found the end, expected ',' or ')'", "close the list"},
	{"a in (", 6, "found the end, expected a value, ',' or ')'", "close the list"},
	{"a in (b=c)", 7, `found "=", expected ',' or ')'`, ""},
	{"in (a)", 3, `found "(", expected one of`, ""},
	{"a gt 1", 2, `found "gt", expected one of`, "key>value"},
	{"a gte 1", 2, `found "gte", expected one of`, ">= and <="},
	{"a like b", 2, `found "like", expected one of`, "patterns aren't supported"},
	{"a is in (b)", 2, `found "is", expected one of`, "key in (a,b)"},
	{"a is not b", 2, `found "is", expected one of`, "key!=value"},
	{"a does not exist", 2, `found "does", expected one of`, "!key"},
	{"a exists", 2, `found "exists", expected one of`, "key alone"},
	{"a is b", 2, `found "is", expected one of`, "key=value"},
	{"a>-1", 2, "value begins with '-'", "can't be negative"},
	{"a>-x", 2, "value begins with '-'", ""},
	{"a=-1", 2, "value begins with '-'", ""},
	{"a>+1", 2, "value has '+'", "without a sign"},
	{"a>1.5", 3, "value has '.', but must be an integer", "only integers"},
	{"a>1_0", 3, "value has '_', but must be an integer", "only integers"},
	{"a>b", 2, "value has 'b', but must be an integer", "only integers"},
	{"a>", 2, "found the end, expected an integer", ""},
	{"a>,b", 2, `found ",", expected an integer`, ""},
	{"a>9223372036854775808", 2, "value is greater than 9223372036854775807", ""},
	{"a=*", 2, "value has '*'", "wildcards aren't supported"},
	{"a=~b", 2, "value has '~'", "regular expressions aren't supported"},
	{"a=b$", 3, "value has '$'", "regular expressions aren't supported"},
	{"a!~b", 1, `found "!", expected one of`, "regular expressions aren't supported"},
	{"a=$(b)", 2, "value has '$'", "variable was not expanded"},
	{"a=${b}", 2, "value has '$'", "variable was not expanded"},
	{"a=x-$b", 4, "value has '$'", "variable was not expanded"},
	{"a in ($b)", 6, "value has '$'", "variable was not expanded"},
	{"a={{ .b }}", 2, "value has '{'", "expand the template"},
	{"A.com/b", 0, "key: prefix has 'A'", "lower case"},
	{"x,a.Com/b=c", 4, "key: prefix has 'C'", "lower case"},
	{strings.Repeat("p", 253) + "P/n", 253, "key: prefix has 254 characters", ""},
	{"a/" + strings.Repeat("n", 63) + "N/b", 65, "key: name has 66 characters", ""},
	{"a/b/c", 3, "key: name has '/'", ""},
	{"a=" + strings.Repeat("v", 64), 65, "value has 64 characters, but at most 63 are allowed", "annotations"},
	{strings.Repeat("n", 64), 63, "key: name has 64 characters", ""},
	{"{app: web}", 0, "key: name has '{'", "not an object"},
	{"a={app: web}", 2, "value has '{'", "in parentheses"},
	{"a%3Db", 1, "key: name has '%'", "decode"},
	{"a=50%", 4, "value has '%'", ""},
	{"a=b\x00", 3, `value has '\x00'`, "NUL"},
	{"\x00", 0, `key: name has '\x00'`, "NUL"},
	{"a=b \x00 c=d", 4, `found "\x00", expected ',' or the end`, "NUL"},
	{"a\u00a0=b", 1, `key: name has '\u00a0'`, "ASCII"},
	{"a\v=b", 1, `key: name has '\v'`, ""},
	{"größe=1", 2, "key: name has 'ö'", "ASCII"},
}

func TestParseRejects(t *testing.T) {
	for _, tt := range rejected {
		t.Run(tt.text, func(t *testing.T) {
			s, err := selector.Parse(tt.text)
			syntax, ok := errors.AsType[*selector.SyntaxError](err)
			if !ok {
				t.Fatalf("got %q, %v, want a SyntaxError", s, err)
			}
			if !s.Equal(selector.Selector{}) {
				t.Errorf("returned %q with the error", s)
			}
			if syntax.Input != tt.text || syntax.Offset != tt.offset || !strings.HasPrefix(syntax.Msg, tt.msg) {
				t.Errorf("at %d of %q: %s; want %d: %s", syntax.Offset, syntax.Input, syntax.Msg, tt.offset, tt.msg)
			}
			if (syntax.Hint != "") != (tt.hint != "") || !strings.Contains(syntax.Hint, tt.hint) {
				t.Errorf("hint %q, want one with %q", syntax.Hint, tt.hint)
			}
			checkParse(t, tt.text)
		})
	}
}

// checkParse compares Parse with apimachinery's, except for text with NUL, and checks that the
// selector or the error is well-formed.
func checkParse(t *testing.T, text string) {
	t.Helper()
	ours, err := selector.Parse(text)
	if err != nil {
		syntax, ok := errors.AsType[*selector.SyntaxError](err)
		if !ok || syntax.Input != text || syntax.Offset < 0 || syntax.Offset > len(text) || syntax.Msg == "" {
			t.Fatalf("%q: malformed error %#v", text, err)
		}
		if caret := syntax.Caret(); strings.Count(caret, "\n") != 1 || len(caret) > 2000 {
			t.Fatalf("%q: malformed caret %q", text, caret)
		}
	}
	if strings.Contains(text, "\x00") {
		if err == nil {
			t.Fatalf("%q: NUL is accepted", text)
		}
		return
	}
	theirs, theirErr := kubelabels.Parse(text)
	if (err == nil) != (theirErr == nil) {
		t.Fatalf("%q: %v, apimachinery: %v", text, err, theirErr)
	}
	if err != nil {
		return
	}
	canonical := ours.String()
	again, err := selector.Parse(canonical)
	if err != nil || !again.Equal(ours) || again.String() != canonical {
		t.Fatalf("%q: canonical text %q parses as %q, %v", text, canonical, again, err)
	}
	// Apimachinery's selector converts into the same selector.
	converted, err := selector.FromKubernetes(theirs)
	if err != nil || !converted.Equal(ours) {
		t.Fatalf("%q: %q, apimachinery: %q, %v", text, ours, converted, err)
	}
	if _, err := kubelabels.Parse(canonical); err != nil {
		t.Fatalf("%q: apimachinery rejects %q: %v", text, canonical, err)
	}
}

// FuzzParse compares verdicts and selectors with those of apimachinery on arbitrary text.
func FuzzParse(f *testing.F) {
	for _, tt := range accepted {
		f.Add(tt.text)
	}
	for _, tt := range rejected {
		f.Add(tt.text)
	}
	for _, tt := range texts {
		f.Add(tt.text)
	}
	f.Fuzz(checkParse)
}

func TestMustParse(t *testing.T) {
	if got := selector.MustParse("b,a").String(); got != "a,b" {
		t.Errorf("got %q", got)
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.Contains(text, "notin is one word") {
			t.Errorf("panicked with %q, want the error", text)
		}
	}()
	selector.MustParse("a not in (b)")
}

// TestParseAllocatesLittle checks the promise of the documentation for realistic selectors.
func TestParseAllocatesLittle(t *testing.T) {
	for _, tt := range texts {
		if allocs := testing.AllocsPerRun(100, func() { selector.MustParse(tt.text) }); allocs > 2 {
			t.Errorf("%s: %v allocations", tt.name, allocs)
		}
	}
}

// TestHostileInput parses and analyzes texts of a megabyte that would take forever, or overflow
// the stack, if anything grew faster than the input.
func TestHostileInput(t *testing.T) {
	const size = 1 << 20
	fill := func(text string) string { return strings.Repeat(text, size/len(text)) }
	for name, text := range map[string]string{
		"opening parentheses":    fill("("),
		"closing parentheses":    fill(")"),
		"nots":                   fill("!"),
		"commas":                 fill(","),
		"equal signs":            fill("="),
		"white space":            fill(" \t"),
		"NUL":                    fill("\x00"),
		"one word":               fill("a"),
		"one prefix":             fill("a."),
		"slashes":                fill("/"),
		"not UTF-8":              fill("\xff"),
		"words":                  fill("a "),
		"the same requirement":   fill("a,") + "a",
		"contradictions":         fill("a,!a,") + "a",
		"lists that never end":   fill("a in (b,"),
		"empty values":           "a in (" + fill(",") + ")",
		"the same value":         "a in (" + fill("b,") + ")",
		"values in reverse":      "a in (" + strings.Join(descending(size/7), ",") + ")",
		"requirements, reversed": strings.Join(descending(size/7), ","),
		"many lists":             fill("a in (b,c),") + "a",
		"many exclusions":        "a>1," + fill("a notin (b,c),") + "a",
		"many bounds":            "a=5" + strings.Join(bounds(size/9), ""),
		"values and bounds":      "a in (" + strings.Join(numbered("%d", size/14), ",") + ")" + strings.Join(bounds(size/18), ""),
		"values, same end":       "a in (" + strings.Join(numbered("%06d-same-ending", size/20), ",") + ")",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := selector.Parse(text)
			if err != nil {
				if len(err.Error()) > 1000 {
					t.Errorf("an error of %d bytes", len(err.Error()))
				}
				return
			}
			// The algebra is linear too, except for sorting.
			simple := s.Simplify()
			if s.Satisfiable() != simple.Satisfiable() || !s.Implies(simple) || !simple.Implies(s) || !s.Equivalent(s) || s.Overlaps(selector.Nothing()) {
				t.Error("the algebra contradicts itself")
			}
			if set, ok := s.Example(); ok != s.Satisfiable() || ok && !s.Matches(set) {
				t.Errorf("example %v, %t", set, ok)
			}
		})
	}
}

func descending(n int) []string {
	values := numbered("x%06d", n)
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		values[i], values[j] = values[j], values[i]
	}
	return values
}

func bounds(n int) []string {
	values := numbered(",a<%d", n)
	return values[n/2:]
}
