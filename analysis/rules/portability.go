package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

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
	mended := skills.File{Path: p.Snapshot.JudgedPath(p.File), Source: after, Frontmatter: &fm}
	for _, v := range p.Verdicts {
		now := Verdict{v.Agent, p.Snapshot.VerdictOnMended(v.Agent, p.File, mended)}
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
	return []diagnostic.Fix{{Title: title, Edits: edits}}
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
	line := lines.FirstLine(p.Doc.Source, e.ValueSpan.End)
	if !strings.HasPrefix(strings.TrimLeft(line.Of(p.Doc.Source), " \t"), "#") {
		return nil
	}
	return portable(p, "Move the comment to its own line", e.Key, readers, setValue(p, e, e.ValueSpan.Of(p.Doc.Source)))
}

// quoteNested offers to quote a nested key, so that agents that read it as a field of the skill do not
// recognize it.
func quoteNested(p *Pass, e *frontmatter.Entry, readers []*skills.Agent) []diagnostic.Fix {
	for i := range p.Fm.Entries {
		other := &p.Fm.Entries[i]
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
	if len(edits) == 0 {
		return nil
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
		if strings.ContainsAny(written, "\r\n") {
			return false
		}
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
