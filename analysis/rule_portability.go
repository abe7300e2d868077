package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Fixes of frontmatter/portability write a value in another way that means the same in YAML. None is safe, since the text that an author
// has laid out for people to read is not as readable afterwards, and may have had its line endings for a reason.

// portable returns the fix if it has the intended effect. YAML must read every field as before, except for
// white space. The agents in readers must read the field as YAML does. No target that loaded the skill may
// reject it, or stumble over more places.
func (p *pass) portable(title, field string, readers []*skills.Agent, edits []Edit) []Fix {
	if p.rewritten++; p.rewritten > maxRewritten {
		return nil
	}
	fm := skills.Parse(applyEdits(p.doc.Source, edits)).Frontmatter
	if fm.Root == nil || p.fm.Root == nil || !sameMeaning(fm.Root, p.fm.Root) {
		return nil
	}
	return p.readable(title, field, readers, edits)
}

// maxRewritten is the maximum number of fixes that are tried in one file. Each of them is parsed and judged,
// and a hostile file can have as many as it has lines.
const maxRewritten = 16

// readable is [pass.portable] for a fix that changes the content of a value.
func (p *pass) readable(title, field string, readers []*skills.Agent, edits []Edit) []Fix {
	after := applyEdits(p.doc.Source, edits)
	fm := skills.Parse(after).Frontmatter
	if fm.Err != nil || fm.State != frontmatter.Closed {
		return nil
	}
	mended := skills.File{Path: p.snapshot.judgedPath(p.file), Source: after, Frontmatter: &fm}
	for _, v := range p.verdicts {
		now := verdict{v.agent, p.snapshot.verdictOnMended(v.agent, p.file, mended)}
		if v.Accepted && !now.Accepted || now.stumbles() > v.stumbles() {
			return nil
		}
		if !includes(readers, v.agent) {
			continue
		}
		if e, ok := fm.Entry(field); !ok || e.Value == nil || !v.readsBetter(now, field, e.Value.Text) {
			return nil
		}
	}
	return []Fix{{Title: title, Edits: edits}}
}

// readsBetter reports whether an agent reads a name or description as text in the fixed file, whose verdict
// is now. For other fields, it reports whether the agent's parser stumbles over fewer places.
func (v verdict) readsBetter(now verdict, field, text string) bool {
	switch field {
	case "name":
		return sameText(now.Name, text)
	case "description":
		return sameText(now.Description, text) || now.cutsOff(text)
	}
	return now.stumbles() < v.stumbles()
}

// stumbles returns the number of places that YAML allows and over which the agent's parser stumbles.
func (v verdict) stumbles() int {
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
func (p *pass) writeOnOneLine(e *frontmatter.Entry, readers []*skills.Agent) []Fix {
	if e == nil || !e.Value.IsString() || strings.TrimSpace(e.Value.Text) == "" {
		return nil
	}
	text := quote(strings.Join(strings.Fields(e.Value.Text), " "))
	if text == e.ValueSpan.Of(p.doc.Source) {
		return nil
	}
	title := "Write `" + e.Key + "` on one line"
	if !strings.ContainsAny(e.ValueSpan.Of(p.doc.Source), "\r\n") {
		title = "Write `" + e.Key + "` in other quotes"
	}
	return p.portable(title, e.Key, readers, p.setValue(e, text))
}

// moveComment offers to move the comment after a value to a line of its own.
func (p *pass) moveComment(e *frontmatter.Entry, readers []*skills.Agent) []Fix {
	line := firstLine(p.doc.Source, e.ValueSpan.End)
	if !strings.HasPrefix(strings.TrimLeft(line.Of(p.doc.Source), " \t"), "#") {
		return nil
	}
	return p.portable("Move the comment to a line of its own", e.Key, readers, p.setValue(e, e.ValueSpan.Of(p.doc.Source)))
}

// quoteNested offers to quote a nested key, so that agents that read it as a field of the skill do not
// recognize it.
func (p *pass) quoteNested(e *frontmatter.Entry, readers []*skills.Agent) []Fix {
	for i := range p.fm.Entries {
		other := &p.fm.Entries[i]
		if other == e || other.Value == nil {
			continue
		}
		if key := nestedKey(other.Value, e.Key); key != nil && key.Style == frontmatter.PlainStyle {
			return p.portable("Put the nested `"+e.Key+"` in quotes", e.Key, readers, []Edit{p.edit(key.Span, `"`+e.Key+`"`)})
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
func (p *pass) dash(e *frontmatter.Entry, readers []*skills.Agent) []Fix {
	source := p.doc.Source
	var edits []Edit
	for at := e.ValueSpan.Start; at < e.ValueSpan.End; {
		span := text.At(at)
		for span.End < e.ValueSpan.End && source[span.End] == '-' {
			span.End++
		}
		if span.Len() >= len("---") {
			edits = append(edits, p.edit(span, "—"))
		}
		at = span.End + 1
	}
	if len(edits) == 0 {
		return nil
	}
	return p.readable("Write a dash for `---`", e.Key, readers, edits)
}

// asBlock offers to write a value in flow style with one line for each of its parts.
func (p *pass) asBlock(e *frontmatter.Entry, readers []*skills.Agent) []Fix {
	source := p.doc.Source
	if e == nil || e.Value == nil || e.Value.Kind == frontmatter.ScalarValue || strings.Contains(e.ValueSpan.Of(source), "#") {
		return nil // a comment would be lost
	}
	line := text.Span{Start: strings.LastIndexAny(source[:e.KeySpan.Start], "\r\n") + 1, End: e.KeySpan.Start}
	if strings.TrimLeft(line.Of(source), " ") != "" {
		return nil
	}
	src, ok := p.block(e.Value, line.Of(source)+"  ")
	if !ok {
		return nil
	}
	span := text.Span{Start: e.Colon + 1, End: e.ValueSpan.End}
	return p.portable("Write `"+e.Key+"` with a line for each part", e.Key, readers, []Edit{p.edit(span, src)})
}

// block returns the parts of a list or mapping, each on a line with an indentation. ok is false if a part has
// no such form.
func (p *pass) block(v *frontmatter.Value, indent string) (text string, ok bool) {
	var b strings.Builder
	if len(v.Items)+len(v.Pairs) == 0 {
		return "", false
	}
	line := func(lead string, part *frontmatter.Value) bool {
		b.WriteString(p.newline() + indent + lead)
		if part.Kind != frontmatter.ScalarValue {
			nested, ok := p.block(part, indent+"  ")
			b.WriteString(nested)
			return ok
		}
		written := part.Span.Of(p.doc.Source)
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
		if pair.Key.Kind != frontmatter.ScalarValue || !line(pair.Key.Span.Of(p.doc.Source)+":", pair.Value) {
			return "", false
		}
	}
	return b.String(), true
}
