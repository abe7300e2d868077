package analysis

import (
	"fmt"
	"path/filepath"

	"skills-ls/skills"
)

// companionNotes says what a runtime makes of the file that lies beside a skill for it: what it ignores, what its guide asks, and
// what the skill needs.
func (s *Snapshot) companionNotes(rt *skills.Runtime, skill skills.Skill) []string {
	for i, companion := range rt.Companions {
		path := filepath.Join(skill.Dir, filepath.FromSlash(companion.Path))
		if info, err := s.fs.Stat(path); skill.Dir == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		source, err := s.fs.ReadFile(path)
		if err != nil {
			return []string{"`" + companion.Path + "` cannot be read."}
		}
		reading := companion.Read(skills.CompanionFile{Path: path, Dir: skill.Dir, Name: skill.Name, Source: source, FS: s.fs})
		var notes []string
		for _, r := range reading.Remarks {
			notes = append(notes, "Of `"+companion.Path+"` it says: "+r.Message)
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
		for _, other := range rt.Companions[i+1:] {
			if info, err := s.fs.Stat(filepath.Join(skill.Dir, filepath.FromSlash(other.Path))); err == nil && info.Mode().IsRegular() {
				notes = append(notes, "`"+other.Path+"` is not read, because `"+companion.Path+"` is there.")
			}
		}
		return notes
	}
	return nil
}

// needed names what a skill needs.
func needed(path string, d skills.Dependency) string {
	switch d.Type {
	case "env_var":
		return fmt.Sprintf("By `%s` the skill needs the environment variable `%s`.", path, d.Value)
	case "mcp":
		return fmt.Sprintf("By `%s` the skill needs the MCP server `%s`.", path, d.Value)
	}
	return fmt.Sprintf("By `%s` the skill needs the tool `%s` of the type `%s`.", path, d.Value, d.Type)
}
