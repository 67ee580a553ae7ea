// Package codec reads Jobs from files and writes them, in the version that they have. Nothing is
// converted, defaulted or dropped on the way.
//
// Reading is strict: an unknown or duplicate field, a value of the wrong type, and a kind other
// than Job, JobList and List are errors. All errors of a file are reported, each with the number
// of its document, and its line if that is known.
package codec

import (
	"errors"
	"fmt"
	"io"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/examples/manifest/internal/decode"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// Codec reads and writes Jobs.
type Codec struct {
	Scheme   *runtime.Scheme
	yaml     runtime.Decoder
	json     runtime.Decoder
	encoders map[string]runtime.Encoder
}

// New returns a Codec for the versions that the library has.
func New() *Codec {
	scheme := install.NewScheme()
	scheme.AddKnownTypes(schema.GroupVersion{Version: "v1"}, &metav1.List{})
	serializer := func(options jsonserializer.SerializerOptions) runtime.Serializer {
		return jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme, options)
	}
	return &Codec{
		Scheme: scheme,
		yaml:   serializer(jsonserializer.SerializerOptions{Strict: true, Yaml: true}),
		json:   serializer(jsonserializer.SerializerOptions{Strict: true}),
		encoders: map[string]runtime.Encoder{
			"yaml": serializer(jsonserializer.SerializerOptions{Yaml: true}),
			"json": serializer(jsonserializer.SerializerOptions{Pretty: true}),
		},
	}
}

// Encoder returns the encoder for yaml or json, nil for any other format.
func (c *Codec) Encoder(format string) runtime.Encoder { return c.encoders[format] }

// Source says where an object or a problem is in the input.
type Source struct {
	File     string
	Document int    // from 1
	Line     int    // of the file, 0 if it is unknown
	Item     string // of a List, such as items[2], "" for the document itself
}

// String returns the source as it starts a message.
func (s Source) String() string {
	text := fmt.Sprintf("%s: document %d", s.File, s.Document)
	if s.Line > 0 {
		text += fmt.Sprintf(", line %d", s.Line)
	}
	if s.Item != "" {
		text += ", " + s.Item
	}
	return text
}

// Object is a Job or JobList of the input.
type Object struct {
	Source
	runtime.Object
}

// String returns the source of the object.
func (o Object) String() string { return o.Source.String() }

// ReadFiles returns the objects in the files, and all errors that it meets. The file
// [input.Stdin], and no file at all, mean stdin.
func (c *Codec) ReadFiles(files []string, stdin io.Reader) ([]Object, error) {
	if len(files) == 0 {
		files = []string{input.Stdin}
	}
	var objects []Object
	var errs []error
	for _, file := range files {
		read, err := c.readFile(file, stdin)
		objects = append(objects, read...)
		errs = append(errs, err)
	}
	return objects, errors.Join(errs...)
}

func (c *Codec) readFile(file string, stdin io.Reader) ([]Object, error) {
	var data []byte
	var err error
	if file == input.Stdin {
		file = "standard input"
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	docs := input.Split(data)
	if len(docs) == 0 {
		return nil, fmt.Errorf("%s: no documents", file)
	}
	var objects []Object
	var errs []error
	for _, doc := range docs {
		read, problems := c.decode(doc, Source{File: file, Document: doc.Number})
		objects = append(objects, read...)
		for _, p := range problems {
			errs = append(errs, p)
		}
	}
	return objects, errors.Join(errs...)
}

// decode returns the Jobs in a document, or in an item of a List.
func (c *Codec) decode(doc input.Document, source Source) (objects []Object, problems []*problem) {
	located := locate.New(source.File, doc)
	if rest := decode.Trailing(located); rest != nil {
		source.Line = rest.Line
		return nil, []*problem{{source, rest.Message}}
	}
	decoder, data := c.yaml, doc.Data
	if text, ok := decode.Merged(located); ok {
		decoder, data = c.json, text
	}
	if doc.JSON {
		decoder = c.json
	}
	obj, gvk, err := decoder.Decode(data, nil, nil)
	if gvk != nil && gvk.Version == runtime.APIVersionInternal { // the hub, which has no wire format
		return nil, []*problem{{source, unknownKind(gvk)}}
	}
	if err != nil {
		return nil, explain(decoder, doc, source, gvk, err)
	}
	switch obj := obj.(type) {
	case *batchv1.Job, *batchv1.JobList, *extensionsv1beta1.Job, *extensionsv1beta1.JobList:
		return []Object{{source, obj}}, nil
	case *metav1.List:
		for i, raw := range obj.Items {
			item := source
			item.Item = locate.Index(locate.Join(source.Item, "items"), i)
			read, found := c.decode(input.Document{Number: doc.Number, Data: raw.Raw, JSON: true}, item)
			objects = append(objects, read...)
			problems = append(problems, found...)
		}
		return objects, problems
	default: // the scheme has other kinds, such as the options of requests
		return nil, []*problem{{source, unknownKind(gvk)}}
	}
}
