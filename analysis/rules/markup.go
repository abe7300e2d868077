package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkDescriptionMarkup reports angle brackets in a description. The severity is higher if the file concerns
// an agent whose vendor has a validator that rejects them.
func checkDescriptionMarkup(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue || !strings.ContainsAny(e.Value.Text, "<>") {
		return
	}
	d := diagnostic.Diagnostic{Severity: diagnostic.Information, Span: markupSpan(p.Doc.Source, e)}
	what := "the description has angle brackets"
	if tag := d.Span.Of(p.Doc.Source); isTag(tag) {
		what = "the description has `" + Shorten(tag, 60) + "`, which reads like a tag"
	}
	if marker := doubledMarker(p, e); !marker.IsEmpty() {
		d.Span = marker
		what = "the description begins with `" + marker.Of(p.Doc.Source) + "`: the marker of the block stands behind the key already, and is text where it stands twice"
		d.Fixes = deleteMarker(p, e, marker)
	}
	said := []string{what}
	validated := p.Concerns(refusesMarkup)
	if len(validated) == 0 {
		said = append(said, "Anthropic's validator refuses angle brackets")
	} else {
		d.Severity, d.Agents = diagnostic.Warning, refs.IDs(validated)
	}
	for _, agent := range validated {
		refusing := agent.Validator.Title + " refuses angle brackets"
		for _, r := range p.Snapshot.Validate(agent, p.File) {
			if r.Field == e.Key && r.Code == skills.CodeCharacters {
				refusing += ": `" + r.Message + "`"
			}
		}
		said = append(said, refusing)
	}
	for _, group := range GroupBy(p.Verdicts, func(v Verdict) string { return v.fateOfMarkup(e.Value.Text) }) {
		if group.Key == "" {
			continue
		}
		var list []*skills.Agent
		for _, v := range group.Items {
			list = append(list, v.Agent)
		}
		verb, rest, _ := strings.Cut(group.Key, " ")
		said = append(said, Titles(list)+" "+verb+Singular(list)+" "+rest)
		if group.Key == stripsTags && len(validated) == 0 {
			d.Agents = refs.IDs(list) // these agents lose the tags
		}
	}
	if len(said) == 2 && len(validated) == 0 {
		said[1] += stripping(e.Value.Text) + ", and several agents put them as they are between tags of their own"
	}
	d.Message = strings.Join(said, "; ")
	p.report(d)
}

// stripping returns a clause that says who strips tags, or an empty string if text has nothing between angle
// brackets.
func stripping(text string) string {
	if !betweenBrackets.MatchString(text) {
		return ""
	}
	return ", VS Code strips tags"
}

// blockMarker matches the marker of a folded block at the beginning of a text, but not the sign of a
// comparison.
var blockMarker = regexp.MustCompile(`^(>[-+]?)[ \t]*(?:$|\pL)`)

// doubledMarker returns the marker of a folded block with which the text of a block begins, or an empty span
// if not found. If another line begins with a marker, the text is a quotation.
func doubledMarker(p *Pass, e *frontmatter.Entry) text.Span {
	if e.Value.Style != frontmatter.LiteralBlock && e.Value.Style != frontmatter.FoldedBlock {
		return text.Span{}
	}
	var marker text.Span
	at := lines.FirstLine(p.Doc.Source, e.ValueSpan.Start).End
	for line := range strings.Lines(p.Doc.Source[at:e.ValueSpan.End]) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
		case marker.IsEmpty():
			m := blockMarker.FindStringSubmatch(trimmed)
			if m == nil {
				return text.Span{}
			}
			start := at + strings.Index(line, m[1])
			marker = text.Span{Start: start, End: start + len(m[1])}
		case trimmed[0] == '>':
			return text.Span{}
		}
		at += len(line)
	}
	return marker
}

// deleteMarker offers to delete a marker from the text of a block, and its line if nothing else is there,
// provided that the rest of the text stays the same.
func deleteMarker(p *Pass, e *frontmatter.Entry, marker text.Span) []diagnostic.Fix {
	source := p.Doc.Source
	span := marker
	for span.End < e.ValueSpan.End && (source[span.End] == ' ' || source[span.End] == '\t') {
		span.End++
	}
	if below := lines.FirstLine(source, span.End); below.IsEmpty() {
		span.Start = strings.LastIndexAny(source[:span.Start], "\r\n") + 1
		span.End = len(source) - len(behindLine(source[span.End:]))
	}
	edits := []diagnostic.Edit{p.Edit(span, "")}
	after := diagnostic.ApplyEdits(source, edits)
	read, ok := skills.Parse(after).Frontmatter.Entry(e.Key)
	rest := strings.TrimPrefix(strings.TrimSpace(e.Value.Text), marker.Of(source))
	if !ok || !read.Value.IsString() || strings.TrimSpace(rest) == "" || !slices.Equal(strings.Fields(read.Value.Text), strings.Fields(rest)) || !keepsFields(p, edits) || worsens(p, after) {
		return nil
	}
	return []diagnostic.Fix{{Title: "Delete `" + marker.Of(source) + "`", Safe: true, Preferred: true, Edits: edits}}
}

// behindLine returns text without the line ending that it begins with.
func behindLine(text string) string {
	if strings.HasPrefix(text, "\r\n") {
		return text[len("\r\n"):]
	}
	return text[min(1, len(text)):]
}

// Effects that agents have on markup in a description: a plural verb, and the rest of the clause.
const (
	stripsTags    = "strip tags"
	escapesMarkup = "escape them, so that the model reads `&lt;`"
	passesMarkup  = "put them into the list of skills as they are"
)

// fateOfMarkup returns what the agent does with markup in a description, as its catalog of one skill shows,
// or an empty string if the catalog does not show it.
func (v Verdict) fateOfMarkup(text string) string {
	if v.stripsMarkup(text) {
		return stripsTags
	}
	if !v.Accepted || v.Agent.Catalog == nil || v.Agent.ID == standardID { // no model reads the standard's catalog
		return ""
	}
	list := v.Agent.Catalog([]skills.Skill{{Name: "a", Description: "a < b"}}, skills.Budget{}).Content
	switch {
	case strings.Contains(list, "a &lt; b"):
		return escapesMarkup
	case strings.Contains(list, "a < b"):
		return passesMarkup
	}
	return ""
}

// refusesMarkup reports whether an agent has a validator that rejects angle brackets in descriptions,
// whichever problem the validator would report first in the file.
func refusesMarkup(agent *skills.Agent) bool {
	return agent.Validator.Check != nil && slices.ContainsFunc(agent.Validator.Check(skills.File{Source: "---\nname: a\ndescription: <a>\n---\n"}), func(r skills.Refusal) bool {
		return r.Field == "description" && r.Code == skills.CodeCharacters
	})
}

// stripsMarkup reports whether the agent reads a description without its tags and otherwise as it is written.
func (v Verdict) stripsMarkup(text string) bool {
	return strings.Contains(text, "<") && !sameText(v.Description, text) && sameText(v.Description, betweenBrackets.ReplaceAllString(text, ""))
}

var betweenBrackets = regexp.MustCompile(`<[^>]+>`)

// tagPattern matches a tag of HTML or XML, or what looks like one.
var tagPattern = regexp.MustCompile(`^</?[\pL_!?][^<>\r\n]*>`)

func isTag(text string) bool { return tagPattern.MatchString(text) }

// markupSpan returns the first tag or angle bracket as written in a value that has one. If that is written as
// an escape, markupSpan returns the whole value.
func markupSpan(source string, e *frontmatter.Entry) text.Span {
	span := e.ValueSpan
	if e.Value.Style == frontmatter.LiteralBlock || e.Value.Style == frontmatter.FoldedBlock {
		span.Start = lines.FirstLine(source, span.Start).End // after the indicator
	}
	i := strings.IndexAny(span.Of(source), "<>")
	if i < 0 {
		return e.ValueSpan
	}
	at := span.Start + i
	if tag := tagPattern.FindString(source[at:span.End]); tag != "" {
		return text.Span{Start: at, End: at + len(tag)}
	}
	return text.Span{Start: at, End: at + 1}
}
