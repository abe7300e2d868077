package kit

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Catalog is a list of skills without a budget. It has all skills that the model may choose.
type Catalog struct {
	Head, Tail string // the text around the entries
	Entry      func(skills.Skill) string
	Separator  string // between two entries
	Without    string // the whole text if there are no skills
	Notes      []string
}

// Render implements [skills.Agent].Catalog.
func (c Catalog) Render(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	var entries []string
	for _, s := range list {
		if !s.Hidden {
			entries = append(entries, c.Entry(s))
		}
	}
	if len(entries) == 0 {
		return skills.CatalogText{Content: c.Without}
	}
	return skills.CatalogText{
		Content: c.Head + strings.Join(entries, c.Separator) + c.Tail, Notes: c.Notes,
		Total: len(entries), Entries: len(entries),
	}
}

// SkillElement returns an element <skill> with one element in each line, whose names and texts alternate.
func SkillElement(parts ...string) string {
	var b strings.Builder
	b.WriteString("  <skill>\n")
	for i := 0; i < len(parts); i += 2 {
		b.WriteString("    <" + parts[i] + ">" + parts[i+1] + "</" + parts[i] + ">\n")
	}
	b.WriteString("  </skill>\n")
	return b.String()
}

// EscapedElement returns [SkillElement] with the name, the description and the path of a skill, escaped.
func EscapedElement(s skills.Skill) string {
	return SkillElement(
		"name", EscapeXML(s.Name), "description", EscapeXML(s.Description),
		"location", EscapeXML(text.DecodeUTF8(s.Path)),
	)
}

// EscapeXML escapes the five characters for which XML has names.
func EscapeXML(source string) string { return xmlEntities.Replace(source) }

var xmlEntities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
