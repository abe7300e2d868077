package vantage

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A Treatment is what an agent does with a file where it is. Whether the agent finds the file and whether it
// loads the skill are independent.
type Treatment struct {
	Agent *skills.Agent // as configured for the file's directory
	Finds bool          // it looks where the file is, or does not search at all
	Loads bool          // it loads the skill, or would if it found the file
	// Name and Description are the ones that the agent ends up with, as far as it gets; empty if it has none.
	Name, Description string
	// Installed is the name by which the agent finds the skill once the plugin that it is in is installed. It is ""
	// outside of plugins, and if the agent rejects the plugin or would not find the skill in it either.
	Installed string
	// AlsoInstalled are its names in the other plugins that list it.
	AlsoInstalled []string
	// Reasons is empty if the agent finds the file and loads the skill. If it does not find the file, the first
	// reason says why. The others say why it does not load the skill.
	Reasons []Reason

	skill   skills.Skill // as the agent has it, or as far as it can be recovered
	rulings []skills.Ruling
	verdict skills.Verdict
	vantage string          // the working directory that the agent is assumed to have
	catalog *skills.Catalog // empty for an agent that does not search, and for an unsaved file
}

// Treat returns what an agent does with a file. cwd is as in [ListQuery]; see [vantageOf].
func Treat(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, f *file.File, cwd string) Treatment {
	from := vantageOf(ctx, s, agent, f.Path, cwd)
	agent = workspace.Configured(s, agent, from)
	t := Treatment{Agent: agent, vantage: from, catalog: &skills.Catalog{}}
	path := s.JudgedPath(agent, f)
	var at placed
	var isFound bool
	if workspace.Seeks(agent) && f.Dir != "" {
		t.catalog = workspace.Catalog(ctx, s, agent, t.vantage)
		if at, isFound = placeIn(t.catalog, s.RealPath(f.Path), offeredBy(t.catalog)); isFound {
			path = at.file.Path
		}
	}
	t.verdict = workspace.VerdictAt(s, agent, f, path)
	var unfound *Reason
	t.skill, t.rulings, t.Reasons = Loaded(s, agent, f, path, t.verdict)
	t.Loads = len(t.Reasons) == 0
	switch {
	case !workspace.Seeks(agent):
		unfound = whyMisnamed(s, agent, f)
	case f.Dir == "":
		unfound = &Reason{Code: Unsaved, Message: "the document is not saved", Silent: true}
	case isFound:
		t.place(s, at)
		unfound = whyEnded(s, at)
	default:
		unfound = new(whyUnfound(s, agent, t.catalog, f))
		if t.verdict.Accepted && unfound.Code == BadPlugin {
			t.skill.Name = t.verdict.Name // not the name in a plugin
		}
	}
	if unfound == nil || unfound.Code == Elsewhere {
		in := workspace.PluginOf(s, f.Dir)
		t.Installed, t.AlsoInstalled = namesOnceInstalled(s, agent, in, f.Dir, cmp.Or(f.Doc.Frontmatter.Name(), filepath.Base(f.Dir)))
		if unfound != nil && t.Installed != "" && t.verdict.Accepted {
			t.skill.Name = t.Installed
		}
	}
	t.Name, t.Description = t.verdict.Name, t.verdict.Description
	if t.verdict.Accepted {
		t.Name, t.Description = t.skill.Name, t.skill.Description
	}
	if t.Finds = unfound == nil; !t.Finds {
		t.Reasons = slices.Insert(t.Reasons, 0, *unfound)
	}
	return t
}

// namesOnceInstalled returns the first name of [workspace.Plugin.Installed], and the others.
func namesOnceInstalled(s *workspace.Snapshot, agent *skills.Agent, in workspace.Plugin, dir, name string) (first string, others []string) {
	names := in.Installed(s, agent, dir, name)
	if len(names) == 0 {
		return "", nil
	}
	return names[0], names[1:]
}

// place takes the decision of the agent's catalog on a file that is in it.
func (t *Treatment) place(s *workspace.Snapshot, p placed) {
	t.Loads = p.loads
	switch {
	case p.loads:
		t.Reasons = nil
		t.skill.Name, t.skill.Description, t.skill.Exposure = p.skill.Name, p.skill.Description, p.skill.Exposure
	case len(t.Reasons) > 0:
	case slices.ContainsFunc(t.catalog.Surplus(), func(skill skills.Skill) bool { return skill.Path == p.file.Path }):
		most := len(t.catalog.Offered())
		t.Reasons = []Reason{{Code: Surplus, Message: fmt.Sprintf("the limit of %d skills is reached first", most), Silent: true}}
	default:
		t.Reasons = []Reason{excluded(t.Agent, "")}
	}
	if t.catalog.Roots[p.file.Root].Root.Silent {
		for i := range t.Reasons {
			t.Reasons[i].Silent = true
		}
	}
}

// A placed is a file in the catalog of an agent.
type placed struct {
	file  skills.SkillFile
	skill skills.Skill // if loads
	loads bool
	ended string // the path of another file that ends the agent's scan, so that it finds no skill; else empty
}

// placeIn returns the file with a real path in a catalog. It returns false if the agent does not look there.
func placeIn(c *skills.Catalog, real string, offered func(id string) (skills.Skill, bool)) (p placed, ok bool) {
	i, ok := c.Place(real)
	if !ok {
		return placed{}, false
	}
	p.file = c.Files()[i]
	p.skill, p.loads = offered(skills.SkillID(real))
	p.ended = endedBefore(c, p.file.Path)
	return p, true
}

// endedBefore returns the path of another file that ends the agent's scan, so that it does not find the file at a path
// in its catalog. It returns "" if there is none.
func endedBefore(c *skills.Catalog, path string) string {
	if ended := c.Ended(); len(ended) > 0 && !slices.Contains(ended, path) {
		return ended[0]
	}
	return ""
}

// offeredBy returns a function that finds a skill of a catalog by its ID. It leaves out the skills over the limit.
func offeredBy(c *skills.Catalog) func(id string) (skills.Skill, bool) {
	list := loadedIn(c)
	return func(id string) (skills.Skill, bool) {
		i := slices.IndexFunc(list, func(skill skills.Skill) bool { return skill.ID == id })
		if i < 0 {
			return skills.Skill{}, false
		}
		return list[i], true
	}
}

// loadedIn returns the skills of a catalog, except those over the agent's limit.
func loadedIn(c *skills.Catalog) []skills.Skill {
	surplus := c.Surplus()
	if len(surplus) == 0 {
		return c.Skills
	}
	return slices.DeleteFunc(slices.Clone(c.Skills), func(skill skills.Skill) bool {
		return slices.ContainsFunc(surplus, func(over skills.Skill) bool { return over.Path == skill.Path })
	})
}

// Loaded returns a skill as an agent, as configured for the skill, has it after its verdict, the files around the skill and its settings, or as
// far as it can be recovered. It also returns the rulings of the settings that leave the skill on, and why the
// agent does not load it, which is nil if it does. The agent knows the file by path.
func Loaded(s *workspace.Snapshot, agent *skills.Agent, f *file.File, path string, v skills.Verdict) (
	skill skills.Skill, rulings []skills.Ruling, why []Reason,
) {
	skill = Describe(s, agent, f, path, v)
	if !v.Accepted {
		why = reasonsOf(agent, f, path, v)
	}
	if skill.Dir == "" {
		return skill, nil, why
	}
	if agent.Adopt.In != nil {
		var ok bool
		var words string
		if skill, ok, words = agent.Adopt.In(s.FS())(skill); !ok && v.Accepted {
			return skill, nil, []Reason{excluded(agent, words)}
		}
	}
	if !v.Accepted {
		return skill, nil, why
	}
	all, _ := agent.Rule(&skill)
	for _, r := range all {
		if r.Off {
			why = append(why, Reason{Code: Off, Message: withoutMarkup(rulingClause(s, r)), Silent: true})
		} else {
			rulings = append(rulings, r)
		}
	}
	return skill, rulings, why
}

// excluded returns the reason of an agent that loads the file by itself and leaves it out in the catalog, with the
// agent's own words if it has any.
func excluded(agent *skills.Agent, words string) Reason {
	return Reason{
		Code: Surroundings, Message: "excluded by settings or the files around it",
		Verbatim: words, Silent: agent.Silent || words == "",
	}
}

func whyEnded(s *workspace.Snapshot, p placed) *Reason {
	if p.ended == "" {
		return nil
	}
	return &Reason{Code: ScanEnded, Message: "its scan ends at " + ShownPath(s, p.ended), Silent: true}
}

// whyUnfound returns why an agent that looks for skills does not find a file.
func whyUnfound(s *workspace.Snapshot, agent *skills.Agent, c *skills.Catalog, f *file.File) Reason {
	why, code := WhyUnseen(s, agent, c, f)
	if why == "" {
		if path, conflicts := workspace.PluginOf(s, f.Dir).RejectedManifest(s, agent, f.Dir); path != "" {
			why := "rejects " + ShownPath(s, path)
			if conflicts {
				why += ", which conflicts with plugin.json"
			}
			return Reason{Code: BadPlugin, Message: why}
		}
		why = "does not look in " + ShownPath(s, filepath.Dir(f.Dir))
	}
	return Reason{Code: code, Message: withoutMarkup(why), Silent: true}
}

// withoutMarkup returns a text of this program without the marks of Markdown code.
func withoutMarkup(text string) string { return strings.ReplaceAll(text, "`", "") }

// whyMisnamed returns why an agent that is given directories does not use a file as the skill's file, or nil if it
// does.
func whyMisnamed(s *workspace.Snapshot, agent *skills.Agent, f *file.File) *Reason {
	if f.Dir == "" {
		return nil
	}
	why := WhyMisnamed(s, agent, f)
	if why == "" {
		return nil
	}
	r := Reason{Code: Misnamed, Message: why, Silent: true}
	if taken, _ := takenBeside(s, agent, f); taken == "" && agent.MissingFile != "" {
		r.Verbatim, r.Silent = agent.MissingFile, false
	}
	return &r
}
