package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
)

// lint is the command of that name. args are what follows it on the command line.
func lint(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("lint", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	format := flags.String("o", "text", "output `format`: text, json or sarif")
	possible := flags.Bool("possible-overlaps", false, "also warn of selectors that some labels satisfy together, though no template has them")
	serverOnly := flags.Bool("server-only", false, "print only what kube-apiserver would report")
	args, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return success
	case err != nil:
		return misuse
	case len(args) == 0:
		fmt.Fprint(stderr, usage)
		return misuse
	}
	write, ok := writers[*format]
	if !ok {
		fmt.Fprintf(stderr, "manifest: -o %q: want text, json or sarif\n", *format)
		return misuse
	}

	l := newLinter(stdin)
	files := sources(args)
	stop := showProgress(stderr, &l.done, len(files))
	found := l.lint(files, *possible)
	stop()
	if *serverOnly {
		if found.unreadable { // not a server's findings, but nobody should miss them
			for f := range found.findings {
				if f.Type == unreadable {
					fmt.Fprintf(stderr, "%s: %s\n", printable(f.File), printable(f.Message))
				}
			}
		}
		found = found.ofServer()
	}
	out := bufio.NewWriter(stdout)
	if err := errors.Join(write(out, found), out.Flush()); err != nil {
		fmt.Fprintln(stderr, err)
		return misuse
	}
	return found.status()
}

// writers are the formats of the output.
var writers = map[string]func(io.Writer, report) error{
	"text":  writeText,
	"json":  writeJSON,
	"sarif": writeSARIF,
}
