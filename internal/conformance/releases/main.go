// Command releases answers requests as kube-apiserver does, with the code of one Kubernetes
// release. The -modfile flag of the go command selects the release:
//
//	go build -o v1.37 .
//	go build -o v1.34 -modfile v1.34.mod .
//
// The program reads a [Case] from each line of its standard input, as JSON, and writes an [Answer]
// to its standard output, in the same order. With the argument "gates" it prints the feature gates
// of the release as JSON instead.
//
// An answer is that of a dry run, with these exceptions:
//
//   - Nothing is random. A new object keeps its UID if it has one, and gets the zero UUID otherwise.
//     A generated name ends in "xxxxx". A new object has no creation timestamp.
//   - No admission plugin runs, and no field manager: managedFields stay as they are.
//   - Resource versions don't conflict, and an update may leave its own out.
//   - The answer shows the object even if the server refuses it.
//
// For a new patch release, change the versions in its .mod file, run go mod tidy -modfile with that
// file, and record the answers again (TestRecord in package conformance).
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"k8s.io/klog/v2"
)

// Case is a request.
type Case struct {
	ID string `json:"id"`
	Op string `json:"op"` // a key of operations
	// New is the object of the request. Old is the stored object that an update replaces.
	New json.RawMessage `json:"new"`
	Old json.RawMessage `json:"old,omitempty"`
	// Gates are the feature gates to set. What they imply is set too.
	Gates map[string]bool `json:"gates,omitempty"`
}

// Answer is the server's answer to a case.
type Answer struct {
	ID string `json:"id"`
	// Object is what a client reads back after the request.
	Object   json.RawMessage `json:"object,omitempty"`
	Errors   []Error         `json:"errors,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
	// Panic is the value that the code of the release panicked with, if it did.
	Panic string `json:"panic,omitempty"`
	// Failure says why there is no answer: the case is malformed, or the release has no such gate.
	Failure string `json:"failure,omitempty"`
}

// Error is one reason why the server refuses the object. Type is a field.ErrorType, or the reason
// of a StatusError without causes.
type Error struct {
	Type   string `json:"type"`
	Field  string `json:"field,omitempty"`
	Detail string `json:"detail"`
}

func main() {
	log.SetFlags(0)
	silenceKlog()
	run := answerAll
	if len(os.Args) > 1 {
		if len(os.Args) > 2 || os.Args[1] != "gates" {
			log.Fatalf("usage: %s [gates]", os.Args[0])
		}
		run = printGates
	}
	out := bufio.NewWriter(os.Stdout)
	if err := errors.Join(run(os.Stdin, out), out.Flush()); err != nil {
		log.Fatal(err)
	}
}

// answerAll answers the cases in in.
func answerAll(in io.Reader, out io.Writer) error {
	cases, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var c Case
		if err := cases.Decode(&c); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a case: %w", err)
		}
		if err := answers.Encode(answer(c)); err != nil {
			return err
		}
	}
}

// silenceKlog discards the log of the release.
func silenceKlog() {
	var flags flag.FlagSet
	klog.InitFlags(&flags)
	for name, value := range map[string]string{"logtostderr": "false", "stderrthreshold": "FATAL"} {
		if err := flags.Set(name, value); err != nil {
			log.Fatal(err)
		}
	}
	klog.SetOutput(io.Discard)
}
