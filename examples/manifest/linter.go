package main

import (
	"errors"
	"io"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/install"
)

const (
	// maxDocument is how many bytes a document may have. A server takes no object of more than
	// 3 MiB, but Lists can be larger.
	maxDocument = 8 << 20
	// bigDocument is from what size on documents are read one at a time: parsed, they take
	// many times the memory.
	bigDocument = 512 << 10
)

// linter reads files and judges what is in them.
type linter struct {
	scheme *runtime.Scheme
	keys   batch.SelectorLabels
	stdin  io.Reader
	big    sync.Mutex   // held while a big document is in memory
	done   atomic.Int64 // files
}

func newLinter(stdin io.Reader) *linter {
	return &linter{scheme: install.NewScheme(), keys: batch.KubernetesSelectorLabels(), stdin: stdin}
}

// result is what has been found in one file.
type result struct {
	findings    pile
	tally       tally
	controllers []*controller
	jobs        int
	others      int // objects that are no Jobs
}

// add adds the findings of a document, or of the file where its reading ended.
func (r *result) add(findings ...finding) {
	slices.SortStableFunc(findings, byPlace)
	for _, f := range findings {
		r.tally.count(f)
		r.findings.add(f)
	}
}

// lint reads the files, several at a time, and returns what is wrong in them and between them.
func (l *linter) lint(files []source, possible bool) report {
	results := make([]result, len(files))
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
				l.done.Add(1)
			}
		})
	}
	workers.Wait()

	found := report{tally: tally{}, files: len(files)}
	var controllers []*controller
	for _, r := range results {
		controllers = append(controllers, r.controllers...)
		found.jobs += r.jobs
		found.others += r.others
		found.tally.add(r.tally)
	}
	between := map[string][]finding{}
	for _, f := range overlaps(controllers, possible) {
		between[f.File] = append(between[f.File], f)
		found.tally.count(f)
	}
	found.unreadable = slices.Contains(found.tally.types(), unreadable)
	found.findings = func(yield func(finding) bool) {
		for i, r := range results {
			for f := range merged(r.findings.all(), between[files[i].name]) {
				if !yield(f) {
					return
				}
			}
		}
	}
	return found
}

// file reads one file.
func (l *linter) file(s source) result {
	r := result{tally: tally{}}
	in, err := s.open(l.stdin)
	if err != nil {
		r.add(ofFile(s.name, 1, unreadable, reason(err)))
		return r
	}
	defer func() { _ = in.Close() }() // it was only read
	text := transform.NewReader(in, unicode.BOMOverride(transform.Nop))
	line, err := eachDocument(text, maxDocument, func(doc document) bool {
		return l.document(&nodes{file: s.name, document: doc}, &r)
	})
	switch {
	case errors.Is(err, errTooLarge):
		r.add(ofFile(s.name, line, malformed, "more than 8 MiB without a line with ---: no server takes an object of that size, and a stream of JSON has to be cut; the file is not read any further"))
	case err != nil:
		r.add(ofFile(s.name, line, unreadable, reason(err)))
	}
	return r
}

// document judges one document, and reports whether it makes sense to read on.
func (l *linter) document(n *nodes, r *result) bool {
	if len(n.data) > bigDocument {
		l.big.Lock()
		defer l.big.Unlock()
	}
	text, duplicates, problem := parseDocument(n)
	if problem != nil {
		r.add(*problem)
		return problem.Message != binaryData
	}
	var findings []finding
	if rest := trailing(n); rest != nil {
		findings = append(findings, *rest)
	}
	eachItem(item{nodes: n, text: text, duplicates: duplicates}, 0, func(it item) {
		if !isJob(l.scheme, it.gvk) {
			r.others++
			if c := controllerOf(it); c != nil {
				r.controllers = append(r.controllers, c)
			}
			return
		}
		r.jobs++
		j := judge{scheme: l.scheme, keys: l.keys}
		if job := j.job(it); job != nil {
			r.controllers = append(r.controllers, jobController(it, job))
		}
		findings = append(findings, j.all(it)...)
	}, func(f finding) {
		findings = append(findings, f)
	})
	r.add(findings...)
	return true
}
