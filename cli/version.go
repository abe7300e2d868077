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
				return report.PrintJSON(sys.Stdout, b)
			}
			w := &term.ErrWriter{W: sys.Stdout}
			fmt.Fprintln(w, b)
			return w.Err
		},
	}
	term.AddFormat(cmd, &format)
	return cmd
}
