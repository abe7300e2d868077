package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// refusing returns the targets that reject the file for any reason.
func refusing(p *Pass) []*skills.Agent {
	var list []*skills.Agent
	for _, v := range p.Verdicts {
		if !v.Accepted {
			list = append(list, v.Agent)
		}
	}
	return list
}

func checkUnclosed(p *Pass) {
	if p.Fm.State != frontmatter.Unclosed {
		return
	}
	refusing, losing := refusing(p), losingOf(p)
	if len(refusing)+len(losing) == 0 {
		return
	}
	closing := "---" + p.Newline()
	if at := p.Fm.Content.End; at > 0 && !strings.ContainsRune("\r\n", rune(p.Doc.Source[at-1])) {
		closing = p.Newline() + closing
	}
	sure := endsSurely(p)
	d := diagnostic.Diagnostic{
		Span: p.Fm.Open, Message: `missing closing "---"`,
		Fixes: []diagnostic.Fix{{
			Title: "Close the frontmatter", Safe: sure, Preferred: sure,
			Edits: []diagnostic.Edit{p.Edit(text.At(p.Fm.Content.End), closing)},
		}},
	}
	addAgents(p, &d, refusing, losing)
	p.report(d)
}

// endsSurely reports whether there is only one place where an unclosed frontmatter can end. Its lines must be
// YAML without a blank line, after which the body might begin, and the file must end there or continue with a
// blank line or a heading.
func endsSurely(p *Pass) bool {
	content := strings.TrimRight(p.Fm.Content.Of(p.Doc.Source), " \t\r\n")
	if p.Fm.Err != nil || blankLine.MatchString(content) {
		return false
	}
	below := strings.TrimLeft(lines.FirstLine(p.Doc.Source, p.Fm.Content.End).Of(p.Doc.Source), " \t")
	return below == "" || headingLine.MatchString(below)
}

// blankLine matches a blank line between two others, in a quote or outside of one.
var blankLine = regexp.MustCompile(`\n[ \t>\r]*\n|\r[ \t>]*\r`)

// checkNotMapping reports a frontmatter that has no keys. An agent that reads it line by line may reject the
// skill because of the missing fields, which is the same problem for the author.
func checkNotMapping(p *Pass) {
	codes := []skills.Code{skills.CodeNotMapping}
	if isNoMapping(p) {
		codes = append(codes, skills.CodeMissing)
	}
	if p.Fm.Content.IsEmpty() && len(p.refusals("", skills.CodeNotMapping)) > 0 { // other agents find no frontmatter then
		codes = append(codes, skills.CodeNoFrontmatter, skills.CodeUnclosed)
	}
	var refusing []*skills.Agent
	for _, v := range p.Verdicts {
		if slices.ContainsFunc(v.Refusals, func(r skills.Refusal) bool { return slices.Contains(codes, r.Code) }) {
			refusing = append(refusing, v.Agent)
		}
	}
	if len(refusing) == 0 || p.Fm.State != frontmatter.Closed {
		return
	}
	span, what := p.Fm.Open, "frontmatter is empty"
	if root := p.Fm.Root; root != nil {
		span, what = root.Span, "frontmatter is "+shapeOf(root)
	}
	p.report(diagnostic.Diagnostic{
		Severity: p.weigh(diagnostic.Error, refusing),
		Span:     span,
		Message:  what,
		Detail:   `write fields such as "name: my-skill"`,
		Affects:  rejecting(refusing),
	})
}

// isNoMapping reports whether the frontmatter is YAML but is a list or a scalar.
func isNoMapping(p *Pass) bool {
	return p.Fm.Root != nil && p.Fm.Root.Kind != frontmatter.MappingValue
}

func checkDuplicateKeys(p *Pass) {
	seen := make(map[string]*frontmatter.Entry)
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
		first := seen[e.Key]
		if first == nil {
			seen[e.Key] = e
			if e.Value != nil {
				duplicatesBelow(p, e.Value)
			}
			continue
		}
		reportDuplicate(p, e.Key, diagnostic.Diagnostic{
			Span:    e.KeySpan,
			Related: []diagnostic.Related{{Path: p.File.Path, Span: first.KeySpan, Message: "first one"}},
			Fixes:   deleteEither(p, first, e),
		})
	}
}

// deleteEither offers to delete one of two entries with the same key. Deleting the second one is safe if both
// have the same value.
func deleteEither(p *Pass, first, second *frontmatter.Entry) []diagnostic.Fix {
	source := p.Doc.Source
	same := first.ValueSpan.Of(source) == second.ValueSpan.Of(source)
	return []diagnostic.Fix{
		{Title: "Delete the first " + InQuotes(first.Key), Edits: []diagnostic.Edit{p.Edit(first.Span, "")}},
		{Title: "Delete this " + InQuotes(second.Key), Safe: same, Preferred: same, Edits: []diagnostic.Edit{p.Edit(second.Span, "")}},
	}
}

// reportDuplicate reports a duplicate key, with the targets that reject duplicate keys.
func reportDuplicate(p *Pass, key string, d diagnostic.Diagnostic) {
	d.Severity = diagnostic.Error
	d.Message, d.Detail = "duplicate field "+InQuotes(key), "agents differ in which one they read"
	if p.duplicating == nil { // computed once, since every line of a file may repeat a key
		refused := p.refusals("", skills.CodeDuplicateKey)
		p.duplicating = &refused
	}
	if refused := *p.duplicating; len(refused) > 0 {
		d.Affects = rejecting(refused[0].agents)
	}
	p.report(d)
}

// duplicatesBelow reports duplicate keys in a value and the values nested in it.
func duplicatesBelow(p *Pass, v *frontmatter.Value) {
	for _, item := range v.Items {
		duplicatesBelow(p, item)
	}
	seen := make(map[string]int) // the first pair of each key
	for i, pair := range v.Pairs {
		duplicatesBelow(p, pair.Value)
		first, again := seen[pair.Key.Text]
		switch {
		case !again:
			seen[pair.Key.Text] = i
		case pair.Key.Kind == frontmatter.ScalarValue:
			reportDuplicate(p, pair.Key.Text, diagnostic.Diagnostic{
				Span:    pair.Key.Span,
				Related: []diagnostic.Related{{Path: p.File.Path, Span: v.Pairs[first].Key.Span, Message: "first one"}},
			})
		}
	}
}

func checkUnknownKeys(p *Pass) {
	reported := make(map[string]bool)
	refusing := make(map[string][]*skills.Agent) // by key
	for _, r := range p.refusals("", skills.CodeUnknownField) {
		refusing[r.Field] = r.agents
	}
	for i := range p.Fm.Entries {
		e := &p.Fm.Entries[i]
		readers := agents.Readers(e.Key)
		if slices.Contains(readers, agents.Standard) || reported[e.Key] {
			continue
		}
		reported[e.Key] = true
		d := diagnostic.Diagnostic{Severity: diagnostic.Information, Span: e.KeySpan}
		if list := refusing[e.Key]; list != nil {
			d.Affects = rejecting(list)
		}
		near := ""
		others := agents.Knowing(e.Key)
		if len(readers)+len(others) == 0 {
			if near = match.Nearest(e.Key, KnownKeys()); !fits(e.Value, near) {
				near = ""
			}
		}
		switch {
		case len(readers) == 0 && len(others) > 0:
			if len(d.Affects) == 0 {
				continue // no target agent rejects it
			}
			d.Message = "field " + InQuotes(e.Key) + " is not in the standard"
		case near != "":
			if _, taken := p.Fm.Entry(near); taken {
				d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), InQuotes(near)+" is there too"
				break
			}
			d.Severity = diagnostic.Warning
			d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), "did you mean "+InQuotes(near)+"?"
			sure := match.OnlyNear(e.Key, near, KnownKeys()) && (near != "arguments" || usesNames(p, e.Value))
			d.Fixes = []diagnostic.Fix{{Title: "Change to " + InQuotes(near), Safe: sure, Preferred: sure, Edits: []diagnostic.Edit{p.Edit(e.KeySpan, near)}}}
		case len(readers) == 0:
			d.Message, d.Detail = "no agent reads "+InQuotes(e.Key), `move custom fields under "metadata"`
		default:
			d.Message = "field " + InQuotes(e.Key) + " is not in the standard"
			if len(p.Concerns(func(agent *skills.Agent) bool { return workspace.Includes(readers, agent) })) > 0 {
				d.Severity = diagnostic.Hint // it works in the agents that the file concerns
			}
		}
		if len(d.Affects) == 0 && len(readers) > 0 {
			continue // no target agent rejects it
		}
		p.report(d)
	}
}

// usesNames reports whether the body uses each word of a value as the name of an argument. If not, the value
// is probably a description.
func usesNames(p *Pass, v *frontmatter.Value) bool {
	body := p.Doc.Body.Of(p.Doc.Source)
	return !slices.ContainsFunc(file.ScalarsOf(v), func(v *frontmatter.Value) bool {
		return slices.ContainsFunc(strings.Fields(v.Text), func(name string) bool { return !strings.Contains(body, "$"+name) })
	})
}

// KnownKeys returns every frontmatter key that some agent reads. The list is shared.
var KnownKeys = sync.OnceValue(func() []string {
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
