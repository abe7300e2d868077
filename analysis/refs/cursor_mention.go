package refs

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// IsOneLine reports whether a name can be written on one line. A name in a block scalar may end with a line
// ending.
func IsOneLine(name string) bool { return strings.IndexFunc(name, unicode.IsControl) < 0 }

// preload returns the name at the cursor of a skill that a subagent preloads.
func (c *Cursor) preload() (skills.Mention, bool) {
	for _, m := range Preloads(c.Snapshot, c.File) {
		if m.Span.Contains(c.Offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}

// Mention returns the mention at the cursor: in prose, or in a field of the frontmatter that is text for the
// model.
func (c *Cursor) Mention() (skills.Mention, bool) {
	switch c.File.Kind {
	case file.ConfigFile, file.ManifestFile:
		return skills.Mention{}, false
	case file.CompanionFile:
		site, ok := yamlsite.SiteAt(c.Source, c.Offset)
		if readers := c.ReadersOfField(strings.Join(site.Path, ".")); !ok || site.IsKey || len(readers) == 0 || readers[0].Field.Form != skills.PromptText {
			return skills.Mention{}, false
		}
		return c.mentionIn(site.Token)
	}
	if c.Offset >= c.File.Doc.Body.Start {
		return c.mentionInProse()
	}
	if c.File.Kind == file.Instructions {
		return c.preload()
	}
	e := c.Entry()
	if c.File.Kind != file.SkillFile || e == nil || !IsProseField(e.Key) || !e.ValueSpan.Contains(c.Offset) {
		return skills.Mention{}, false
	}
	return c.mentionIn(e.ValueSpan)
}

// mentionIn returns the mention at the cursor in a span that is text for the model.
func (c *Cursor) mentionIn(text text.Span) (skills.Mention, bool) {
	for _, m := range fieldMentions(c.Source, text) {
		if m.Span.Contains(c.Offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}

// Link returns the innermost link at the cursor.
func (c *Cursor) Link() (*markdown.Link, bool) {
	links := c.File.Doc.Markdown().Links
	var innermost *markdown.Link
	for i := range links {
		if l := &links[i]; l.Span.Contains(c.Offset) && (innermost == nil || l.Span.Len() < innermost.Span.Len()) {
			innermost = l
		}
	}
	return innermost, innermost != nil
}

// Mentioned returns the skills that a mention may mean, each real file once. A linked mention means the skill
// at its path, regardless of its name.
func (c *Cursor) Mentioned(m skills.Mention) []*skills.Skill {
	if m.Kind != skills.LinkedMention {
		return vantage.Distinct(c.Snapshot, KnownTo(c.Ctx, c.Snapshot, c.File, m).Named(m.Name))
	}
	path, probed := c.Scope().MentionedPath(m)
	if path == "" {
		return nil
	}
	known := vantage.VisibleSkills(c.Ctx, c.Snapshot, c.File).All()
	if i := slices.IndexFunc(known, func(skill *skills.Skill) bool { return c.Snapshot.FolderPath(skill.Path) == path }); i >= 0 {
		return known[i : i+1]
	}
	if !probed || !file.IsSkillFileName(filepath.Base(path)) || !IsConfined(c.Snapshot, c.File, path) {
		return nil
	}
	f, err := c.Snapshot.File(path)
	if err != nil {
		return nil
	}
	return []*skills.Skill{new(vantage.Describe(c.Snapshot, agents.Standard, f, path, skills.Verdict{}))}
}

// FromSkill returns a path relative to the skill directory, or to the file's directory if the file belongs to
// no skill.
func (c *Cursor) FromSkill(path string) string {
	rel, err := filepath.Rel(c.File.SkillOrDir(), path)
	if err != nil {
		return vantage.ShownPath(c.Snapshot, path)
	}
	return filepath.ToSlash(rel)
}
