package hover

import (
	"fmt"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverFrontmatter returns the hover for a key, for the name of an argument, or for a value about which more
// is known than the meaning of its key.
func hoverFrontmatter(c *refs.Cursor) (Hover, bool) {
	if h, ok := hoverArgument(c); ok {
		return h, true
	}
	if h, ok := hoverNested(c); ok || c.File.Kind != file.SkillFile {
		return h, ok
	}
	entries := c.File.Doc.Frontmatter.Entries
	for i := range entries {
		e := &entries[i]
		if e.KeySpan.Contains(c.Offset) {
			return Hover{e.KeySpan, keyDoc(c, e.Key)}, true
		}
		if e.ValueSpan.Contains(c.Offset) {
			return hoverValue(c, e)
		}
	}
	return Hover{}, false
}

func hoverValue(c *refs.Cursor, e *frontmatter.Entry) (Hover, bool) {
	switch e.Key {
	case "name":
		if text := verdictDoc(c); text != "" {
			return Hover{e.ValueSpan, text + "\n" + lengthDoc(c, e, agents.Standard.Limits.Name)}, true
		}
	case "description":
		return Hover{e.ValueSpan, lengthDoc(c, e, agents.Standard.Limits.Description) + listedDoc(c, e)}, true
	case "compatibility":
		return Hover{e.ValueSpan, lengthDoc(c, e, agents.Standard.Limits.Compatibility)}, true
	case "license":
		return hoverLicence(c, e)
	}
	if h, ok := hoverTools(c, e); ok {
		return h, true
	}
	if e.Value == nil {
		return Hover{}, false
	}
	if a, at, ok := c.SubagentAt(); ok {
		return Hover{at, vocabulary.SubagentDoc(c, a)}, true
	}
	if text := wordDoc(c, e); text != "" {
		return Hover{e.ValueSpan, text}, true
	}
	isRead := len(refs.ReadersOf(e.Key, c.Standpoint()))+len(vocabulary.VocabularyReaders(e.Key)) > 0
	if !e.Value.IsNull() && e.Value.Kind != frontmatter.MappingValue && isRead {
		return Hover{e.ValueSpan, keyDoc(c, e.Key)}, true
	}
	return Hover{}, false
}

// hoverNested returns the hover for a nested key that a known program reads.
func hoverNested(c *refs.Cursor) (Hover, bool) {
	site, ok := vocabulary.FrontmatterSite(c)
	if !ok || !site.IsKey || len(site.Path) == 0 || site.Token.IsEmpty() || !site.Token.Contains(c.Offset) {
		return Hover{}, false
	}
	text := site.Token.Of(c.Source)
	if key := strings.Join(append(site.Path, text), "."); c.File.Kind == file.SkillFile && len(agents.Readers(key)) > 0 {
		return Hover{site.Token, keyDoc(c, key)}, true
	}
	for _, w := range vocabulary.FieldPlace(c, site).Keys {
		if w.Text == text {
			return Hover{site.Token, render.CodeSpan(text) + "\n\n" + w.Doc}, true
		}
	}
	return Hover{}, false
}

// keyDoc says how the concerned agents use a key, and names the other agents and vocabularies that define it.
func keyDoc(c *refs.Cursor, key string) string {
	readers := refs.ReadersOf(key, c.Standpoint())
	programs := vocabulary.VocabularyReaders(key)
	if len(readers) == 0 && len(programs) > 0 {
		return render.CodeSpan(key) + "\n\n" + vocabulary.FieldDoc(programs) + "\nThe standard does not define it, and no agent that skills-ls checks reads it.\n"
	}
	if len(readers) == 0 {
		text := "No known agent reads " + render.CodeSpan(key) + "."
		if near := match.Nearest(key, rules.KnownKeys()); near != "" {
			text += " Did you mean " + render.CodeSpan(near) + "?"
		}
		return text + " Put custom fields under `metadata`."
	}
	return render.CodeSpan(key) + "\n\n" + vocabulary.BriefDoc(append(readers, programs...), c.Standpoint())
}

// verdictDoc returns a table of what each target agent does with the skill, and names the other agents: those that
// find it and load it or not, and those that do not find it. It returns "" if no agent gives a verdict.
func verdictDoc(c *refs.Cursor) string {
	var out strings.Builder
	var loads, installs, misses, wouldReject, rejects, ignores []string
	for _, t := range vantage.Treatments(c.Ctx, c.Snapshot, c.File, "") {
		switch {
		case t.Target:
			if out.Len() == 0 {
				out.WriteString("| Agent | Verdict |\n|---|---|\n")
			}
			fmt.Fprintf(&out, "| %s | %s |\n", t.Agent.Label(), outcomeDoc(&t.Treatment))
		case t.Finds && t.Loads:
			loads = append(loads, t.Agent.Label())
		case t.Finds && t.Rejects():
			rejects = append(rejects, t.Agent.Label())
		case t.Finds:
			ignores = append(ignores, t.Agent.Label())
		case t.Rejects():
			wouldReject = append(wouldReject, t.Agent.Label())
		case t.Loads && t.Installed != "":
			installs = append(installs, t.Agent.Label())
		default:
			misses = append(misses, t.Agent.Label())
		}
	}
	for _, others := range []struct {
		what string
		list []string
	}{
		{"Also loaded by ", loads},
		{"Found once the plugin is installed by ", installs},
		{"Not found here by ", misses},
		{"Rejected by ", rejects},
		{"Would be rejected by ", wouldReject},
		{"Not loaded by ", ignores},
	} {
		if len(others.list) > 0 {
			fmt.Fprintf(&out, "\n%s%s.\n", others.what, vantage.JoinAnd(others.list))
		}
	}
	return out.String()
}

// outcomeDoc returns what an agent does with the skill, and why, for a cell of a table.
func outcomeDoc(t *vantage.Treatment) string {
	code := func(name string) string { return strings.ReplaceAll(render.CodeSpan(name), "|", `\|`) }
	doc := t.Outcome(code, render.Escape)
	if !t.Finds && t.Reasons[0].Verbatim != "" {
		doc += " (" + wordsDoc(t.Reasons[0]) + ")"
	}
	last := ""
	for i, r := range t.WhyNotLoaded() {
		said := render.Escape(r.Text())
		if r.Verbatim != "" && r.Text() != last {
			said += " (" + wordsDoc(r) + ")"
		} else if r.Verbatim != "" { // an agent may say more about one problem
			said = wordsDoc(r)
		}
		doc += [...]string{": ", "; "}[min(i, 1)] + said
		last = r.Text()
	}
	return doc
}

// wordsDoc returns an agent's own words as a quotation.
func wordsDoc(r vantage.Reason) string { return render.Escape(vantage.Shorten(r.Quoted(), 200)) }

// wordDoc describes a value of a field that has a fixed set of values: which agents know it, which do not,
// and what the field means to those that do. It returns "" for other values.
func wordDoc(c *refs.Cursor, e *frontmatter.Entry) string {
	if e.Value.Kind != frontmatter.ScalarValue || e.Value.IsNull() {
		return ""
	}
	text := strings.TrimSpace(e.Value.Text)
	var takes, others []*skills.Agent
	var takers []refs.Reader
	byDefault := false
	for _, r := range refs.ReadersOf(e.Key, c.Standpoint()) {
		switch {
		case !rules.IsWordOf(r.Field, e.Value) && r.Field.Types != skills.Boolean:
		case r.Field.Takes(text) && (!r.Field.Open || rules.FoldedIn(r.Field.Values, text) != ""):
			takes, takers = append(takes, r.Agent), append(takers, r)
			byDefault = byDefault || r.Field.Default == text
		case !r.Field.Open:
			others = append(others, r.Agent)
		}
	}
	if len(takes) == 0 {
		return "" // a rule reports it
	}
	doc := fmt.Sprintf("%s is a value of %s in %s", render.CodeSpan(text), render.CodeSpan(e.Key), rules.Titles(takes))
	if byDefault {
		doc += ", and the default"
	}
	if doc += "."; len(others) > 0 {
		doc += fmt.Sprintf(" It has no effect in %s.", rules.Titles(others))
	}
	return doc + "\n\n" + vocabulary.BriefDoc(takers, c.Standpoint())
}

// entryText returns the text of a field as YAML reads it, or as written if the value is not a YAML scalar.
func entryText(c *refs.Cursor, e *frontmatter.Entry) string {
	if e.Value != nil && e.Value.Kind == frontmatter.ScalarValue {
		return e.Value.Text
	}
	return e.ValueSpan.Of(c.Source)
}

// lengthDoc returns a field's length and the standard's limit in characters. If the length in UTF-16 units
// differs, it adds that, since agents in JavaScript count those.
func lengthDoc(c *refs.Cursor, e *frontmatter.Entry, limit int) string {
	value := entryText(c, e)
	characters, units := text.Runes.Len(value), text.UTF16.Len(value)
	doc := fmt.Sprintf("%d of at most %d characters", characters, limit)
	if units != characters {
		doc += fmt.Sprintf(" (%d UTF-16 units)", units)
	}
	if over := max(characters, units) - limit; over > 0 {
		doc += fmt.Sprintf(": %d too many", over)
	}
	return doc
}

// listedDoc says which target agents cut the description in their catalogs.
func listedDoc(c *refs.Cursor, e *frontmatter.Entry) string {
	text := entryText(c, e)
	if more, ok := c.File.Doc.Frontmatter.Entry("when_to_use"); ok {
		text += " " + entryText(c, more)
	}
	var doc strings.Builder
	for _, agent := range c.Standpoint().Concerned {
		if limit := agent.Limits.ListingEntry; limit > 0 && agent.Limits.Unit.Len(text) > limit {
			fmt.Fprintf(&doc, "\n\n%s cuts it at %d %s in its catalog.", agent.Title, limit, agent.Limits.Unit)
		}
	}
	return doc.String()
}
