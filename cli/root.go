// Package cli implements the command line: one file per command, and the output formats.
//
// It imports the other packages of the program, and only main imports it there. A command reads what it needs
// of the process from a [term.System], so that tests run commands without starting a process. Package analysis
// knows what a skill is, what is wrong with it and how an agent handles it. Package lsp makes the JSON that
// equals the result of a custom LSP method.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"skills-ls/analysis/config"
	"skills-ls/cli/term"
	"skills-ls/skills/vfs"
)

// Exit codes of every command.
const (
	exitDone    = 0
	exitFound   = 1 // check: a diagnostic at or above --fail-on, or a file could not be read; preview: the agent rejects the skill
	exitFailure = 2 // a usage error, or nothing could be read, or something could not be written
)

// Run executes the command that the arguments name and returns the exit code of the process.
func Run(ctx context.Context, sys term.System, args []string) int {
	sys.Out = &term.ErrWriter{W: sys.Stdout}
	root := Command(&sys)
	root.SetArgs(append([]string{}, args...)) // cobra reads the arguments of the process if they are nil
	root.SetIn(sys.Stdin)
	root.SetOut(sys.Stdout)
	root.SetErr(sys.Stderr)
	addHelp(root)
	addCompletion(root)
	cmd, err := root.ExecuteContextC(ctx)
	var exit exitCode
	if errors.Is(err, errVersion) {
		_, err = fmt.Fprintln(sys.Out, term.ReadBuild())
	}
	if !errors.As(err, &exit) {
		err = cmp.Or(sys.Out.Err, err)
	}
	switch {
	case err == nil:
		return exitDone
	case exit != 0:
		return int(exit)
	case errors.Is(err, term.ErrFound):
		return exitFound
	case errors.Is(err, term.ErrReported):
		return exitFailure
	}
	fmt.Fprintf(sys.Stderr, "skills-ls: %s\n", strings.TrimSpace(term.Visible(err.Error())))
	var usage *term.UsageError
	if errors.As(err, &usage) || isCobraUsage(err) {
		fmt.Fprintf(sys.Stderr, "Run %q for usage.\n", cmd.CommandPath()+" --help")
	}
	return exitFailure
}

// isCobraUsage reports whether err is the only usage error that does not pass through flagError or a
// command's Args.
func isCobraUsage(err error) bool { return strings.HasPrefix(err.Error(), "unknown command ") }

// exitCode is an error that is only an exit code.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Command returns the root command. The manual pages are generated from it, too.
func Command(sys *term.System) *cobra.Command {
	server := serverFlags{level: "warn"}
	root := &cobra.Command{
		Use:   "skills-ls",
		Short: "Language server and command line for Agent Skills",
		Long: `skills-ls checks Agent Skills (directories with a SKILL.md), and shows how each agent handles them and
the exact text that the agent adds to the prompt.

Editors run "skills-ls serve". On the command line, start with "skills-ls check".
skills-ls never executes anything in a skill, and never uses the network.`,
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
			return term.ErrReported
		},
	}
	server.add(root)
	addShared(root, sys)
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

// errVersion ends the reading of flags at --version.
var errVersion = errors.New("the version is requested")

// A versionFlag is the value of --version. Cobra's own flag needs a template, for which the linker keeps functions
// that open connections.
type versionFlag struct{}

func (versionFlag) Set(string) error { return errVersion }
func (versionFlag) String() string   { return "false" }
func (versionFlag) Type() string     { return "bool" }

// addShared adds the flags that all commands have. They change sys before the command runs.
func addShared(root *cobra.Command, sys *term.System) {
	cwd := ""
	flags := root.PersistentFlags()
	flags.StringVar(&cwd, "cwd", "", "working `directory` (default: the current directory)")
	flags.StringVar(&sys.Config, "config", "", "configuration `file` to use instead of the project's "+config.SettingsFile+"; may name paths outside of the project")
	flags.BoolVarP(&sys.Quiet, "quiet", "q", false, "print only problems, failures and results, without notes, counts and progress")
	flags.VarPF(versionFlag{}, "version", "", "print the version").NoOptDefVal = "true"
	term.AddColor(root, &sys.Color)
	if err := errors.Join(root.MarkPersistentFlagDirname("cwd"), root.MarkPersistentFlagFilename("config", "yaml", "yml")); err != nil {
		panic(err) // the flags were added above
	}
	root.PersistentPreRun = func(*cobra.Command, []string) {
		switch {
		case filepath.IsAbs(cwd):
			sys.Cwd = vfs.CleanPath(cwd)
		case cwd != "":
			sys.Cwd = filepath.Join(sys.Cwd, cwd)
		}
	}
}

// flagError returns a usage error for an invalid flag. It explains invalid numbers and booleans in plain
// words.
func flagError(_ *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var syntax *strconv.NumError
	if !errors.As(err, &value) || !errors.As(err, &syntax) {
		return &term.UsageError{Err: err}
	}
	want := "must be a whole number"
	switch {
	case syntax.Func == "ParseBool":
		want = "must be true or false"
	case errors.Is(err, strconv.ErrRange):
		want = "out of range"
	}
	return term.Usagef("invalid argument %q for \"--%s\" flag: %s", value.GetValue(), value.GetFlag().Name, want)
}

// addHelp adds cobra's help command. For an unknown command, cobra would print the general help and exit with
// 0.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, err := root.Find([]string{"help"})
	if err != nil {
		panic(err) // it was added above
	}
	help.Args = func(_ *cobra.Command, args []string) error {
		if _, _, err := root.Find(args); err != nil {
			return fmt.Errorf(`unknown help topic %q: see "skills-ls --help"`, args[0])
		}
		return nil
	}
}

// addCompletion adds cobra's completion command. For an unknown shell, cobra would print the usage and exit
// with 0, and the shell would run that as a script. The command writes to the current output of root.
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
		known := term.JoinOr(shells)
		if len(args) == 0 {
			return term.Usagef("missing SHELL: expected %s", known)
		}
		return term.Usagef("unsupported shell %q: expected %s", args[0], known)
	}
}
