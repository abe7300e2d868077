package vantage

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// Agents returns the agents of a working directory, as in [ListQuery], in the order of presentation.
func Agents(s *workspace.Snapshot, cwd string) []*skills.Agent {
	return workspace.AgentsAt(s, workspace.Vantages(s, cwd)...)
}

// A Compatibility is the result of one agent for one skill in its directory.
type Compatibility struct {
	Agent      *skills.Agent // as configured for the skill's directory
	Target     bool          // the skill must work in it
	Discovered bool          // it finds the skill from the skill's vantage, or does not search at all
	Accepted   bool
	// Name and Description are the ones that the agent ends up with, as far as it gets; empty if it has none.
	Name, Description string
	Reasons           []string // why it rejects the skill
	Notes             []string // other remarks, such as why it does not find the skill

	endsScan bool
	exposure skills.Exposure
}

// LooksElsewhere is the note on an agent that does not look in the skill's directory.
const LooksElsewhere = "It does not look in this directory."

// Compat returns the result of each agent that gives verdicts for a skill, targets first. The path is that of
// a SKILL.md or of its directory. See [PreviewSkill] for the files that may be read. The error is a
// *[PreviewError], the file system's or the context's.
func Compat(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) ([]Compatibility, error) {
	path, err := previewPath(ctx, s, PreviewQuery{Path: q.Path, Name: q.Name, Cwd: q.Cwd})
	if err != nil {
		return nil, err
	}
	f, err := previewFile(s, "comparing agents for", path)
	if err != nil {
		return nil, err
	}
	list := Verdicts(s, f)
	for i := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		locate(ctx, s, &list[i], f)
		list[i].Notes = append(list[i].Notes, ValidatorNotes(s, list[i].Agent, f)...)
	}
	return list, nil
}

// ValidatorNotes returns what the validator of an agent's vendor would report for a file. It returns nil for
// a file that is not the skill's file: a validator is given a directory and reads the skill's file in it.
func ValidatorNotes(s *workspace.Snapshot, agent *skills.Agent, f *file.File) []string {
	if taken, own := takenBeside(s, agent, f); taken != "" && !own {
		return nil
	}
	var notes []string
	for _, r := range s.Validate(agent, f) {
		first, _, _ := strings.Cut(r.Reason(), "\n") // the rest is an excerpt of the file
		notes = append(notes, agent.Validator.Title+" reports: "+first)
	}
	return notes
}

// Verdicts returns the result of each agent that gives verdicts for a file in any directory, targets first.
func Verdicts(s *workspace.Snapshot, f *file.File) []Compatibility {
	at := workspace.StandpointOf(s, f.Dir)
	judged := s.JudgedFile(f)
	var list []Compatibility
	for _, agent := range workspace.AgentsAt(s, f.Dir) {
		if agent.Accept == nil {
			continue
		}
		agent = workspace.ConfiguredFor(s, agent, f.Dir)
		v := s.Verdict(agent, f, judged)
		list = append(list, Compatibility{
			Agent: agent, Target: at.Concerns(agent), Accepted: v.Accepted, Name: v.Name, Description: v.Description,
			Reasons: reasons(v), Notes: remarks(v), endsScan: v.EndsScan, exposure: v.Exposure,
		})
	}
	slices.SortStableFunc(list, func(a, b Compatibility) int { return rank(a.Target) - rank(b.Target) })
	return list
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// reasons returns why an agent rejects a file, each reason once.
func reasons(v skills.Verdict) []string {
	var list []string
	for _, r := range refused(v) {
		list = append(list, r.Reason)
	}
	return list
}

// remarks returns what an agent reports about a file that it loads, each remark once.
func remarks(v skills.Verdict) []string {
	var list []string
	seen := make(map[string]bool)
	for _, r := range v.Remarks {
		if remark := "It reports (" + r.Severity + "): " + r.Message; !seen[remark] {
			seen[remark] = true
			list = append(list, remark)
		}
	}
	return list
}

// locate determines whether the agent finds the skill in its directory, and which skill it uses if several
// have the name.
func locate(ctx context.Context, s *workspace.Snapshot, c *Compatibility, f *file.File) {
	if !workspace.Seeks(c.Agent) {
		c.judgedByName(s, f)
		return
	}
	if f.Dir == "" {
		c.Notes = append(c.Notes, "The document is not saved, so it is in no directory.")
		return
	}
	if c.endsScan {
		c.Notes = append(c.Notes, c.Agent.Title+" stops at this file and finds no skills at all.")
	}
	catalog := workspace.Catalog(ctx, s, c.Agent, workspace.VantageOf(s, c.Agent, f.Dir))
	c.Notes = append(c.Notes, workspace.NotFollowed(s, c.Agent, catalog, f.Dir)...)
	_, c.Discovered = catalog.Place(s.RealPath(f.Path))
	if !c.Discovered {
		if c.Accepted {
			c.noteInvocation(c.exposure)
		}
		note := LooksElsewhere
		if why, _ := WhyUnseen(s, c.Agent, catalog, f); why != "" {
			note = "It does not find the skill here: " + why + "."
		}
		c.Notes = append(c.Notes, note)
		return
	}
	if ended := catalog.Ended(); len(ended) > 0 && !c.endsScan {
		c.Notes = append(c.Notes, "It finds no skills at all, because of `"+ShownPath(s, ended[0])+"`.")
	}
	if !c.Accepted || !takeIn(s, c, f) {
		return
	}
	if own := s.RealPath(f.Path); slices.ContainsFunc(catalog.Surplus(), func(skill skills.Skill) bool { return s.RealPath(skill.Path) == own }) {
		c.Notes = append(c.Notes, fmt.Sprintf("It loads at most %d skills, and finds that many before this one.", len(catalog.Offered())))
	}
	if others := othersNamed(s, catalog, c.Name, f); len(others) > 0 {
		c.Notes = append(c.Notes, whichOfSameName(s, c.Agent, catalog, c.Name, f, others))
	}
}

// judgedByName determines whether an agent that is given directories, and does not search, uses the file as
// the skill's file.
func (c *Compatibility) judgedByName(s *workspace.Snapshot, f *file.File) {
	why := ""
	if f.Dir != "" {
		why = WhyMisnamed(s, c.Agent, f)
	}
	if c.Discovered = why == ""; c.Discovered {
		return
	}
	note := "It does not find the skill here: " + why + "."
	if taken, _ := takenBeside(s, c.Agent, f); taken == "" && c.Agent.MissingFile != "" {
		note += " It reports: " + c.Agent.MissingFile
	}
	c.Notes = append(c.Notes, note)
}

// takeIn applies the agent's surroundings and configuration to a skill that it loads, and reports whether the
// agent has the skill then.
func takeIn(s *workspace.Snapshot, c *Compatibility, f *file.File) bool {
	v := skills.Verdict{Name: c.Name, Description: c.Description, Exposure: c.exposure}
	skill, refused := Adopt(s, c.Agent, Describe(s, c.Agent, f, s.JudgedPath(f), v))
	if refused != "" {
		c.Accepted = false
		c.Reasons = append(c.Reasons, refused)
		return false
	}
	c.Name, c.Description = skill.Name, skill.Description
	notes, off := Rule(s, c.Agent, &skill)
	if !off {
		c.noteInvocation(skill.Exposure)
		c.Notes = append(c.Notes, companionNotes(s, c.Agent, skill)...)
		if slices.Contains(c.Agent.Connectors, strings.ToLower(c.Name)) {
			c.Notes = append(c.Notes, "A connector is also named `"+c.Name+"`: a plain mention loads no skill.")
		}
	}
	c.Notes = append(c.Notes, notes...)
	return !off
}

func (c *Compatibility) noteInvocation(e skills.Exposure) {
	if note := invocation("It", e); note != "" {
		c.Notes = append(c.Notes, note)
	}
}

// invocation describes who can start a skill in an agent, and whether the model knows of it. It returns "" in
// the usual case: the user and the model can start it, and the model knows of it.
func invocation(title string, e skills.Exposure) string {
	switch {
	case e.Hidden && e.ModelOnly:
		return title + " hides this skill from the model, and the user cannot start it either: it is never loaded."
	case e.Unlisted != "":
		return title + " hides this skill from the model: " + e.Unlisted + ". The user can still start it."
	case e.Hidden:
		return title + " hides this skill from the model. The user can still start it."
	case e.ModelOnly:
		return title + " lets only the model start this skill."
	}
	return ""
}

// othersNamed returns the paths of the other skills with a name in a catalog, as Markdown code.
func othersNamed(s *workspace.Snapshot, catalog *skills.Catalog, name string, f *file.File) []string {
	own := s.RealPath(f.Path)
	var others []string
	for _, skill := range catalog.Named(name) {
		if s.RealPath(skill.Path) != own {
			others = append(others, "`"+ShownPath(s, skill.Path)+"`")
		}
	}
	return others
}

// whichOfSameName describes which of several skills with the same name an agent uses.
func whichOfSameName(s *workspace.Snapshot, agent *skills.Agent, catalog *skills.Catalog, name string, f *file.File, others []string) string {
	named := fmt.Sprintf("%s %s also named `%s`: ", JoinAnd(others), isOrAre(len(others)), name)
	taken, ok := catalog.Taken(name)
	warning := ""
	if ok && agent.Warns != nil {
		list := catalog.Named(name)
		if i := slices.IndexFunc(list, func(other skills.Skill) bool { return other.Path != taken.Path }); i >= 0 {
			warning = " It reports: " + agent.Warns(taken, list[i])
		}
	}
	switch {
	case ok && s.RealPath(taken.Path) == s.RealPath(f.Path):
		return named + "it loads this one." + warning
	case ok:
		return named + "it loads `" + ShownPath(s, taken.Path) + "`." + warning
	case agent.Duplicates == skills.AnyWins:
		return named + "it loads one of them, but which one is not established."
	}
	return named + "it keeps all of them, and loads none for a plain name."
}

func hasOrHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
