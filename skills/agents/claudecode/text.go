package claudecode

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// disabled replaces a command if the setting disableSkillShellExecution is on
// (code.claude.com/docs/en/skills, Inject dynamic context).
const disabled = "[shell command execution disabled by policy]"

// injection returns the function that renders the message with the skill. The text around the body is that of
// transcripts of sessions. Arguments and variables are substituted. Commands stay in the text, or are
// replaced by [disabled].
func injection(off bool) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		read := parse(l.Source)
		arguments := newArguments(l.Arguments, read.list("arguments"))
		draft := kit.NewDraft(l.Source, read.body)
		if !arguments.substitute(draft) && strings.TrimSpace(arguments.raw) != "" {
			draft.Add(skills.SegmentEnvelope, "\n\nARGUMENTS: ")
			draft.Add(skills.SegmentSubstituted, arguments.raw)
		}
		substituteVariables(draft, variables(l))
		commands := shellCommands(l.Source, read.body)
		places, text := draft.Find(commands), draft.String()
		if off {
			draft.Replace(skills.SegmentSubstituted, places, func(int) (value, note string) { return disabled, "" })
		} else {
			draft.Replace(skills.SegmentUnexecuted, places, func(i int) (value, note string) {
				return places[i].Of(text), "Claude Code runs this and inserts the output"
			})
		}
		var c skills.Composition
		c.Add(skills.SegmentEnvelope, "Base directory for this skill: "+l.Skill.Dir+"\n\n")
		draft.AddTo(&c)
		note(&c, l, &read, len(commands) > 0 && !off)
		return c.Injection()
	}
}

// note adds the facts about an injection that its text does not show.
func note(c *skills.Composition, l skills.Load, read *parsed, runs bool) {
	c.NoteIf(read.broken, "The frontmatter is invalid YAML: Claude Code loads the skill without its fields.")
	c.NoteIf(runs, "The commands are not run here. Claude Code runs them first and inserts their output. A command that fails, that "+
		"permissions deny or that takes more than two minutes ends the invocation.")
	c.NoteIf(read.text("context") == "fork",
		"With `context: fork`, the text is the task of a subagent, which does not get the conversation.")
	c.NoteIf(l.Arguments == nil && read.boolean("disable-model-invocation", false),
		"The tool `Skill` answers with an error that begins `Skill "+l.Skill.Name+" cannot be used with Skill tool due to disable-model-invocation` "+
			"(a third party's account of 2.1.282): only the user can start the skill.")
	c.NoteIf(l.LoadedMtimeMs != nil && *l.LoadedMtimeMs == l.Skill.MtimeMs,
		"If the same text is already loaded, Claude Code only reports that. Its words are not established.")
	if l.Arguments != nil && !read.boolean("user-invocable", true) {
		c.Note("`user-invocable` is false: the message `/" + l.Skill.Name + "` does not start the skill.")
		return
	}
	before := fmt.Sprintf("<command-message>%s</command-message>\n<command-name>/%[1]s</command-name>", l.Skill.Name)
	if l.Arguments != nil && strings.TrimSpace(*l.Arguments) != "" {
		before += "\n<command-args>" + *l.Arguments + "</command-args>"
	}
	c.Note("If the user starts the skill, this message comes first:\n\n" + before)
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
		lines, cut := make([]string, len(list)), make([]bool, len(list))
		for i, s := range list {
			lines[i], cut[i] = catalogEntry(s, entry)
			text.Used.Chars += utf8.RuneCountInString(lines[i]) + 1
		}
		dropped := 0
		for i, s := range slices.Backward(list) {
			name := "- " + s.Name
			switch {
			case budget.Chars > 0 && text.Used.Chars > budget.Chars && name != lines[i]:
				text.Used.Chars -= utf8.RuneCountInString(lines[i][len(name):])
				lines[i] = name
				dropped++
				text.Shortened = append(text.Shortened, skills.Shortened{Skill: s})
			case cut[i]:
				text.Shortened = append(text.Shortened, skills.Shortened{Skill: s, Kept: entry, Alone: true})
			}
		}
		slices.Reverse(text.Shortened)
		text.ByUse = dropped > 0
		text.Content = "<system-reminder>\nThe following skills are available for use with the Skill tool:\n\n" + strings.Join(lines, "\n") + "\n</system-reminder>"
		if text.Truncated = dropped > 0; text.Truncated {
			text.Notes = append(text.Notes, fmt.Sprintf("The descriptions of %d of %d skills exceed the budget. Claude Code drops those of the skills that were used "+
				"least. Here the last ones are dropped.", dropped, len(list)))
		}
		return text
	}
}

// catalogEntry returns the line of a skill, and reports whether its description is cut.
func catalogEntry(s skills.Skill, most int) (line string, cut bool) {
	line = "- " + s.Name
	if s.NameOnly {
		return line, false
	}
	description := s.Description
	if s.Uses != "" {
		description += " - " + s.Uses
	}
	if description, cut = kit.RustChars(description, most); description != "" {
		line += ": " + description
	}
	return line, cut
}

// mentions finds the skills that a message begins with: one `/name` after another, at most six (2.1.199;
// earlier versions allow one). A name ends at white space. It has a slash only in the directory before a
// colon, as in `/apps/web:deploy`.
var mentions = kit.SlashSyntax{
	First: `^\s*(/([^\s/]\S*:[^\s/:]*|:[^\s/:]*|[^\s/:]+))(?:\s|$)`, Most: 6,
}.Mentions()
