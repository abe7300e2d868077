package analysis

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
)

// checkDescriptionMarkup reports angle brackets in a description. They weigh more where a runtime is concerned whose vendor has a
// validator, since the one that there is refuses them.
func checkDescriptionMarkup(p *pass) {
	e, ok := p.fm.Entry("description")
	if !ok || e.Value == nil || e.Value.Kind != skills.ScalarValue || !strings.ContainsAny(e.Value.Text, "<>") {
		return
	}
	d := Diagnostic{Severity: Information, Span: markupSpan(p.doc.Source, e)}
	what := "the description has angle brackets"
	if tag := d.Span.Of(p.doc.Source); isTag(tag) {
		what = "the description has `" + shorten(tag, 60) + "`, which reads like a tag"
	}
	said := []string{what}
	validated := p.concerns(refusesMarkup)
	if len(validated) == 0 {
		said = append(said, "Anthropic's validator refuses angle brackets")
	} else {
		d.Severity, d.Runtimes = Warning, ids(validated)
	}
	for _, rt := range validated {
		refusing := rt.Validator + " refuses angle brackets"
		for _, r := range p.snapshot.validate(rt, p.file) {
			if r.Field == e.Key && r.Code == skills.CodeCharacters {
				refusing += ": `" + r.Message + "`"
			}
		}
		said = append(said, refusing)
	}
	for _, group := range groupBy(p.verdicts, func(v verdict) string { return v.fateOfMarkup(e.Value.Text) }) {
		if group.key == "" {
			continue
		}
		var list []*skills.Runtime
		for _, v := range group.items {
			list = append(list, v.runtime)
		}
		verb, rest, _ := strings.Cut(group.key, " ")
		said = append(said, titles(list)+" "+verb+singular(list)+" "+rest)
		if group.key == stripsTags && len(validated) == 0 {
			d.Runtimes = ids(list) // that what is lost to them is told
		}
	}
	if len(said) == 2 && len(validated) == 0 {
		said[1] += ", VS Code strips tags, and several runtimes put them as they are between their own"
	}
	d.Message = strings.Join(said, "; ")
	p.report(d)
}

// What becomes of markup in a description: a verb for several runtimes, and what follows it.
const (
	stripsTags    = "strip tags"
	escapesMarkup = "escape them, so that the model reads `&lt;`"
	passesMarkup  = "put them into the list of skills as they are"
)

// fateOfMarkup says what becomes of markup in a description that the runtime has read, as its list of one skill shows; nothing where it
// does not.
func (v verdict) fateOfMarkup(text string) string {
	if v.stripsMarkup(text) {
		return stripsTags
	}
	if !v.Accepted || v.runtime.Catalog == nil || v.runtime.ID == standardID { // which no model reads
		return ""
	}
	list := v.runtime.Catalog([]skills.Skill{{Name: "a", Description: "a < b"}}, skills.Budget{}).Content
	switch {
	case strings.Contains(list, "a &lt; b"):
		return escapesMarkup
	case strings.Contains(list, "a < b"):
		return passesMarkup
	}
	return ""
}

// refusesMarkup reports whether a runtime has a validator that refuses angle brackets in descriptions, whatever else it may see first.
func refusesMarkup(rt *skills.Runtime) bool {
	return rt.Validate != nil && slices.ContainsFunc(rt.Validate(skills.File{Source: "---\nname: a\ndescription: <a>\n---\n"}), func(r skills.Refusal) bool {
		return r.Field == "description" && r.Code == skills.CodeCharacters
	})
}

// stripsMarkup reports whether the runtime reads a description without the tags in it, and else as it is written.
func (v verdict) stripsMarkup(text string) bool {
	return strings.Contains(text, "<") && !sameText(v.Description, text) && sameText(v.Description, betweenBrackets.ReplaceAllString(text, ""))
}

var betweenBrackets = regexp.MustCompile(`<[^>]+>`)

// tagPattern is a tag of HTML or XML, or what looks like one.
var tagPattern = regexp.MustCompile(`^</?[\pL_!?][^<>\r\n]*>`)

func isTag(text string) bool { return tagPattern.MatchString(text) }

// markupSpan returns the first tag or angle bracket as written in a value, which has one: the whole value where it is written as an
// escape.
func markupSpan(source string, e *skills.Entry) skills.Span {
	span := e.ValueSpan
	if e.Value.Style == skills.LiteralBlock || e.Value.Style == skills.FoldedBlock {
		span.Start = firstLine(source, span.Start).End // behind the indicator
	}
	i := strings.IndexAny(span.Of(source), "<>")
	if i < 0 {
		return e.ValueSpan
	}
	at := span.Start + i
	if tag := tagPattern.FindString(source[at:span.End]); tag != "" {
		return skills.Span{Start: at, End: at + len(tag)}
	}
	return skills.Span{Start: at, End: at + 1}
}
