// Package lint checks the Jobs in YAML and JSON files. It reports what kube-apiserver would say if
// it were asked to create them, and some mistakes that kube-apiserver accepts.
//
// [Run] reads the files, several at a time, and checks each Job by itself: decode strictly, set
// defaults, generate the selector, validate. Then it compares the selectors of all controllers.
// A document is forgotten once it is checked: one or two KiB of each controller remain until the
// end, and at most [finding.Limit] findings of each file. Package output prints the report.
package lint

import (
	"errors"
	"io"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/examples/manifest/internal/decode"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

const (
	// maxDocument is how many bytes a document may have. A server takes no object of more than
	// 3 MiB, but Lists can be larger.
	maxDocument = 8 << 20
	// largeDocument is the size from which on documents are parsed one at a time, since that
	// takes many times their size.
	largeDocument = 512 << 10
)

// Options are the choices of the user.
type Options struct {
	PossibleOverlaps bool   // also report selectors that could overlap, though no template in the input shows it
	ServerOnly       bool   // report only what kube-apiserver would report
	FileDone         func() // if not nil, called after each file, from several goroutines
}

// Report is what Run found.
type Report struct {
	Files  []File // in the order of the input
	Jobs   int
	Others int // objects that are not Jobs
}

// File is what Run found in one file.
type File struct {
	Name     string
	Findings []finding.Finding // as finding.List returns them
	Errors   int               // the number of all errors, listed or not
	Warnings int
	Err      error // why the file can't be read to its end
}

// Errors returns the number of errors.
func (r Report) Errors() int {
	n := 0
	for _, f := range r.Files {
		n += f.Errors
	}
	return n
}

// Warnings returns the number of warnings.
func (r Report) Warnings() int {
	n := 0
	for _, f := range r.Files {
		n += f.Warnings
	}
	return n
}

// ExitStatus returns the exit status of the command: 2 if a file can't be read, else 1 if there are
// errors, else 0.
func (r Report) ExitStatus() int {
	switch {
	case slices.ContainsFunc(r.Files, func(f File) bool { return f.Err != nil }):
		return 2
	case r.Errors() > 0:
		return 1
	}
	return 0
}

// Run checks the Jobs in the files. It reads the file [input.Stdin] from stdin.
func Run(files []input.File, stdin io.Reader, options Options) Report {
	l := &linter{Options: options, scheme: install.NewScheme(), keys: batch.KubernetesSelectorLabels(), stdin: stdin}
	results := make([]*result, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(goruntime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				results[i] = l.file(files[i])
				if l.FileDone != nil {
					l.FileDone()
				}
			}
		})
	}
	workers.Wait()
	if !l.ServerOnly {
		l.overlaps(results)
	}

	var report Report
	for _, r := range results {
		report.Files = append(report.Files, File{
			Name:     r.name,
			Findings: r.list.Findings(),
			Errors:   r.list.Count(finding.Error),
			Warnings: r.list.Count(finding.Warning),
			Err:      r.err,
		})
		report.Jobs += r.jobs
		report.Others += r.others
	}
	return report
}

// linter is what all files share.
type linter struct {
	Options
	scheme *runtime.Scheme
	keys   batch.SelectorLabels
	stdin  io.Reader
	large  sync.Mutex // held while a large document is parsed
}

// result is what is found in one file.
type result struct {
	name         string
	serverOnly   bool
	list         finding.List
	controllers  []controller
	jobs, others int
	err          error
}

// add adds a finding.
func (r *result) add(f finding.Finding) {
	if !f.Own || !r.serverOnly {
		r.list.Add(f)
	}
}

// unreadable records that the file can't be read from a line on.
func (r *result) unreadable(line int, err error) {
	r.err = err
	f := finding.New(finding.Position{File: r.name, Line: line, Column: 1}, finding.Error, finding.Unreadable, "", input.Reason(err))
	f.Own = true // a server sees no files
	r.add(f)
}

// file checks one file.
func (l *linter) file(file input.File) *result {
	r := &result{name: file.Name, serverOnly: l.ServerOnly}
	in, err := file.Open(l.stdin)
	if err != nil {
		r.unreadable(1, err)
		return r
	}
	defer func() { _ = in.Close() }() // nothing was written
	for doc, err := range input.Documents(in, maxDocument) {
		switch {
		case errors.Is(err, input.ErrTooLarge):
			r.add(finding.New(finding.Position{File: r.name, Line: doc.Line, Column: 1}, finding.Error, finding.Malformed, "",
				"more than 8 MiB without a line with ---: no server takes an object of that size, divide the file; the rest of it is not read"))
		case err != nil:
			r.unreadable(doc.Line, err)
		case !l.document(locate.New(r.name, doc), r):
			return r
		}
	}
	return r
}

// document checks one document. It returns false if the rest of the file is not worth reading.
func (l *linter) document(doc *locate.Document, r *result) bool {
	if len(doc.Data) > largeDocument {
		l.large.Lock()
		defer l.large.Unlock()
	}
	text, duplicates, problem := decode.JSON(doc)
	if problem != nil {
		r.add(*problem)
		return problem.Message != decode.BinaryData
	}
	if rest := decode.Trailing(doc); rest != nil {
		r.add(*rest)
	}
	decode.Items(doc, text, duplicates, func(it decode.Item) { l.object(it, r) }, r.add)
	return true
}

// object checks one object if it is a Job.
func (l *linter) object(it decode.Item, r *result) {
	if it.GVK.Kind != "Job" || it.GVK.Version == runtime.APIVersionInternal || !l.scheme.Recognizes(it.GVK) {
		r.others++
		if c, ok := otherController(it); ok {
			r.controllers = append(r.controllers, c)
		}
		return
	}
	r.jobs++
	c := jobCheck{linter: l, item: it, result: r}
	if job := c.check(); job != nil {
		r.controllers = append(r.controllers, jobController(it, job))
	}
}
