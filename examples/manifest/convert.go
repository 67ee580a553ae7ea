package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
	"github.com/jobapi/jobapi/examples/manifest/internal/convert"
)

// convertCommand returns the command convert.
func convertCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "convert --to GROUP/VERSION [flags] [FILE...]",
		Short: "Print Jobs in another version, with defaults, or as a server would store them",
		Example: `  manifest convert --to batch/v1 old.yaml
  manifest convert --to batch/v1 --uid random job.yaml`,
		ValidArgsFunction: filesOnly,
	}
	to := choice{typeName: "version", values: []string{"batch/v1", "extensions/v1beta1"}}
	addChoice(command, &to, "to", "", "convert to this version: batch/v1 or extensions/v1beta1")
	_ = command.MarkFlagRequired("to") // an error would say that there is no such flag
	format := choice{value: "yaml", typeName: "format", values: []string{"yaml", "json"}}
	addChoice(command, &format, "output", "o", "print yaml or json")
	var options convert.Options
	command.Flags().BoolVar(&options.Defaults, "defaults", false, "fill in the defaults of each Job's own version")
	command.Flags().StringVar(&options.UID, "uid", "", "print what a server would store that gives each Job this UID, or a random one")
	command.RunE = func(_ *cobra.Command, files []string) error {
		if msgs := validation.IsValidLabelValue(options.UID); len(msgs) > 0 {
			return fmt.Errorf("--uid %q: want a UID or random", options.UID)
		}
		c := codec.New()
		options.Encoder = c.Encoder(format.value)
		var err error
		if options.To, err = schema.ParseGroupVersion(to.value); err != nil {
			return err
		}
		objects, err := c.ReadFiles(files, command.InOrStdin())
		if err != nil {
			return &exitError{failure, err}
		}
		text, warnings, err := convert.Convert(c.Scheme, objects, options)
		for _, warning := range warnings {
			fmt.Fprintln(command.ErrOrStderr(), warning)
		}
		return printed(command, text, err)
	}
	return command
}

// printed prints text to standard output, unless there is an error.
func printed(command *cobra.Command, text []byte, err error) error {
	if err == nil {
		_, err = command.OutOrStdout().Write(text)
	}
	if err != nil {
		return &exitError{failure, err}
	}
	return nil
}
