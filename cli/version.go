package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

func newVersion(sys *term.System) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			b := term.ReadBuild()
			if format == "json" {
				return report.PrintJSON(sys.Out, b)
			}
			fmt.Fprintln(sys.Out, b)
			return nil
		},
	}
	term.AddFormat(cmd, &format)
	return cmd
}
