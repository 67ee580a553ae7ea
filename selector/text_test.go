package selector_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/url"
	"testing"

	"github.com/jobapi/jobapi/selector"
)

func TestText(t *testing.T) {
	type config struct {
		Pods selector.Selector `json:"pods"`
	}
	var c config
	if err := json.Unmarshal([]byte(`{"pods": "tier in (b, a),app=web"}`), &c); err != nil || c.Pods.String() != "app=web,tier in (a,b)" {
		t.Errorf("got %q, %v", c.Pods, err)
	}
	err := json.Unmarshal([]byte(`{"pods": "a not in (b)"}`), &c)
	if _, ok := errors.AsType[*selector.SyntaxError](err); !ok || c.Pods.String() != "app=web,tier in (a,b)" {
		t.Errorf("got %v, and %q want the old value", err, c.Pods)
	}
	if data, err := json.Marshal(c); err != nil || string(data) != `{"pods":"app=web,tier in (a,b)"}` {
		t.Errorf("got %s, %v", data, err)
	}

	var s selector.Selector
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&s, "l", selector.MustParse("app=web"), "")
	if s.String() != "app=web" {
		t.Errorf("default of the flag: %q", s)
	}
	if err := flags.Parse([]string{"-l", "a=b"}); err != nil || s.String() != "a=b" {
		t.Errorf("flag: %q, %v", s, err)
	}
	if err := flags.Parse([]string{"-l", "a b"}); err == nil || s.String() != "a=b" {
		t.Errorf("malformed flag: %q, %v", s, err)
	}

	text := []byte("a=b")
	if err := s.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	clear(text)
	if s.String() != "a=b" {
		t.Errorf("clearing the bytes changed it to %q", s)
	}
	if got, err := s.AppendText([]byte("-l ")); err != nil || string(got) != "-l a=b" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestQuery(t *testing.T) {
	s, err := selector.FromQuery(url.Values{"labelSelector": {"a=1", "b=2"}, "limit": {"5"}})
	if err != nil || s.String() != "a=1" {
		t.Errorf("got %q, %v", s, err)
	}
	if s, err := selector.FromQuery(nil); err != nil || !s.Equal(selector.Everything()) {
		t.Errorf("no query: %q, %v", s, err)
	}
	_, err = selector.FromQuery(url.Values{"labelSelector": {"a:1"}})
	if _, ok := errors.AsType[*selector.SyntaxError](err); !ok {
		t.Errorf("got %v", err)
	}
	if got := selector.Everything().Query(); got == nil || len(got) != 0 {
		t.Errorf("the query of everything: %v", got)
	}
	if got := selector.MustParse("a in (x,y)").Query().Encode(); got != "labelSelector=a+in+%28x%2Cy%29" {
		t.Errorf("got %q", got)
	}
}
