// Package term has what commands share of the terminal: streams, escapes, styles, flags, progress and the log.
package term

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"skills-ls/skills/vfs"
)

// A System is the part of the process that commands use.
type System struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Out            *ErrWriter // writes to Stdout; cli.Run sets it and reports its error
	Env            map[string]string
	Cwd            string // absolute; empty if unknown, for example because it was deleted
	Home           string // empty if unknown
	Cache          string // the user's cache directory; empty if unknown
	// Config, Color and Quiet are the values of the flags that all commands share. --cwd replaces Cwd.
	Config string
	Color  string
	Quiet  bool
	// StdoutWidth and StderrWidth are the columns of the terminals that the outputs are connected to, 0
	// without a terminal.
	StdoutWidth, StderrWidth int
	// cli.partSize and cli.maxProjects replace the constants of the same names if they are not 0. Tests set them.
	PartSize, MaxProjects int
}

// Host returns the system of this process.
func Host() System {
	sys := System{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: make(map[string]string)}
	for _, entry := range os.Environ() {
		if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
			sys.Env[name] = value
		}
	}
	if cwd, err := os.Getwd(); err == nil { // a command that needs it reports the error
		sys.Cwd = vfs.CleanPath(cwd)
	}
	if home, err := os.UserHomeDir(); err == nil { // without one the user has no roots
		sys.Home = vfs.CleanPath(home)
	}
	sys.Cache, _ = os.UserCacheDir()
	sys.StdoutWidth = TerminalWidth(os.Stdout)
	sys.StderrWidth = TerminalWidth(os.Stderr)
	return sys
}

// Note prints a note about the output to standard error, unless --quiet is set.
func (sys *System) Note(format string, args ...any) {
	if !sys.Quiet {
		fmt.Fprintf(sys.Stderr, "note: "+format+"\n", args...)
	}
}

// TerminalWidth returns the number of columns of a terminal, and 0 for any other file.
func TerminalWidth(f *os.File) int {
	if !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		return 80 // some terminals, as inside editors, do not report their width
	}
	return width
}
