package cli

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"skills-ls/skills/vfs"
)

// A System is what commands take from the process they run in.
type System struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Env            map[string]string
	Cwd            string // absolute; empty where the process has none, such as a deleted one
	Home           string // empty where it is unknown
	Cache          string // the user's directory for what can be made again; empty where there is none
	// StdoutWidth and StderrWidth are the columns of the terminals that the outputs are, 0 where they are none.
	StdoutWidth, StderrWidth int
	// partSize and maxProjects replace the constants with these names unless they are 0. Tests set them.
	partSize, maxProjects int
}

// Host returns the system of this process.
func Host() System {
	sys := System{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: make(map[string]string)}
	for _, entry := range os.Environ() {
		if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
			sys.Env[name] = value
		}
	}
	if cwd, err := os.Getwd(); err == nil { // a command that needs it says so
		sys.Cwd = vfs.CleanPath(cwd)
	}
	if home, err := os.UserHomeDir(); err == nil { // without one there are no roots of the user
		sys.Home = vfs.CleanPath(home)
	}
	sys.Cache, _ = os.UserCacheDir()
	sys.StdoutWidth = terminalWidth(os.Stdout)
	sys.StderrWidth = terminalWidth(os.Stderr)
	return sys
}

// terminalWidth returns the columns of a terminal, and 0 for everything else.
func terminalWidth(f *os.File) int {
	if !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		return 80 // a terminal that does not tell, as inside some editors
	}
	return width
}
