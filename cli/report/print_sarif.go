package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/lsp/position"
)

// A sarifPrinter prints a log in the format SARIF 2.1.0, with one line for each result.
//
// The library go-sarif creates the whole log before it writes the first byte, and gives each result a dozen
// empty lists. A check of many files prints as it goes. So this package has the few objects of the standard
// that diagnostics need, and the tests read the log with the library.
type sarifPrinter struct {
	out     io.Writer
	project *project.Project
	root    string         // directory that the URIs of files are relative to
	rules   map[string]int // indexes in the rules of the log, by ID
	count   int
}

func NewSARIFPrinter(out io.Writer, w *project.Project) *sarifPrinter {
	p := &sarifPrinter{out: out, project: w, root: w.SourceRoot(), rules: make(map[string]int)}
	for i, r := range rules.All() {
		p.rules[r.ID] = i
	}
	return p
}

const (
	SARIFSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// SarifRoot is the name in the log of the directory that URIs are relative to. GitHub expects this name.
	SARIFRoot = "%SRCROOT%"
)

func (p *sarifPrinter) Begin() {
	var driver sarifDriver
	driver.Name, driver.Version = "skills-ls", term.ReadBuild().Version
	for _, r := range rules.All() {
		driver.Rules = append(driver.Rules, newSarifRule(r))
	}
	bases := map[string]SARIFArtifact{SARIFRoot: {URI: DirectoryURI(p.root)}}
	fmt.Fprintf(p.out, `{"version":"2.1.0","$schema":%q,"runs":[{"tool":{"driver":%s},"columnKind":"utf16CodeUnits","originalUriBaseIds":%s,"results":[`,
		SARIFSchema, Marshal(driver), Marshal(bases))
}

func (p *sarifPrinter) Print(text []byte) {
	if p.count++; p.count == 1 {
		text = text[1:] // the comma
	}
	_, _ = p.out.Write(text) // the writer keeps the error
}

func (p *sarifPrinter) End(sum Summary, problems []project.Problem) {
	invocation := SARIFInvocation{ExecutionSuccessful: sum.Missed+sum.Unread == 0, WorkingDirectory: SARIFArtifact{URI: DirectoryURI(p.project.Cwd)}}
	for _, problem := range problems {
		level := map[project.Weight]string{project.Failure: "error", project.Barren: "warning", project.Note: "note"}[problem.Weight]
		at := SARIFLocation{Physical: sarifPhysical{Artifact: p.artifact(problem.Path)}}
		invocation.Notifications = append(invocation.Notifications, sarifNotification{level, newSarifMessage(problem.Message), []SARIFLocation{at}})
	}
	fmt.Fprintf(p.out, "\n],\"invocations\":[%s]}]}\n", Marshal(invocation))
}

func (p *sarifPrinter) Render(s *workspace.Snapshot, f *Checked) []byte {
	var out []byte
	at := newTextPlaces(s, f)
	for i, d := range f.Found {
		result := p.result(at, f, d)
		result.Fingerprints = map[string]string{"problem/v1": f.Prints[i].String()}
		out = append(out, ",\n"...)
		out = append(out, Marshal(result)...)
	}
	return out
}

func (p *sarifPrinter) result(at *textPlaces, f *Checked, d diagnostic.Diagnostic) SARIFResult {
	r := SARIFResult{RuleID: d.Rule, RuleIndex: p.rules[d.Rule], Level: levelOf(d.Severity, "note"), Message: newSarifMessage(d.Text())}
	r.Locations = []SARIFLocation{p.location(f.Path, at.of(f.Path, d.Span))}
	for _, related := range d.Related {
		location := p.location(related.Path, at.of(related.Path, related.Span))
		message := newSarifMessage(related.Message)
		location.Message = &message
		r.Related = append(r.Related, location)
	}
	for _, fix := range d.Fixes {
		if fix.Rename == nil { // SARIF has no renames, and half a fix is wrong
			r.Fixes = append(r.Fixes, p.fix(at, fix.WithoutPlaceholder()))
		}
	}
	r.Properties.Severity, r.Properties.Affects = d.Severity.String(), append([]diagnostic.Affect{}, d.Affects...)
	return r
}

func (p *sarifPrinter) fix(at *textPlaces, fix diagnostic.Fix) SARIFFix {
	out := SARIFFix{Description: newSarifMessage(fix.Title)}
	out.Properties.Safe, out.Properties.Preferred = fix.Safe, fix.Preferred
	for _, e := range fix.Edits {
		artifact := p.artifact(e.Path)
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact == artifact })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: artifact})
		}
		replacement := sarifReplacement{Deleted: NewSARIFRegion(at.of(e.Path, e.Span))}
		if e.Text != "" {
			replacement.Inserted = &sarifText{Text: e.Text}
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, replacement)
	}
	return out
}

func (p *sarifPrinter) location(path string, r placeRange) SARIFLocation {
	region := NewSARIFRegion(r)
	return SARIFLocation{Physical: sarifPhysical{Artifact: p.artifact(path), Region: &region}}
}

// artifact returns the location of a file: relative to the root if it is below it, else an absolute URI.
func (p *sarifPrinter) artifact(path string) SARIFArtifact {
	rel, ok := p.project.Relative(p.root, path)
	if !ok {
		return SARIFArtifact{URI: position.FileURI(path)}
	}
	return SARIFArtifact{URI: (&url.URL{Path: rel}).String(), Base: SARIFRoot}
}

// DirectoryURI returns the URI of a directory. It ends with a slash, so that other URIs can be relative to
// it.
func DirectoryURI(dir string) string { return strings.TrimSuffix(position.FileURI(dir), "/") + "/" }

// levelOf returns "error" or "warning" for these severities, and other for the others.
func levelOf(s diagnostic.Severity, other string) string {
	switch s {
	case diagnostic.Error:
		return "error"
	case diagnostic.Warning:
		return "warning"
	}
	return other
}
