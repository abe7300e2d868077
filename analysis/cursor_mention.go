package analysis

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// isOneLine reports whether a name can be written on one line. A name in a block scalar may end with a line
// ending.
func isOneLine(name string) bool { return strings.IndexFunc(name, unicode.IsControl) < 0 }

// preload returns the name at the cursor of a skill that a subagent preloads.
func (c *cursor) preload() (skills.Mention, bool) {
	for _, m := range c.snapshot.preloads(c.file) {
		if m.Span.Contains(c.offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}

// mention returns the mention at the cursor: in prose, or in a field of the frontmatter that is text for the
// model.
func (c *cursor) mention() (skills.Mention, bool) {
	switch c.file.Kind {
	case ConfigFile:
		return skills.Mention{}, false
	case CompanionFile:
		site, ok := yamlSiteAt(c.source, c.offset)
		if readers := c.readersOfField(strings.Join(site.path, ".")); !ok || site.isKey || len(readers) == 0 || readers[0].field.Form != skills.PromptText {
			return skills.Mention{}, false
		}
		return c.mentionIn(site.token)
	}
	if c.offset >= c.file.Doc.Body.Start {
		return c.mentionInProse()
	}
	if c.file.Kind == Instructions {
		return c.preload()
	}
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || !isProseField(e.Key) || !e.ValueSpan.Contains(c.offset) {
		return skills.Mention{}, false
	}
	return c.mentionIn(e.ValueSpan)
}

// mentionIn returns the mention at the cursor in a span that is text for the model.
func (c *cursor) mentionIn(text text.Span) (skills.Mention, bool) {
	for _, m := range fieldMentions(c.source, text) {
		if m.Span.Contains(c.offset) {
			return m, true
		}
	}
	return skills.Mention{}, false
}

// link returns the innermost link at the cursor.
func (c *cursor) link() (*markdown.Link, bool) {
	links := c.file.Doc.Markdown().Links
	var innermost *markdown.Link
	for i := range links {
		if l := &links[i]; l.Span.Contains(c.offset) && (innermost == nil || l.Span.Len() < innermost.Span.Len()) {
			innermost = l
		}
	}
	return innermost, innermost != nil
}

// mentioned returns the skills that a mention may mean, each real file once. A linked mention means the skill
// at its path, regardless of its name.
func (c *cursor) mentioned(m skills.Mention) []skills.Skill {
	if m.Kind != skills.LinkedMention {
		return c.snapshot.distinct(c.snapshot.knownTo(c.ctx, c.file, m).named(m.Name))
	}
	path, probed := c.scope().mentionedPath(m)
	if path == "" {
		return nil
	}
	known := c.snapshot.known(c.ctx, c.file).all()
	if i := slices.IndexFunc(known, func(skill skills.Skill) bool { return c.snapshot.FolderPath(skill.Path) == path }); i >= 0 {
		return known[i : i+1]
	}
	if !probed || !isSkillFileName(filepath.Base(path)) || !c.snapshot.isConfined(c.file, path) {
		return nil
	}
	f, err := c.snapshot.File(path)
	if err != nil {
		return nil
	}
	return []skills.Skill{c.snapshot.describe(agents.Standard, f, path, skills.Verdict{})}
}

// fromSkill returns a path relative to the skill directory, or to the file's directory if the file belongs to
// no skill.
func (c *cursor) fromSkill(path string) string {
	top := c.file.Skill
	if top == "" {
		top = c.file.Dir
	}
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return c.snapshot.shownPath(path)
	}
	return filepath.ToSlash(rel)
}
