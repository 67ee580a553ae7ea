package input_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/input"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name string
		data string
		want []input.Document
	}{
		{name: "nothing", data: ""},
		{name: "comments and directives", data: "%YAML 1.1\n# a\n---\n\n# b\n"},
		{name: "one", data: "a: 1\nb: 2\n", want: []input.Document{{Number: 1, Line: 1, Data: []byte("a: 1\nb: 2\n")}}},
		{
			name: "marker before the first and after the last",
			data: "---\na: 1\n---\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("   \na: 1\n")}},
		},
		{
			name: "two, Windows line ends",
			data: "a: 1\r\n---\r\nb: 2\r\n",
			want: []input.Document{
				{Number: 1, Line: 1, Data: []byte("a: 1\r\n")},
				{Number: 2, Line: 2, Data: []byte("   \r\nb: 2\r\n")},
			},
		},
		{
			name: "empty documents do not count",
			data: "a: 1\n---\n# nothing\n---\nb: 2\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("a: 1\n")}, {Number: 2, Line: 4, Data: []byte("   \nb: 2\n")}},
		},
		{
			name: "contents beside the marker",
			data: "--- {a: 1}\n...\n--- {b: 2}",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("    {a: 1}\n")}, {Number: 2, Line: 3, Data: []byte("    {b: 2}")}},
		},
		{
			name: "a document after three dots",
			data: "a: 1\n...\nb: 2\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("a: 1\n")}, {Number: 2, Line: 2, Data: []byte("\nb: 2\n")}},
		},
		{
			name: "dashes that mark nothing",
			data: "a: |\n  ---\nb: ---x\n----: 1\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("a: |\n  ---\nb: ---x\n----: 1\n")}},
		},
		{
			name: "a stream of JSON",
			data: "\xef\xbb\xbf\n{\"a\": 1}\n\n {\"b\":\n2}{}",
			want: []input.Document{
				{Number: 1, Line: 2, Data: []byte(`{"a": 1}`), JSON: true},
				{Number: 2, Line: 4, Column: 1, Data: []byte("{\"b\":\n2}"), JSON: true},
				{Number: 3, Line: 5, Column: 2, Data: []byte("{}"), JSON: true},
			},
		},
		{
			name: "JSON between markers",
			data: "{\"a\": 1}\n---\n{\"b\": 2}\n",
			want: []input.Document{
				{Number: 1, Line: 1, Data: []byte(`{"a": 1}`), JSON: true},
				{Number: 2, Line: 3, Data: []byte(`{"b": 2}`), JSON: true},
			},
		},
		{
			name: "YAML in braces",
			data: "{a: 1}\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte("{a: 1}\n")}},
		},
		{
			name: "half a stream of JSON",
			data: "{\"a\": 1}\n{\"b\": ",
			want: []input.Document{
				{Number: 1, Line: 1, Data: []byte(`{"a": 1}`), JSON: true},
				{Number: 2, Line: 2, Data: []byte("{\"b\": ")},
			},
		},
		{
			name: "a comment after JSON",
			data: "{\"a\": 1} # b\n",
			want: []input.Document{{Number: 1, Line: 1, Data: []byte(`{"a": 1}`), JSON: true}},
		},
		{
			name: "files with marks, put together",
			data: "\xef\xbb\xbfa: 1\n---\n\xef\xbb\xbfb: 2\n--- \xef\xbb\xbf{\"c\": 3}\n",
			want: []input.Document{
				{Number: 1, Line: 1, Data: []byte("a: 1\n")},
				{Number: 2, Line: 2, Data: []byte("   \nb: 2\n")},
				{Number: 3, Line: 4, Column: 4, Data: []byte(`{"c": 3}`), JSON: true},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, input.Split([]byte(tt.data))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// read returns the documents that r has, and the line and the error that they end with.
func read(r io.Reader, limit int) (docs []input.Document, line int, err error) {
	for doc, err := range input.Documents(r, limit) {
		if err != nil {
			return docs, doc.Line, err
		}
		docs = append(docs, doc)
	}
	return docs, 0, nil
}

// TestDocumentsInPieces reads a file byte by byte: it has the same documents.
func TestDocumentsInPieces(t *testing.T) {
	long := "a: " + strings.Repeat("x", 10_000)
	data := "\xef\xbb\xbf" + long + "\n--- {b: 1}\n...\n" + long + "\n---\n{\"c\": 1}\n{\"d\": 2}\n--- " + long + "\n---"
	want := input.Split([]byte(data))
	if len(want) != 6 {
		t.Fatalf("%d documents", len(want))
	}
	got, _, err := read(iotest.OneByteReader(strings.NewReader(data)), 11_000)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestDocumentsErrors(t *testing.T) {
	data := "a: 1\n---\nb: " + strings.Repeat("x", 10_000)
	docs, line, err := read(strings.NewReader(data), 9_000)
	if !errors.Is(err, input.ErrTooLarge) || line != 2 || len(docs) != 1 {
		t.Errorf("above the limit: line %d, %d documents, %v", line, len(docs), err)
	}
	if _, _, err = read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(data))), 11_000); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("from a reader that fails: %v", err)
	}
	if docs, _, err := read(io.LimitReader(nil, 0), 1); len(docs) > 0 || err != nil {
		t.Errorf("of nothing: %d documents, %v", len(docs), err)
	}
}

// TestDocumentsStop stops after the first of two documents.
func TestDocumentsStop(t *testing.T) {
	n := 0
	for _, err := range input.Documents(strings.NewReader("{\"a\": 1} {\"b\": 2}\n---\nc: 3\n"), 100) {
		n++
		if n == 1 && err == nil {
			break
		}
	}
	if n != 1 {
		t.Errorf("%d documents", n)
	}
}

// TestDocumentsEncodings reads what editors write in other encodings or with byte order marks.
func TestDocumentsEncodings(t *testing.T) {
	const text = "a: \u00e4\n---\nb: 1\n"
	utf16 := func(high, low int) string {
		var b strings.Builder
		for _, c := range "\ufeff" + text {
			pair := [2]byte{}
			pair[high], pair[low] = byte(c>>8), byte(c)
			b.Write(pair[:])
		}
		return b.String()
	}
	want := input.Split([]byte(text))
	for name, data := range map[string]string{
		"UTF-8 with a mark":     "\ufeff" + text,
		"UTF-16, big endian":    utf16(0, 1),
		"UTF-16, little endian": utf16(1, 0),
	} {
		if diff := cmp.Diff(want, input.Split([]byte(data))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
