// Command manifest works on manifests of Jobs, offline.
//
// Usage:
//
//	manifest convert --to GROUP/VERSION [-o yaml|json] [--defaults] [--uid UID|random] [FILE...]
//	manifest diff [FILE...]
//	manifest lint [-o text|json|sarif] [--possible-overlaps] [--server-only] FILE|DIR...
//
// A file holds YAML or JSON, in any number of documents; - stands for standard input, and so
// does no file at all for convert and diff.
//
// # Convert
//
// convert prints the Jobs of the files in the version batch/v1 or extensions/v1beta1. The items
// of a List are printed as documents of their own. Output is in the order of the input,
// documents separated by a line with three dashes.
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
//
// # Diff
//
// diff prints the Jobs of the files with the defaults of their versions, and a plus sign before
// each line that the defaults add. It reads as strictly as convert.
//
// # Lint
//
// lint says what kube-apiserver 1.37 would say if it were asked to create the Jobs, and a few
// things that it would not:
//
//   - Folders stand for the files in them that end in .yaml, .yml or .json, however deep. Links
//     to folders are not followed, and no file is read twice. Objects that are no Jobs are
//     ignored, and counted.
//   - Unknown and duplicate fields and values of the wrong type are errors, and a Job is judged
//     with defaults, in the namespace default if it names none, and under a made-up UID. A Job
//     of extensions/v1beta1 is judged as the batch/v1 Job that it converts to.
//   - Fields that kube-apiserver drops, since their feature is off by default, are warnings that
//     servers do not give. What is wrong in spec.scheduling is an error that they do not give.
//   - Text behind the end of a document, which servers never get to see, is an error too.
//   - LeftOver: labels or a selector that were generated for another Job.
//   - ReservedPrefix, a warning that servers do not give: a label in a prefix of Kubernetes, but
//     for app.kubernetes.io and generated ones.
//   - Overlap, an error that servers do not give: a Job with a selector of its own that selects
//     the pods of another controller in the input, or whose pods that one selects. Controllers
//     are Jobs, Deployments, ReplicaSets, DaemonSets, StatefulSets and ReplicationControllers
//     of the same namespace. --possible-overlaps also warns of selectors that no template brings
//     together, but some labels would; generated selectors are left out, since no other pods
//     have their labels.
//   - With --server-only nothing is said that kube-apiserver would not say.
//
// Findings come in the order of the arguments, files and lines: for people with the line that
// they are about and a summary, with -o json one object a line, or as SARIF 2.1.0. Documents
// count from 1, empty ones do not; 0 stands for a file as a whole.
//
// A document has at most 8 MiB, and so has a stream of JSON objects between two lines with ---;
// at most 16 MiB once aliases are replaced. It is forgotten when it has been judged, but for one
// or two KiB of each controller, which are compared in the end, and some 30 bytes of each finding.
// So 10,000 manifests take some 100 MiB of memory. A document of 8 MiB can take 2 GiB while it is
// read, so large ones are read one at a time.
//
// The exit status is 0 without errors, 1 with errors, and 2 for a wrong command line or if
// anything cannot be read.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
)

const usage = `usage: manifest convert --to GROUP/VERSION [-o yaml|json] [--defaults] [--uid UID|random] [FILE...]
       manifest diff [FILE...]
       manifest lint [-o text|json|sarif] [--possible-overlaps] [--server-only] FILE|DIR...
`

// The exit statuses.
const (
	success = iota
	failure
	misuse
)

func main() {
	// Most of the memory is short-lived. Beside a block that is never touched, and so takes no
	// memory, it is collected less often, which takes a third less time.
	ballast := make([]byte, 64<<20)
	status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(ballast)
	os.Exit(status)
}

var commands = map[string]func(args []string, stdin io.Reader, stdout, stderr io.Writer) int{
	"convert": convert,
	"diff":    diff,
	"lint":    lint,
}

// run carries out the command line args and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if command, ok := commands[args[0]]; ok {
			return command(args[1:], stdin, stdout, stderr)
		}
	}
	fmt.Fprint(stderr, usage)
	return misuse
}
