package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"skills-ls/cli/term"
)

// terminal returns both ends of a new pseudo-terminal. What is written to one can be read from the other.
func terminal(t *testing.T, columns uint16) (inside, outside *os.File) {
	t.Helper()
	outside, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = outside.Close() })
	fd := int(outside.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		t.Fatal(err)
	}
	inside, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = inside.Close() })
	return inside, outside
}

// TestProgress checks that a long check shows its progress on a terminal and removes it at the end. The check
// is long enough: its list of files does not end before progress is shown.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	for i := range 100 {
		path := filepath.Join(dir, fmt.Sprintf("skill-%d", i), "SKILL.md")
		write(t, path, goodSkill)
		list.WriteString(path + "\n")
	}
	inside, outside := terminal(t, 100)
	if width := term.TerminalWidth(inside); width != 100 {
		t.Fatalf("the terminal has %d columns", width)
	}

	seen := make(chan struct{})
	shown := make(chan string, 1)
	go func() {
		var all strings.Builder
		buffer := make([]byte, 1<<10)
		for told := false; !strings.Contains(all.String(), "the end"); {
			n, err := outside.Read(buffer)
			if err != nil {
				break
			}
			all.Write(buffer[:n])
			if !told && strings.Contains(all.String(), "checked ") {
				close(seen)
				told = true
			}
		}
		shown <- all.String()
	}()
	in, feed := io.Pipe()
	go func() {
		for {
			select {
			case <-seen:
				_ = feed.Close()
				return
			default:
				_, _ = io.WriteString(feed, list.String())
			}
		}
	}()
	sys := term.System{Cwd: dir, Stdin: in, Stdout: io.Discard, Stderr: inside, StderrWidth: term.TerminalWidth(inside), PartSize: 100}
	if code := Run(t.Context(), sys, []string{"check", "--isolated", "--files-from", "-"}); code != exitFound {
		t.Errorf("exit %d", code)
	}
	fmt.Fprint(inside, "the end")
	got := <-shown
	if !strings.HasSuffix(got, "\r\x1b[Kthe end") || !strings.Contains(got, " files") {
		t.Errorf("%q", got)
	}
}
