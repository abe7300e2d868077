package agents

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// What the list may take (Context Budget): a share of the context window, in per cent, and characters where that is not known.
const (
	openoxideListedPercent = 2
	openoxideListedChars   = 16_000
)

// openoxideTokenBytes is how many bytes count as a token where the budget is in tokens; the design says nothing of it, Codex takes four.
const openoxideTokenBytes = 4

// openoxideInjection returns the function that renders the message in the user's name which brings a skill in (Injection Format). The
// line breaks of its envelope were lost in the document: each of its lines inside begins with one blank here.
func openoxideInjection(trust openoxideTrust) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		root, front, _ := readOpenOxide(l.Source)
		body := skills.Parse(l.Source).Body
		if front.closed {
			body = text.Span{Start: len(l.Source), End: len(l.Source)}
			if i := strings.IndexByte(l.Source[front.end:], '\n'); i >= 0 {
				body.Start = front.end + i + 1
			}
		}
		var c skills.Composition
		c.Add(skills.SegmentEnvelope, "<skill>\n <name>"+l.Skill.Name+"</name>\n <path>"+l.Skill.Path+"</path>\n ")
		addOpenOxideBody(&c, l.Source, body)
		c.Add(skills.SegmentEnvelope, "\n</skill>")

		injection := c.Injection()
		note := func(text string) {
			if text != "" {
				injection.Notes = append(injection.Notes, text)
			}
		}
		note("OpenOxide is a design without an implementation: this is what its document asks for.")
		if v := root.Get("context"); v != nil && v.Text == "fork" {
			note("The body would be the task of a subagent, which returns a summary.")
		}
		if l.Arguments != nil && *l.Arguments != "" {
			note("The design names no placeholders for arguments: what stands after the mention stays in the message.")
		}
		note(trust.permissions(l))
		return injection
	}
}

// addOpenOxideBody appends the body, in which the design runs what stands between "!`" and the next backtick of the line (Shell
// Preprocessing). It is not run here.
func addOpenOxideBody(c *skills.Composition, source string, body text.Span) {
	at := body.Start
	for next := at; ; {
		i := strings.Index(source[next:body.End], "!`")
		if i < 0 {
			break
		}
		start := next + i
		next = start + len("!`")
		length := strings.IndexAny(source[next:body.End], "`\n")
		if length <= 0 || source[next+length] != '`' {
			continue
		}
		next += length + 1
		c.Copy(skills.SegmentBody, source, text.Span{Start: at, End: start})
		command := text.Span{Start: start, End: next}
		c.CopyAs(skills.SegmentUnexecuted, text.DecodeUTF8(command.Of(source)), command, "the output of this command would stand here")
		at = next
	}
	c.Copy(skills.SegmentBody, source, text.Span{Start: at, End: body.End})
}

// openoxideBudget returns the function that gives the list so many per cent of a context window, in tokens.
func openoxideBudget(percent int) func(contextWindow int) skills.Budget {
	return func(contextWindow int) skills.Budget {
		return skills.Budget{Tokens: max(1, contextWindow/100*percent+contextWindow%100*percent/100)}
	}
}

// catalogOpenOxide renders names, descriptions and paths (Selection and Invocation). Skills that would exceed the budget are left out.
func catalogOpenOxide(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	var text skills.CatalogText
	var b strings.Builder
	limit := budget.Chars
	cost := utf8.RuneCountInString
	if budget.Tokens > 0 {
		limit, cost = budget.Tokens*openoxideTokenBytes, func(line string) int { return len(line) }
	}
	used := 0
	for _, s := range list {
		if s.Hidden {
			continue
		}
		text.Total++
		line := "- " + s.Name + ": " + s.Description + " (file: " + s.Path + ")\n"
		if limit > 0 && used+cost(line) > limit {
			text.Dropped = append(text.Dropped, s)
			continue
		}
		used += cost(line)
		text.Entries++
		b.WriteString(line)
	}
	if budget.Tokens > 0 {
		text.Used.Tokens = (used + openoxideTokenBytes - 1) / openoxideTokenBytes
	} else {
		text.Used.Chars = used
	}
	text.Truncated = len(text.Dropped) > 0
	text.Content = strings.TrimSuffix(b.String(), "\n")
	if text.Total > 0 {
		text.Notes = append(text.Notes, "OpenOxide is a design without an implementation. Not established: the form of an entry, which is Codex's here, and the rules of usage that stand around the list.")
	}
	if text.Truncated {
		text.Notes = append(text.Notes, "The design warns of the skills that it leaves out.")
	}
	return text
}
