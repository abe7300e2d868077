// Manpages writes the manual pages of skills-ls into a directory, for packages of it.
//
// The pages are made of what --help prints. They are the same whenever they are made: the date in them is that of the flag -date, or
// of the variable SOURCE_DATE_EPOCH (reproducible-builds.org/specs/source-date-epoch).
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"skills-ls/cli"
)

func main() {
	date := flag.String("date", "", "`date` in the pages, as 2006-01-02 (default: that of SOURCE_DATE_EPOCH)")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: manpages [-date DATE] DIR")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	when, err := dateOf(*date, os.Getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		err = write(flag.Arg(0), when)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

// dateOf reads the date of the flag, or else the seconds of the variable.
func dateOf(date, epoch string) (time.Time, error) {
	if date != "" {
		when, err := time.Parse(time.DateOnly, date)
		if err != nil {
			return when, fmt.Errorf("-date: %q is no date like 2006-01-02", date)
		}
		return when, nil
	}
	if epoch == "" {
		return time.Time{}, errors.New("name a date with -date, or set SOURCE_DATE_EPOCH")
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %q is no number of seconds", epoch)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// write writes a page for every command into a directory, which it makes.
func write(dir string, when time.Time) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root := cli.Command(&cli.System{})
	root.InitDefaultCompletionCmd()
	prepare(root)
	return writePages(root, dir, when)
}

// writePages writes the pages of a command and of those below it.
func writePages(cmd *cobra.Command, dir string, when time.Time) error {
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Date: &when, Source: "skills-ls", Manual: "skills-ls"}, &page); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := os.WriteFile(filepath.Join(dir, name), tidy(page.Bytes(), when), 0o644); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := writePages(sub, dir, when); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	option = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB-.*)\n\t`)
	isFlag = regexp.MustCompile(`(?m)^(\\fB-.*\\fP)(?:\[=(?:true|false)\]|=""|=\[\])$`)
)

// tidy writes options as man pages do, with what they do set in below them, and without a default that says nothing; and it writes the
// date in the one form that all systems read.
func tidy(page []byte, when time.Time) []byte {
	page = option.ReplaceAll(page, []byte(".TP\n$1\n"))
	page = isFlag.ReplaceAll(page, []byte("$1"))
	return bytes.Replace(page, []byte(when.Format(`"Jan 2006"`)), []byte(when.Format(`"2006-01-02"`)), 1)
}

// prepare makes Markdown, which the generator reads, of what is plain text on the command line.
func prepare(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true // it holds a date of its own
	cmd.Short, cmd.Long = escape(cmd.Short), escape(cmd.Long)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if values := f.Value.Type(); strings.Contains(values, "|") {
			f.Usage += " (one of " + strings.ReplaceAll(values, "|", ", ") + ")"
		}
	})
	for _, sub := range cmd.Commands() {
		prepare(sub)
	}
}

// escape keeps the signs of a plain text from being markup. Lines that are set in stay apart.
func escape(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ") {
			out.WriteString(line) // Markdown takes it for code, as it is meant
		} else {
			out.WriteString(markup.Replace(line))
		}
	}
	return out.String()
}

var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "]", `\]`)
