package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newVersion(sys *System) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			b := readBuild()
			if format == "json" {
				return printJSON(sys.Stdout, b)
			}
			w := &errWriter{w: sys.Stdout}
			fmt.Fprintln(w, b)
			return w.err
		},
	}
	addFormat(cmd, &format)
	return cmd
}
