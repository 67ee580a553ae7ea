package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name string
		data string
		want []document
	}{
		{name: "nothing", data: ""},
		{name: "comments and directives", data: "%YAML 1.1\n# a\n---\n\n# b\n"},
		{name: "one", data: "a: 1\nb: 2\n", want: []document{{number: 1, line: 1, data: []byte("a: 1\nb: 2\n")}}},
		{
			name: "marker before the first and after the last",
			data: "---\na: 1\n---\n",
			want: []document{{number: 1, line: 1, data: []byte("   \na: 1\n")}},
		},
		{
			name: "two, Windows line ends",
			data: "a: 1\r\n---\r\nb: 2\r\n",
			want: []document{
				{number: 1, line: 1, data: []byte("a: 1\r\n")},
				{number: 2, line: 2, data: []byte("   \r\nb: 2\r\n")},
			},
		},
		{
			name: "empty documents do not count",
			data: "a: 1\n---\n# nothing\n---\nb: 2\n",
			want: []document{{number: 1, line: 1, data: []byte("a: 1\n")}, {number: 2, line: 4, data: []byte("   \nb: 2\n")}},
		},
		{
			name: "contents beside the marker",
			data: "--- {a: 1}\n...\n--- {b: 2}",
			want: []document{{number: 1, line: 1, data: []byte("    {a: 1}\n")}, {number: 2, line: 3, data: []byte("    {b: 2}")}},
		},
		{
			name: "a document after three dots",
			data: "a: 1\n...\nb: 2\n",
			want: []document{{number: 1, line: 1, data: []byte("a: 1\n")}, {number: 2, line: 2, data: []byte("\nb: 2\n")}},
		},
		{
			name: "dashes that mark nothing",
			data: "a: |\n  ---\nb: ---x\n----: 1\n",
			want: []document{{number: 1, line: 1, data: []byte("a: |\n  ---\nb: ---x\n----: 1\n")}},
		},
		{
			name: "a stream of JSON",
			data: "\xef\xbb\xbf\n{\"a\": 1}\n\n {\"b\":\n2}{}",
			want: []document{
				{number: 1, line: 2, data: []byte(`{"a": 1}`), json: true},
				{number: 2, line: 4, column: 1, data: []byte("{\"b\":\n2}"), json: true},
				{number: 3, line: 5, column: 2, data: []byte("{}"), json: true},
			},
		},
		{
			name: "JSON between markers",
			data: "{\"a\": 1}\n---\n{\"b\": 2}\n",
			want: []document{
				{number: 1, line: 1, data: []byte(`{"a": 1}`), json: true},
				{number: 2, line: 3, data: []byte(`{"b": 2}`), json: true},
			},
		},
		{
			name: "YAML in braces",
			data: "{a: 1}\n",
			want: []document{{number: 1, line: 1, data: []byte("{a: 1}\n")}},
		},
		{
			name: "half a stream of JSON",
			data: "{\"a\": 1}\n{\"b\": ",
			want: []document{
				{number: 1, line: 1, data: []byte(`{"a": 1}`), json: true},
				{number: 2, line: 2, data: []byte("{\"b\": ")},
			},
		},
		{
			name: "a comment after JSON",
			data: "{\"a\": 1} # b\n",
			want: []document{{number: 1, line: 1, data: []byte(`{"a": 1}`), json: true}},
		},
		{
			name: "files with marks, put together",
			data: "\xef\xbb\xbfa: 1\n---\n\xef\xbb\xbfb: 2\n--- \xef\xbb\xbf{\"c\": 3}\n",
			want: []document{
				{number: 1, line: 1, data: []byte("a: 1\n")},
				{number: 2, line: 2, data: []byte("   \nb: 2\n")},
				{number: 3, line: 4, column: 4, data: []byte(`{"c": 3}`), json: true},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, split([]byte(tt.data)), cmp.AllowUnexported(document{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
