package opencode

import (
	"fmt"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// inject renders the answer of the tool skill (packages/opencode/src/tool/skill.ts @097ed81e): the body
// without white space around it, and some of the skill's files. Nothing is escaped or substituted. Only a
// message "/name" has arguments, so that with arguments the result is the text that this message sends.
func inject(l skills.Load) skills.Injection {
	read := parse(l.Source)
	if l.Arguments != nil {
		injection := command(l, read.body(l.Source))
		injection.Notes = append(injection.Notes, read.notes(l)...)
		return injection
	}
	var c skills.Composition
	files, truncated := list(l)
	lines := make([]string, min(len(files), listed))
	for i := range lines {
		lines[i] = "<file>" + text.DecodeUTF8(files[i]) + "</file>"
	}
	addContent(&c, l.Source, l.Skill.Name, read.body(l.Source), fileURL(l.Skill.Dir), strings.Join(lines, "\n"))
	c.Add(skills.SegmentEnvelope, "\n</skill_files>\n</skill_content>")

	cut := truncated || len(files) > len(lines)
	const order = " in the order in which ripgrep finds them, which varies. Here they are sorted."
	c.NoteIf(cut, fmt.Sprintf("OpenCode lists the first %d of %d files"+order, len(lines), len(files)))
	c.NoteIf(!cut && len(files) > 1, "OpenCode lists the files"+order)
	c.Note(read.notes(l)...)
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = files[:len(lines)], cut
	return injection
}

// addContent appends the body and the list of files, which is not closed.
func addContent(c *skills.Composition, source, name string, body text.Span, dir, files string) {
	c.Add(skills.SegmentEnvelope, `<skill_content name="`+name+"\">\n# Skill: "+name+"\n\n")
	c.Copy(skills.SegmentBody, source, body.TrimJS(source))
	c.Add(skills.SegmentEnvelope, "\n\nBase directory for this skill: "+dir+
		"\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\n"+
		"Note: file list is sampled.\n\n<skill_files>\n")
	c.Add(skills.SegmentFiles, files)
}

// body returns the body as OpenCode splits the file, or the author's view of it if OpenCode finds no
// frontmatter.
func (r *parsed) body(source string) text.Span {
	switch {
	case !r.matter.Found:
		return skills.Parse(source).Body
	case r.repair != nil: // only the frontmatter was rewritten
		again := kit.CutGrayMatter(r.repair.text)
		return text.Span{Start: max(0, len(source)-again.Body.Len()), End: len(source)}
	}
	return r.matter.Body
}

var programNote = kit.ProgramNote("OpenCode")

// notes returns what OpenCode does with the file besides the text that it gives the model.
func (r *parsed) notes(l skills.Load) []string {
	v := accept(skills.File{Path: l.Skill.Path, Source: l.Source})
	switch {
	case r.program:
		return []string{programNote}
	case !v.Accepted:
		return []string{"The tool `skill` answers `Skill \"" + l.Skill.Name + "\" not found. Available skills: ...`, with the names of the available skills."}
	case r.repair != nil:
		return []string{
			"The YAML is invalid. OpenCode rewrites lines with an unquoted colon and parses again, but only once for each text: " +
				"a copy of the file is ignored without an error, and so is the file itself when the same process reads its skills again.",
		}
	}
	return nil
}

// fileURL returns pathToFileURL(path).href as Node 20 prints it. Bun, on which OpenCode runs, may escape
// fewer characters.
func fileURL(path string) string {
	path = filepath.ToSlash(text.DecodeUTF8(path))
	var b strings.Builder
	b.WriteString("file://")
	if path != "" && path[0] != '/' {
		b.WriteByte('/') // a drive of Windows
	}
	for i := range len(path) {
		if c := path[i]; c > ' ' && c < 0x7f && strings.IndexByte(`"#%<>?[\]^`+"`{|}~", c) < 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// escapes replaces what escapeHtml escapes (packages/opencode/src/util/html.ts).
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// renderCatalog renders the list of skills in the system prompt (fmt in skill/index.ts @a2cc772e), with a
// note on its short form. The list has no budget, and only the path is escaped. OpenCode also lists a skill
// of its own.
func renderCatalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	short := kit.Catalog{
		Head:  "Short form in the description of the tool `skill`, for versions that have it:\n## Available Skills",
		Entry: func(s skills.Skill) string { return "\n- **" + s.Name + "**: " + s.Description },
	}.Render(list, budget)
	return kit.Catalog{
		Head: "<available_skills>\n",
		Entry: func(s skills.Skill) string {
			location := escapes.Replace(text.DecodeUTF8(s.Path))
			return kit.SkillElement("name", s.Name, "description", s.Description, "location", location)
		},
		Tail:    "</available_skills>",
		Without: "No skills are currently available.",
		Notes:   []string{short.Content},
	}.Render(list, budget)
}

// mentions returns the slash command that begins a message: the text after the slash, up to a space or the
// end of the line (packages/opencode/src/cli/cmd/tui/component/prompt/index.tsx). OpenCode's own commands
// take precedence.
var mentions = kit.SlashSyntax{First: `^(/([^ \n]+))`, Reserved: commands}.Mentions()

// commands are OpenCode's own commands, which no skill can replace (command/index.ts @01793dfe).
var commands = []string{"init", "review", "loop"}
