// Package manpages generates the manual pages of skills-ls, for its packages.
//
// The pages are generated from the output of --help. They contain no date except the given one, so they do
// not depend on when they are generated.
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
	"skills-ls/cli/term"
)

// Pages returns a page for every command, by file name, such as skills-ls-check.1. Each page contains the
// date, as a day in UTC.
func Pages(date time.Time) (map[string][]byte, error) {
	root := cli.Command(&term.System{})
	root.InitDefaultCompletionCmd()
	prepare(root)
	pages := make(map[string][]byte)
	if err := add(pages, root, date.UTC()); err != nil {
		return nil, err
	}
	return pages, nil
}

// add adds the pages of a command and its subcommands.
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

// tidy writes options as usual in manual pages, with an indented description and without an empty default,
// and writes the date in the one format that all systems read.
func tidy(page []byte, when time.Time) []byte {
	page = option.ReplaceAll(page, []byte(".TP\n$1\n"))
	page = isFlag.ReplaceAll(page, []byte("$1"))
	return bytes.Replace(page, []byte(when.Format(`"Jan 2006"`)), []byte(when.Format(`"2006-01-02"`)), 1)
}

// prepare converts the plain text of the command line to Markdown, which the generator reads.
func prepare(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true // it contains the current date
	cmd.Short, cmd.Long = escape(cmd.Short), escape(cmd.Long)
	cmd.Flags().VisitAll(nameValues)
	cmd.PersistentFlags().VisitAll(nameValues)
	for _, sub := range cmd.Commands() {
		prepare(sub)
	}
}

// nameValues adds the values of a flag to its description if they are a fixed set.
func nameValues(f *pflag.Flag) {
	if values := f.Value.Type(); strings.Contains(values, "|") {
		f.Usage += " (one of " + strings.ReplaceAll(values, "|", ", ") + ")"
	}
}

// escape escapes the characters of a plain text that are Markdown markup. It leaves indented lines unchanged.
func escape(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ") {
			out.WriteString(line) // Markdown renders it as code, as intended
		} else {
			out.WriteString(markup.Replace(line))
		}
	}
	return out.String()
}

var markup = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`, "]", `\]`)
