package claudecode

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// disabled replaces a command if the setting disableSkillShellExecution is on
// (code.claude.com/docs/en/skills, Inject dynamic context).
const disabled = "[shell command execution disabled by policy]"

// injection returns the function that renders the message with the skill. The text around the body is that of
// transcripts of sessions. Arguments and variables are substituted. Commands stay in the text, or are
// replaced by [disabled].
func injection(disabled bool) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		read := parse(l.Source)
		arguments := newArguments(l.Arguments, read.list("arguments"))
		w := writer{
			source: l.Source, text: arguments.substitute(l.Source, read.body), variables: variables(l), disabled: disabled,
		}
		w.c.Add(skills.SegmentEnvelope, "Base directory for this skill: "+l.Skill.Dir+"\n\n")
		commands := shellCommands(l.Source, read.body)
		w.write(commands)
		if given := strings.TrimSpace(arguments.raw) != ""; given && !w.text.received {
			w.c.Add(skills.SegmentEnvelope, "\n\nARGUMENTS: ")
			w.c.Add(skills.SegmentSubstituted, w.replaced(arguments.raw))
		}
		w.note(l, &read, len(commands))
		return w.c.Injection()
	}
}

// A writer renders a text, substitutes its variables and marks its commands.
type writer struct {
	c         skills.Composition
	source    string
	text      argumentText
	variables map[string]variable
	disabled  bool
	at, piece int // offset in text up to which it is written, and the index of the piece there
}

// write writes the whole text. The commands are spans of the source, in order.
func (w *writer) write(commands []text.Span) {
	piece := 0
	place := func(source int) int { // offset in the text of an offset in the source that was copied
		for w.text.pieces[piece].source.End <= source {
			piece++
		}
		return source - w.text.pieces[piece].source.Start + w.text.pieces[piece].Start
	}
	for _, command := range commands {
		w.variablesUpTo(place(command.Start))
		end := place(command.End-1) + 1
		text := text.DecodeUTF8(w.replaced(w.text.text[w.at:end]))
		if w.disabled {
			w.c.Substitute(disabled, command, "")
		} else {
			w.c.CopyAs(skills.SegmentUnexecuted, text, command, "Claude Code runs this and puts the output in its place")
		}
		w.at = end
	}
	w.variablesUpTo(len(w.text.text))
}

// variablesUpTo writes the text up to an offset and substitutes its variables.
func (w *writer) variablesUpTo(end int) {
	for {
		place, v, ok := w.next(w.text.text[w.at:end])
		if !ok {
			w.upTo(end)
			return
		}
		place = place.Shift(w.at)
		w.upTo(place.Start)
		source := w.sourceOf(place)
		if v.value == "" {
			w.c.Substitute(place.Of(w.text.text), source, v.note)
		} else {
			w.c.Substitute(v.value, source, "")
		}
		w.at = place.End
	}
}

// upTo writes the text up to an offset without substituting variables.
func (w *writer) upTo(end int) {
	for w.at < end {
		p := w.current(w.at)
		part := text.Span{Start: w.at, End: min(end, p.End)}
		if p.value {
			w.c.Substitute(part.Of(w.text.text), p.source, "")
		} else {
			w.c.Copy(skills.SegmentBody, w.source, part.Shift(p.source.Start-p.Start))
		}
		w.at = part.End
	}
}

// sourceOf returns the span of the source that a part of the text comes from.
func (w *writer) sourceOf(part text.Span) text.Span {
	source := w.current(part.Start).in(part)
	source.End = w.current(part.End - 1).in(part).End
	return source
}

// current returns the piece that contains an offset. Offsets must not decrease from call to call.
func (w *writer) current(at int) piece {
	for w.text.pieces[w.piece].End <= at {
		w.piece++
	}
	return w.text.pieces[w.piece]
}

// in returns the source of the piece, or of its overlap with part if the piece was copied.
func (p piece) in(part text.Span) text.Span {
	if p.value {
		return p.source
	}
	return text.Span{Start: max(p.Start, part.Start), End: min(p.End, part.End)}.Shift(p.source.Start - p.Start)
}

// next returns the span and the value of the first variable in a text.
func (w *writer) next(source string) (place text.Span, v variable, ok bool) {
	for at := 0; ; {
		start := strings.Index(source[at:], variablePrefix)
		if start < 0 {
			return text.Span{}, variable{}, false
		}
		start += at
		at = start + len(variablePrefix)
		length := 0
		for at+length < len(source) && kit.IsWordJS(source[at+length]) {
			length++
		}
		place = text.Span{Start: start, End: min(at+length+1, len(source))}
		if v, ok = w.variables[place.Of(source)]; ok {
			return place, v, true
		}
	}
}

// replaced returns a text with the variables whose values are known replaced.
func (w *writer) replaced(text string) string {
	var b strings.Builder
	for {
		place, v, ok := w.next(text)
		if !ok {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:place.Start])
		if v.value == "" {
			b.WriteString(place.Of(text))
		} else {
			b.WriteString(v.value)
		}
		text = text[place.End:]
	}
}

// note adds the facts about an injection that its text does not show.
func (w *writer) note(l skills.Load, read *parsed, commands int) {
	c := &w.c
	c.NoteIf(read.broken, "The frontmatter is not YAML: Claude Code loads the skill without its fields.")
	c.NoteIf(commands > 0 && !w.disabled, "The commands are not run here. Claude Code runs them first and puts their output in their places; one that fails, that "+
		"permissions refuse or that takes more than two minutes ends the invocation.")
	c.NoteIf(read.text("context") == "fork",
		"With `context: fork` the text is the task of a subagent, which does not see the conversation.")
	c.NoteIf(l.Arguments == nil && read.boolean("disable-model-invocation", false),
		"The tool `Skill` answers with an error that begins `Skill "+l.Skill.Name+" cannot be used with Skill tool due to disable-model-invocation` "+
			"(a third party's account of 2.1.282): a person has to start the skill.")
	c.NoteIf(l.LoadedMtimeMs != nil && *l.LoadedMtimeMs == l.Skill.MtimeMs,
		"Of a skill that it loaded before with the same text, Claude Code only says so, in words that are not established.")
	if l.Arguments != nil && !read.boolean("user-invocable", true) {
		c.Note("`user-invocable` is false: what a person writes as `/" + l.Skill.Name + "` does not start the skill.")
		return
	}
	before := fmt.Sprintf("<command-message>%s</command-message>\n<command-name>/%[1]s</command-name>", l.Skill.Name)
	if l.Arguments != nil && strings.TrimSpace(*l.Arguments) != "" {
		before += "\n<command-args>" + *l.Arguments + "</command-args>"
	}
	c.Note("Where a person starts the skill, this message comes before it:\n\n" + before)
}

// listed is the catalog's share of the context window (skillListingBudgetFraction; 0.02 in 2.1.32).
const listed = 0.01

// context is the size of the context window in tokens, unless it is configured.
const context = 200_000

// listingEntry is the maximum length of description and when_to_use in an entry, in characters
// (skillListingMaxDescChars; 250 from 2.1.86 to 2.1.104).
const listingEntry = 1536

// kept is the number of tokens of a skill that are attached again after compaction
// (code.claude.com/docs/en/skills).
const kept = 5000

// catalog returns the function that renders the catalog, with at most entry characters of description per
// skill. Skills that the model may not start are left out. All names stay. If the descriptions exceed the
// budget, Claude Code drops those of the least used skills. Only a session knows which these are, so here the
// last ones are dropped. The text around the entries is that of transcripts. Where exactly the budget and an
// entry end is not established.
func catalog(entry int) func([]skills.Skill, skills.Budget) skills.CatalogText {
	return func(list []skills.Skill, budget skills.Budget) skills.CatalogText {
		list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool { return s.Hidden })
		text := skills.CatalogText{Total: len(list), Entries: len(list)}
		if len(list) == 0 {
			return text
		}
		lines, cut, bare := make([]string, len(list)), make([]bool, len(list)), make([]bool, len(list))
		total := 0
		for i, s := range list {
			lines[i], cut[i] = catalogEntry(s, entry)
			total += utf8.RuneCountInString(lines[i]) + 1
		}
		dropped := 0
		for i := len(list) - 1; i >= 0 && budget.Chars > 0 && total > budget.Chars; i-- {
			if name := "- " + list[i].Name; name != lines[i] {
				total -= utf8.RuneCountInString(lines[i]) - utf8.RuneCountInString(name)
				lines[i], bare[i] = name, true
				dropped++
			}
		}
		for i, s := range list {
			switch {
			case bare[i]:
				text.Shortened = append(text.Shortened, skills.Shortened{Skill: s})
			case cut[i]:
				text.Shortened = append(text.Shortened, skills.Shortened{Skill: s, Kept: entry, Alone: true})
			}
		}
		text.ByUse = dropped > 0
		text.Used.Chars = total
		text.Content = "<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n" + strings.Join(lines, "\n") + "\n</system-reminder>"
		if text.Truncated = dropped > 0; text.Truncated {
			text.Notes = append(text.Notes, fmt.Sprintf("The budget does not hold the descriptions of %d of %d skills. Claude Code drops those of the skills that were used "+
				"least; here it is those at the end.", dropped, len(list)))
		}
		return text
	}
}

// catalogEntry returns the line of a skill, and reports whether its description is cut.
func catalogEntry(s skills.Skill, most int) (line string, cut bool) {
	description := s.Description
	if s.NameOnly {
		return "- " + s.Name, false
	}
	if s.Uses != "" {
		description += " - " + s.Uses
	}
	if most > 0 {
		whole := len(description)
		description = description[:text.Runes.Offset(description, most)]
		cut = len(description) < whole
	}
	if description == "" {
		return "- " + s.Name, cut
	}
	return "- " + s.Name + ": " + description, cut
}

// mentions finds the skills that a message begins with: one `/name` after another, at most six (2.1.199;
// earlier versions allow one). A name ends at white space. It has a slash only in the directory before a colon,
// as in `/apps/web:deploy`.
var mentions = kit.SlashSyntax{
	First: `^\s*(/([^\s/]\S*:[^\s/:]*|:[^\s/:]*|[^\s/:]+))(?:\s|$)`, Most: 6,
}.Mentions()
