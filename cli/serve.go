package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/lsp"
	"skills-ls/lsp/session"
)

// serverFlags are the flags of the language server.
type serverFlags struct {
	stdio   bool
	level   string
	logFile string
}

func newServe(sys *term.System) *cobra.Command {
	flags := serverFlags{level: "warn"}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on stdin and stdout",
		Long: `Run the language server on standard input and output. Editors start it. "skills-ls --stdio" does the same.

The log is written to standard error or to --log-file, never to standard output.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.serve(cmd.Context(), sys) },
	}
	flags.add(cmd)
	return cmd
}

func (f *serverFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.stdio, "stdio", false, "use standard input and output, the only transport")
	term.AddChoice(cmd, &f.level, "log-level", "minimum level of log messages", "debug", "info", "warn", "error")
	cmd.Flags().StringVar(&f.logFile, "log-file", "", "`file` to append the log to (default: standard error)")
}

// serve runs the server until the client ends the session or closes the connection.
func (f *serverFlags) serve(ctx context.Context, sys *term.System) error {
	// If the client closes one of its ends, the server must not be killed without a message.
	signal.Ignore(syscall.SIGPIPE)
	var cfg workspace.Config
	if sys.Config != "" {
		w, err := project.ProjectOf(sys)
		if err != nil {
			return err
		}
		if cfg, err = w.Config(cfg); err != nil {
			return err
		}
	}
	log, closeLog, err := f.logger(sys)
	if err != nil {
		return err
	}
	defer closeLog()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	code := lsp.Serve(ctx, sys.Stdin, sys.Stdout, session.Options{
		Version: term.ReadBuild().Version,
		Logger:  log,
		Home:    sys.Home,
		Cwd:     sys.Cwd,
		Env:     sys.Env,
		Cache:   sys.Cache,

		SettingsFile: cfg.SettingsFile,
	})
	if code != 0 {
		return exitCode(code)
	}
	return nil
}

// logger returns the log of the server, whose callers never wait, and a function that writes what is queued
// and closes it.
func (f *serverFlags) logger(sys *term.System) (*slog.Logger, func(), error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.level)); err != nil {
		return nil, nil, term.Usagef("--log-level: %w", err)
	}
	var out io.Writer = sys.Stderr
	closeFile := func() {}
	if f.logFile != "" {
		path := f.logFile
		if !filepath.IsAbs(path) {
			path = filepath.Join(sys.Cwd, path)
		}
		file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("--log-file: %w", err)
		}
		out, closeFile = file, func() { file.Close() }
	}
	lines := term.NewLogWriter(out)
	closeLog := func() {
		if lines.Close() {
			closeFile()
		}
	}
	return slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: level})), closeLog, nil
}
