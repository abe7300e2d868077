package kit

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Catalog is a list of the skills that the model may choose.
type Catalog struct {
	Head, Tail string // the text around the entries
	Entry      func(skills.Skill) string
	Separator  string // between two entries
	Without    string // the whole text if there are no skills
	Notes      []string
	Unit       text.Unit // of the characters that the budget limits
	// Skips says that the list continues after an entry that exceeds the budget, with those that still fit.
	// Otherwise it ends before that entry.
	Skips bool
	// Cut completes the list, before Tail, if it does not have all skills. Nil means that nothing is added.
	Cut func(*skills.CatalogText)
}

// Render implements [skills.Agent].Catalog.
func (c Catalog) Render(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool { return s.Hidden })
	if len(list) == 0 {
		return skills.CatalogText{Content: c.Without}
	}
	t := skills.CatalogText{Notes: c.Notes, Total: len(list)}
	var b strings.Builder
	b.WriteString(c.Head)
	for i, s := range list {
		entry := c.Entry(s)
		if t.Entries > 0 {
			entry = c.Separator + entry
		}
		used, within := budget.Add(t.Used, skills.Budget{Entries: 1, Bytes: len(entry), Chars: c.Unit.Len(entry)})
		if within {
			b.WriteString(entry)
			t.Entries, t.Used = t.Entries+1, used
			continue
		}
		t.Truncated, t.Dropped = true, append(t.Dropped, s)
		if !c.Skips {
			t.Dropped = list[i:]
			break
		}
	}
	t.Content = b.String()
	if t.Truncated && c.Cut != nil {
		c.Cut(&t)
	}
	t.Content += c.Tail
	return t
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
		"location", EscapeXML(text.DecodeUTF8(s.ShownPath())),
	)
}

// EscapeXML escapes the five characters for which XML has names.
func EscapeXML(source string) string { return xmlEntities.Replace(source) }

var xmlEntities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")
