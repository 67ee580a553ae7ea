package output_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
	"github.com/jobapi/jobapi/examples/manifest/internal/output"
)

// report returns a report on two files, one of which can't be read.
func report() lint.Report {
	at := finding.Position{File: "jobs.yaml", Document: 2, Line: 7, Column: 3, Excerpt: finding.Excerpt{Text: "\ta: \x1b1", Caret: 2}}
	var list finding.List
	list.Add(finding.New(at, finding.Error, finding.UnknownField, "spec.a", "unknown\nfield"))
	for range finding.Limit {
		list.Add(finding.New(at, finding.Warning, finding.ServerWarning, "", "message"))
	}
	findings := list.Findings()
	findings = append(findings[:1], findings[finding.Limit:]...) // one finding and the number of the others
	return lint.Report{
		Files: []lint.File{
			{Name: "jobs.yaml", Findings: findings, Errors: list.Count(finding.Error), Warnings: list.Count(finding.Warning)},
			{Name: "none.yaml", Errors: 1, Err: fs.ErrNotExist},
		},
		Jobs:   1,
		Others: 2,
	}
}

func TestFormats(t *testing.T) {
	want := map[string]string{
		"text": "jobs.yaml:7:3: error: spec.a: unknown; field\n" +
			"  \ta: \ufffd1\n" +
			"  \t^\n" +
			"jobs.yaml:7:3: warning: the file has 1 more warning, not listed here\n" +
			"2 errors and 1000 warnings in 2 files, 1 Job, 2 other objects\n",
		"json": `{"file":"jobs.yaml","document":2,"line":7,"column":3,"severity":"error","type":"UnknownField","path":"spec.a","message":"unknown\nfield","own":false}` + "\n" +
			`{"file":"jobs.yaml","document":0,"line":7,"column":3,"severity":"warning","type":"TooManyFindings","path":"","message":"the file has 1 more warning, not listed here","own":false}` + "\n",
	}
	for _, format := range output.Formats {
		var out bytes.Buffer
		if err := format.Write(&out, report()); err != nil {
			t.Errorf("%s: %v", format.Name, err)
		}
		if want, ok := want[format.Name]; ok {
			if diff := cmp.Diff(want, out.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", format.Name, diff)
			}
		}
	}
}

// TestSARIFSchema checks logs under the schema of the standard.
func TestSARIFSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range []lint.Report{{}, report()} {
		var out strings.Builder
		if err := output.SARIF(&out, r); err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(out.String()))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("report %d: %v", i, err)
		}
		if want := fmt.Sprintf(`"exitCode": %d`, r.ExitStatus()); !strings.Contains(out.String(), want) {
			t.Errorf("report %d has no %s", i, want)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	for _, format := range output.Formats {
		_, w := io.Pipe()
		_ = w.CloseWithError(io.ErrClosedPipe)
		if err := format.Write(w, report()); err == nil {
			t.Errorf("%s reports no error", format.Name)
		}
	}
}
