// Command releases answers cases as the kube-apiserver of one Kubernetes release, with the
// code of that release. The -modfile flag of the go command chooses the release:
//
//	go build -o /tmp/v1.37 .
//	go build -o /tmp/v1.34 -modfile v1.34.mod .
//
// It reads [Case] values as lines of JSON from its standard input and writes an [Answer] for
// each to its standard output, in the same order. With the argument "gates" it prints the
// feature gates of the release as JSON instead.
//
// An answer is what a request for a dry run returns, with these exceptions:
//
//   - Nothing is random: a new object keeps the UID it brings and has the zero UUID otherwise,
//     a generated name ends in "xxxxx", and a new object has no creation timestamp.
//   - No admission plugin runs, and no field manager: managedFields stay as they are.
//   - Nothing looks at resource versions, except that an update may leave its own out.
//   - An object that the server refuses is shown as it was when it was refused.
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

// Case is one request.
type Case struct {
	ID string `json:"id"`
	// Op names the operation: a key of operations.
	Op string `json:"op"`
	// New is the object of the request, and Old the one it replaces: batch/v1 or v1, in JSON.
	New json.RawMessage `json:"new"`
	Old json.RawMessage `json:"old,omitempty"`
	// Gates are the feature gates to set. Those that they depend on must be set too.
	Gates map[string]bool `json:"gates,omitempty"`
}

// Answer is what the server says to a case.
type Answer struct {
	ID string `json:"id"`
	// Object is what a client reads back, without managedFields of the server's own.
	Object   json.RawMessage `json:"object,omitempty"`
	Errors   []Error         `json:"errors,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
	// Panic is what the code of the release panicked with.
	Panic string `json:"panic,omitempty"`
	// Failure says why there is no answer: the case is none, or no server has such gates.
	Failure string `json:"failure,omitempty"`
}

// Error is a cause of a refusal. Its type is a field.ErrorType, or the reason of a StatusError
// that has no causes.
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

// answerAll answers the cases of in.
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

// silenceKlog drops the log of the release: it goes on about gates and odd addresses.
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
