package analysis

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

func checkBroken(p *pass) {
	seen := make(map[text.Span]bool) // reference links share a destination
	for i, t := range p.targets() {
		l := p.doc.Markdown().Links[i]
		if t.kind != relativePath || t.exists != missing || t.leaves || l.Kind == markdown.AutoLink || seen[l.Dest] || isNotation(l, l.Text.Of(p.doc.Source), t) {
			continue
		}
		seen[l.Dest] = true
		p.report(p.broken(l, t))
	}
}

// broken returns the diagnostic for a link to a missing file.
func (p *pass) broken(l markdown.Link, t target) Diagnostic {
	if d, ok := p.doublyParenthesized(l); ok {
		return d
	}
	d := Diagnostic{Severity: Warning, Span: l.Dest, Message: fmt.Sprintf("`%s` does not exist in %s", t.path, p.place())}
	near, certain := p.nearFiles(t.path, p.file.Dir)
	if len(near) == 0 {
		near, certain = p.miscounted(t.path)
	}
	if len(near) == 0 && p.isPage(t) {
		d.Severity = Information
		d.Message += ", and neither does a directory for it; a page of some site needs its whole address"
	}
	p.offer(&d, l, near, certain)
	return d
}

// doublyParenthesized returns the diagnostic for a link whose destination is in parentheses of its own,
// "[a]((#b))". They are part of the destination, which authors do not see.
func (p *pass) doublyParenthesized(l markdown.Link) (Diagnostic, bool) {
	written := l.Dest.Of(p.doc.Source)
	if len(written) < 3 || written[0] != '(' || written[len(written)-1] != ')' {
		return Diagnostic{}, false
	}
	inner := written[1 : len(written)-1]
	d := Diagnostic{
		Severity: Warning, Span: l.Dest,
		Message: fmt.Sprintf("the second parentheses around `%s` are taken for a part of it, so that the link leads nowhere", inner),
	}
	t := p.snapshot.newResolver(p.file).resolve(markdown.Unescape(inner))
	doc := p.snapshot.targetDoc(p.file, t)
	if t.exists == present && !t.leaves && (t.fragment == "" || doc == nil || p.answers(doc, t.fragment)) {
		d.Fixes = []Fix{{Title: "Take the parentheses out", Safe: true, Preferred: true, Edits: []Edit{p.edit(l.Dest, inner)}}}
	}
	return d, true
}

// isPage reports whether a path that does not exist may be the address of a page on a website,
// "wiki/deployment", rather than a file: it has no extension, and even its first directory does not exist.
func (p *pass) isPage(t target) bool {
	first, _, ok := strings.Cut(t.path, "/")
	return ok && path.Ext(t.path) == "" && first != "." && first != ".." && p.snapshot.newResolver(p.file).resolve(first).exists == missing
}

// offer adds the files that a link may mean to a diagnostic about the link. The message names the first of
// them.
func (p *pass) offer(d *Diagnostic, l markdown.Link, files []string, certain bool) {
	if len(files) > 0 {
		d.Message += "; did you mean `" + files[0] + "`?"
	}
	for _, file := range files {
		safe := certain && len(files) == 1 && p.keepsFragment(l, file)
		d.Fixes = append(d.Fixes, Fix{
			Title: "Link `" + file + "`", Safe: safe, Preferred: safe,
			Edits: []Edit{p.edit(p.pathSpan(l), encodePath(p.doc.Source, l, file))},
		})
	}
}

// miscounted returns the files that a link's path leads to from other directories than that of the file: with
// more or fewer "..", or from the top of a repository. The nearest come first, and there are at most three.
// Outside the skill, only the SKILL.md files of other skills count. certain is set if the path has a
// directory, since many files may have the same name.
func (p *pass) miscounted(link string) (files []string, certain bool) {
	rest := path.Join("/", link)[1:] // without the ".." at its beginning
	if rest == "" {
		return nil, false
	}
	certain = strings.Contains(rest, "/")
	r := p.snapshot.newResolver(p.file)
	for dir, below := p.file.Dir, ""; dir != below && len(files) < 3; dir, below = filepath.Dir(dir), dir {
		if p.file.Skill == "" || !vfs.Within(p.file.Skill, dir) {
			if _, ok := p.snapshot.inFolder(dir); !ok || !certain || !isSkillFileName(path.Base(rest)) {
				break
			}
		}
		t := target{destination: destination{kind: relativePath, path: rest}}
		if r.follow(&t, dir); t.exists == present && !t.isDir && t.actual != p.file.Path {
			files = append(files, p.fromHere(t.actual))
		}
	}
	return files, certain
}

// isNotation reports whether brackets before parentheses are meant as something other than a link, as in
// "[0,2,4](MON/WED/FRI)". The brackets have no letter, or the parentheses only capitals, which are unusual in
// file names, and the destination has not the form of a file, a directory or a heading.
func isNotation(l markdown.Link, text string, t target) bool {
	if l.Kind != markdown.InlineLink || l.Image || t.hash >= 0 || strings.HasSuffix(t.path, "/") || path.Ext(t.path) != "" {
		return false
	}
	words := nameWords(strings.ToLower(t.path))
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(capitalFiles, word) }) {
		return false
	}
	return !strings.ContainsFunc(text, unicode.IsLetter) || strings.ContainsFunc(t.path, unicode.IsUpper) && strings.ToUpper(t.path) == t.path
}

// capitalFiles are words in the names of files that by convention are written in capitals and without an
// extension.
var capitalFiles = []string{
	"authors", "changelog", "changes", "codeowners", "contributing", "copying", "copyright", "credits", "history", "install", "licence", "license",
	"maintainers", "news", "notice", "patents", "readme", "security", "thanks", "todo", "version",
}

// place names the directory that a link is resolved against.
func (p *pass) place() string {
	if p.file.Skill != "" {
		return "the skill's directory"
	}
	return "this directory"
}

// nearFiles returns the files of the skill that a mistyped path may mean, at most three, relative to from.
// They are those whose path differs by a typo, or else those with the same name elsewhere. If the path names
// a directory, a file elsewhere is returned only if it is the only one and the path may mean another
// directory.
//
// certain is set if only case and separators differ, if the typo is in the directory of the only file with
// that name, or if the path is a name without a directory.
func (p *pass) nearFiles(mistyped, from string) (files []string, certain bool) {
	if p.file.Skill == "" {
		return nil, false
	}
	want := strings.ToLower(path.Clean(mistyped))
	var near, same []string
	for _, file := range p.snapshot.skillFiles(p.file.Skill) {
		rel, err := filepath.Rel(from, file)
		if err != nil || rel == filepath.Base(p.file.Path) || isSkillFileName(filepath.Base(file)) {
			continue
		}
		rel = filepath.ToSlash(rel)
		lower := strings.ToLower(rel)
		if editDistance(lower, want, 2) <= 2 && len(want) > 4 && withoutDigits(lower) != withoutDigits(want) {
			near = append(near, rel)
		} else if path.Base(lower) == path.Base(want) {
			same = append(same, rel)
		}
	}
	dir := path.Dir(want)
	switch {
	case len(near) > 0:
		sameFile := path.Base(strings.ToLower(near[0])) == path.Base(want) && len(same) == 0
		return near[:min(len(near), 3)], sameFile || sameWord(path.Clean(mistyped), near[0])
	case strings.Trim(dir, "./") == "":
		return same[:min(len(same), 3)], dir == "."
	case len(same) == 1 && (strings.HasPrefix(strings.ToLower(same[0]), dir+"/") || !p.meansDir(dir, from)):
		return same, false
	}
	return nil, false
}

// meansDir reports whether a directory, in lowercase, is one that the skill has, or differs from one only
// from the first digit on, as versions and chapters do. A path through such a directory does not mean another
// one.
func (p *pass) meansDir(dir, from string) bool {
	return slices.ContainsFunc(p.snapshot.skillFiles(p.file.Skill), func(file string) bool {
		return slices.ContainsFunc([]string{from, p.file.Skill}, func(base string) bool {
			rel, err := filepath.Rel(base, filepath.Dir(file))
			if err != nil {
				return false
			}
			other := strings.ToLower(filepath.ToSlash(rel))
			return strings.HasPrefix(other+"/", dir+"/") || dir != other && beforeNumber(dir) == beforeNumber(other)
		})
	})
}

// beforeNumber returns path with everything from its first digit on replaced by "0".
func beforeNumber(path string) string {
	if i := strings.IndexAny(path, "0123456789"); i >= 0 {
		return path[:i] + "0"
	}
	return path
}
