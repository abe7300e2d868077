package refactor

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Draft is a skill that does not exist yet.
type Draft struct {
	Path string // of its SKILL.md
	Text string
	// Description is the description in Text, on one line.
	Description string
	// Value is the span of the description in Text, without quotes.
	Value text.Span
	Found []diagnostic.Diagnostic // result of Diagnose
}

// SharedRoot is the skills root that most agents read, slash-separated and relative to a project.
const SharedRoot = ".agents/skills"

// SkillsRoot returns the directory of a project where new skills for an agent belong, slash-separated and
// relative to the project's root. It is the agent's own directory, else [SharedRoot] if the agent reads that
// or none, else the first directory that the agent reads.
func SkillsRoot(agent *skills.Agent) string {
	var read []string
	for _, r := range agent.Roots {
		if r.Scope == skills.ScopeRepo && r.Base != skills.FromConfig && r.Base != skills.FromSystem && r.Base != skills.FromHome {
			read = append(read, r.Dir)
		}
	}
	for _, own := range agent.Owns {
		for _, dir := range []string{own, own + "/skills"} { // some agents own the whole directory ".name"
			if slices.Contains(read, dir) {
				return dir
			}
		}
	}
	if len(read) == 0 || slices.Contains(read, SharedRoot) {
		return SharedRoot
	}
	return read[0]
}

// SkillsDir returns the directory where new skills for an agent belong in the project in a folder.
func SkillsDir(folder string, agent *skills.Agent) string {
	return filepath.Join(cmp.Or(agent.Project.At, folder), filepath.FromSlash(SkillsRoot(agent)))
}

// DraftSkill returns a new skill with a name, in the directory of a skills root, with its problems. If the
// description is empty, it is made from the name. DraftSkill writes nothing, and does not check whether the skill
// exists.
func DraftSkill(ctx context.Context, s *workspace.Snapshot, root, name, description string) Draft {
	d := NewDraft(root, name, description)
	d.Found = rules.Diagnose(ctx, s.With(workspace.Change{Path: d.Path, Text: &d.Text}), d.Path)
	return d
}

// NewDraft is like [DraftSkill] but looks for no problems.
func NewDraft(root, name, description string) Draft {
	d := Draft{Path: filepath.Join(root, name, rules.SkillFileName), Description: strings.Join(strings.Fields(description), " ")}
	if d.Description == "" {
		d.Description = rules.DraftDescription(name)
	}
	d.Text = "---\nname: " + rules.Scalar(name) + "\ndescription: " + rules.Scalar(d.Description) + "\n---\n\n# " + text.UpperFirst(strings.ReplaceAll(name, "-", " ")) +
		"\n\n1. " + rules.DraftFirst + "\n2. " + rules.DraftThen + "\n\n" + rules.DraftFiles + "\n"
	if e, ok := skills.Parse(d.Text).Frontmatter.Entry("description"); ok {
		d.Value = e.ValueSpan
		if d.Text[d.Value.Start] == '"' {
			d.Value.Start++
			d.Value.End--
		}
	}
	return d
}

// A NameError explains why a new skill cannot have a name.
type NameError struct {
	Name string
	Near string // the closest name that is valid; empty if no such name is known

	message string
}

func (e *NameError) Error() string {
	message := e.message
	if quoted := strconv.Quote(e.Name); !strings.Contains(message, quoted) {
		message = quoted + ": " + message
	}
	if e.Near == "" {
		return message
	}
	return fmt.Sprintf("%s: did you mean %q?", message, e.Near)
}

// CheckName returns a *[NameError] if a new skill in a skills root cannot have a name: a rule reports it, it is not
// a valid directory name, or the configuration names no targets and some agents reject it.
func CheckName(ctx context.Context, s *workspace.Snapshot, root, name string) error {
	if message, near, wrong := NameProblem(ctx, s, root, name); wrong {
		return &NameError{name, near, message}
	}
	// The directory needs a valid name even if agents load the skill.
	if !filepath.IsLocal(name) || filepath.Base(name) != name || name == "." || strings.ContainsRune(name, 0) {
		return &NameError{Name: name, message: "not a valid directory name"}
	}
	isBeyondASCII := func(r rune) bool { return r >= utf8.RuneSelf }
	if strings.ContainsFunc(name, isBeyondASCII) && len(workspace.Effect(s, root).Targets) == 0 {
		e := &NameError{Name: name, Near: rules.Kebab(name), message: "some agents reject letters other than a to z"}
		if e.Near == "" || isWrongName(ctx, s, root, e.Near) {
			e.Near, e.message = "", e.message+`: set "targets" to agents that load them`
		}
		return e
	}
	return nil
}

// NameProblem returns the message of the rule that reports a name for a new skill in a skills root, and the
// closest valid name. If no name is close, near is "" and the message says what is valid. NameProblem returns false if
// no rule reports the name.
func NameProblem(ctx context.Context, s *workspace.Snapshot, root, name string) (message, near string, ok bool) {
	near = rules.Kebab(name)
	dir := near
	if dir == "" {
		dir = "x" // no character of the name can stay; the path is never used
	}
	path := filepath.Join(root, dir, rules.SkillFileName)
	text := "---\nname: " + rules.Scalar(name) + "\ndescription: " + rules.Scalar("Use when "+dir+" is requested.") + "\n---\n\nText.\n"
	for _, d := range rules.Diagnose(ctx, s.With(workspace.Change{Path: path, Text: &text}), path) {
		switch d.Rule {
		case "name/format", "name/length", "name/empty":
			if near == name || near != "" && isWrongName(ctx, s, root, near) {
				near = ""
			}
			if near == "" && d.Detail != "" {
				return d.Message + ": " + strings.ReplaceAll(d.Detail, "`", ""), "", true
			}
			return d.Message, near, true
		}
	}
	return "", "", false
}

func isWrongName(ctx context.Context, s *workspace.Snapshot, root, name string) bool {
	_, _, wrong := NameProblem(ctx, s, root, name)
	return wrong
}
