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
	validated := p.concerns(refusesMarkup)
	if len(validated) == 0 {
		d.Message = what + "; Anthropic's validator refuses angle brackets, VS Code strips tags, and several runtimes put them as they are between their own"
		for _, v := range p.verdicts {
			if v.stripsMarkup(e.Value.Text) {
				d.Runtimes = append(d.Runtimes, v.runtime.ID)
			}
		}
		p.report(d)
		return
	}
	d.Severity, d.Runtimes = Warning, ids(validated)
	var refusing []string
	for _, rt := range validated {
		said := rt.Validator + " refuses angle brackets"
		for _, r := range p.snapshot.validate(rt, p.file) {
			if r.Field == e.Key && r.Code == skills.CodeCharacters {
				said += ": `" + r.Message + "`"
			}
		}
		refusing = append(refusing, said)
	}
	d.Message = what + "; " + joinAnd(refusing)
	p.report(d)
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
