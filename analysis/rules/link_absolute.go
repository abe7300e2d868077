package rules

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// machinePath matches paths that exist on one machine only: in a user's directory, on a drive or on a volume.
var machinePath = regexp.MustCompile(`(?i)^(?:file:/*)?(?:/(?:users|home)/([^/]+)/|/root/|/volumes/[^/]+/|/mnt/[a-z]/|/private/|/var/folders/|/?[a-z]:[\\/]|\\\\[^\\]+\\)`)

// anybody are the user names in examples.
var anybody = []string{"you", "user", "username", "yourname", "your-name", "your_name", "your-username", "your_username", "me", "name", "myname", "someone", "example", "foo"}

// checkAbsolute reports links to paths that exist on one machine only.
func checkAbsolute(p *Pass) {
	seen := make(map[text.Span]bool)
	for _, l := range p.Doc.Markdown().Links {
		if len(seen) == maxReasons {
			return
		}
		if l.Kind == markdown.AutoLink || seen[l.Dest] || IsMentionLink(p.Doc.Source, l) || !isMachinePath(l.Destination) {
			continue
		}
		seen[l.Dest] = true
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: l.Dest,
			Message: "absolute path works only on this machine", Detail: "use a relative path",
		}
		if file, certain := ownFile(p, l.Destination); file != "" {
			certain = certain && keepsFragment(p, l, file)
			d.Fixes = []diagnostic.Fix{{
				Title: "Link " + InQuotes(file), Safe: certain, Preferred: certain,
				Edits: []diagnostic.Edit{p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, file))},
			}}
		}
		p.report(d)
	}
}

// isMachinePath reports whether a destination exists on one machine only and is not an example.
func isMachinePath(destination string) bool {
	const scheme = "file:"
	if len(destination) < len(scheme) || strings.IndexByte(`/\`, destination[0]) < 0 && destination[1] != ':' && !strings.EqualFold(destination[:len(scheme)], scheme) {
		return false // nearly all destinations
	}
	if file.IsTemplate(destination) {
		return false
	}
	m := machinePath.FindStringSubmatch(destination)
	if m == nil {
		return strings.EqualFold(destination[:len(scheme)], scheme)
	}
	return !slices.Contains(anybody, strings.ToLower(m[1]))
}

// ownFile returns the file of the skill that an absolute path most likely means, relative to the linking
// file, or an empty string if the path means no file of the skill. It is certain if the path contains a
// directory with the name of the skill directory.
func ownFile(p *Pass, destination string) (fl string, certain bool) {
	if p.File.Skill == "" {
		return "", false
	}
	want, _, _ := strings.Cut(strings.ReplaceAll(destination, `\`, "/"), "#")
	want = file.Decode(want)
	inSkill := path.Join("/", filepath.Base(p.File.Skill))
	longest := ""
	for _, full := range refs.SkillFiles(p.Snapshot, p.File.Skill) {
		rel := filepath.ToSlash(full[len(p.File.Skill)+1:])
		if strings.HasSuffix(want, inSkill+"/"+rel) {
			return FromHere(p.Scope, full), true
		}
		if strings.HasSuffix(want, "/"+rel) && len(rel) > len(longest) && !file.IsSkillFileName(rel) {
			longest, fl = rel, full
		}
	}
	if fl == "" {
		return "", false
	}
	return FromHere(p.Scope, fl), false
}

// FromHere returns the path from the linking file to a file, with slashes.
func FromHere(p *refs.Scope, file string) string {
	rel, err := filepath.Rel(p.File.Dir, file)
	if err != nil {
		return filepath.ToSlash(file) // on another volume
	}
	return filepath.ToSlash(rel)
}

// backslashed matches a path with backslashes as separators. The path's segments must be names, so that
// regular expressions and the commands of typesetters do not match.
var backslashed = regexp.MustCompile(`^(?:\.{1,2}[\\/])*[\pL\d_.@ -]+(?:[\\/][\pL\d_.@ -]+)+$`)

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
			Severity: diagnostic.Warning, Span: l.Dest,
			Message: "backslashes in the link " + InQuotes(written), Detail: "use slashes",
		}
		safe := found && (!t.Leaves || intoSkill(p, t))
		if near, certain := nearFiles(p, slashed, p.File.Dir); t.Exists == workspace.Missing && !t.Leaves && certain && len(near) == 1 {
			slashed, safe = near[0], true
		}
		safe = safe && keepsFragment(p, l, slashed)
		d.Fixes = []diagnostic.Fix{{
			Title: "Change to " + InQuotes(slashed), Safe: safe, Preferred: safe,
			Edits: []diagnostic.Edit{p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, slashed))},
		}}
		p.report(d)
	}
}
