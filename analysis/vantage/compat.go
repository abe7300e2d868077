package vantage

import (
	"cmp"
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

// A Compatibility is what one agent does with a skill where it is.
type Compatibility struct {
	Treatment
	Target bool     // the skill must work in the agent
	Notes  []string // other remarks
}

// A Comparison is what all agents do with a skill.
type Comparison struct {
	Path, Source string // of the file, which the spans of reasons refer to
	Agents       []Compatibility
}

// Compat returns what each agent does with a skill, targets first. The path is that of a SKILL.md or of its directory.
// See [PreviewSkill] for the files that may be read. The error is a *[PreviewError], the file system's or the context's.
func Compat(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (*Comparison, error) {
	path, err := previewPath(ctx, s, PreviewQuery{Path: q.Path, Name: q.Name, Cwd: q.Cwd})
	if err != nil {
		return nil, err
	}
	f, err := previewFile(s, "comparing agents for", path)
	if err != nil {
		return nil, err
	}
	list := Treatments(ctx, s, f, q.Cwd)
	for i := range list {
		c := &list[i]
		c.Notes = slices.Concat(remarks(c.verdict), c.notes(s, f), ValidatorNotes(s, c.Agent, f))
	}
	return &Comparison{Path: f.Path, Source: f.Doc.Source, Agents: list}, ctx.Err()
}

// ValidatorNotes returns what the validator of an agent's vendor would report for a file. It returns nil for
// a file that is not the skill's file: a validator is given a directory and reads the skill's file in it.
func ValidatorNotes(s *workspace.Snapshot, agent *skills.Agent, f *file.File) []string {
	if taken, own := takenBeside(s, agent, f); taken != "" && !own {
		return nil
	}
	var notes []string
	for _, r := range s.Validate(agent, f) {
		first, _, _ := strings.Cut(r.Message, "\n") // the rest is an excerpt of the file
		notes = append(notes, agent.Validator.Title+" reports: "+first)
	}
	return notes
}

// Treatments returns what each agent does with a file, targets first, without notes. The list
// is shorter if the context is canceled. cwd is as in [Treat].
func Treatments(ctx context.Context, s *workspace.Snapshot, f *file.File, cwd string) []Compatibility {
	at := workspace.StandpointOf(s, f.Dir)
	var list []Compatibility
	for _, agent := range workspace.AgentsAt(s, f.Dir) {
		if ctx.Err() == nil {
			list = append(list, Compatibility{Treatment: Treat(ctx, s, agent, f, cwd), Target: at.Concerns(agent)})
		}
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

// notes returns what an agent's user should know of a skill where it is, except why the agent does not find or load
// it.
func (t *Treatment) notes(s *workspace.Snapshot, f *file.File) (notes []string) {
	if !workspace.Seeks(t.Agent) || f.Dir == "" {
		return nil
	}
	if t.verdict.EndsScan {
		notes = append(notes, t.Agent.Title+" stops at this file and finds no skills at all.")
	}
	notes = append(notes, workspace.NotFollowed(s, t.Agent, t.catalog, f.Dir)...)
	if !t.Loads {
		return notes
	}
	notes = append(notes, t.exposure("It")...)
	if !t.Finds {
		return notes
	}
	notes = append(notes, companionNotes(s, t.Agent, t.skill)...)
	if slices.Contains(t.Agent.Connectors, strings.ToLower(t.Name)) {
		notes = append(notes, "A connector is also named `"+t.Name+"`: a plain mention loads no skill.")
	}
	notes = append(notes, rulingNotes(s, t.rulings)...)
	if others := othersNamed(s, t.catalog, t.Name, f); len(others) > 0 {
		notes = append(notes, whichOfSameName(s, t.Agent, t.catalog, t.Name, f, others))
	}
	return notes
}

// exposure describes who can start a skill that an agent loads, and what the model knows of it, unless that is all usual
// or a note on a setting says so.
func (t *Treatment) exposure(title string) (notes []string) {
	if note := invocation(title, t.skill.Exposure); note != "" {
		notes = append(notes, note)
	}
	if t.verdict.NameOnly && !t.skill.Hidden {
		notes = append(notes, title+" shows the model only the name of this skill until the model loads it.")
	}
	if t.verdict.Uncallable != "" {
		notes = append(notes, t.verdict.Uncallable)
	}
	return notes
}

// invocation describes who can start a skill in an agent, and whether the model knows of it. It returns "" in
// the usual case: the user and the model can start it, and the model knows of it.
func invocation(title string, e skills.Exposure) string {
	hides := title + " hides this skill from the model"
	if why := cmp.Or(e.Unlisted, e.HiddenFor); why != "" {
		hides += ": " + why
	}
	switch {
	case e.Hidden && e.ModelOnly:
		return hides + ". The user cannot start it either, so it is never loaded."
	case e.Hidden:
		return hides + ". The user can still start it."
	case e.Gated && e.ModelOnly:
		return title + " hides this skill until a tool accesses a file that matches `paths`, and then lets only the model start it."
	case e.Gated:
		return title + " hides this skill from the model until a tool accesses a file that matches `paths`. The user can start it at any time."
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
		if i := slices.IndexFunc(list, func(other *skills.Skill) bool { return other.Path != taken.Path }); i >= 0 {
			warning = " It reports: " + agent.Warns(taken, *list[i])
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
