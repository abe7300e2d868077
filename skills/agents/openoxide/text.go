package openoxide

import (
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Budget of the catalog (Context Budget): a share of the context window, in percent, and characters if its
// size is not known.
const (
	listedPercent = 2
	listedChars   = 16_000
)

// tokenBytes is the number of bytes that count as a token if the budget is in tokens. The design does not
// say; Codex uses four.
const tokenBytes = 4

// injection returns the function that renders the user message with a skill (Injection Format). The document
// lost the line breaks of the envelope. Here each line inside it begins with one space.
func injection(trust trust) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		root, front, _ := read(l.Source)
		body := skills.Parse(l.Source).Body
		if front.Closed {
			body = text.Span{Start: front.Body, End: len(l.Source)}
		}
		var c skills.Composition
		c.Add(skills.SegmentEnvelope, "<skill>\n <name>"+l.Skill.Name+"</name>\n <path>"+l.Skill.Path+"</path>\n ")
		draft := kit.NewDraft(l.Source, body)
		commands := kit.Matches(command, draft.String())
		draft.Mark(commands, "the output of this command would be here")
		draft.AddTo(&c)
		c.Add(skills.SegmentEnvelope, "\n</skill>")

		c.Note("OpenOxide is a design without an implementation: this text follows its document.")
		forks := root.Get("context")
		c.NoteIf(forks != nil && forks.Text == "fork", "The body is the task of a subagent, which returns a summary.")
		c.NoteIf(l.Arguments != nil && *l.Arguments != "",
			"The design has no placeholders for arguments: the text after the mention stays in the message.")
		permissions := trust.permissions(l)
		c.NoteIf(permissions != "", permissions)
		return c.Injection()
	}
}

// command matches what the design runs: the text between "!`" and the next backtick of the line (Shell
// Preprocessing). Here it is only marked.
var command = regexp.MustCompile("!`[^`\n]+`")

// budget returns a function that computes the budget of the catalog: a percentage of the context window, in
// tokens.
func budget(percent int) func(contextWindow int) skills.Budget {
	return func(contextWindow int) skills.Budget {
		return skills.Budget{Tokens: max(1, contextWindow/100*percent+contextWindow%100*percent/100)}
	}
}

// catalog renders names, descriptions and paths (Selection and Invocation). Skills that would exceed the
// budget are left out.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	limit := budget
	if budget.Tokens > 0 {
		limit = skills.Budget{Bytes: budget.Tokens * tokenBytes}
	}
	t := entries.Render(list, limit)
	if budget.Tokens > 0 {
		t.Used = skills.Budget{Tokens: (t.Used.Bytes + tokenBytes - 1) / tokenBytes}
	}
	t.Content = strings.TrimSuffix(t.Content, "\n")
	return t
}

var entries = kit.Catalog{
	Entry: func(s skills.Skill) string { return "- " + s.Name + ": " + s.Description + " (file: " + s.Path + ")\n" },
	Notes: []string{"OpenOxide is a design without an implementation. Not established: the form of an entry (here as in Codex), and the rules of usage around the catalog."},
	Unit:  text.Runes,
	Skips: true,
	Cut: func(t *skills.CatalogText) {
		t.Notes = append(t.Notes, "OpenOxide warns about the skills that it leaves out.")
	},
}
