// Package manpages makes the manual pages of skills-ls, for packages of it.
//
// The pages are made of what --help prints, and hold no date but the one that is asked for, so that they are the same whenever they
// are made.
package manpages

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"skills-ls/cli"
)

// Pages returns a page for every command by its file name, such as skills-ls-check.1. The date stands in each, as a day in UTC.
func Pages(date time.Time) (map[string][]byte, error) {
	root := cli.Command(&cli.System{})
	root.InitDefaultCompletionCmd()
	prepare(root)
	pages := make(map[string][]byte)
	if err := add(pages, root, date.UTC()); err != nil {
		return nil, err
	}
	return pages, nil
}

// add adds the pages of a command and of those below it.
func add(pages map[string][]byte, cmd *cobra.Command, date time.Time) error {
	var page bytes.Buffer
	if err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Date: &date, Source: "skills-ls", Manual: "skills-ls"}, &page); err != nil {
		return fmt.Errorf("the manual page of %s: %w", cmd.CommandPath(), err)
	}
	pages[strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"] = tidy(page.Bytes(), date)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := add(pages, sub, date); err != nil {
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
