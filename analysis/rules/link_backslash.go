package rules

import (
	"path"
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// checkBackslash reports links whose paths use backslashes as separators.
func checkBackslash(p *Pass) {
	var r *workspace.Resolver
	seen := make(map[text.Span]bool)
	for _, l := range p.Doc.Markdown().Links {
		if len(seen) == maxReasons {
			return
		}
		if !strings.Contains(l.Destination, `\`) || l.Kind == markdown.AutoLink || seen[l.Dest] || IsMentionLink(p.Doc.Source, l) {
			continue
		}
		seen[l.Dest] = true
		written, _, _ := strings.Cut(l.Destination, "#")
		if !backslashed.MatchString(written) || file.IsTemplate(l.Destination) {
			continue
		}
		if r == nil {
			r = workspace.NewResolver(p.Snapshot, p.File)
		}
		slashed := strings.ReplaceAll(written, `\`, "/")
		t := r.Resolve(slashed)
		found := t.Exists == workspace.Present || t.Exists == workspace.OtherCase
		if !found && path.Ext(slashed) == "" {
			continue // nothing shows that it is a path
		}
		if t.Exists == workspace.OtherCase {
			slashed = FromHere(p.Scope, t.Actual)
		}
		d := diagnostic.Diagnostic{
			Span:    l.Dest,
			Message: "backslashes in the link " + InQuotes(written), Detail: "use slashes",
		}
		safe := found && (!t.Leaves || intoSkill(p, t))
		if near, certain := nearFiles(p, slashed, p.File.Dir); t.Exists == workspace.Missing && !t.Leaves && certain && len(near) == 1 {
			slashed, safe = near[0], true
		}
		safe = safe && keepsFragment(p, l, slashed)
		d.Fixes = oneFix("Change to "+InQuotes(slashed), safe, p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, slashed)))
		p.report(d)
	}
}

// backslashed matches a path with backslashes as separators. The path's segments must be names, so that
// regular expressions and the commands of typesetters do not match.
var backslashed = regexp.MustCompile(`^(?:\.{1,2}[\\/])*[\pL\d_.@ -]+(?:[\\/][\pL\d_.@ -]+)+$`)
