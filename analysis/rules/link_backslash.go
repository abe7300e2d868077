package rules

import (
	"path"
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
)

// checkBackslash reports links whose paths use backslashes as separators.
func checkBackslash(p *Pass) {
	var r *workspace.Resolver
	left := maxReasons
	for _, l := range ownLinks(p) {
		if left == 0 || !strings.Contains(l.Destination, `\`) || IsMentionLink(p.Doc.Source, l) {
			continue
		}
		left--
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
		d.Fixes = relink(p, "Change to "+InQuotes(slashed), safe && keepsFragment(p, l, slashed), l, slashed)
		p.report(d)
	}
}

// backslashed matches a path with backslashes as separators. The path's segments must be names, so that
// regular expressions and the commands of typesetters do not match.
var backslashed = regexp.MustCompile(`^(?:\.{1,2}[\\/])*[\pL\d_.@ -]+(?:[\\/][\pL\d_.@ -]+)+$`)
