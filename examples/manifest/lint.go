package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
	"github.com/jobapi/jobapi/examples/manifest/internal/output"
)

// lintCommand returns the command lint.
func lintCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "lint [flags] FILE|DIR...",
		Short: "Report what kube-apiserver would refuse, and Jobs whose selectors overlap",
		Example: `  manifest lint deploy/
  kustomize build . | manifest lint -o json -`,
		ValidArgsFunction: filesOnly,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the files or folders to lint, - for standard input")
			}
			return nil
		},
	}
	format := choice{value: output.Formats[0].Name, typeName: "format"}
	for _, f := range output.Formats {
		format.values = append(format.values, f.Name)
	}
	addChoice(command, &format, "output", "o", "print text, json (an object a line) or sarif (2.1.0)")
	var options lint.Options
	command.Flags().BoolVar(&options.PossibleOverlaps, "possible-overlaps", false, "also warn of selectors that could match the same labels, though no template has them")
	command.Flags().BoolVar(&options.ServerOnly, "server-only", false, "report only what kube-apiserver would report")
	command.RunE = func(_ *cobra.Command, args []string) error {
		return runLint(command, args, options, output.Formats[slices.Index(format.values, format.value)])
	}
	return command
}

// runLint lints the files and prints the report.
func runLint(command *cobra.Command, args []string, options lint.Options, format output.Format) error {
	files := input.Files(args)
	options.FileDone = output.Progress(command.ErrOrStderr(), len(files))
	report := lint.Run(files, command.InOrStdin(), options)
	if options.ServerOnly { // then the report lacks these findings
		for _, file := range report.Files {
			if file.Err != nil {
				fmt.Fprintf(command.ErrOrStderr(), "%s: %s\n", finding.Printable(file.Name), finding.Printable(input.Reason(file.Err)))
			}
		}
	}
	out := bufio.NewWriter(command.OutOrStdout())
	if err := errors.Join(format.Write(out, report), out.Flush()); err != nil {
		return &exitError{misuse, err}
	}
	if status := report.ExitStatus(); status != success {
		return &exitError{status: status}
	}
	return nil
}
