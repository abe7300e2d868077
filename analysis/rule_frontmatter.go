package analysis

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// refusing returns the targets that reject the file for any reason.
func (p *pass) refusing() []*skills.Agent {
	var list []*skills.Agent
	for _, v := range p.verdicts {
		if !v.Accepted {
			list = append(list, v.agent)
		}
	}
	return list
}

func checkUnclosed(p *pass) {
	if p.fm.State != frontmatter.Unclosed {
		return
	}
	refusing, losing := p.refusing(), p.losing()
	if len(refusing)+len(losing) == 0 {
		return
	}
	closing := "---" + p.newline()
	if at := p.fm.Content.End; at > 0 && !strings.ContainsRune("\r\n", rune(p.doc.Source[at-1])) {
		closing = p.newline() + closing
	}
	sure := p.endsSurely()
	d := Diagnostic{
		Span: p.fm.Open, Message: "no line of `---` closes the frontmatter",
		Fixes: []Fix{{
			Title: "Close the frontmatter", Safe: sure, Preferred: sure,
			Edits: []Edit{p.edit(text.At(p.fm.Content.End), closing)},
		}},
	}
	p.tell(&d, refusing, losing)
	p.report(d)
}

// endsSurely reports whether there is only one place where an unclosed frontmatter can end. Its lines must be
// YAML without a blank line, after which the body might begin, and the file must end there or continue with a
// blank line or a heading.
func (p *pass) endsSurely() bool {
	content := strings.TrimRight(p.fm.Content.Of(p.doc.Source), " \t\r\n")
	if p.fm.Err != nil || blankLine.MatchString(content) {
		return false
	}
	below := strings.TrimLeft(firstLine(p.doc.Source, p.fm.Content.End).Of(p.doc.Source), " \t")
	return below == "" || headingLine.MatchString(below)
}

// blankLine matches a blank line between two others, in a quote or outside of one.
var blankLine = regexp.MustCompile(`\n[ \t>\r]*\n|\r[ \t>]*\r`)

// checkNotMapping reports a frontmatter that has no keys. An agent that reads it line by line may reject the
// skill because of the missing fields, which is the same problem for the author.
func checkNotMapping(p *pass) {
	codes := []skills.Code{skills.CodeNotMapping}
	if p.isNoMapping() {
		codes = append(codes, skills.CodeMissing)
	}
	if p.fm.Content.IsEmpty() && len(p.refusals("", skills.CodeNotMapping)) > 0 { // other agents find no frontmatter then
		codes = append(codes, skills.CodeNoFrontmatter, skills.CodeUnclosed)
	}
	var refusing []*skills.Agent
	for _, v := range p.verdicts {
		if slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return slices.Contains(codes, r.Code) }) {
			refusing = append(refusing, v.agent)
		}
	}
	if len(refusing) == 0 || p.fm.State != frontmatter.Closed {
		return
	}
	span, what := p.fm.Open, "the frontmatter is empty"
	if root := p.fm.Root; root != nil {
		span, what = root.Span, "the frontmatter is a "+root.Kind.String()
		if root.Kind == frontmatter.ScalarValue {
			what = "the frontmatter is a text"
		}
	}
	p.report(Diagnostic{
		Severity: p.weigh(Error, refusing),
		Span:     span,
		Message:  what + ", where keys and values are expected (`name: ...`); " + p.refusedBy(refusing),
		Agents:   ids(refusing),
	})
}

// isNoMapping reports whether the frontmatter is YAML but is a list or a scalar.
func (p *pass) isNoMapping() bool {
	return p.fm.Root != nil && p.fm.Root.Kind != frontmatter.MappingValue
}

func checkDuplicateKeys(p *pass) {
	seen := make(map[string]*frontmatter.Entry)
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		first := seen[e.Key]
		if first == nil {
			seen[e.Key] = e
			if e.Value != nil {
				p.duplicatesBelow(e.Value)
			}
			continue
		}
		p.reportDuplicate(e.Key, Diagnostic{
			Span:    e.KeySpan,
			Related: []Related{{Path: p.file.Path, Span: first.KeySpan, Message: "first given here"}},
			Fixes:   p.deleteEither(first, e),
		})
	}
}

// deleteEither offers to delete one of two entries with the same key. Deleting the second one is safe if both
// have the same value.
func (p *pass) deleteEither(first, second *frontmatter.Entry) []Fix {
	source := p.doc.Source
	same := first.ValueSpan.Of(source) == second.ValueSpan.Of(source)
	return []Fix{
		{Title: "Delete the first `" + first.Key + "`", Edits: []Edit{p.edit(first.Span, "")}},
		{Title: "Delete this `" + second.Key + "`", Safe: same, Preferred: same, Edits: []Edit{p.edit(second.Span, "")}},
	}
}

// reportDuplicate reports a duplicate key, with the targets that reject duplicate keys.
func (p *pass) reportDuplicate(key string, d Diagnostic) {
	d.Severity = Error
	d.Message = fmt.Sprintf("`%s` is given twice; which one counts depends on the agent", key)
	if p.duplicating == nil { // computed once, since every line of a file may repeat a key
		refused := p.refusals("", skills.CodeDuplicateKey)
		p.duplicating = &refused
	}
	if refused := *p.duplicating; len(refused) > 0 {
		d.Agents = ids(refused[0].agents)
		d.Message += "; " + p.refusedBy(refused[0].agents)
	}
	p.report(d)
}

// duplicatesBelow reports duplicate keys in a value and the values nested in it.
func (p *pass) duplicatesBelow(v *frontmatter.Value) {
	for _, item := range v.Items {
		p.duplicatesBelow(item)
	}
	seen := make(map[string]int) // the first pair of each key
	for i, pair := range v.Pairs {
		p.duplicatesBelow(pair.Value)
		first, again := seen[pair.Key.Text]
		switch {
		case !again:
			seen[pair.Key.Text] = i
		case pair.Key.Kind == frontmatter.ScalarValue:
			p.reportDuplicate(pair.Key.Text, Diagnostic{
				Span:    pair.Key.Span,
				Related: []Related{{Path: p.file.Path, Span: v.Pairs[first].Key.Span, Message: "first given here"}},
			})
		}
	}
}

func checkUnknownKeys(p *pass) {
	reported := make(map[string]bool)
	refusing := make(map[string][]*skills.Agent) // by key
	for _, r := range p.refusals("", skills.CodeUnknownField) {
		refusing[r.Field] = r.agents
	}
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		readers := agents.Readers(e.Key)
		if slices.Contains(readers, agents.Standard) || reported[e.Key] {
			continue
		}
		reported[e.Key] = true
		d := Diagnostic{Severity: Information, Span: e.KeySpan}
		if list := refusing[e.Key]; list != nil {
			d.Agents = ids(list)
		}
		near := ""
		others := agents.Knowing(e.Key)
		if len(readers)+len(others) == 0 {
			if near = nearest(e.Key, knownKeys()); !fits(e.Value, near) {
				near = ""
			}
		}
		switch {
		case len(readers) == 0 && len(others) > 0:
			if len(d.Agents) == 0 {
				continue // no target agent rejects it
			}
			d.Message = fmt.Sprintf("`%s` is not in the standard, whose validator refuses it; %s read%s it", e.Key, joinAnd(vocabularyTitles(others)), singular(others))
		case near != "":
			if _, taken := p.fm.Entry(near); taken {
				d.Message = fmt.Sprintf("no known agent reads `%s`, and `%s` is given already", e.Key, near)
				break
			}
			d.Severity = Warning
			d.Message = fmt.Sprintf("no known agent reads `%s`; did you mean `%s`?", e.Key, near)
			sure := onlyNear(e.Key, near, knownKeys()) && (near != "arguments" || p.usesNames(e.Value))
			d.Fixes = []Fix{{Title: "Change to `" + near + "`", Safe: sure, Preferred: sure, Edits: []Edit{p.edit(e.KeySpan, near)}}}
		case len(readers) == 0:
			d.Message = fmt.Sprintf("no known agent reads `%s`; the standard's place for keys of your own is `metadata`", e.Key)
		default:
			d.Message = fmt.Sprintf("`%s` is not in the standard, whose validator refuses it; %s read%s it", e.Key, titles(readers), singular(readers))
			if len(p.concerns(func(agent *skills.Agent) bool { return includes(readers, agent) })) > 0 {
				d.Severity = Hint // it works in the agents that the file concerns
			}
		}
		if len(d.Agents) == 0 && len(readers) > 0 {
			continue // no target agent rejects it
		}
		p.report(d)
	}
}

// usesNames reports whether the body uses each word of a value as the name of an argument. If not, the value
// is probably a description.
func (p *pass) usesNames(v *frontmatter.Value) bool {
	body := p.doc.Body.Of(p.doc.Source)
	return !slices.ContainsFunc(scalarsOf(v), func(v *frontmatter.Value) bool {
		return slices.ContainsFunc(strings.Fields(v.Text), func(name string) bool { return !strings.Contains(body, "$"+name) })
	})
}

func vocabularyTitles(list []*skills.Vocabulary) []string {
	titles := make([]string, len(list))
	for i, v := range list {
		titles[i] = v.Title
	}
	return titles
}

// knownKeys returns every frontmatter key that some agent reads. The list is shared.
var knownKeys = sync.OnceValue(func() []string {
	var keys []string
	for _, agent := range agents.All() {
		for _, f := range agent.Fields {
			if !slices.Contains(keys, f.Name) {
				keys = append(keys, f.Name)
			}
		}
	}
	return keys
})
