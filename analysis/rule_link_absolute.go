package analysis

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// machinePath matches paths that exist on one machine only: in a user's directory, on a drive or on a volume.
var machinePath = regexp.MustCompile(`(?i)^(?:file:/*)?(?:/(?:users|home)/([^/]+)/|/root/|/volumes/[^/]+/|/mnt/[a-z]/|/private/|/var/folders/|/?[a-z]:[\\/]|\\\\[^\\]+\\)`)

// anybody are the user names in examples.
var anybody = []string{"you", "user", "username", "yourname", "your-name", "your_name", "your-username", "your_username", "me", "name", "myname", "someone", "example", "foo"}

// checkAbsolute reports links to paths that exist on one machine only.
func checkAbsolute(p *pass) {
	seen := make(map[text.Span]bool)
	for _, l := range p.doc.Markdown().Links {
		if len(seen) == maxReasons {
			return
		}
		if l.Kind == markdown.AutoLink || seen[l.Dest] || isMentionLink(p.doc.Source, l) || !isMachinePath(l.Destination) {
			continue
		}
		seen[l.Dest] = true
		d := Diagnostic{
			Severity: Warning, Span: l.Dest,
			Message: fmt.Sprintf("`%s` is a path of one machine: on any other the link leads nowhere", shorten(l.Destination, 80)),
		}
		if file, certain := p.ownFile(l.Destination); file != "" {
			certain = certain && p.keepsFragment(l, file)
			d.Message += fmt.Sprintf("; the skill has `%s`", file)
			d.Fixes = []Fix{{
				Title: "Link `" + file + "`", Safe: certain, Preferred: certain,
				Edits: []Edit{p.edit(p.pathSpan(l), encodePath(p.doc.Source, l, file))},
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
	if isTemplate(destination) {
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
func (p *pass) ownFile(destination string) (file string, certain bool) {
	if p.file.Skill == "" {
		return "", false
	}
	want, _, _ := strings.Cut(strings.ReplaceAll(destination, `\`, "/"), "#")
	want = decode(want)
	inSkill := path.Join("/", filepath.Base(p.file.Skill))
	longest := ""
	for _, full := range p.snapshot.skillFiles(p.file.Skill) {
		rel := filepath.ToSlash(full[len(p.file.Skill)+1:])
		if strings.HasSuffix(want, inSkill+"/"+rel) {
			return p.fromHere(full), true
		}
		if strings.HasSuffix(want, "/"+rel) && len(rel) > len(longest) && !isSkillFileName(rel) {
			longest, file = rel, full
		}
	}
	if file == "" {
		return "", false
	}
	return p.fromHere(file), false
}

// fromHere returns the path from the linking file to a file, with slashes.
func (p *scope) fromHere(file string) string {
	rel, err := filepath.Rel(p.file.Dir, file)
	if err != nil {
		return filepath.ToSlash(file) // on another volume
	}
	return filepath.ToSlash(rel)
}

// backslashed matches a path with backslashes as separators. The path's segments must be names, so that
// regular expressions and the commands of typesetters do not match.
var backslashed = regexp.MustCompile(`^(?:\.{1,2}[\\/])*[\pL\d_.@ -]+(?:[\\/][\pL\d_.@ -]+)+$`)

// checkBackslash reports links whose paths use backslashes as separators.
func checkBackslash(p *pass) {
	var r *resolver
	seen := make(map[text.Span]bool)
	for _, l := range p.doc.Markdown().Links {
		if len(seen) == maxReasons {
			return
		}
		if !strings.Contains(l.Destination, `\`) || l.Kind == markdown.AutoLink || seen[l.Dest] || isMentionLink(p.doc.Source, l) {
			continue
		}
		seen[l.Dest] = true
		written, _, _ := strings.Cut(l.Destination, "#")
		if !backslashed.MatchString(written) || isTemplate(l.Destination) {
			continue
		}
		if r == nil {
			r = p.snapshot.newResolver(p.file)
		}
		slashed := strings.ReplaceAll(written, `\`, "/")
		t := r.resolve(slashed)
		found := t.exists == present || t.exists == otherCase
		if !found && path.Ext(slashed) == "" {
			continue // nothing shows that it is a path
		}
		if t.exists == otherCase {
			slashed = p.fromHere(t.actual)
		}
		d := Diagnostic{
			Severity: Warning, Span: l.Dest,
			Message: fmt.Sprintf("a link's path is parted by slashes: `%s` leads nowhere but on Windows, and in a browser not there either", shorten(written, 80)),
		}
		safe := found && (!t.leaves || p.intoSkill(t))
		if near, certain := p.nearFiles(slashed, p.file.Dir); t.exists == missing && !t.leaves && certain && len(near) == 1 {
			slashed, safe = near[0], true
		}
		safe = safe && p.keepsFragment(l, slashed)
		d.Fixes = []Fix{{
			Title: "Change to `" + slashed + "`", Safe: safe, Preferred: safe,
			Edits: []Edit{p.edit(p.pathSpan(l), encodePath(p.doc.Source, l, slashed))},
		}}
		p.report(d)
	}
}
