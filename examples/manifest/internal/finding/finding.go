// Package finding defines what lint reports: a [Finding] is one problem at one position of the
// input, and a [List] holds the findings of one file.
//
// The package knows nothing of how problems are found or printed. The JSON form of a Finding is
// what `manifest lint -o json` prints, so its keys must not change.
package finding

import (
	"cmp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Severity says whether a finding makes lint fail.
type Severity string

// The severities. Only errors affect the exit status.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// The types of findings that the tool adds to those of [field.ErrorType].
const (
	UnknownField    = "UnknownField"
	DuplicateField  = "DuplicateField"
	Malformed       = "Malformed"
	LeftOver        = "LeftOver"
	Overlap         = "Overlap"
	ReservedPrefix  = "ReservedPrefix"
	ServerWarning   = "Warning"
	Unreadable      = "Unreadable"
	TooManyFindings = "TooManyFindings"
)

// descriptions explains each type of finding in a sentence.
var descriptions = map[string]string{
	UnknownField:    "The kind has no field with this name.",
	DuplicateField:  "The same field is set twice.",
	Malformed:       "The text is not valid YAML or JSON, or a value has the wrong type.",
	LeftOver:        "The selector or labels were generated for the Job that this one was copied from.",
	Overlap:         "Two controllers select the same pods.",
	ReservedPrefix:  "The prefix of the label is reserved for Kubernetes.",
	ServerWarning:   "Kubernetes accepts the value with a warning.",
	Unreadable:      "The file or folder cannot be read.",
	TooManyFindings: "The file has more findings than are listed.",

	string(field.ErrorTypeRequired):     "A required value is missing.",
	string(field.ErrorTypeInvalid):      "The value is not allowed for this field.",
	string(field.ErrorTypeDuplicate):    "The value must be unique.",
	string(field.ErrorTypeNotSupported): "The value is not one of the supported values.",
	string(field.ErrorTypeForbidden):    "The field must not be set here.",
	string(field.ErrorTypeTooLong):      "The value is too long.",
	string(field.ErrorTypeTooMany):      "There are too many values.",
	string(field.ErrorTypeTypeInvalid):  "The value has the wrong type.",
	string(field.ErrorTypeNotFound):     "The value refers to something that does not exist.",
	string(field.ErrorTypeInternal):     "The value could not be checked.",
}

// Description explains a type of finding in a sentence. It is empty for an unknown type.
func Description(findingType string) string { return descriptions[findingType] }

// Finding is one problem in the input.
type Finding struct {
	Position
	Severity Severity `json:"severity"`
	Type     string   `json:"type"`
	Path     string   `json:"path"` // of the field in its Job, "" for the document as a whole
	Message  string   `json:"message"`
	Own      bool     `json:"own"` // kube-apiserver would not report it
}

// Position is a place in the input.
type Position struct {
	File     string  `json:"file"`
	Document int     `json:"document"` // from 1, 0 for the file as a whole
	Line     int     `json:"line"`     // from 1
	Column   int     `json:"column"`   // from 1, in characters
	Excerpt  Excerpt `json:"-"`
}

// maxMessage is how many bytes of a message a Finding keeps. Messages quote values, which can
// be as large as a document.
const maxMessage = 4096

// New returns a finding at a position. It truncates long messages.
func New(at Position, severity Severity, findingType, path, message string) Finding {
	return Finding{Position: at, Severity: severity, Type: findingType, Path: path, Message: Truncate(message, maxMessage)}
}

// ByPosition compares findings of one file by line and column.
func ByPosition(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// Truncate returns at most size bytes of text, in whole characters, with three dots in place of
// the rest. The result does not keep a longer text in memory.
func Truncate(text string, size int) string {
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
