package mycodeagent

import (
	"cmp"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// injection returns the function that renders data.content of the tool Skill's answer
// (tools/builtin/skill.py): the body with its lines joined by line feeds, the arguments substituted, and
// trailing white space removed. If refresh is set, the tool reads the files again first
// (SKILLS_REFRESH_ON_CALL).
func injection(refresh bool) func(skills.Load) skills.Injection {
	return func(l skills.Load) skills.Injection {
		var c skills.Composition
		c.Add(skills.SegmentEnvelope, "Base directory for this skill: "+base(l)+"\n\n")
		arguments := ""
		if l.Arguments != nil {
			arguments = strings.TrimFunc(*l.Arguments, kit.IsPythonSpace)
		}
		body := body(l.Source)
		replaced := substitute(&c, l.Source, body, arguments)
		if !replaced && arguments != "" {
			c.Add(skills.SegmentEnvelope, "\n\nARGUMENTS: ")
			c.Add(skills.SegmentSubstituted, arguments)
		}
		c.Cut(kit.TrimPython(c.String(), text.Span{End: len(c.String())}))

		c.Note(notes(l, refresh)...)
		c.NoteIf(replaced && arguments == "",
			"Without arguments, the code removes `$ARGUMENTS`. According to the design document, it stays unchanged.")
		return c.Injection()
	}
}

// notes returns the rest of the tool's answer, or the error that the tool answers instead.
func notes(l skills.Load, refresh bool) []string {
	name := l.Skill.Name
	v := accept(skills.File{Path: l.Skill.Path, Source: l.Source})
	switch read := parse(l.Source); {
	case v.Accepted:
		return []string{"This is `data.content` of the answer. Its `status` is `success` and its `text` is: Loaded skill '" + name + "'."}
	case v.EndsScan:
		return []string{"The tool `Skill` answers nothing: an uncaught UnicodeDecodeError of Python ends the scan."}
	case refresh:
		return []string{"The tool `Skill` answers the error `NOT_FOUND`: Skill '" + name + "' not found."}
	case !read.closed || len(read.unread) > 0:
		return []string{
			"The tool `Skill` answers the error `NOT_FOUND`: Skill '" + name + "' not found.",
			"If it found the skill before, it answers `INTERNAL_ERROR`: Skill '" + name + "' has invalid frontmatter.",
		}
	}
	return []string{
		"The tool `Skill` answers the error `NOT_FOUND`: Skill '" + name + "' not found.",
		"If it found the skill before, it still loads the skill, because only a scan checks the fields.",
	}
}

// base returns the skill's directory: relative to the project, which is the working directory, or absolute
// outside of it.
func base(l skills.Load) string {
	if rel, ok := vfs.CutDir(l.Skill.Dir, l.Cwd); ok && l.Cwd != "" {
		return cmp.Or(rel, ".")
	}
	return l.Skill.Dir
}

// body returns the body as MyCodeAgent finds it, or the author's view of it if MyCodeAgent finds none.
func body(source string) text.Span {
	if read := parse(source); read.closed {
		return text.Span{Start: read.body, End: len(source)}
	}
	return skills.Parse(source).Body
}

var placeholder = regexp.MustCompile(`\$ARGUMENTS`)

// substitute appends the body with the arguments in place of every placeholder, and reports whether there was
// one. The lines of the body are joined by line feeds.
func substitute(c *skills.Composition, source string, body text.Span, arguments string) (any bool) {
	var ends []text.Span
	last := 0
	for line := range kit.PythonLines(body.Of(source)) {
		if end := (text.Span{Start: last, End: line.Start}); line.Start > 0 && end.Of(body.Of(source)) != "\n" {
			ends = append(ends, end)
		}
		last = line.End
	}
	draft := kit.NewDraft(source, text.Span{Start: body.Start, End: body.Start + last})
	draft.Replace(skills.SegmentBody, ends, func(int) (value, note string) { return "\n", "" })
	places := kit.Matches(placeholder, draft.String())
	draft.Replace(skills.SegmentSubstituted, places, func(int) (value, note string) { return arguments, "" })
	draft.AddTo(c)
	return len(places) > 0
}

// catalog renders the list in the description of the tool Skill. The list ends before the first line that
// exceeds the budget together with its line feed.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	t := kit.Catalog{
		Entry: func(s skills.Skill) string { return "- " + s.Name + ": " + s.Description + "\n" },
		Unit:  text.Runes,
	}.Render(list, budget)
	t.Content = cmp.Or(strings.TrimSuffix(t.Content, "\n"), "(none)")
	return t
}
