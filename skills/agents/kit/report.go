package kit

import (
	"cmp"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// These are reasons why agents hide a skill from the model; see [skills.Exposure].
const (
	DisablesInvocation = "`disable-model-invocation` is true"
	ForbidsImplicit    = "`policy.allow_implicit_invocation` is false"
	NoDescription      = "it has no description"
)

// A Report collects why an agent rejects one file. The check of an agent embeds it, and ends with
// [Report.Verdict].
type Report struct {
	skills.File // its Frontmatter is not nil
	// GaveUp says that the parser of the agent failed. The agent never gets to further refusals, so that
	// they are WouldBe.
	GaveUp   bool
	Missing  text.Span        // where a missing field is reported: the opening delimiter
	Fields   map[string]Field // what an agent with a parser of its own reads
	Refusals []skills.Refusal
	Remarks  []skills.Remark
}

// A Field is a top-level field of the frontmatter.
type Field struct {
	Text  string
	Value text.Span // of the text, without quotes
	Place text.Span // the value as written, or the key if there is no value
	Other bool      // the value is not a text
}

// NewReport returns an empty report.
func NewReport(f skills.File) Report {
	if f.Frontmatter == nil {
		f.Frontmatter = &skills.Parse(f.Source).Frontmatter
	}
	return Report{File: f, Missing: f.Frontmatter.Open}
}

// Refuse adds a refusal. The message is that of the agent, or "" if it has none.
func (r *Report) Refuse(code skills.Code, field string, at text.Span, message string) {
	refusal := skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: r.GaveUp}
	r.Refusals = append(r.Refusals, refusal)
}

// RefuseIf adds a refusal if something is wrong.
func (r *Report) RefuseIf(wrong bool, code skills.Code, field string, at text.Span, message string) {
	if wrong {
		r.Refuse(code, field, at, message)
	}
}

// GiveUp adds the refusal of a file that the agent cannot parse.
func (r *Report) GiveUp(code skills.Code, field string, at text.Span, message string) {
	r.Refuse(code, field, at, message)
	r.GaveUp = true
}

// NoFrontmatter adds the refusal of a file in which the agent finds no frontmatter, or if it was opened, not
// its end. The span is that of the delimiter by which another agent finds it, with the text before it.
func (r *Report) NoFrontmatter(opened bool, message string) {
	code, at := skills.CodeNoFrontmatter, r.Frontmatter.Open
	switch {
	case opened:
		code = skills.CodeUnclosed
		if r.Frontmatter.State == frontmatter.Closed {
			at = r.Frontmatter.Close
		}
	case r.Frontmatter.State != frontmatter.Absent:
		at.Start = 0
	}
	r.GiveUp(code, "", at, message)
}

// Absence returns the code for a field without a value. The field is empty if the author's view has it, and
// otherwise missing.
func (r *Report) Absence(field string) skills.Code {
	if _, ok := r.Frontmatter.Entry(field); ok {
		return skills.CodeEmpty
	}
	return skills.CodeMissing
}

// Place returns the span of the value of a field in the author's view, or of its key if it has no value, or
// of the opening delimiter if there is no such field.
func (r *Report) Place(field string) text.Span { return r.placeOr(field, r.Frontmatter.Open) }

// PlaceIn is [Report.Place], except that it returns all of the agent's frontmatter if there is no such field.
func (r *Report) PlaceIn(content text.Span, field string) text.Span {
	return r.placeOr(field, content.TrimJS(r.Source))
}

func (r *Report) placeOr(field string, otherwise text.Span) text.Span {
	if e, ok := r.Frontmatter.Entry(field); ok {
		return ValueOrKey(e)
	}
	return otherwise
}

// EntryAt returns the entry of the author's view in which an offset is, or the zero value.
func (r *Report) EntryAt(offset int) (entry frontmatter.Entry) {
	for _, e := range r.Frontmatter.Entries {
		if e.Span.Start <= offset && offset < e.Span.End {
			entry = e
		}
	}
	return entry
}

// Recover sets Fields to the scalars of the author's view. Null has no text.
func (r *Report) Recover() {
	r.Fields = make(map[string]Field)
	for i := range r.Frontmatter.Entries {
		e := &r.Frontmatter.Entries[i]
		if e.Value == nil || e.Value.Kind != frontmatter.ScalarValue {
			continue
		}
		f := Field{Place: ValueOrKey(e)}
		if !e.Value.IsNull() {
			f.Text = e.Value.Text
		}
		r.Fields[e.Key] = f
	}
}

// RecoverLines sets Fields to the first line of every entry of the author's view, as an agent reads it that
// reads line by line. Value gets the part of the line after the colon.
func (r *Report) RecoverLines(value func(source string, key, rest text.Span) Field) {
	r.Fields = make(map[string]Field)
	for _, e := range r.Frontmatter.Entries {
		rest := text.Span{Start: min(e.Colon+1, e.Span.End), End: e.Span.End}
		rest.End, _ = text.LineAt(r.Source, rest.Start, rest.End)
		r.Fields[e.Key] = value(r.Source, e.KeySpan, rest)
	}
}

// Required returns one of the Fields, and reports whether it has text. It adds a refusal if the field is
// missing or empty, or is no text. After the parser failed, a field may be missing because it was not found.
func (r *Report) Required(name, message string) (Field, bool) {
	f, ok := r.Fields[name]
	switch {
	case !ok && !r.GaveUp:
		r.Refuse(skills.CodeMissing, name, r.Missing, message)
	case f.Other:
		r.Refuse(skills.CodeType, name, f.Place, message)
	case ok && f.Text == "":
		r.Refuse(skills.CodeEmpty, name, f.Place, message)
	}
	return f, f.Text != ""
}

// TooLong adds a refusal if a field has more UTF-16 units than limit. Its span is the text beyond the limit,
// or all of the value if decoding changed it.
func (r *Report) TooLong(name string, f Field, limit int, message string) {
	if text.UTF16.Len(f.Text) <= limit {
		return
	}
	at := f.Value
	if f.Text == at.Of(r.Source) {
		at.Start += text.UTF16.Offset(f.Text, limit)
	}
	r.Refuse(skills.CodeTooLong, name, at, message)
}

// RemarkIf adds a remark if something is wrong. A rejected file has no remarks.
func (r *Report) RemarkIf(wrong bool, severity, field string, at text.Span, message string) {
	if wrong {
		r.Remarks = append(r.Remarks, skills.Remark{Severity: severity, Field: field, Span: at, Message: message})
	}
}

// Verdict returns the verdict with the refusals, or with the remarks if there are none.
func (r *Report) Verdict(name, description string) skills.Verdict {
	accepted := len(r.Refusals) == 0
	v := skills.Verdict{Accepted: accepted, Name: name, Description: description, Refusals: r.Refusals}
	if accepted {
		v.Remarks = r.Remarks
	}
	return v
}

// RecoveredVerdict is [Report.Verdict], except that a rejected file has the name and description of the author's
// view if those that are given are empty.
func (r *Report) RecoveredVerdict(name, description string) skills.Verdict {
	v := r.Verdict(name, description)
	if !v.Accepted {
		v.Name = cmp.Or(name, text.DecodeUTF8(r.Frontmatter.Name()))
		v.Description = cmp.Or(description, text.DecodeUTF8(r.Frontmatter.Description()))
	}
	return v
}

// CodeOf returns the code for an error of a parser of YAML for JavaScript.
func CodeOf(err *yamldialect.Error) skills.Code {
	if err.Cause == yamldialect.Duplicate {
		return skills.CodeDuplicateKey
	}
	return skills.CodeYAML
}
