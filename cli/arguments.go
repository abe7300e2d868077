package cli

import (
	"github.com/spf13/cobra"

	"skills-ls/cli/term"
)

// oneArgument returns a check for exactly one argument. name is its name in the usage line.
func oneArgument(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return term.Usagef("missing %s", name)
		case len(args) > 1:
			return term.Usagef("unexpected argument %q: quote a %s with spaces", args[1], name)
		}
		return nil
	}
}

// emptyArgument returns the error for an argument that is most likely a variable without a value.
func emptyArgument(name string) error { return term.Usagef("empty %s: is a variable unset?", name) }

// optionalID makes a command accept one ID or none. The shell completes the IDs.
func optionalID(cmd *cobra.Command, ids func() []string) {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return oneArgument("ID")(cmd, args)
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return ids(), cobra.ShellCompDirectiveNoFileComp
	}
}

// noArguments rejects arguments, with a message that fits a command without subcommands.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return term.Usagef("unexpected argument %q", args[0])
	}
	return nil
}
