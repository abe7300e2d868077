package cli

import (
	"testing"

	"skills-ls/cli/term"
)

// TestVersionFlag checks that --version prints the version with every command, whatever else the command needs.
func TestVersionFlag(t *testing.T) {
	want := command(t, t.TempDir(), "", "version")
	for _, cmd := range append(Command(&term.System{}).Commands(), Command(&term.System{})) {
		args := []string{cmd.Name(), "--version"}
		if !cmd.HasParent() {
			args = args[1:]
		}
		if got := command(t, t.TempDir(), "", args...); got != want {
			t.Errorf("%q: %+v, want %+v", args, got, want)
		}
	}
}
