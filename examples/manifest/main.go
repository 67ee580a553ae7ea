// Command manifest works on manifests of Jobs, offline.
//
// Usage:
//
//	manifest convert --to GROUP/VERSION [-o yaml|json] [--defaults] [--uid UID|random] [FILE...]
//	manifest diff [FILE...]
//	manifest lint [-o text|json|sarif] [--possible-overlaps] [--server-only] FILE|DIR...
//	manifest completion bash|zsh|fish|powershell
//
// A file holds any number of YAML or JSON documents. The file - is standard input, which convert
// and diff also read without any file.
//
// # Convert
//
// convert prints the Jobs of the files in the version batch/v1 or extensions/v1beta1, in the order
// of the input, with a line with three dashes between them. It prints the items of a List as
// documents of their own.
//
// With --defaults it prints Jobs with the defaults of the version that they came in. With --uid it
// prints them as kube-apiserver would store them under that UID, or each under a random one: with
// defaults, with the selector and labels that kube-apiserver generates, with a name made from
// generateName, and without status. It replaces what is left of the Job that a Job was copied from,
// and prints a warning about it to standard error.
//
// Reading is strict: an unknown or duplicate field, a value of the wrong type, and a kind or
// version other than a Job's are errors. convert reads all input before it prints anything. If
// there are errors it prints only them, to standard error, and the exit status is 1. The exit
// status is 2 for a wrong command line.
//
// # Diff
//
// diff prints the Jobs of the files with the defaults of their versions, and a plus sign before
// each line that the defaults add. It reads as strictly as convert.
//
// # Lint
//
// lint reports what kube-apiserver 1.37 would say if it were asked to create the Jobs, and a few
// mistakes that kube-apiserver accepts:
//
//   - A folder means the files in it and below that end in .yaml, .yml or .json. lint follows no
//     links to folders and reads no file twice. It counts and otherwise ignores objects that are
//     not Jobs.
//   - Unknown and duplicate fields and values of the wrong type are errors. A Job is checked with
//     defaults, in the namespace default if it names none, and under a placeholder UID. A Job of
//     extensions/v1beta1 is checked as the batch/v1 Job that it converts to.
//   - A field that kube-apiserver drops since its feature is off by default is a warning, and a
//     mistake in spec.scheduling is an error. Servers report neither.
//   - Text after the end of a document, which servers never see, is an error.
//   - LeftOver: labels or a selector that were generated for another Job.
//   - ReservedPrefix, a warning that servers don't give: a label with a prefix reserved for
//     Kubernetes, except app.kubernetes.io and generated labels.
//   - Overlap, an error that servers don't report: a Job with a selector of its own that selects
//     the pods of another controller in the input, or whose pods another controller selects.
//     Controllers are the Jobs, Deployments, ReplicaSets, DaemonSets, StatefulSets and
//     ReplicationControllers of the same namespace. With --possible-overlaps lint also warns of
//     selectors that could match the same labels, though no template has such labels; it leaves
//     out generated selectors, which match the pods of one Job only.
//   - With --server-only lint reports only what kube-apiserver would report.
//
// The output lists the findings in the order of the arguments, files and lines: as text with the
// lines that they are about and a summary, with -o json as one object a line, or as SARIF 2.1.0.
// Documents count from 1 without empty ones; 0 means the file as a whole. lint lists at most 1,000
// findings of one file. It counts the others, and says how many there are in a finding of type
// TooManyFindings.
//
// A document may have at most 8 MiB, and so may a stream of JSON objects without a line with ---;
// with aliases replaced it may have 16 MiB. lint keeps little of a document in memory once it is
// checked: 10,000 manifests take some 100 MiB. Reading a document of 8 MiB can take 2 GiB, so lint
// reads large documents one at a time.
//
// The exit status is 0 without errors, 1 with errors, and 2 for a wrong command line or if
// anything cannot be read.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// The exit statuses.
const (
	success = iota
	failure
	misuse
)

func main() {
	if os.Getenv("GOGC") == "" {
		// Nearly all memory is short-lived. Collecting it less often takes a quarter less time.
		debug.SetGCPercent(300)
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs a command line and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:                   "manifest",
		Short:                 "Work on manifests of Jobs, offline",
		Args:                  cobra.NoArgs,
		DisableFlagsInUseLine: true,
		RunE:                  func(*cobra.Command, []string) error { return errors.New("name a command") },
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	root.AddCommand(convertCommand(), diffCommand(), lintCommand())
	root.SetArgs(append([]string{}, args...)) // not nil, which would mean os.Args
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	command, err := root.ExecuteC()
	if err == nil {
		return success
	}
	if end, ok := errors.AsType[*exitError](err); ok {
		if end.err != nil {
			fmt.Fprintln(stderr, end.err)
		}
		return end.status
	}
	fmt.Fprintf(stderr, "manifest: %v\n\n%s", err, command.UsageString())
	return misuse
}

// exitError ends a command with a status. All other errors are about the command line.
type exitError struct {
	status int
	err    error // what to print, nil if the output says it all
}

// Error returns the text of the error.
func (e *exitError) Error() string { return fmt.Sprintf("exit status %d: %v", e.status, e.err) }

// filesOnly completes the names of manifests.
func filesOnly(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}

// choice is the value of a flag that takes one of several texts.
type choice struct {
	value    string
	typeName string
	values   []string
}

// String returns the value.
func (c *choice) String() string { return c.value }

// Type returns what help calls the value.
func (c *choice) Type() string { return c.typeName }

// Set sets the value.
func (c *choice) Set(value string) error {
	if !slices.Contains(c.values, value) {
		last := len(c.values) - 1
		return fmt.Errorf("want %s or %s", strings.Join(c.values[:last], ", "), c.values[last])
	}
	c.value = value
	return nil
}

// addChoice adds a flag that takes one of several texts, and completes them.
func addChoice(command *cobra.Command, c *choice, name, shorthand, usage string) {
	command.Flags().VarP(c, name, shorthand, usage)
	// An error would say that there is no such flag.
	_ = command.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.values, cobra.ShellCompDirectiveNoFileComp))
}
