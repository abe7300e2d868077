package vantage

import (
	"cmp"
	"fmt"
	"path/filepath"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A CompanionReading is what one agent reads in a companion.
type CompanionReading struct {
	Agent     *skills.Agent
	Companion *skills.Companion
	Skill     skills.Skill // as the agent loads it; without a name if the agent rejects it
	skills.CompanionReading
}

// CompanionReaders returns the agents whose reading of a companion matters: the agent whose preferred
// companion it is, since its author means that agent, and the concerned agents that also read it. An agent is
// left out if a companion that it prefers exists.
func CompanionReaders(s *workspace.Snapshot, f *file.File, concerned []*skills.Agent) []CompanionReading {
	var list []CompanionReading
	for _, agent := range agents.All() {
		for i := range agent.Companions {
			c := &agent.Companions[i]
			if !isAt(f.Skill, c.Path, f) {
				if hasFile(s, f.Skill, c.Path) {
					break
				}
				continue
			}
			if i == 0 || workspace.Includes(concerned, agent) {
				list = append(list, CompanionReading{Agent: agent, Companion: c})
			}
			break
		}
	}
	return list
}

// isAt reports whether a file is at a slash-separated path relative to a directory.
func isAt(dir, rel string, f *file.File) bool {
	return filepath.Join(f.Dir, filepath.Base(f.Path)) == filepath.Join(dir, filepath.FromSlash(rel))
}

// hasFile reports whether there is a regular file at a slash-separated path relative to a directory.
func hasFile(s *workspace.Snapshot, dir, rel string) bool {
	info, err := s.FS().Stat(filepath.Join(dir, filepath.FromSlash(rel)))
	return err == nil && info.Mode().IsRegular()
}

// ReadCompanion returns what the [CompanionReaders] of a companion read in it, in the order of the
// registry.
func ReadCompanion(s *workspace.Snapshot, f *file.File, concerned []*skills.Agent) []CompanionReading {
	list := CompanionReaders(s, f, concerned)
	for i := range list {
		r := &list[i]
		r.Skill = SkillBeside(s, r.Agent, f.Skill)
		dir := cmp.Or(r.Skill.Dir, f.Skill)
		r.CompanionReading = r.Companion.Read(skills.CompanionFile{Path: f.Path, Dir: dir, Name: r.Skill.Name, Source: f.Doc.Source, FS: s.FS()})
	}
	return list
}

// SkillBeside returns the skill in a directory as an agent loads it, without a name if the agent rejects it.
func SkillBeside(s *workspace.Snapshot, agent *skills.Agent, dir string) skills.Skill {
	f, err := s.File(filepath.Join(dir, agent.FileNames()[0]))
	if err != nil {
		return skills.Skill{}
	}
	path := s.JudgedPath(agent, f)
	v := workspace.VerdictAt(s, agent, f, path)
	skill, _, _ := Loaded(s, agent, f, path, v)
	if !v.Accepted {
		skill.Name = ""
	}
	return skill
}

// CompanionsTake returns the value of a field in the companion that an agent reads. It returns false if there
// is no such companion or the agent takes no value from the field.
func CompanionsTake(s *workspace.Snapshot, agent *skills.Agent, dir, field string) (skills.Taken, bool) {
	for i := range agent.Companions {
		c := &agent.Companions[i]
		if !hasFile(s, dir, c.Path) {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(c.Path))
		source, err := s.FS().ReadFile(path)
		if err != nil {
			return skills.Taken{}, false
		}
		reading := c.Read(skills.CompanionFile{Path: path, Dir: dir, Source: source, FS: s.FS()})
		return reading.Lookup(field)
	}
	return skills.Taken{}, false
}

// companionNotes describes what an agent reads in the companion of a skill: what it ignores, what its guide
// asks for, and what the skill needs.
func companionNotes(s *workspace.Snapshot, agent *skills.Agent, skill skills.Skill) []string {
	for i, companion := range agent.Companions {
		path := filepath.Join(skill.Dir, filepath.FromSlash(companion.Path))
		if info, err := s.FS().Stat(path); skill.Dir == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		source, err := s.FS().ReadFile(path)
		if err != nil {
			return []string{"Cannot read `" + companion.Path + "`."}
		}
		reading := companion.Read(skills.CompanionFile{Path: path, Dir: skill.Dir, Name: skill.Name, Source: source, FS: s.FS()})
		var notes []string
		for _, r := range reading.Remarks {
			notes = append(notes, "It reports for `"+companion.Path+"`: "+r.Message)
		}
		for _, r := range reading.Advice {
			note := "`" + companion.Path + "`: "
			if r.Field != "" {
				note = "`" + r.Field + "` in `" + companion.Path + "`: "
			}
			notes = append(notes, note+r.Message+".")
		}
		for _, d := range reading.Needs {
			notes = append(notes, needed(companion.Path, d))
		}
		notes = append(notes, reading.Notes...)
		for _, other := range agent.Companions[i+1:] {
			if info, err := s.FS().Stat(filepath.Join(skill.Dir, filepath.FromSlash(other.Path))); err == nil && info.Mode().IsRegular() {
				notes = append(notes, "`"+other.Path+"` is not read, because `"+companion.Path+"` exists.")
			}
		}
		return notes
	}
	return nil
}

// needed describes a dependency of a skill in a sentence.
func needed(path string, d skills.Dependency) string {
	switch d.Type {
	case "env_var":
		return fmt.Sprintf("`%s` requires the environment variable `%s`.", path, d.Value)
	case "mcp":
		return fmt.Sprintf("`%s` requires the MCP server `%s`.", path, d.Value)
	}
	return fmt.Sprintf("`%s` requires the tool `%s` of the type `%s`.", path, d.Value, d.Type)
}
