package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"skills-ls/cli/term"
)

// TestCheckEmptyPath checks that an empty path, as from an unset variable, does not check the working
// directory.
func TestCheckEmptyPath(t *testing.T) {
	var out, errs bytes.Buffer
	code := Run(context.Background(), term.System{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Cwd: t.TempDir()}, []string{"check", ""})
	if code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), "empty PATH") {
		t.Errorf("exit %d, output %q, errors %q", code, &out, &errs)
	}
}
