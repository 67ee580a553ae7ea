// Command manifest works on manifests of Jobs, offline.
//
// Usage:
//
//	manifest convert --to GROUP/VERSION [-o yaml|json] [--defaults] [--uid UID|random] [FILE...]
//
// convert prints the Jobs of the files in the version batch/v1 or extensions/v1beta1. A file
// holds YAML or JSON, in any number of documents; - and no file at all stand for standard
// input. The items of a List are printed as documents of their own. Output is in the order of
// the input, documents separated by a line with three dashes.
//
// With --defaults, Jobs are printed with the defaults of the version that they came in. With
// --uid, they are printed as kube-apiserver would store them under that UID, or each under a
// random one: with defaults, with the selector and labels that it generates, under a name
// made from generateName, without status. Whatever was left in a Job from being copied is
// replaced then, and a warning about it goes to standard error.
//
// Reading is strict: an unknown or duplicate field, a value of the wrong type, and a kind or
// version that is no Job's are errors. All input is checked before anything is printed. With
// errors nothing is printed but the errors, on standard error, and the exit status is 1. It
// is 2 for a wrong command line.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `usage: manifest convert --to GROUP/VERSION [-o yaml|json] [--defaults] [--uid UID|random] [FILE...]
`

// The exit statuses.
const (
	success = iota
	failure
	misuse
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out the command line args and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "convert" {
		return convert(args[1:], stdin, stdout, stderr)
	}
	fmt.Fprint(stderr, usage)
	return misuse
}
