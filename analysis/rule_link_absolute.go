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

// machinePath is a path that leads to something on one machine alone: into somebody's directory, onto a drive or a volume.
var machinePath = regexp.MustCompile(`(?i)^(?:file:/*)?(?:/(?:users|home)/([^/]+)/|/root/|/volumes/[^/]+/|/mnt/[a-z]/|/private/|/var/folders/|/?[a-z]:[\\/]|\\\\[^\\]+\\)`)

// anybody are names of users in examples.
var anybody = []string{"you", "user", "username", "yourname", "your-name", "your_name", "your-username", "your_username", "me", "name", "myname", "someone", "example", "foo"}

// checkAbsolute reports links to paths of one machine.
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

// isMachinePath reports whether a destination leads to something on one machine alone, and is no example.
func isMachinePath(destination string) bool {
	const scheme = "file:"
	if len(destination) < len(scheme) || strings.IndexByte(`/\`, destination[0]) < 0 && destination[1] != ':' && !strings.EqualFold(destination[:len(scheme)], scheme) {
		return false // as nearly all are
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

// ownFile returns the file of the skill that an absolute path most likely leads to, relative to the linking file; empty for none. It is
// certain where the path leads through a directory that is called as the skill's.
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

// fromHere returns the path of a file as a link from this one has it.
func (p *pass) fromHere(file string) string {
	rel, err := filepath.Rel(p.file.Dir, file)
	if err != nil {
		return filepath.ToSlash(file) // on another volume
	}
	return filepath.ToSlash(rel)
}

// backslashed is a path that is parted by backslashes: its segments are names, so that it is no regular expression and no command of a
// typesetter.
var backslashed = regexp.MustCompile(`^(?:\.{1,2}[\\/])*[\pL\d_.@ -]+(?:[\\/][\pL\d_.@ -]+)+$`)

// checkBackslash reports links whose paths are parted by backslashes.
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
			continue // nothing says that it is a path
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
