package analysis

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

func checkCombinations(p *pass) {
	if p.fm.State != frontmatter.Closed {
		return
	}
	p.checkNeeds()
	p.checkFork()
	p.checkReach()
	p.checkHint()
}

// checkNeeds reports fields that an agent reads only together with another field, which is missing. If that
// field has another value, field/value reports the value.
func (p *pass) checkNeeds() {
	seen := make(map[string]bool) // frontmatter/duplicate-key reports keys that occur twice
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		if e.Value.IsNull() || seen[e.Key] {
			continue
		}
		seen[e.Key] = true
		var needs skills.Setting
		idle := p.concerns(func(agent *skills.Agent) bool {
			f, _ := agent.Reads(e.Key)
			if f.Needs.Field == "" {
				return false
			}
			_, given := p.fm.Entry(f.Needs.Field)
			if !given {
				needs = f.Needs
			}
			return !given
		})
		if len(idle) > 0 {
			p.report(Diagnostic{
				Severity: Warning, Span: e.KeySpan, Agents: ids(idle),
				Message: fmt.Sprintf("%s read%s `%s` only beside `%s: %s`", titles(idle), singular(idle), e.Key, needs.Field, needs.Value),
			})
		}
	}
}

// With forkField set to forkValue, an agent gives the body to a subagent as its task.
const forkField, forkValue = "context", "fork"

// checkFork reports a body that a subagent is to get as its task and that has only headings and comments.
// body/empty reports a body with nothing at all.
func (p *pass) checkFork() {
	e, ok := p.fm.Entry(forkField)
	if !ok || e.Value == nil || e.Value.Text != forkValue || strings.TrimSpace(p.doc.Body.Of(p.doc.Source)) == "" || p.hasTask() {
		return
	}
	forking := p.concerns(func(agent *skills.Agent) bool {
		f, _ := agent.Reads(forkField)
		return slices.Contains(f.Values, forkValue)
	})
	if len(forking) > 0 {
		p.report(Diagnostic{
			Severity: Warning, Span: e.ValueSpan, Agents: ids(forking),
			Message: fmt.Sprintf("%s give%s the body to a subagent as its task, and it holds none", titles(forking), singular(forking)),
		})
	}
}

// hasTask reports whether the body has anything besides headings and HTML comments.
func (p *pass) hasTask() bool {
	source, at := p.doc.Source, p.doc.Body.Start
	for _, h := range p.doc.Markdown().Headings {
		if strings.TrimSpace(withoutComments(source[at:max(at, h.Span.Start)])) != "" {
			return true
		}
		at = max(at, h.Span.End)
	}
	return strings.TrimSpace(withoutComments(source[at:p.doc.Body.End])) != ""
}

// withoutComments returns text without its HTML comments. An unclosed comment stays.
func withoutComments(text string) string {
	const open, end = "<!--", "-->"
	var b strings.Builder
	for {
		start := strings.Index(text, open)
		if start < 0 {
			break
		}
		length := strings.Index(text[start:], end)
		if length < 0 {
			break
		}
		b.WriteString(text[:start])
		text = text[start+length+len(end):]
	}
	b.WriteString(text)
	return b.String()
}

// userSwitch is the key that keeps users from starting a skill, as [kebabKey] spells it.
const userSwitch = "user-invocable"

// checkReach reports a skill that neither the user nor the model can start.
func (p *pass) checkReach() {
	var model, user *frontmatter.Entry
	for i := range p.fm.Entries {
		switch e := &p.fm.Entries[i]; kebabKey(e.Key) {
		case modelSwitch:
			model = e
		case userSwitch:
			user = e
		}
	}
	if model == nil || user == nil {
		return
	}
	var unreached []*skills.Agent
	for _, v := range p.verdicts {
		if v.Accepted && v.Hidden && v.ModelOnly {
			unreached = append(unreached, v.agent)
		}
	}
	if len(unreached) > 0 {
		p.report(Diagnostic{
			Severity: Warning, Span: user.ValueSpan, Agents: ids(unreached),
			Message: fmt.Sprintf("`%s` keeps people from starting the skill and `%s` the model, so that nobody can in %s", user.Key, model.Key, titles(unreached)),
			Related: []Related{{Path: p.file.Path, Span: model.KeySpan, Message: "keeps the model from starting it"}},
		})
	}
}

// checkHint reports arguments that are announced but not used, or used but not announced, to agents that
// insert them into the text.
func (p *pass) checkHint() {
	var replacing []*skills.Agent
	for _, v := range p.verdicts {
		_, reads := v.agent.Reads(hintField)
		if reads && !v.ModelOnly && v.agent.Placeholders != nil && v.agent.Placeholders.Arguments != skills.Never {
			replacing = append(replacing, v.agent)
		}
	}
	if len(replacing) == 0 {
		return
	}
	hint, hinted := p.fm.Entry(hintField) // `[a] [b]` is invalid YAML, but still a hint
	_, named := p.fm.Entry(namesField)
	placeholder := p.firstPlaceholder()
	switch {
	case hinted && !hint.ValueSpan.IsEmpty() && !named && placeholder.IsEmpty() && !p.speaksOfArguments(hint.ValueSpan.Of(p.doc.Source)):
		p.report(Diagnostic{
			Severity: Information, Span: hint.ValueSpan, Agents: ids(replacing),
			Message: fmt.Sprintf("the hint promises arguments, and the text neither has a place for them nor speaks of them; %s append%s them at its end", titles(replacing), singular(replacing)),
		})
	case !hinted && !named && !placeholder.IsEmpty():
		p.report(Diagnostic{
			Severity: Information, Span: placeholder, Agents: ids(replacing),
			Message: fmt.Sprintf("the text takes arguments, and without `%s` nobody who types the skill's name is told which", hintField),
		})
	}
}

// firstPlaceholder returns the first placeholder in the body that arguments replace, or an empty span if not
// found.
func (p *pass) firstPlaceholder() text.Span {
	source, end := p.doc.Source, p.doc.Body.End
	for at := p.doc.Body.Start; ; {
		i := strings.Index(source[at:end], argumentsPlaceholder)
		if i < 0 {
			return text.Span{}
		}
		span := text.Span{Start: at + i, End: at + i + len(argumentsPlaceholder)}
		at = span.End
		if at < end && isVariableByte(source[at]) {
			continue
		}
		if next := p.exampleEnd(span); next > 0 {
			at = next
			continue
		}
		return span
	}
}

// inputWords are words with which a text refers to the user's input.
var inputWords = []string{"argument", "args", "parameter", "input", "$", "flag", "invo"}

// maxHintWords is the maximum number of words of a hint that are looked for in the body.
const maxHintWords = 32

// speaksOfArguments reports whether the body contains a word for arguments or one of the words of the hint.
func (p *pass) speaksOfArguments(hint string) bool {
	body := strings.ToLower(p.doc.Body.Of(p.doc.Source))
	speaks := func(word string) bool { return strings.Contains(body, word) }
	if slices.ContainsFunc(inputWords, speaks) {
		return true
	}
	words := strings.FieldsFunc(strings.ToLower(hint), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words[:min(len(words), maxHintWords)], func(word string) bool { return len(word) > 2 && speaks(word) })
}
