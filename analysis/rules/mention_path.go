package rules

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
)

func checkMentionPaths(p *Pass) {
	for _, m := range p.Mentions() {
		if p.Ctx.Err() != nil {
			return
		}
		if m.Kind != skills.LinkedMention || !isJudgedByPath(p, m) {
			continue
		}
		path, _ := p.MentionedPath(m)
		f, err := p.Snapshot.File(path)
		if err != nil {
			d := diagnostic.Diagnostic{Span: m.PathSpan, Message: "skill not found: " + m.Path}
			for _, s := range vantage.Distinct(p.Snapshot, vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File).Named(m.Name)) {
				d.Fixes = append(d.Fixes, pointTo(p, m, s.Path))
			}
			markPreferred(d.Fixes)
			p.report(d)
			continue
		}
		name := f.Doc.Frontmatter.Name()
		if name == "" {
			name = filepath.Base(filepath.Dir(path))
		}
		if name == m.Name {
			continue
		}
		d := diagnostic.Diagnostic{
			Span: m.Span, Message: "path leads to the skill " + InQuotes(strings.TrimSpace(name)) + ", not " + InQuotes(m.Name),
			Related: []diagnostic.Related{{Path: path, Span: f.Doc.Frontmatter.Open, Message: "the skill at that path"}},
		}
		if index.IsMentionable(name) {
			d.Fixes = append(d.Fixes, diagnostic.Fix{Title: "Change the name to " + InQuotes(name), Edits: []diagnostic.Edit{p.Edit(m.NameSpan, name)}})
		}
		for _, s := range vantage.Distinct(p.Snapshot, vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File).Named(m.Name)) {
			d.Fixes = append(d.Fixes, pointTo(p, m, s.Path))
		}
		p.report(d)
	}
}

// markPreferred makes a fix safe and preferred if it is the only one.
func markPreferred(fixes []diagnostic.Fix) {
	if len(fixes) == 1 {
		fixes[0].Safe, fixes[0].Preferred = true, true
	}
}

// pointTo returns a fix that makes a linked mention lead to a skill. The path is written in the same form as
// before.
func pointTo(p *Pass, m skills.Mention, path string) diagnostic.Fix {
	text := path
	written, isURI := strings.CutPrefix(m.PathSpan.Of(p.Doc.Source), "skill://")
	if isURI {
		text = "skill://" + path
	} else if !filepath.IsAbs(filepath.FromSlash(written)) {
		text = FromHere(p.Scope, p.Snapshot.FolderPath(path))
	}
	return diagnostic.Fix{Title: "Change the path to " + InQuotes(text), Edits: []diagnostic.Edit{p.Edit(m.PathSpan, text)}}
}

// isJudgedByPath reports whether a linked mention names a skill's file that may be read, so that name and
// path can be compared.
func isJudgedByPath(p *Pass, m skills.Mention) bool {
	if !NamesSkillFile(m.Path) {
		return false
	}
	_, probed := p.MentionedPath(m)
	return probed
}

// NamesSkillFile reports whether a path, with slashes or backslashes, ends in the name of a skill's file.
func NamesSkillFile(path string) bool {
	return file.IsSkillFileName(path[strings.LastIndexAny(path, `/\`)+1:])
}
