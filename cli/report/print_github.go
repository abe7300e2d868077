package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
)

// A githubPrinter prints each diagnostic as a workflow command on one line. The runner of GitHub Actions
// shows it as an annotation.
type githubPrinter struct {
	FilePrinter
	project *project.Project
	root    string // directory that the paths of annotations are relative to
}

func NewGitHubPrinter(out io.Writer, w *project.Project) *githubPrinter {
	root := w.SourceRoot()
	if checkout := w.Sys.Env["GITHUB_WORKSPACE"]; checkout != "" {
		if _, ok := w.Relative(checkout, w.Cwd); ok {
			root = w.Abs(checkout)
		}
	}
	return &githubPrinter{FilePrinter{out}, w, root}
}

func (p *githubPrinter) Render(_ *workspace.Snapshot, f *Checked) []byte {
	var b bytes.Buffer
	path, _ := p.project.Relative(p.root, f.Path)
	at := NewPlaces(f.Text)
	for _, d := range f.Found {
		r := at.of(d.Span)
		properties := []string{"file", path, "line", strconv.Itoa(r.Start.Line), "endLine", strconv.Itoa(r.End.Line)}
		if r.Start.Line == r.End.Line { // the runner supports columns only within one line
			properties = append(properties, "col", strconv.Itoa(r.Start.Column), "endColumn", strconv.Itoa(r.End.Column))
		}
		// The log shows the message without its properties, and if there are many annotations only the log
		// shows them.
		message := fmt.Sprintf("%s:%d:%d: %s", path, r.Start.Line, r.Start.Column, d.Text())
		b.WriteString(WorkflowCommand(levelOf(d.Severity, "notice"), message, append(properties, "title", d.Rule)...))
	}
	return b.Bytes()
}

func (p *githubPrinter) End(sum Summary, problems []project.Problem) {
	for _, problem := range problems {
		path, _ := p.project.Relative(p.root, problem.Path)
		message := path + ": " + problem.Message
		switch problem.Weight {
		case project.Failure:
			_, _ = io.WriteString(p.Out, WorkflowCommand("error", message, "file", path, "title", "skills-ls"))
		case project.Barren:
			_, _ = io.WriteString(p.Out, WorkflowCommand("warning", message, "file", path, "title", "skills-ls"))
		}
	}
	if !p.project.Sys.Quiet {
		fmt.Fprintln(p.Out, sum)
	}
}

// WorkflowCommand returns a line with a workflow command. Names and values of properties alternate.
func WorkflowCommand(name, message string, properties ...string) string {
	var b strings.Builder
	b.WriteString("::" + name)
	separator := " "
	for i := 0; i < len(properties); i += 2 {
		b.WriteString(separator + properties[i] + "=" + propertyEscapes.Replace(term.VisibleBut(properties[i+1], "\n\r")))
		separator = ","
	}
	b.WriteString("::" + messageEscapes.Replace(term.Visible(message)) + "\n")
	return b.String()
}

// These characters are escaped as the runner requires: actions/toolkit, packages/core/src/command.ts. It has
// no escape for other control characters, so they are made visible. A carriage return in a message would hide
// the text before it in the log.
var (
	messageEscapes  = strings.NewReplacer("%", "%25", "\n", "%0A", "\t", " ")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
