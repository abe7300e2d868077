// Package cli is the command line: one file per command, and the formats they print.
//
// It may use every other package, and none uses it. A command reads what it needs of the process from a [System], so that
// tests run commands without starting one. What a skill is, what is wrong with it and what an agent makes of it is asked of
// the package analysis; JSON that equals the result of a custom LSP method is made by the package lsp.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Exit codes of every command.
const (
	exitDone    = 0
	exitFound   = 1 // check: something at or above --fail-on, or a part could not be read; preview: the agent would refuse the skill
	exitFailure = 2 // a usage error, or nothing that could be read, or something that could not be written
)

// errFound ends a command with exitFound. Everything there is to say has been printed.
var errFound = errors.New("found")

// errReported ends a command with exitFailure. Everything there is to say has been printed.
var errReported = errors.New("reported")

// A usageError is a mistake in the command's arguments.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// Run executes the command that the arguments name and returns the exit code of the process.
func Run(ctx context.Context, sys System, args []string) int {
	root := newRoot(&sys)
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
	root.SetIn(sys.Stdin)
	root.SetOut(sys.Stdout)
	root.SetErr(sys.Stderr)
	addHelp(root)
	addCompletion(root)
	cmd, err := root.ExecuteContextC(ctx)
	var exit exitCode
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &exit):
		return int(exit)
	case errors.Is(err, errFound):
		return exitFound
	case errors.Is(err, errReported):
		return exitFailure
	}
	fmt.Fprintf(sys.Stderr, "skills-ls: %s\n", strings.TrimSpace(visible(err.Error())))
	var usage *usageError
	if errors.As(err, &usage) || isCobraUsage(err) {
		fmt.Fprintf(sys.Stderr, "Run %q for what it accepts.\n", cmd.CommandPath()+" --help")
	}
	return exitFailure
}

// isCobraUsage recognises the one usage error that cobra makes without asking us.
func isCobraUsage(err error) bool { return strings.HasPrefix(err.Error(), "unknown command ") }

// Command returns the command of the whole program, for whoever documents it.
func Command(sys *System) *cobra.Command { return newRoot(sys) }

// exitCode is an error that is only an exit code.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

func newRoot(sys *System) *cobra.Command {
	server := serverFlags{level: "warn"}
	root := &cobra.Command{
		Use:   "skills-ls",
		Short: "Language server and command line for Agent Skills",
		Long: `skills-ls shows, for Agent Skills (folders with a SKILL.md), what is wrong, what an agent will do
with the skill, and the exact text that will land in the model's context.

Editors start "skills-ls serve". On the command line, "skills-ls check" is where to begin.
Nothing in a skill is ever executed, nothing is fetched, and nothing is sent anywhere.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if server.stdio {
				return server.serve(cmd.Context(), sys)
			}
			cmd.SetOut(sys.Stderr)
			if err := cmd.Help(); err != nil {
				return err
			}
			return errReported
		},
	}
	server.add(root)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		newServe(sys),
		newCheck(sys),
		newNew(sys),
		newList(sys),
		newSearch(sys), newCatalog(sys), newCompat(sys), newAgents(sys),
		newPreview(sys),
		newRules(sys),
		newVersion(sys),
	)
	return root
}

// flagError says what is wrong with a flag, of a number or a truth value in words for people.
func flagError(_ *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var syntax *strconv.NumError
	if !errors.As(err, &value) || !errors.As(err, &syntax) {
		return &usageError{err}
	}
	want := "it is a whole number"
	switch {
	case syntax.Func == "ParseBool":
		want = "it is true or false"
	case errors.Is(err, strconv.ErrRange):
		want = "the number is out of range"
	}
	return usagef("invalid argument %q for \"--%s\" flag: %s", value.GetValue(), value.GetFlag().Name, want)
}

// addHelp adds cobra's command, which prints all there is for a command that does not exist, and calls that a success.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		panic(err) // it was added above
	}
	help.Args = func(_ *cobra.Command, args []string) error {
		if _, _, err := root.Find(args); err != nil {
			return fmt.Errorf(`there is no command %q; "skills-ls --help" lists them`, args[0])
		}
		return nil
	}
}

// addCompletion adds cobra's command, which prints how to use it where it knows no such shell, and calls that a success: the shell would take it
// for a script. What it prints goes where the output of the root goes now.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // it was added above
	}
	completion.Use = "completion SHELL"
	completion.DisableFlagsInUseLine = true
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		var shells []string
		for _, shell := range cmd.Commands() {
			shells = append(shells, shell.Name())
		}
		known := strings.Join(shells, ", ")
		if len(args) == 0 {
			return usagef("SHELL is missing: it is one of %s", known)
		}
		return usagef("there is no completion for %q; there is one for %s", args[0], known)
	}
}

// oneArgument wants exactly one argument, which it calls by its name in the usage line.
func oneArgument(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usagef("%s is missing", name)
		case len(args) > 1:
			return usagef("one %s is enough: what is %q? (quotes hold words together)", name, args[1])
		}
		return nil
	}
}

// noArguments refuses arguments in words that fit a command without subcommands.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("unexpected argument %q", args[0])
	}
	return nil
}

// A choice is a flag with a closed set of values.
type choice struct {
	value *string
	of    []string
}

func (c choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c choice) Type() string { return strings.Join(c.of, "|") }

func (c choice) Set(value string) error {
	for _, known := range c.of {
		if value == known {
			*c.value = value
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", strings.Join(c.of, ", "))
}

// addChoice adds a flag with a closed set of values, of which the first is the default.
func addChoice(cmd *cobra.Command, value *string, name, usage string, of ...string) {
	if *value == "" {
		*value = of[0]
	}
	cmd.Flags().Var(choice{value, of}, name, usage)
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return of, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // the flag was added above
	}
}

// addFormat adds --format, which is text unless something else is asked for.
func addFormat(cmd *cobra.Command, value *string) {
	addChoice(cmd, value, "format", "what to print", "text", "json")
}

// errWriter remembers the first failure to write, so that a sequence of prints is checked once.
type errWriter struct {
	w   io.Writer
	err error
}

func (w *errWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.w.Write(p)
	if err != nil {
		w.err = fmt.Errorf("writing the output: %w", err)
	}
	return n, w.err
}
