package opencode

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// command renders the message that "/name arguments" sends: the skill as a template
// (packages/opencode/src/command/index.ts @01793dfe), with its placeholders replaced (command in
// session/prompt.ts). It marks what OpenCode would execute or attach.
func command(l skills.Load, body text.Span) skills.Injection {
	d := kit.NewDraft(l.Source, body)
	d.Add(skills.SegmentEnvelope, "\n\nBase directory for this skill: "+l.Skill.Dir+
		"\nRelative paths in this skill (e.g., scripts/, references/) are relative to this base directory.")
	whole := substitute(d, *l.Arguments)
	shell := kit.Matches(shell, d.String())
	d.Mark(shell, "OpenCode runs this in a shell and inserts the output. skills-ls does not run it.")
	d.Mark(files(d.String(), shell), "OpenCode attaches the file or directory at this path, relative to the worktree, or calls the agent with this name.")
	var c skills.Composition
	d.AddTo(&c)
	c.Cut(text.Span{End: len(c.String())}.TrimJS(c.String()))

	c.Note("This is the message of `/" + l.Skill.Name + "`. The tool `skill` has no arguments: it returns the unchanged body with a list of files.")
	c.NoteIf(slices.Contains(commands, l.Skill.Name),
		"`/"+l.Skill.Name+"` is OpenCode's own command, so it does not start the skill.")
	c.NoteIf(!whole, "The text with all inserted arguments is too long, so the last ones are left out here.")
	return c.Injection()
}

var (
	argumentPattern = kit.RegexpJS(`\[(?i:image)\s+[0-9]+\]|"[^"]*"|'[^']*'|(?:[^\s"'])+`)
	numbered        = regexp.MustCompile(`\$[0-9]+`)
	all             = regexp.MustCompile(`\$ARGUMENTS`)
	shell           = regexp.MustCompile("!`[^`]+`")
	file            = kit.RegexpJS("^@\\.?[^\\s`,.]*(?:\\.[^\\s`,.]+)*")
)

// maxCommand is the maximum size of a command in bytes.
const maxCommand = 16 << 20

// substitute replaces $1, $2 and so on with the words of the arguments, and then $ARGUMENTS with all of them.
// The highest number takes the rest of the words. Without a placeholder, the arguments are appended.
// substitute reports false if the text would become too long.
func substitute(d *kit.Draft, arguments string) (whole bool) {
	template := d.String()
	words := split(arguments)
	places := kit.Matches(numbered, template)
	last := 0.0
	for _, at := range places {
		last = max(last, number(at.Of(template)))
	}
	room := maxCommand
	d.Replace(skills.SegmentSubstituted, places, func(i int) (value, note string) {
		if room < 0 {
			return "", ""
		}
		return spend(&room, word(words, number(places[i].Of(template)), last)), ""
	})
	substituted := d.String()
	places = kit.Matches(all, substituted)
	d.Replace(skills.SegmentSubstituted, places, func(i int) (value, note string) {
		return spend(&room, expandReplacement(arguments, substituted, places[i], room)), ""
	})
	if !numbered.MatchString(template) && !strings.Contains(template, "$ARGUMENTS") && text.TrimJS(arguments) != "" {
		d.Add(skills.SegmentEnvelope, "\n\n")
		d.Add(skills.SegmentSubstituted, arguments)
	}
	return room >= 0
}

func split(arguments string) []string {
	words := argumentPattern.FindAllString(arguments, -1)
	for i, word := range words {
		words[i] = trimQuotes(word)
	}
	return words
}

// trimQuotes removes a quote at either end, even if they do not match.
func trimQuotes(word string) string {
	if word != "" && strings.IndexByte(`"'`, word[0]) >= 0 {
		word = word[1:]
	}
	if n := len(word) - 1; n >= 0 && strings.IndexByte(`"'`, word[n]) >= 0 {
		word = word[:n]
	}
	return word
}

// number returns the number of a placeholder as JavaScript reads it.
func number(placeholder string) float64 {
	number, _ := strconv.ParseFloat(placeholder[1:], 64) // too large becomes infinity
	return number
}

// word returns the text that replaces a numbered placeholder.
func word(words []string, number, last float64) string {
	if number > float64(len(words)) {
		return ""
	}
	i := int(number) - 1
	switch {
	case number == last && i < 0: // $0 alone, which counts from the end
		return strings.Join(words[max(0, len(words)-1):], " ")
	case number == last:
		return strings.Join(words[i:], " ")
	case i < 0:
		return "undefined"
	}
	return words[i]
}

// spend returns the text if there is room for it, or else "".
func spend(room *int, text string) string {
	if *room -= len(text); *room < 0 {
		return ""
	}
	return text
}

// expandReplacement returns the text that String.prototype.replaceAll puts in place of a match: $$ is a
// dollar sign, $& the match, $` the text before it, and $' the text after it. It stops beyond a limit in
// bytes.
func expandReplacement(replacement, text string, at text.Span, limit int) string {
	var b strings.Builder
	for b.Len() <= limit {
		i := strings.IndexByte(replacement, '$')
		if i < 0 || i+1 == len(replacement) {
			b.WriteString(replacement)
			break
		}
		b.WriteString(replacement[:i])
		switch replacement[i+1] {
		case '$':
			b.WriteByte('$')
		case '&':
			b.WriteString(at.Of(text))
		case '`':
			b.WriteString(text[:at.Start])
		case '\'':
			b.WriteString(text[at.End:])
		default:
			b.WriteString(replacement[i : i+2])
		}
		replacement = replacement[i+2:]
	}
	return b.String()
}

// files returns the matches of (?<![\w`])@(\.?[^\s`,.]*(?:\.[^\s`,.]+)*) outside of shell commands. It cannot
// include a match that continues in the output of a command, which is not known.
func files(source string, shell []text.Span) (found []text.Span) {
	for at := 0; ; {
		i := strings.IndexByte(source[at:], '@')
		if i < 0 {
			return found
		}
		start := at + i
		at = start + 1
		for len(shell) > 0 && shell[0].End <= start {
			shell = shell[1:]
		}
		if len(shell) > 0 && shell[0].Start <= start || start > 0 && (kit.IsWordJS(source[start-1]) || source[start-1] == '`') {
			continue
		}
		end := len(source)
		if len(shell) > 0 {
			end = shell[0].Start
		}
		at = start + len(file.FindString(source[start:end]))
		found = append(found, text.Span{Start: start, End: at})
	}
}
