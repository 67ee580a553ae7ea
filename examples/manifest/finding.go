package main

import (
	"cmp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// severity says what a finding does to the exit status.
type severity string

const (
	errorSeverity   severity = "error"
	warningSeverity severity = "warning"
)

// The types of findings, beside those of field.ErrorType.
const (
	unknownField   = "UnknownField"
	duplicateField = "DuplicateField"
	malformed      = "Malformed"
	leftOver       = "LeftOver"
	overlap        = "Overlap"
	reservedPrefix = "ReservedPrefix"
	warning        = "Warning"
	unreadable     = "Unreadable"
	tooMany        = "TooManyFindings"
)

// ruleTexts describes each type of finding in a sentence, for programs that show rules.
var ruleTexts = map[string]string{
	unknownField:   "The kind has no such field.",
	duplicateField: "The same field stands there twice.",
	malformed:      "The text is no YAML or JSON, or a value has the wrong type.",
	leftOver:       "Selector or labels were generated for the Job that this one was copied from.",
	overlap:        "Two controllers select the same pods.",
	reservedPrefix: "The prefix of the label is reserved for Kubernetes.",
	warning:        "Kubernetes accepts it, and warns.",
	unreadable:     "The file or folder cannot be read.",
	tooMany:        "The Job has more findings than are listed.",

	string(field.ErrorTypeRequired):     "A value is missing.",
	string(field.ErrorTypeInvalid):      "The value is not one that the field may have.",
	string(field.ErrorTypeDuplicate):    "The value must be unique.",
	string(field.ErrorTypeNotSupported): "The value is not one of those to choose from.",
	string(field.ErrorTypeForbidden):    "The field may not be set here.",
	string(field.ErrorTypeTooLong):      "The value is too long.",
	string(field.ErrorTypeTooMany):      "There are too many values.",
	string(field.ErrorTypeTypeInvalid):  "The value has the wrong type.",
	string(field.ErrorTypeNotFound):     "What the value refers to does not exist.",
	string(field.ErrorTypeInternal):     "The value could not be checked.",
}

// finding is one thing that is to be said of the input. The fields with tags are what
// programs get.
type finding struct {
	File     string   `json:"file"`
	Document int      `json:"document"` // 0 for the file as a whole
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Severity severity `json:"severity"`
	Type     string   `json:"type"`
	Path     string   `json:"path"` // of the field in its Job, "" for the document as a whole
	Message  string   `json:"message"`
	Own      bool     `json:"own"` // kube-apiserver would not report it

	Excerpt excerpt `json:"-"`
}

// excerpt is the line of the input that a finding is about.
type excerpt struct {
	Text  string // "" if it is not known
	Caret int    // column in Text that the finding is about, from 1
}

// maxMessage is how many bytes of a message are kept: values stand in them, which can be as
// large as a document.
const maxMessage = 4096

// about returns a finding for the place.
func (at position) about(s severity, kind, path, message string) finding {
	return finding{
		File: at.file, Document: at.document, Line: at.line, Column: at.column, Excerpt: at.excerpt,
		Severity: s, Type: kind, Path: path, Message: cut(message, maxMessage),
	}
}

// ofFile returns a finding for a file from a line on.
func ofFile(file string, line int, kind, message string) finding {
	f := position{file: file, line: line, column: 1}.about(errorSeverity, kind, "", message)
	f.Own = kind == unreadable // a server sees no files
	return f
}

// byPlace compares findings of one file by where they are.
func byPlace(a, b finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// cut returns at most size bytes of text, whole characters, with three dots for what is
// missing. The result does not keep a longer text in memory.
func cut(text string, size int) string {
	const dots = "..."
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) <= size {
		return text
	}
	end := 0
	for i := range text {
		if i > size-len(dots) {
			break
		}
		end = i
	}
	return strings.Clone(text[:end]) + dots
}
