package term

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ErrFound ends a command with cli.exitFound. The command has printed everything already.
var ErrFound = errors.New("found")

// ErrReported ends a command with cli.exitFailure. The command has printed everything already.
var ErrReported = errors.New("reported")

// A UsageError is a mistake in the command's arguments.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// A choice is a flag with a fixed set of values.
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
	return fmt.Errorf("expected %s", JoinOr(c.of))
}

// AddChoice adds a flag with a fixed set of values. The default is *value, or the first of them if that is
// empty.
func AddChoice(cmd *cobra.Command, value *string, name, usage string, of ...string) {
	addChoice(cmd, cmd.Flags(), value, name, usage, of)
}

// addChoice adds a flag to a set of flags of a command.
func addChoice(cmd *cobra.Command, flags *pflag.FlagSet, value *string, name, usage string, of []string) {
	if *value == "" {
		*value = of[0]
	}
	flags.Var(choice{value, of}, name, usage)
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return of, cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err) // the flag was added above
	}
}

// AddColor adds the flag --color to a command and its subcommands.
func AddColor(cmd *cobra.Command, value *string) {
	usage := "colors and source excerpts; auto enables them on a terminal, and NO_COLOR disables colors"
	addChoice(cmd, cmd.PersistentFlags(), value, "color", usage, []string{"auto", "always", "never"})
}

// AddFormat adds the flag --format, whose default is text.
func AddFormat(cmd *cobra.Command, value *string) {
	AddChoice(cmd, value, "format", "output format", "text", "json")
}

// ErrWriter keeps the first write error, so that one check suffices for a sequence of prints.
type ErrWriter struct {
	W   io.Writer
	Err error
}

func (w *ErrWriter) Write(p []byte) (int, error) {
	if w.Err != nil {
		return 0, w.Err
	}
	n, err := w.W.Write(p)
	if err != nil {
		w.Err = fmt.Errorf("writing the output: %w", err)
	}
	return n, w.Err
}
