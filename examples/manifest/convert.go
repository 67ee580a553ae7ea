package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/conversion"
)

// convert is the command of that name. args are what follows it on the command line.
func convert(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("convert", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	to := flags.String("to", "", "`version` to convert to: batch/v1 or extensions/v1beta1")
	format := flags.String("o", "yaml", "output `format`: yaml or json")
	defaults := flags.Bool("defaults", false, "fill in the defaults of each Job's own version")
	uid := flags.String("uid", "", "show what a server would store that gives each Job this `UID`; random: one of its own")
	files, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return success
	case err != nil:
		return misuse
	case len(files) == 0:
		files = []string{stdinName}
	}

	codec := newCodec()
	target, err := schema.ParseGroupVersion(*to)
	if err != nil || !codec.scheme.Recognizes(target.WithKind("Job")) || target.Version == runtime.APIVersionInternal {
		fmt.Fprintf(stderr, "manifest: --to %q: want batch/v1 or extensions/v1beta1\n", *to)
		return misuse
	}
	encoder, ok := codec.encoders[*format]
	if !ok {
		fmt.Fprintf(stderr, "manifest: -o %q: want yaml or json\n", *format)
		return misuse
	}

	if msgs := validation.IsValidLabelValue(*uid); len(msgs) > 0 {
		fmt.Fprintf(stderr, "manifest: --uid %q: want a UID or random\n", *uid)
		return misuse
	}

	var objects []object
	var problems []error
	for _, file := range files {
		read, err := codec.readFile(file, stdin)
		objects = append(objects, read...)
		if err != nil {
			problems = append(problems, err)
		}
	}
	if err := errors.Join(problems...); err != nil {
		fmt.Fprintln(stderr, err)
		return failure
	}

	var out bytes.Buffer
	for i, obj := range objects {
		if *uid != "" {
			warnings, err := codec.store(&obj, *uid)
			for _, warning := range warnings {
				fmt.Fprintf(stderr, "%s: warning: %s\n", obj, warning)
			}
			if err != nil {
				fmt.Fprintf(stderr, "%s: %v\n", obj, err)
				return failure
			}
		} else if *defaults {
			codec.scheme.Default(obj.Object)
		}
		converted, err := conversion.ToVersion(codec.scheme, obj.Object, target)
		if err != nil {
			fmt.Fprintf(stderr, "%s: %v\n", obj, err)
			return failure
		}
		if i > 0 {
			out.WriteString("---\n")
		}
		if err := encoder.Encode(converted, &out); err != nil {
			fmt.Fprintln(stderr, err)
			return failure
		}
		if !bytes.HasSuffix(out.Bytes(), []byte("\n")) {
			out.WriteByte('\n')
		}
	}
	if _, err := stdout.Write(out.Bytes()); err != nil {
		fmt.Fprintln(stderr, err)
		return failure
	}
	return success
}

// parse parses flags that may stand before, between and after the files, and returns the files.
func parse(flags *flag.FlagSet, args []string) (files []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if flags.NArg() == 0 {
			return files, nil
		}
		files = append(files, flags.Arg(0))
		args = flags.Args()[1:]
	}
}
