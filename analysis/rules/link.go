package rules

import (
	"iter"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// Targets returns the resolved links of the file in the order of Markdown.Links. They are resolved once for
// all rules. Mentions, and paths in templates, stay unchecked.
func Targets(p *Pass) []workspace.Target {
	return p.links.get(func() []workspace.Target {
		links := p.Doc.Markdown().Links
		r := workspace.NewResolver(p.Snapshot, p.File)
		targets := make([]workspace.Target, len(links))
		inTemplate := isTemplateOfSkill(p)
		for i, l := range links {
			if !IsMentionLink(p.Doc.Source, l) && (!inTemplate || strings.HasPrefix(l.Destination, "#")) {
				targets[i] = r.Resolve(l.Destination)
			}
		}
		return targets
	})
}

// ownLinks returns the links that may lead to files, with their indexes. Reference links share a destination, and only
// the first of them counts.
func ownLinks(p *Pass) iter.Seq2[int, markdown.Link] {
	return func(yield func(int, markdown.Link) bool) {
		seen := make(map[text.Span]bool)
		for i, l := range p.Doc.Markdown().Links {
			if l.Kind == markdown.AutoLink || seen[l.Dest] {
				continue
			}
			if l.Kind != markdown.InlineLink {
				seen[l.Dest] = true
			}
			if !yield(i, l) {
				return
			}
		}
	}
}

// relink returns a fix that makes a link lead to a file and keeps its fragment.
func relink(p *Pass, title string, safe bool, l markdown.Link, file string) []diagnostic.Fix {
	return oneFix(title, safe, p.Edit(pathSpan(p, l), EncodePath(p.Doc.Source, l, file)))
}

// IsMentionLink reports whether a link is a skill mention, "[$name](path/to/SKILL.md)", which mention/path
// checks.
func IsMentionLink(source string, l markdown.Link) bool {
	return l.Kind == markdown.InlineLink && !l.Image && strings.HasPrefix(l.Text.Of(source), "$") && NamesSkillFile(l.Destination)
}

// pathSpan returns the part of a link's destination before its fragment.
func pathSpan(p *Pass, l markdown.Link) text.Span {
	span := l.Dest
	if i := strings.IndexByte(span.Of(p.Doc.Source), '#'); i >= 0 {
		span.End = span.Start + i
	}
	return span
}

// EncodePath escapes a path for use as the link's destination.
func EncodePath(source string, l markdown.Link, file string) string {
	return refs.EncodeSegments(file, l.Dest.Start > 0 && source[l.Dest.Start-1] == '<')
}

// Answers reports whether a fragment exists in a document.
func Answers(p *refs.Scope, doc *skills.Document, fragment string) bool {
	known := p.Anchors(doc)
	return known[strings.ToLower(fragment)] || known["user-content-"+strings.ToLower(fragment)] || strings.HasPrefix(fragment, ":~:") ||
		fragment == "top" || lineAnchor.MatchString(fragment)
}

// keepsFragment reports whether the fragment of a link exists in the file that the link is to be changed to.
// It reports true for a link without a fragment, and for files that are not Markdown.
func keepsFragment(p *Pass, l markdown.Link, fl string) bool {
	_, fragment, _ := strings.Cut(l.Destination, "#")
	if fragment = file.Decode(fragment); fragment == "" || !file.IsMarkdownName(fl) {
		return true
	}
	f := p.Other(filepath.Join(p.File.Dir, filepath.FromSlash(fl)))
	return f != nil && Answers(p.Scope, f.Doc, fragment)
}

// lineAnchor matches the anchors of lines and ranges of lines on code hosts.
var lineAnchor = regexp.MustCompile(`^L\d+(C\d+)?(-L\d+(C\d+)?)?$`)

// intoSkill reports whether a target outside the skill belongs to another one.
func intoSkill(p *Pass, t workspace.Target) bool {
	dir := t.Actual
	if !t.IsDir {
		dir = filepath.Dir(dir)
	}
	other := p.Snapshot.SkillDir(dir)
	return other != "" && !vfs.Within(other, p.File.Skill)
}

// FromHere returns the path from the linking file to a file, with slashes.
func FromHere(p *refs.Scope, file string) string { return FromDir(p.File.Dir, file) }

// FromDir returns the path from a directory to a file, with slashes.
func FromDir(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return filepath.ToSlash(file) // on another volume
	}
	return filepath.ToSlash(rel)
}

// offer adds the files that a link may mean to a diagnostic about the link. The detail names the first of
// them.
func offer(p *Pass, d *diagnostic.Diagnostic, l markdown.Link, files []string, certain bool) {
	if len(files) > 0 {
		d.Detail = "did you mean " + InQuotes(files[0]) + "?"
	}
	for _, file := range files {
		safe := certain && len(files) == 1 && keepsFragment(p, l, file)
		d.Fixes = append(d.Fixes, relink(p, "Link "+InQuotes(file), safe, l, file)...)
	}
}

// miscounted returns the files that a link's path leads to from other directories than that of the file: with
// more or fewer "..", or from the top of a repository. The nearest come first, and there are at most three.
// Outside the skill, only the SKILL.md files of other skills count. certain is set if the path has a
// directory, since many files may have the same name.
func miscounted(p *Pass, link string) (files []string, certain bool) {
	rest := path.Join("/", link)[1:] // without the ".." at its beginning
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
			rel, _ := filepath.Rel(base, filepath.Dir(file)) // on another volume, it is no directory of the skill
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
