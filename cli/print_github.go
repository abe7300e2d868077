package cli

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/workspace"
)

// A githubPrinter prints each diagnostic as a workflow command on one line. The runner of GitHub Actions
// shows it as an annotation.
type githubPrinter struct {
	out     io.Writer
	project *project
	root    string // directory that the paths of annotations are relative to
	quiet   bool
}

func newGithubPrinter(out io.Writer, w *project, quiet bool) *githubPrinter {
	root := w.sourceRoot()
	if checkout := w.sys.Env["GITHUB_WORKSPACE"]; checkout != "" {
		if _, ok := w.relative(checkout, w.cwd); ok {
			root = w.abs(checkout)
		}
	}
	return &githubPrinter{out, w, root, quiet}
}

func (p *githubPrinter) begin() {}

func (p *githubPrinter) print(text []byte) { _, _ = p.out.Write(text) } // the writer keeps the error

func (p *githubPrinter) render(_ *workspace.Snapshot, f *checked) []byte {
	var b bytes.Buffer
	path, _ := p.project.relative(p.root, f.path)
	at := newPlaces(f.text)
	for _, d := range f.found {
		r := at.of(d.Span)
		properties := []string{"file", path, "line", strconv.Itoa(r.Start.Line), "endLine", strconv.Itoa(r.End.Line)}
		if r.Start.Line == r.End.Line { // the runner supports columns only within one line
			properties = append(properties, "col", strconv.Itoa(r.Start.Column), "endColumn", strconv.Itoa(r.End.Column))
		}
		// The log shows the message without its properties, and if there are many annotations only the log
		// shows them.
		message := fmt.Sprintf("%s:%d:%d: %s", path, r.Start.Line, r.Start.Column, d.Message)
		b.WriteString(workflowCommand(githubCommand(d.Severity), message, append(properties, "title", d.Rule)...))
	}
	return b.Bytes()
}

// githubCommand returns the workflow command for a severity: notice for hints, too.
func githubCommand(s diagnostic.Severity) string {
	switch s {
	case diagnostic.Error:
		return "error"
	case diagnostic.Warning:
		return "warning"
	}
	return "notice"
}

func (p *githubPrinter) end(sum summary, problems []problem) {
	for _, problem := range problems {
		path, _ := p.project.relative(p.root, problem.path)
		message := path + ": " + problem.message
		switch problem.weight {
		case failure:
			_, _ = io.WriteString(p.out, workflowCommand("error", message, "file", path, "title", "skills-ls"))
		case barren:
			_, _ = io.WriteString(p.out, workflowCommand("warning", message, "file", path, "title", "skills-ls"))
		}
	}
	if !p.quiet {
		fmt.Fprintln(p.out, sum)
	}
}

// workflowCommand returns a line with a workflow command. Names and values of properties alternate.
func workflowCommand(name, message string, properties ...string) string {
	var b strings.Builder
	b.WriteString("::" + name)
	separator := " "
	for i := 0; i < len(properties); i += 2 {
		b.WriteString(separator + properties[i] + "=" + propertyEscapes.Replace(visibleBut(properties[i+1], "\n\r")))
		separator = ","
	}
	b.WriteString("::" + messageEscapes.Replace(visible(message)) + "\n")
	return b.String()
}

// These characters are escaped as the runner requires: actions/toolkit, packages/core/src/command.ts. It has
// no escape for other control characters, so they are made visible. A carriage return in a message would hide
// the text before it in the log.
var (
	messageEscapes  = strings.NewReplacer("%", "%25", "\n", "%0A", "\t", " ")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
