package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
	"github.com/jobapi/jobapi/examples/manifest/internal/diff"
)

// diffCommand returns the command diff.
func diffCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "diff [FILE...]",
		Short:             "Print Jobs with their defaults, and a plus sign before what the defaults add",
		ValidArgsFunction: filesOnly,
		RunE: func(command *cobra.Command, files []string) error {
			c := codec.New()
			objects, err := c.ReadFiles(files, command.InOrStdin())
			text, diffErr := diff.Defaults(c.Scheme, objects)
			return printed(command, text, errors.Join(err, diffErr))
		},
	}
}
