package rules

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
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
	d.Message = "angle brackets in the description"
	if tag := d.Span.Of(p.Doc.Source); isTag(tag) {
		d.Message = "description contains " + InQuotes(tag)
	}
	if marker := doubledMarker(p, e); !marker.IsEmpty() {
		d.Span = marker
		d.Message = "description begins with " + InQuotes(marker.Of(p.Doc.Source))
		d.Detail = "the block marker is there twice"
		d.Fixes = deleteMarker(p, e, marker)
	}
	validated := p.Concerns(refusesMarkup)
	if len(validated) > 0 {
		d.Severity, d.Affects = diagnostic.Warning, warning(validated)
	}
	if d.Detail == "" {
		d.Detail = "Anthropic's validator rejects angle brackets"
	}
	for _, v := range p.Verdicts {
		if v.stripsMarkup(e.Value.Text) && !slices.Contains(d.Affected(), v.Agent.ID) {
			d.Affects = append(d.Affects, misreading([]*skills.Agent{v.Agent})...)
		}
	}
	p.report(d)
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
		span.End = lines.Next(source, span.End)
	}
	edits := []diagnostic.Edit{p.Edit(span, "")}
	after := diagnostic.ApplyEdits(source, edits)
	read, ok := skills.Parse(after).Frontmatter.Entry(e.Key)
	rest := strings.TrimPrefix(strings.TrimSpace(e.Value.Text), marker.Of(source))
	if !ok || !read.Value.IsString() || strings.TrimSpace(rest) == "" || !slices.Equal(strings.Fields(read.Value.Text), strings.Fields(rest)) || !keepsFields(p, edits) || worsens(p, after) {
		return nil
	}
	return oneFix("Delete "+InQuotes(marker.Of(source)), true, edits...)
}

// refusesMarkup reports whether an agent has a validator that rejects angle brackets in descriptions,
// whichever problem the validator would report first in the file.
func refusesMarkup(agent *skills.Agent) bool {
	return agent.Validator.Check != nil && slices.ContainsFunc(agent.Validator.Check(skills.File{Source: "---\nname: a\ndescription: <a>\n---\n"}), func(r skills.Refusal) bool {
		return r.Field == "description" && r.Code == skills.CodeCharacters
	})
}

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
