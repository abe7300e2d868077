package rules

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

func checkBroken(p *Pass) {
	seen := make(map[text.Span]bool) // reference links share a destination
	for i, t := range Targets(p) {
		l := p.Doc.Markdown().Links[i]
		if t.Kind != file.RelativePath || t.Exists != workspace.Missing || t.Leaves || l.Kind == markdown.AutoLink || seen[l.Dest] || isNotation(l, l.Text.Of(p.Doc.Source), t) {
			continue
		}
		seen[l.Dest] = true
		p.report(broken(p, l, t))
	}
}

// broken returns the diagnostic for a link to a missing file.
func broken(p *Pass, l markdown.Link, t workspace.Target) diagnostic.Diagnostic {
	if d, ok := doublyParenthesized(p, l); ok {
		return d
	}
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: l.Dest, Message: "file not found: " + t.Path}
	near, certain := nearFiles(p, t.Path, p.File.Dir)
	if len(near) == 0 {
		near, certain = miscounted(p, t.Path)
	}
	if len(near) == 0 && isPage(p, t) {
		d.Severity = diagnostic.Information
		d.Detail = "for a web page, use the full URL"
	}
	offer(p, &d, l, near, certain)
	return d
}

// doublyParenthesized returns the diagnostic for a link whose destination is in parentheses of its own,
// "[a]((#b))". They are part of the destination, which authors do not see.
func doublyParenthesized(p *Pass, l markdown.Link) (diagnostic.Diagnostic, bool) {
	written := l.Dest.Of(p.Doc.Source)
	if len(written) < 3 || written[0] != '(' || written[len(written)-1] != ')' {
		return diagnostic.Diagnostic{}, false
	}
	inner := written[1 : len(written)-1]
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: l.Dest,
		Message: "file not found: " + written, Detail: "the inner parentheses are part of the path",
	}
	t := workspace.NewResolver(p.Snapshot, p.File).Resolve(markdown.Unescape(inner))
	doc := refs.TargetDoc(p.Snapshot, p.File, t)
	if t.Exists == workspace.Present && !t.Leaves && (t.Fragment == "" || doc == nil || Answers(p.Scope, doc, t.Fragment)) {
		d.Fixes = []diagnostic.Fix{{Title: "Remove the inner parentheses", Safe: true, Preferred: true, Edits: []diagnostic.Edit{p.Edit(l.Dest, inner)}}}
	}
	return d, true
}

// isPage reports whether a path that does not exist may be the address of a page on a website,
// "wiki/deployment", rather than a file: it has no extension, and even its first directory does not exist.
func isPage(p *Pass, t workspace.Target) bool {
	first, _, ok := strings.Cut(t.Path, "/")
	return ok && path.Ext(t.Path) == "" && first != "." && first != ".." && workspace.NewResolver(p.Snapshot, p.File).Resolve(first).Exists == workspace.Missing
}

// offer adds the files that a link may mean to a diagnostic about the link. The detail names the first of
// them.
func offer(p *Pass, d *diagnostic.Diagnostic, l markdown.Link, files []string, certain bool) {
	if len(files) > 0 {
		d.Detail = "did you mean " + InQuotes(files[0]) + "?"
	}
	for _, file := range files {
		safe := certain && len(files) == 1 && keepsFragment(p, l, file)
		d.Fixes = append(d.Fixes, diagnostic.Fix{
			Title: "Link " + InQuotes(file), Safe: safe, Preferred: safe,
			Edits: []diagnostic.Edit{p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, file))},
		})
	}
}

// miscounted returns the files that a link's path leads to from other directories than that of the file: with
// more or fewer "..", or from the top of a repository. The nearest come first, and there are at most three.
// Outside the skill, only the SKILL.md files of other skills count. certain is set if the path has a
// directory, since many files may have the same name.
func miscounted(p *Pass, link string) (files []string, certain bool) {
	rest := path.Join("/", link)[1:] // without the ".." at its beginning
	if rest == "" {
		return nil, false
	}
	certain = strings.Contains(rest, "/")
	r := workspace.NewResolver(p.Snapshot, p.File)
	for dir, below := p.File.Dir, ""; dir != below && len(files) < 3; dir, below = filepath.Dir(dir), dir {
		if p.File.Skill == "" || !vfs.Within(p.File.Skill, dir) {
			if _, ok := p.Snapshot.InFolder(dir); !ok || !certain || !file.IsSkillFileName(path.Base(rest)) {
				break
			}
		}
		t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: rest}}
		if r.Follow(&t, dir); t.Exists == workspace.Present && !t.IsDir && t.Actual != p.File.Path {
			files = append(files, FromHere(p.Scope, t.Actual))
		}
	}
	return files, certain
}

// isNotation reports whether brackets before parentheses are meant as something other than a link, as in
// "[0,2,4](MON/WED/FRI)". The brackets have no letter, or the parentheses only capitals, which are unusual in
// file names, and the destination has not the form of a file, a directory or a heading.
func isNotation(l markdown.Link, text string, t workspace.Target) bool {
	if l.Kind != markdown.InlineLink || l.Image || t.Hash >= 0 || strings.HasSuffix(t.Path, "/") || path.Ext(t.Path) != "" {
		return false
	}
	words := match.NameWords(strings.ToLower(t.Path))
	if slices.ContainsFunc(words, func(word string) bool { return slices.Contains(capitalFiles, word) }) {
		return false
	}
	return !strings.ContainsFunc(text, unicode.IsLetter) || strings.ContainsFunc(t.Path, unicode.IsUpper) && strings.ToUpper(t.Path) == t.Path
}

// capitalFiles are words in the names of files that by convention are written in capitals and without an
// extension.
var capitalFiles = []string{
	"authors", "changelog", "changes", "codeowners", "contributing", "copying", "copyright", "credits", "history", "install", "licence", "license",
	"maintainers", "news", "notice", "patents", "readme", "security", "thanks", "todo", "version",
}

// nearFiles returns the files of the skill that a mistyped path may mean, at most three, relative to from.
// They are those whose path differs by a typo, or else those with the same name elsewhere. If the path names
// a directory, a file elsewhere is returned only if it is the only one and the path may mean another
// directory.
//
// certain is set if only case and separators differ, if the typo is in the directory of the only file with
// that name, or if the path is a name without a directory.
func nearFiles(p *Pass, mistyped, from string) (files []string, certain bool) {
	if p.File.Skill == "" {
		return nil, false
	}
	want := strings.ToLower(path.Clean(mistyped))
	var near, same []string
	for _, fl := range refs.SkillFiles(p.Snapshot, p.File.Skill) {
		rel, err := filepath.Rel(from, fl)
		if err != nil || rel == filepath.Base(p.File.Path) || file.IsSkillFileName(filepath.Base(fl)) {
			continue
		}
		rel = filepath.ToSlash(rel)
		lower := strings.ToLower(rel)
		if match.EditDistance(lower, want, 2) <= 2 && len(want) > 4 && refs.WithoutDigits(lower) != refs.WithoutDigits(want) {
			near = append(near, rel)
		} else if path.Base(lower) == path.Base(want) {
			same = append(same, rel)
		}
	}
	dir := path.Dir(want)
	switch {
	case len(near) > 0:
		sameFile := path.Base(strings.ToLower(near[0])) == path.Base(want) && len(same) == 0
		return near[:min(len(near), 3)], sameFile || match.SameWord(path.Clean(mistyped), near[0])
	case strings.Trim(dir, "./") == "":
		return same[:min(len(same), 3)], dir == "."
	case len(same) == 1 && (strings.HasPrefix(strings.ToLower(same[0]), dir+"/") || !meansDir(p, dir, from)):
		return same, false
	}
	return nil, false
}

// meansDir reports whether a directory, in lowercase, is one that the skill has, or differs from one only
// from the first digit on, as versions and chapters do. A path through such a directory does not mean another
// one.
func meansDir(p *Pass, dir, from string) bool {
	return slices.ContainsFunc(refs.SkillFiles(p.Snapshot, p.File.Skill), func(file string) bool {
		return slices.ContainsFunc([]string{from, p.File.Skill}, func(base string) bool {
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
