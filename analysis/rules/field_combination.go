package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

func checkCombinations(p *Pass) {
	if p.Fm.State != frontmatter.Closed {
		return
	}
	checkNeeds(p)
	checkFork(p)
	checkReach(p)
	checkHint(p)
}

// checkNeeds reports fields that an agent reads only together with another field, which is missing. If that
// field has another value, field/value reports the value.
func checkNeeds(p *Pass) {
	seen := make(map[string]bool) // frontmatter/duplicate-key reports keys that occur twice
	for e := range p.Fm.All() {
		if e.Value.IsNull() || seen[e.Key] {
			continue
		}
		seen[e.Key] = true
		var needs skills.Setting
		idle := p.reading(e.Key, func(f skills.Field) bool {
			if f.Needs.Field == "" {
				return false
			}
			_, given := p.Fm.Entry(f.Needs.Field)
			if !given {
				needs = f.Needs
			}
			return !given
		})
		if len(idle) > 0 {
			p.report(diagnostic.Diagnostic{
				Span: e.KeySpan, Affects: ignoring(idle),
				Message: InQuotes(e.Key) + " has no effect", Detail: fmt.Sprintf("it needs \"%s: %s\"", needs.Field, needs.Value),
			})
		}
	}
}

// With forkField set to forkValue, an agent gives the body to a subagent as its task.
const forkField, forkValue = "context", "fork"

// checkFork reports a body that a subagent is to get as its task and that has only headings and comments.
// body/empty reports a body with nothing at all.
func checkFork(p *Pass) {
	e, ok := p.Fm.Entry(forkField)
	if !ok || e.Value == nil || e.Value.Text != forkValue || strings.TrimSpace(p.Doc.Body.Of(p.Doc.Source)) == "" || hasTask(p) {
		return
	}
	forking := p.reading(forkField, func(f skills.Field) bool { return slices.Contains(f.Values, forkValue) })
	if len(forking) > 0 {
		p.report(diagnostic.Diagnostic{
			Span: e.ValueSpan, Affects: ignoring(forking),
			Message: "body has no task for the subagent",
		})
	}
}

// hasTask reports whether the body has anything besides headings and HTML comments.
func hasTask(p *Pass) bool {
	source, at := p.Doc.Source, p.Doc.Body.Start
	for _, h := range p.Doc.Markdown().Headings {
		if strings.TrimSpace(withoutComments(source[at:max(at, h.Span.Start)])) != "" {
			return true
		}
		at = max(at, h.Span.End)
	}
	return strings.TrimSpace(withoutComments(source[at:p.Doc.Body.End])) != ""
}

// htmlComment matches a closed HTML comment.
var htmlComment = regexp.MustCompile(`(?s)<!--.*?-->`)

func withoutComments(text string) string { return htmlComment.ReplaceAllString(text, "") }

// userSwitch is the key that keeps users from starting a skill, as [kebabKey] spells it.
const userSwitch = "user-invocable"

// checkReach reports a skill that neither the user nor the model can start.
func checkReach(p *Pass) {
	var model, user *frontmatter.Entry
	for e := range p.Fm.All() {
		switch kebabKey(e.Key) {
		case modelSwitch:
			model = e
		case userSwitch:
			user = e
		}
	}
	if model == nil {
		return
	}
	unreached := p.targets(func(v Verdict) bool {
		_, reads := v.Agent.Reads(model.Key)
		return v.Accepted && v.Hidden && v.ModelOnly && reads
	})
	if len(unreached) == 0 {
		return
	}
	d := diagnostic.Diagnostic{
		Span: model.KeySpan, Affects: ignoring(unreached),
		Message: "neither the user nor the model can start the skill",
	}
	if user == nil { // without the key, some agents keep users from starting the skill
		d.Detail = "add " + InQuotes(userSwitch+": true")
	} else {
		d.Span = user.ValueSpan
		d.Related = []diagnostic.Related{{Path: p.File.Path, Span: model.KeySpan, Message: "keeps the model from starting it"}}
	}
	p.report(d)
}

// checkHint reports arguments that are announced but not used, or used but not announced, to agents that
// insert them into the text.
func checkHint(p *Pass) {
	replacing := p.targets(func(v Verdict) bool {
		_, reads := v.Agent.Reads(refs.HintField)
		return reads && !v.ModelOnly && v.Agent.Placeholders != nil && v.Agent.Placeholders.Arguments != skills.Never
	})
	if len(replacing) == 0 {
		return
	}
	hint, hinted := p.Fm.Entry(refs.HintField) // `[a] [b]` is invalid YAML, but still a hint
	_, named := p.Fm.Entry(refs.NamesField)
	placeholder := p.MeantArguments()
	switch {
	case hinted && !hint.ValueSpan.IsEmpty() && !named && placeholder.IsEmpty() && !speaksOfArguments(p, hint.ValueSpan.Of(p.Doc.Source)):
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: hint.ValueSpan, Affects: ignoring(replacing),
			Message: "the skill does not use the arguments of its hint",
			Detail:  "they are appended to the text",
		})
	case !hinted && !named && !placeholder.IsEmpty():
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: placeholder, Affects: ignoring(replacing),
			Message: "skill takes arguments but has no " + InQuotes(refs.HintField),
		})
	}
}

// inputWords are words with which a text refers to the user's input.
var inputWords = []string{"argument", "args", "parameter", "input", "$", "flag", "invo"}

// maxHintWords is the maximum number of words of a hint that are looked for in the body.
const maxHintWords = 32

// speaksOfArguments reports whether the body contains a word for arguments or one of the words of the hint.
func speaksOfArguments(p *Pass, hint string) bool {
	body := strings.ToLower(p.Doc.Body.Of(p.Doc.Source))
	speaks := func(word string) bool { return strings.Contains(body, word) }
	if slices.ContainsFunc(inputWords, speaks) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(hint), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words[:min(len(words), maxHintWords)], func(word string) bool { return len(word) > 2 && speaks(word) })
}
