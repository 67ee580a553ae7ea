package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
)

// stdinName stands for standard input on the command line.
const stdinName = "-"

// codec reads and writes objects of the versions that they have: nothing is converted or
// filled in on the way.
type codec struct {
	scheme   *runtime.Scheme
	decoders map[bool]runtime.Decoder // by whether the document is JSON
	encoders map[string]runtime.Encoder
}

func newCodec() *codec {
	scheme := install.NewScheme()
	scheme.AddKnownTypes(schema.GroupVersion{Version: "v1"}, &metav1.List{})
	serializer := func(options jsonserializer.SerializerOptions) runtime.Serializer {
		return jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme, options)
	}
	return &codec{
		scheme: scheme,
		decoders: map[bool]runtime.Decoder{
			true:  serializer(jsonserializer.SerializerOptions{Strict: true}),
			false: serializer(jsonserializer.SerializerOptions{Strict: true, Yaml: true}),
		},
		encoders: map[string]runtime.Encoder{
			"yaml": serializer(jsonserializer.SerializerOptions{Yaml: true}),
			"json": serializer(jsonserializer.SerializerOptions{Pretty: true}),
		},
	}
}

// place is where something stands in the input.
type place struct {
	file     string
	document int
	line     int    // in the file; 0 if the parser did not say
	item     string // of a List, such as items[2]; empty for the document itself
}

func (p place) String() string {
	where := fmt.Sprintf("%s: document %d", p.file, p.document)
	if p.line > 0 {
		where += fmt.Sprintf(", line %d", p.line)
	}
	if p.item != "" {
		where += ", " + p.item
	}
	return where
}

// object is a Job or JobList of the input.
type object struct {
	place
	runtime.Object
}

// problem is what is wrong with one document.
type problem struct {
	place
	message string
}

// Error says where it is, then what it is.
func (p *problem) Error() string {
	return p.String() + ": " + p.message
}

// readFile returns the objects of a file, and all that is wrong with it.
func (c *codec) readFile(file string, stdin io.Reader) ([]object, error) {
	var data []byte
	var err error
	if file == stdinName {
		file = "standard input"
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	docs := split(data)
	if len(docs) == 0 {
		return nil, fmt.Errorf("%s: no documents", file)
	}
	var objects []object
	var problems []error
	for _, doc := range docs {
		read, found := c.decode(doc, place{file: file, document: doc.number})
		objects = append(objects, read...)
		for _, p := range found {
			problems = append(problems, p)
		}
	}
	return objects, errors.Join(problems...)
}

// decode reads one document, or one item of a List, and returns the Jobs in it.
func (c *codec) decode(doc document, at place) (objects []object, problems []*problem) {
	if rest := trailing(&nodes{document: doc}); rest != nil {
		at.line = rest.Line
		return nil, []*problem{{at, rest.Message}}
	}
	obj, gvk, err := c.decoders[doc.json].Decode(doc.data, nil, nil)
	if gvk != nil && gvk.Version == runtime.APIVersionInternal { // the hub, which has no wire format
		return nil, []*problem{{at, unknownKind(gvk)}}
	}
	if err != nil {
		for _, p := range explain(c.decoders[doc.json], doc, gvk, err) {
			p.file, p.document, p.item = at.file, at.document, at.item
			problems = append(problems, p)
		}
		return nil, problems
	}
	switch obj := obj.(type) {
	case *batchv1.Job, *batchv1.JobList, *extensionsv1beta1.Job, *extensionsv1beta1.JobList:
		return []object{{at, obj}}, nil
	case *metav1.List:
		for i, raw := range obj.Items {
			inner := at
			inner.item = strings.TrimPrefix(fmt.Sprintf("%s.items[%d]", at.item, i), ".")
			read, found := c.decode(document{number: doc.number, data: raw.Raw, json: true}, inner)
			objects = append(objects, read...)
			problems = append(problems, found...)
		}
		return objects, problems
	default: // the scheme has more than Jobs, such as the options of requests
		return nil, []*problem{{at, unknownKind(gvk)}}
	}
}

// lineNumber is how the YAML parser speaks of a line, counted from the start of the document.
var lineNumber = regexp.MustCompile(`\bline (\d+): `)

// explain turns what a decoder says into problems, one for each thing that it found.
func explain(decoder runtime.Decoder, doc document, gvk *schema.GroupVersionKind, err error) []*problem {
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		var problems []*problem
		for _, err := range strict.Errors() {
			for text := range strings.Lines(err.Error()) {
				text = strings.TrimSpace(text)
				if text != "yaml: unmarshal errors:" {
					problems = append(problems, newProblem(doc, text))
				}
			}
		}
		return problems
	}
	switch {
	case runtime.IsMissingKind(err):
		return []*problem{newProblem(doc, "kind is missing")}
	case runtime.IsMissingVersion(err):
		return []*problem{newProblem(doc, "apiVersion is missing")}
	case runtime.IsNotRegisteredError(err):
		return []*problem{newProblem(doc, unknownKind(gvk))}
	}
	message := err.Error()
	if root, err := parseValue(doc.data); err == nil {
		if fields, ok := root.(map[string]any); !ok {
			message = "want an object with apiVersion and kind"
		} else if path := culprit(decoder, fields); path != "" {
			message = path + ": " + message
		}
	}
	return []*problem{newProblem(doc, message)}
}

// newProblem moves a line number from the text, where it counts from the document's first
// line, to the problem, where it counts from the file's.
func newProblem(doc document, text string) *problem {
	p := &problem{message: text}
	if at := lineNumber.FindStringSubmatchIndex(text); at != nil {
		if n, err := strconv.Atoi(text[at[2]:at[3]]); err == nil {
			p.line = doc.line + n - 1
			p.message = text[:at[0]] + text[at[1]:]
		}
	}
	return p
}

func unknownKind(gvk *schema.GroupVersionKind) string {
	return fmt.Sprintf("kind %s of %s is not known: want Job or JobList of batch/v1 or extensions/v1beta1, or List of v1",
		gvk.Kind, gvk.GroupVersion())
}
