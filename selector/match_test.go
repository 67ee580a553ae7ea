package selector_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// TestMatches has every operator with a label that is present, and with one that is absent.
func TestMatches(t *testing.T) {
	tests := []struct {
		name, text string
		set        labels.Set
		want       bool
	}{
		{"everything matches no labels", "", nil, true},
		{"everything matches labels", "", labels.Set{"a": "1"}, true},
		{"equal", "a=1", labels.Set{"a": "1"}, true},
		{"equal, another value", "a=1", labels.Set{"a": "2"}, false},
		{"equal, absent", "a=1", nil, false},
		{"equal to the empty value", "a=", labels.Set{"a": ""}, true},
		{"equal to the empty value, absent", "a=", nil, false},
		{"unequal", "a!=1", labels.Set{"a": "2"}, true},
		{"unequal, the same value", "a!=1", labels.Set{"a": "1"}, false},
		{"unequal, absent", "a!=1", nil, true},
		{"unequal to the empty value, absent", "a!=", nil, true},
		{"in", "a in (1,2)", labels.Set{"a": "2"}, true},
		{"in, another value", "a in (1,2)", labels.Set{"a": "3"}, false},
		{"in, absent", "a in (1,2)", nil, false},
		{"notin", "a notin (1,2)", labels.Set{"a": "3"}, true},
		{"notin, a listed value", "a notin (1,2)", labels.Set{"a": "2"}, false},
		{"notin, absent", "a notin (1,2)", nil, true},
		{"exists", "a", labels.Set{"a": ""}, true},
		{"exists, absent", "a", labels.Set{"b": ""}, false},
		{"does not exist", "!a", labels.Set{"a": ""}, false},
		{"does not exist, absent", "!a", labels.Set{"b": ""}, true},
		{"greater", "a>4", labels.Set{"a": "5"}, true},
		{"greater, equal", "a>4", labels.Set{"a": "4"}, false},
		{"greater, leading zero", "a>4", labels.Set{"a": "05"}, true},
		{"greater, sign", "a>4", labels.Set{"a": "+5"}, true},
		{"greater, absent", "a>4", nil, false},
		{"greater, word", "a>4", labels.Set{"a": "five"}, false},
		{"greater, empty", "a>4", labels.Set{"a": ""}, false},
		{"greater, fraction", "a>4", labels.Set{"a": "5.0"}, false},
		{"greater, other base", "a>4", labels.Set{"a": "0x10"}, false},
		{"greater, out of range", "a>4", labels.Set{"a": "9223372036854775808"}, false},
		{"greatest", "a>9223372036854775806", labels.Set{"a": "9223372036854775807"}, true},
		{"less", "a<4", labels.Set{"a": "3"}, true},
		{"less, equal", "a<4", labels.Set{"a": "4"}, false},
		{"less, negative", "a<4", labels.Set{"a": "-9223372036854775808"}, true},
		{"less, out of range", "a<4", labels.Set{"a": "-9223372036854775809"}, false},
		{"less, a sign alone", "a<4", labels.Set{"a": "-"}, false},
		{"all hold", "a=1,b!=2,c,!d", labels.Set{"a": "1", "b": "1", "c": "x"}, true},
		{"one does not hold", "a=1,b!=2,c,!d", labels.Set{"a": "1", "b": "1", "c": "x", "d": ""}, false},
		{"one key twice", "a!=1,a!=2", labels.Set{"a": "3"}, true},
		{"contradiction", "a=1,a=2", labels.Set{"a": "1"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := selector.MustParse(tt.text)
			if got := s.Matches(tt.set); got != tt.want {
				t.Errorf("%s on %v: %t, want %t", s, tt.set, got, tt.want)
			}
			checkMatches(t, tt.text, tt.set)
		})
	}
}

// TestMatchesEqualValuesOnly compares all short values of two letters, and long values that differ
// in one byte.
func TestMatchesEqualValuesOnly(t *testing.T) {
	values := []string{""}
	for i := 0; len(values[i]) < 5; i++ {
		values = append(values, values[i]+"a", values[i]+"b")
	}
	for length := 6; length <= 20; length++ {
		same := strings.Repeat("a", length)
		values = append(values, same)
		for i := range length {
			values = append(values, same[:i]+"b"+same[i+1:])
		}
	}
	for _, wanted := range values {
		s, err := selector.FromSet(labels.Set{"key": wanted})
		if err != nil {
			t.Fatal(err)
		}
		parsed := selector.MustParse("key=" + wanted)
		for _, value := range values {
			set := labels.Set{"key": strings.Clone(value)}
			if got, want := s.Matches(set), value == wanted; got != want || parsed.Matches(set) != want {
				t.Fatalf("%q on %q: %t, parsed %t, want %t", wanted, value, got, parsed.Matches(set), want)
			}
		}
	}
}

// TestMatchesDoesNotAllocate has every operator and every way to search a list.
func TestMatchesDoesNotAllocate(t *testing.T) {
	set := labels.Set{"a": "1", "b": "007", "n": "17", "long": "a-value-of-many-bytes"}
	text := "a=1,a!=2,long=a-value-of-many-bytes,b>6,b<8,n,!x,x!=1,x notin (1,2)"
	for _, n := range []int{3, 100, 1000} {
		list := strings.Join(numbered("%d", n+15)[15:], ",")
		text += ",n in (" + list + "),a notin (" + list + ")"
	}
	s := selector.MustParse(text)
	for name, matches := range map[string]func() bool{
		"Matches":     func() bool { return s.Matches(set) },
		"MatchesFunc": func() bool { return s.MatchesFunc(set.Lookup) },
	} {
		if allocs := testing.AllocsPerRun(100, func() {
			if !matches() {
				t.Error("does not match")
			}
		}); allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}

// FuzzMatches compares Matches with apimachinery's for any selector and any labels. The labels are
// text too: keys and values in turn, one on each line.
func FuzzMatches(f *testing.F) {
	for _, tt := range accepted {
		f.Add(tt.text, "a\nb\nin\nin\nb\n5")
	}
	for _, tt := range texts {
		f.Add(tt.text, "app\nnginx\nenv\nprod\nzone\nzone-17")
	}
	for _, value := range []string{"", "05", "+5", "-5", "5.0", "9223372036854775808", "-9223372036854775809", "five", "x\x00"} {
		f.Add("a>4,b notin (1,2),!c", "a\n"+value)
		f.Add("a<9223372036854775807", "a\n"+value)
	}
	f.Fuzz(func(t *testing.T, text, pairs string) {
		if strings.Contains(text, "\x00") {
			return
		}
		set := labels.Set{}
		fields := strings.Split(pairs, "\n")
		for i := 0; i+1 < len(fields); i += 2 {
			set[fields[i]] = fields[i+1]
		}
		checkMatches(t, text, set)
	})
}

// checkMatches compares every function that matches with apimachinery's, and with Explain.
func checkMatches(t *testing.T, text string, set labels.Set) {
	t.Helper()
	theirs, err := kubelabels.Parse(text)
	if err != nil {
		return
	}
	s, err := selector.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	want := theirs.Matches(kubelabels.Set(set))
	if got := s.Matches(set); got != want {
		t.Fatalf("%s on %q: %t, apimachinery: %t", s, set, got, want)
	}
	if got := s.MatchesFunc(set.Lookup); got != want {
		t.Fatalf("MatchesFunc: %s on %q: %t, apimachinery: %t", s, set, got, want)
	}
	adapter := s.Kubernetes()
	if got := adapter.Matches(kubelabels.Set(set)); got != want {
		t.Fatalf("Kubernetes: %s on %q: %t, apimachinery: %t", s, set, got, want)
	}
	if got := adapter.Matches(set); got != want {
		t.Fatalf("Kubernetes, on labels of another type: %s on %q: %t, apimachinery: %t", s, set, got, want)
	}
	all := true
	for r := range s.Requirements() {
		all = all && r.Matches(set)
	}
	if mismatches := s.Explain(set); all != want || (len(mismatches) == 0) != want {
		t.Fatalf("%s on %q: all requirements hold: %t; mismatches %v; apimachinery: %t", s, set, all, mismatches, want)
	}
	// The canonical text means the same to apimachinery.
	if again, err := kubelabels.Parse(s.String()); err != nil || again.Matches(kubelabels.Set(set)) != want {
		t.Fatalf("apimachinery gives %q another meaning: %v", s, err)
	}
}

func TestExplain(t *testing.T) {
	s := selector.MustParse("app=web,!canary,cpu>4,mem<8,tier in (a,b),zone")
	var got []string
	for _, m := range s.Explain(labels.Set{"app": "db", "canary": "yes", "cpu": "many", "mem": "9", "other": "x"}) {
		got = append(got, m.String())
	}
	want := []string{
		`app=web: label app is "db"`,
		`!canary: label canary is present, with value "yes"`,
		`cpu>4: label cpu is "many", which isn't a 64-bit integer`,
		`mem<8: label mem is "9"`,
		`tier in (a,b): label tier is absent`,
		`zone: label zone is absent`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	tooGreat := selector.MustParse("a>4").Explain(labels.Set{"a": "9223372036854775808"})
	if got, want := tooGreat[0].String(), `a>4: label a is "9223372036854775808", which isn't a 64-bit integer`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mismatch := s.Explain(nil)[0]
	if mismatch.Present || mismatch.Value != "" || mismatch.Requirement.Key() != "app" {
		t.Errorf("got %+v", mismatch)
	}
	if got := s.Explain(labels.Set{"app": "web", "cpu": "5", "mem": "7", "tier": "a", "zone": ""}); got != nil {
		t.Errorf("labels that match: %v", got)
	}
}
