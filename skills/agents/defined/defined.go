// Package defined makes agents from definitions in a project's configuration.
package defined

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// A Definition describes an agent. The zero value of an optional field sets no limit.
type Definition struct {
	ID    string
	Title string // optional; empty means the ID
	// Roots are the directories in which it looks for skills, slash-separated and relative to the project.
	Roots []string
	// Name is a pattern in RE2 syntax that names must match; optional.
	Name string
	// MaxDescription is the maximum length of a description, in Unicode characters; optional.
	MaxDescription int
}

// A Problem is a part of a definition that cannot be used.
type Problem struct {
	Field   string // "id", "title", "roots" or "name"
	Root    int    // index of the root, if Field is "roots"
	Message string // what is wrong, as the end of a sentence about the value
}

const (
	MaxPattern = 1000 // length of a pattern in bytes, and number of its parts with all repetitions
	MaxName    = 1024 // length in bytes of a name that can match a pattern
	MaxTitle   = 80   // length of a title in bytes
)

// NotKnown is the note of every agent that a project defines.
const NotKnown = "What this agent injects is not known."

// New returns the agent of a definition for a project, which is the absolute path of its root. If the definition
// has problems, the agent is nil.
func New(d Definition, project string) (*skills.Agent, []Problem) {
	pattern, problems := check(d)
	if problems != nil {
		return nil, problems
	}
	judge := judge{pattern, d.MaxDescription}
	agent := &skills.Agent{
		ID: d.ID, Title: cmp.Or(d.Title, d.ID), Source: "the project's configuration",
		Locations: skills.Locations{
			Walk:       skills.Walk{FollowDirs: true, FollowFiles: true},
			Project:    skills.Project{At: project},
			Duplicates: skills.AnyWins,
		},
		Fields: []skills.Field{
			{Name: "name", Types: skills.String, Required: true, Doc: "Name of the skill."},
			{Name: "description", Types: skills.String, Required: true, Doc: "What the skill does and when to use it."},
		},
		Limits:    skills.Limits{Unit: text.Runes, NamePattern: d.Name, Description: d.MaxDescription},
		Guide:     skills.Guide{MentionSyntax: "not known", Arguments: "not known", Notes: []string{NotKnown}},
		Settings:  skills.Settings{Variant: fmt.Sprintf("%q %#v", project, d)},
		Decisions: skills.Decisions{Accept: judge.accept},
		Inject:    inject,
	}
	for _, root := range d.Roots {
		dir := path.Clean(root)
		agent.Roots = append(agent.Roots, skills.Root{Base: skills.FromProject, Dir: dir, Scope: skills.ScopeRepo})
		agent.Owns = append(agent.Owns, dir)
	}
	return agent, nil
}

// check returns the problems of a definition, and the pattern for names, nil if it has none.
func check(d Definition) (pattern *regexp.Regexp, problems []Problem) {
	add := func(field string, root int, message string) {
		problems = append(problems, Problem{field, root, message})
	}
	if !IsID(d.ID) {
		add("id", 0, "must consist of lowercase letters, digits and hyphens")
	}
	if message := checkTitle(d.Title); message != "" {
		add("title", 0, message)
	}
	for i, root := range d.Roots {
		if message := checkRoot(root); message != "" {
			add("roots", i, message)
		}
	}
	if d.Name != "" {
		var message string
		if pattern, message = compile(d.Name); message != "" {
			add("name", 0, "invalid pattern: "+message)
		}
	}
	return pattern, problems
}

// compile returns a pattern, or why it is invalid. A match takes a time that grows with the pattern and the name, so
// both are limited.
func compile(pattern string) (_ *regexp.Regexp, message string) {
	if len(pattern) > MaxPattern {
		return nil, fmt.Sprintf("longer than %d bytes", MaxPattern)
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err == nil && size(parsed) > MaxPattern {
		return nil, fmt.Sprintf("more than %d parts with all repetitions", MaxPattern)
	}
	compiled, err := regexp.Compile(pattern)
	var e *syntax.Error
	switch {
	case errors.As(err, &e):
		return nil, string(e.Code)
	case err != nil:
		return nil, err.Error()
	}
	return compiled, ""
}

// size returns the number of parts of a pattern in which each repetition is written out.
func size(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, part := range re.Sub {
		n += size(part)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return n
}

// IsID reports whether an agent can have the ID: lowercase letters, digits and hyphens, beginning with a letter.
func IsID(id string) bool { return validID.MatchString(id) }

var validID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

// checkTitle returns why a title cannot be shown, or "". Titles are shown in Markdown and in terminals.
func checkTitle(title string) string {
	isOther := func(r rune) bool {
		return !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) && !strings.ContainsRune(" -.,'()&+/", r)
	}
	switch {
	case len(title) > MaxTitle:
		return fmt.Sprintf("must have at most %d bytes", MaxTitle)
	case strings.TrimSpace(title) != title || strings.ContainsFunc(title, isOther):
		return "must be letters, digits, spaces and -.,'()&+/ on one line"
	}
	return ""
}

// checkRoot returns why a directory cannot be a root, or "".
func checkRoot(root string) string {
	switch {
	case root == "" || strings.ContainsRune(root, 0):
		return "must be a path"
	case strings.ContainsRune(root, '\\'):
		return `must have "/" between directories`
	case path.IsAbs(root) || strings.HasPrefix(root, "~") || len(root) > 1 && root[1] == ':':
		return "must be relative to the project"
	case path.Clean(root) == "." || path.Clean(root) == ".." || strings.HasPrefix(path.Clean(root), "../"):
		return "must be a directory inside of the project"
	}
	return ""
}

// A judge decides whether an agent loads a skill.
type judge struct {
	pattern        *regexp.Regexp // may be nil
	maxDescription int            // 0 for none
}

func (j judge) accept(f skills.File) skills.Verdict {
	c := kit.NewDocumentedCheck(f)
	name, at := c.Required("name")
	breaksPattern := name != "" && j.pattern != nil && (len(name) > MaxName || !j.pattern.MatchString(name))
	c.RefuseIf(breaksPattern, skills.CodePattern, "name", at, "")
	description, at := c.Required("description")
	isTooLong := j.maxDescription > 0 && text.Runes.Len(description) > j.maxDescription
	c.RefuseIf(isTooLong, skills.CodeTooLong, "description", at, "")
	return c.Verdict(name, description)
}

// inject returns the text of the file, because nothing else is known.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	body := skills.Parse(l.Source).Body
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{End: body.Start})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: body.Start, End: len(l.Source)})
	c.Note(NotKnown)
	return c.Injection()
}
