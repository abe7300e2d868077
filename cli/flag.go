package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// errFound ends a command with exitFound. The command has printed everything already.
var errFound = errors.New("found")

// errReported ends a command with exitFailure. The command has printed everything already.
var errReported = errors.New("reported")

// A usageError is a mistake in the command's arguments.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }

func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

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
	return fmt.Errorf("it is one of %s", strings.Join(c.of, ", "))
}

// addChoice adds a flag with a fixed set of values. The default is *value, or the first of them if that is
// empty.
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

// addFormat adds the flag --format, whose default is text.
func addFormat(cmd *cobra.Command, value *string) {
	addChoice(cmd, value, "format", "what to print", "text", "json")
}

// errWriter keeps the first write error, so that one check suffices for a sequence of prints.
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
