package copilot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// readLines is how many lines read_file gives at most (readFileTool.tsx 00a45c7c).
const readLines = 2000

// inject renders what the model has of a skill: the whole file, which it reads by itself with the tool read_file, and where a
// person wrote "/name", with or without anything after it, the body that is attached to the message (promptFile.tsx 17b9837b), without
// the tag around it.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	whole := text.Span{Start: len(l.Source) - len(strings.TrimPrefix(l.Source, "\ufeff")), End: len(l.Source)} // as an editor has it
	body := max(whole.Start, kit.FrontmatterEnd(l.Source))
	var notes []string
	switch {
	case l.Arguments != nil:
		whole.Start += bodyOffset(whole.Of(l.Source))
		notes = append(notes, "This is what `/name` attaches, in a tag `attachment` after the line `Prompt instructions file:`. "+
			"What was written after the name stays in the message.")
		if whole.Start > 0 && whole.Start < body {
			notes = append(notes, "VS Code attaches the last three characters before the body too: it measures the body's place from the end of the first three dashes and counts it from the beginning.")
		}
	case strings.Count(l.Source, "\n") >= readLines:
		notes = append(notes, "The tool `read_file` gives 2,000 lines at a time: the model reads the file in parts, if it does.")
		fallthrough
	default:
		notes = append(notes, "This is what the model reads with the tool `read_file`, by itself; `/name` attaches the body alone.")
	}
	body = max(whole.Start, body)
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{Start: whole.Start, End: body})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: body, End: whole.End})
	injection := c.Injection()
	injection.Notes = notes
	return injection
}

// bodyOffset is getBodyContent's: where a line that begins with three dashes ends, with all white space after it, less
// the three characters from which on that is looked for.
func bodyOffset(source string) int {
	rest, ok := strings.CutPrefix(source, "---")
	if !ok || !startsWithSpaceJS(rest) {
		return 0
	}
	at := strings.Index(rest, "\n---")
	if r := strings.Index(rest, "\r---"); r >= 0 && (at < 0 || r < at) {
		at = r
	}
	if at < 0 {
		return 0
	}
	end := at + len("\n---")
	end += len(rest[end:]) - len(text.TrimJS(rest[end:]+"x")) + 1
	matched := source[:len("---")+end]
	for range 3 {
		_, n := utf8.DecodeLastRuneInString(matched)
		matched = matched[:len(matched)-n]
	}
	return len(matched)
}

// startsWithSpaceJS reports whether the first character is white space in ECMAScript.
func startsWithSpaceJS(source string) bool {
	r, n := utf8.DecodeRuneInString(source)
	return n > 0 && text.TrimJS(string(r)) == ""
}

// catalog renders the skills among VS Code's instructions (computeAutomaticInstructions.ts 0155379d and a build of 2026),
// nothing escaped and without a budget. The name of the tool stands in the place of a reference to it.
func catalog(list []skills.Skill, _ skills.Budget) skills.CatalogText {
	var text skills.CatalogText
	var b strings.Builder
	for _, s := range list {
		if s.Hidden {
			continue
		}
		text.Total++
		b.WriteString("<skill>\n<name>" + s.Name + "</name>\n")
		if s.Description != "" {
			b.WriteString("<description>" + s.Description + "</description>\n")
		}
		b.WriteString("<file>" + s.Path + "</file>\n</skill>\n")
	}
	if text.Total == 0 {
		return text
	}
	text.Entries = text.Total
	text.Content = "<skills>\n" + intro + b.String() + "</skills>\n\n"
	text.Notes = []string{
		"Not established: the words before the entries, which differ with `chat.experimental.useSkillAdherencePrompt` and between versions; newer builds escape the entries, " +
			"and where the tool `skill` is on they list 15,000 characters and then names alone.",
	}
	return text
}

const intro = "Here is a list of skills that contain domain specific knowledge on a variety of topics.\n" +
	"Each skill comes with a description of the topic and a file path that contains the detailed instructions.\n" +
	"When a user asks you to perform a task that falls within the domain of a skill, use the 'read_file' tool to acquire the full instructions from the file URI.\n"

// mentions returns the slash command that begins a message (slashReg in chatRequestParser.ts): letters, digits and "_-.:", as
// many as leave an end of a word, white space or nothing after them.
func mentions(source string) []skills.Mention {
	start := text.Span{End: len(source)}.TrimJS(source).Start
	if !strings.HasPrefix(source[start:], "/") {
		return nil
	}
	name := text.Span{Start: start + 1, End: start + 1}
	for {
		r, n := utf8.DecodeRuneInString(source[name.End:])
		if n == 0 || !unicode.IsLetter(r) && (r < '0' || r > '9') && !strings.ContainsRune("_-.:", r) {
			break
		}
		name.End += n
	}
	for !name.IsEmpty() {
		rest := source[name.End:]
		last, n := utf8.DecodeLastRuneInString(name.Of(source))
		if rest == "" || startsWithSpaceJS(rest) || isWordIgnoringCaseJS(last) != isWordIgnoringCaseJS(kit.FirstRune(rest)) {
			return []skills.Mention{{Kind: skills.SlashMention, Span: text.Span{Start: start, End: name.End}, Name: name.Of(source), NameSpan: name}}
		}
		name.End -= n
	}
	return nil
}

// isWordIgnoringCaseJS reports whether a character is one of a word for \b, in a regular expression that ignores case and knows Unicode.
func isWordIgnoringCaseJS(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '\u017f' || r == '\u212a'
}
