package codelia

import (
	_ "embed"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// escape escapes the characters that Codelia escapes in XML, which do not include the apostrophe.
var escape = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;").Replace

// inject renders the result of skill_load: the whole file with its frontmatter, without trailing white space,
// and the list of files in the skill's directory. Nothing in the file is escaped or substituted.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	attributes := ` name="` + escape(l.Skill.Name) + `" path="` + escape(l.Skill.Path) + `"`
	if l.LoadedMtimeMs != nil && *l.LoadedMtimeMs == l.Skill.MtimeMs {
		c.Add(skills.SegmentNotice, "<skill_context_reminder"+attributes+
			">Skill already loaded in this session. Reuse previous context.</skill_context_reminder>")
		return c.Injection()
	}
	c.Add(skills.SegmentEnvelope, "<skill_context"+attributes+">\n")
	end := len(text.TrimRightJS(l.Source))
	split := min(end, kit.FrontmatterEnd(l.Source))
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{Start: 0, End: split})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: split, End: end})
	c.Add(skills.SegmentEnvelope, "\n\nBase directory: "+base(l.Skill.Dir, filepath.Separator)+
		"\nRelative paths in this skill are resolved from this directory.\n")

	files, truncated := files(l)
	c.Add(skills.SegmentFiles, "<skill_files>\n")
	for _, file := range files {
		c.Add(skills.SegmentFiles, "<file>"+file+"</file>\n")
	}
	if len(files) == 0 {
		c.Add(skills.SegmentFiles, "\n")
	}
	c.Add(skills.SegmentFiles, "</skill_files>\n")
	c.Add(skills.SegmentEnvelope, "</skill_context>")

	c.NoteIf(l.Arguments != nil && *l.Arguments != "",
		"Codelia has no arguments: the text after the mention stays in the user's message.")
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = files, truncated
	return injection
}

// base returns the skill's directory as Codelia writes it: like a URL but not percent-encoded, so that a
// space stays a space and a Windows path has two slashes before its drive.
func base(dir string, separator byte) string {
	if dir == "" || dir[len(dir)-1] != separator {
		dir += string(separator)
	}
	return "file://" + strings.ReplaceAll(dir, `\`, "/")
}

// Limits of the list of files.
const (
	listedFiles = 200
	listedBytes = 512 * 1024
)

// files returns the paths of the skill's files. The limits apply in the order of the walk, before the paths
// are sorted.
func files(l skills.Load) (files []string, truncated bool) {
	if l.FS == nil || l.Skill.Dir == "" {
		return nil, false
	}
	listing := skills.ListResources(l.FS, l.Skill.Dir, listedFiles, listedBytes)
	for _, file := range listing.Files {
		files = append(files, file.Path)
	}
	slices.SortStableFunc(files, skills.Collate)
	return files, listing.Truncated
}

// usage is the beginning of the catalog.
//
//go:embed usage.md
var usage string

// catalog renders buildInitialContext. It is empty without skills. The first skill that would exceed the
// budget ends the list, even if a later one would fit.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	t := kit.Catalog{Entry: func(s skills.Skill) string {
		return kit.SkillElement(
			"name", escape(s.Name), "description", escape(s.Description),
			"path", escape(s.Path), "scope", escape(string(s.Scope)),
		)
	}}.Render(list, budget)
	truncated, note := "false", ""
	if t.Truncated {
		truncated = "true"
		note = "  <note>Catalog truncated. Use skill_search tool to find additional local skills.</note>\n"
	}
	if t.Total > 0 {
		t.Content = usage + `<skills_catalog scope="initial" truncated="` + truncated + "\">\n" +
			t.Content + note + "</skills_catalog>\n</skills_context>"
	}
	return t
}
