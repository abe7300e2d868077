package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkPortability reports YAML that a target forbids, and values that a target reads as something other than
// what YAML says.
func checkPortability(p *Pass) {
	for _, r := range p.refusals("", skills.CodeFlow) {
		if p.Fm.Err != nil {
			break // frontmatter/yaml reports them
		}
		d := p.rejected(r)
		d.Message, d.Detail = forbiddenYAML(r.Span.Of(p.Doc.Source))
		if len(r.agents) == 1 && r.agents[0] == agents.Standard {
			d.Severity = diagnostic.Information // no agent shares this refusal
		}
		d.Fixes = asBlock(p, entryAt(p, r.Span.Start), r.agents)
		p.report(d)
	}
	for _, r := range p.refusals("", skills.CodeLine) {
		d := p.rejected(r)
		d.Message, d.Detail = "not readable line by line", "write each field on one line"
		d.Fixes = writeOnOneLine(p, entryAt(p, r.Span.Start), r.agents)
		p.report(d)
	}
	for _, field := range []string{"name", "description"} {
		checkMisread(p, field)
	}
}

// isLossReported reports whether another diagnostic already says that the agent loses the description, and why.
func isLossReported(p *Pass, agent *skills.Agent) bool {
	return isReported(p, agent.ID, "frontmatter/missing", "frontmatter/unclosed", "frontmatter/yaml", "frontmatter/delimiter")
}

// forbiddenYAML returns the message and the detail about the construct at the beginning of text, which the
// standard's validator rejects. It is never an alias, which has no meaning without an anchor, and the anchor
// comes first.
func forbiddenYAML(text string) (message, detail string) {
	message = "the Agent Skills validator rejects "
	switch {
	case strings.HasPrefix(text, "["):
		return message + "inline lists", "put one item per line"
	case strings.HasPrefix(text, "&"):
		return message + "anchors", "write the value where it is used"
	case strings.HasPrefix(text, "!"):
		return message + "tags", "write the value without one"
	}
	return message + "inline mappings", "put one key per line"
}

// checkMisread reports a field that targets whose parser succeeded read differently from YAML.
func checkMisread(p *Pass, field string) {
	e, ok := p.Fm.Entry(field)
	if !ok || !e.Value.IsString() || e.Value.Text == "" || len(p.Doc.Problems()) > 0 {
		return
	}
	readings := make(map[string][]*skills.Agent)
	var order []string
	for _, v := range p.Verdicts {
		got := v.Description
		if field == "name" {
			got = v.Name
		}
		if got == "" || v.gaveUp() || sameText(got, e.Value.Text) || field == "description" && (v.cutsOff(e.Value.Text) || v.stripsMarkup(e.Value.Text) || v.Accepted && isLossReported(p, v.Agent)) {
			continue // other rules report it
		}
		if field == "name" && got == DirectoryName(p.Scope) { // the agent uses the directory's name and misreads nothing
			continue
		}
		if !slices.Contains(order, got) {
			order = append(order, got)
		}
		readings[got] = append(readings[got], v.Agent)
	}
	for _, got := range order {
		why, fixes := whyMisread(p, e, got, readings[got])
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(readings[got]), Fixes: fixes,
			Message: field + " is read as " + InQuotes(got), Detail: why,
		})
	}
}

// whyMisread returns why a value is misread, or what to do if that is clear, and fixes that do it.
func whyMisread(p *Pass, e *frontmatter.Entry, got string, by []*skills.Agent) (string, []diagnostic.Fix) {
	line := lines.FirstLine(p.Doc.Source, e.ValueSpan.End)
	switch {
	case e.Value.Style == frontmatter.LiteralBlock || e.Value.Style == frontmatter.FoldedBlock || strings.ContainsAny(e.ValueSpan.Of(p.Doc.Source), "\r\n"):
		return "write the value on one line", writeOnOneLine(p, e, by)
	case strings.HasPrefix(strings.TrimLeft(line.Of(p.Doc.Source), " \t"), "#") && strings.Contains(got, "#"):
		return "put the comment on its own line", moveComment(p, e, by)
	case e.Value.Style == frontmatter.SingleQuoted || e.Value.Style == frontmatter.DoubleQuoted:
		return "use quotes that need no escapes", writeOnOneLine(p, e, by)
	case strings.Contains(e.Value.Text, "---"):
		return `the "---" inside ends the frontmatter`, dash(p, e, by)
	}
	return "a line further down sets it again", quoteNested(p, e, by)
}

// Fixes of frontmatter/portability write a value in another way that has the same meaning in YAML. None of
// them is safe: a text that the author laid out for people is less readable afterwards, and its line endings
// may have had a reason.

// portable returns the fix if it has the intended effect. YAML must read every field as before, except for
// white space. The agents in readers must read the field as YAML does. No target that loaded the skill may
// reject it, or stumble over more places.
func portable(p *Pass, title, field string, readers []*skills.Agent, edits []diagnostic.Edit) []diagnostic.Fix {
	if p.rewritten++; p.rewritten > maxRewritten {
		return nil
	}
	fm := skills.Parse(diagnostic.ApplyEdits(p.Doc.Source, edits)).Frontmatter
	if fm.Root == nil || p.Fm.Root == nil || !sameMeaning(fm.Root, p.Fm.Root) {
		return nil
	}
	return readable(p, title, field, readers, edits)
}

// maxRewritten is the maximum number of fixes that are tried in one file. Each of them is parsed and judged,
// and a hostile file can have as many as it has lines.
const maxRewritten = 16

// readable is [portable] for a fix that changes the content of a value.
func readable(p *Pass, title, field string, readers []*skills.Agent, edits []diagnostic.Edit) []diagnostic.Fix {
	after := diagnostic.ApplyEdits(p.Doc.Source, edits)
	fm := skills.Parse(after).Frontmatter
	if fm.Err != nil || fm.State != frontmatter.Closed {
		return nil
	}
	fixed := skills.File{Source: after, Frontmatter: &fm}
	for _, v := range p.Verdicts {
		now := Verdict{v.Agent, p.Snapshot.VerdictOnFixed(v.Agent, p.File, fixed)}
		if v.Accepted && !now.Accepted || now.stumbles() > v.stumbles() {
			return nil
		}
		if !workspace.Includes(readers, v.Agent) {
			continue
		}
		if e, ok := fm.Entry(field); !ok || e.Value == nil || !v.readsBetter(now, field, e.Value.Text) {
			return nil
		}
	}
	return oneFix(title, false, edits...)
}

// readsBetter reports whether an agent reads a name or description as text in the fixed file, whose verdict
// is now. For other fields, it reports whether the agent's parser stumbles over fewer places.
func (v Verdict) readsBetter(now Verdict, field, text string) bool {
	switch field {
	case "name":
		return sameText(now.Name, text)
	case "description":
		return sameText(now.Description, text) || now.cutsOff(text)
	}
	return now.stumbles() < v.stumbles()
}

// stumbles returns the number of places that YAML allows and over which the agent's parser stumbles.
func (v Verdict) stumbles() int {
	n := 0
	for _, r := range v.Refusals {
		if r.Code == skills.CodeLine || r.Code == skills.CodeFlow {
			n++
		}
	}
	return n
}

// sameMeaning reports whether two values are the same, except for notation and white space.
func sameMeaning(a, b *frontmatter.Value) bool {
	if a.Kind != b.Kind || a.Tag != b.Tag && !(a.IsString() && b.IsString()) {
		return false
	}
	return sameText(a.Text, b.Text) && slices.EqualFunc(a.Items, b.Items, sameMeaning) &&
		slices.EqualFunc(a.Pairs, b.Pairs, func(a, b frontmatter.Pair) bool { return sameMeaning(a.Key, b.Key) && sameMeaning(a.Value, b.Value) })
}

// writeOnOneLine offers to write on one line a string that takes several lines, or with other quotes a string
// that needs escapes.
func writeOnOneLine(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	if e == nil || !e.Value.IsString() || strings.TrimSpace(e.Value.Text) == "" {
		return nil
	}
	text := Quote(strings.Join(strings.Fields(e.Value.Text), " "))
	if text == e.ValueSpan.Of(p.Doc.Source) {
		return nil
	}
	title := "Write `" + e.Key + "` on one line"
	if !strings.ContainsAny(e.ValueSpan.Of(p.Doc.Source), "\r\n") {
		title = "Write `" + e.Key + "` in other quotes"
	}
	return portable(p, title, e.Key, readers, setValue(p, e, text))
}

// moveComment offers to move the comment after a value to a line of its own.
func moveComment(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	return portable(p, "Move the comment to its own line", e.Key, readers, setValue(p, e, e.ValueSpan.Of(p.Doc.Source)))
}

// quoteNested offers to quote a nested key, so that agents that read it as a field of the skill do not
// recognize it.
func quoteNested(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	for other := range p.Fm.All() {
		if other == e || other.Value == nil {
			continue
		}
		if key := nestedKey(other.Value, e.Key); key != nil && key.Style == frontmatter.PlainStyle {
			return portable(p, "Put the nested `"+e.Key+"` in quotes", e.Key, readers, []diagnostic.Edit{p.Edit(key.Span, `"`+e.Key+`"`)})
		}
	}
	return nil
}

// nestedKey returns the first key with the given text in a value, at any depth, or nil if not found.
func nestedKey(v *frontmatter.Value, text string) *frontmatter.Value {
	for _, item := range v.Items {
		if key := nestedKey(item, text); key != nil {
			return key
		}
	}
	for _, pair := range v.Pairs {
		if pair.Key.Text == text {
			return pair.Key
		}
		if key := nestedKey(pair.Value, text); key != nil {
			return key
		}
	}
	return nil
}

// dash offers to replace three hyphens in a value by a dash, since some agents end the frontmatter at them.
func dash(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	source := p.Doc.Source
	var edits []diagnostic.Edit
	for at := e.ValueSpan.Start; at < e.ValueSpan.End; {
		span := text.At(at)
		for span.End < e.ValueSpan.End && source[span.End] == '-' {
			span.End++
		}
		if span.Len() >= len("---") {
			edits = append(edits, p.Edit(span, "—"))
		}
		at = span.End + 1
	}
	return readable(p, "Write a dash for `---`", e.Key, readers, edits)
}

// asBlock offers to write a value in flow style with one line for each of its parts.
func asBlock(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	source := p.Doc.Source
	if e == nil || e.Value == nil || e.Value.Kind == frontmatter.ScalarValue || strings.Contains(e.ValueSpan.Of(source), "#") {
		return nil // a comment would be lost
	}
	line := text.Span{Start: strings.LastIndexAny(source[:e.KeySpan.Start], "\r\n") + 1, End: e.KeySpan.Start}
	if strings.TrimLeft(line.Of(source), " ") != "" {
		return nil
	}
	src, ok := block(p, e.Value, line.Of(source)+"  ")
	if !ok {
		return nil
	}
	span := text.Span{Start: e.Colon + 1, End: e.ValueSpan.End}
	return portable(p, "Write `"+e.Key+"` with a line for each part", e.Key, readers, []diagnostic.Edit{p.Edit(span, src)})
}

// block returns the parts of a list or mapping, each on a line with an indentation. ok is false if a part has
// no such form.
func block(p *Pass, v *frontmatter.Value, indent string) (text string, ok bool) {
	var b strings.Builder
	if len(v.Items)+len(v.Pairs) == 0 {
		return "", false
	}
	line := func(lead string, part *frontmatter.Value) bool {
		b.WriteString(p.Newline() + indent + lead)
		if part.Kind != frontmatter.ScalarValue {
			nested, ok := block(p, part, indent+"  ")
			b.WriteString(nested)
			return ok
		}
		written := part.Span.Of(p.Doc.Source)
		if written != "" {
			b.WriteString(" " + written)
		}
		return true
	}
	for _, item := range v.Items {
		if !line("-", item) {
			return "", false
		}
	}
	for _, pair := range v.Pairs {
		if pair.Key.Kind != frontmatter.ScalarValue || !line(pair.Key.Span.Of(p.Doc.Source)+":", pair.Value) {
			return "", false
		}
	}
	return b.String(), true
}
