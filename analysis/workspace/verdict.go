package workspace

import (
	"path/filepath"

	"skills-ls/analysis/file"
	"skills-ls/skills"
)

// Verdicts are cached. For an open file they are cached by the text that agents judge, so that the agents are
// not asked again while the user types in the body. For other files they hold as long as the file on disk
// does not change, and catalogs and diagnostics share them.

// JudgedFile returns a file as agents judge it that do not resolve links.
func (s *Snapshot) JudgedFile(f *file.File) skills.File {
	return skills.File{Path: judgedPath(s, f, false), Source: f.Doc.Source, Frontmatter: &f.Doc.Frontmatter}
}

// Verdict returns the verdict of an agent on a file. The caller must not change it.
func (s *Snapshot) Verdict(agent *skills.Agent, f *file.File, judged skills.File) skills.Verdict {
	judged.Path = s.JudgedPath(agent, f)
	return verdictOn(s, agent, f, judged)
}

// VerdictAt is like [Snapshot.Verdict] for a path by which the agent finds the file.
func VerdictAt(s *Snapshot, agent *skills.Agent, f *file.File, path string) skills.Verdict {
	judged := s.JudgedFile(f)
	judged.Path = path
	return verdictOn(s, agent, f, judged)
}

func verdictOn(s *Snapshot, agent *skills.Agent, f *file.File, judged skills.File) skills.Verdict {
	if b := s.buffers[f.Path]; b != nil {
		key := verdictKey{judging: agent.Judging(), path: judged.Path}
		return b.verdicts.known.get(key, func() skills.Verdict { return agent.Accept(judged) })
	}
	at := skills.SkillFile{Path: judged.Path, Real: s.RealPath(judged.Path)}
	v, _ := s.disk.verdicts.Verdict(agent, at, f.Info, func() (skills.File, error) { return judged, nil })
	return v
}

// VerdictOnFixed returns the verdict that an agent would give on a file with another text.
func (s *Snapshot) VerdictOnFixed(agent *skills.Agent, f *file.File, fixed skills.File) skills.Verdict {
	fixed.Path = s.JudgedPath(agent, f)
	if b := s.buffers[f.Path]; b != nil {
		key := verdictKey{agent.Judging(), fixed.Path, skills.JudgedOf(fixed.Source)}
		return b.verdicts.known.get(key, func() skills.Verdict { return agent.Accept(fixed) })
	}
	return agent.Accept(fixed)
}

// Validate returns what the validator of an agent's vendor reports for a file, or nil if the agent has no
// validator.
func (s *Snapshot) Validate(agent *skills.Agent, f *file.File) []skills.Refusal {
	if agent.Validator.Check == nil {
		return nil
	}
	judged := s.JudgedFile(f)
	check := func() []skills.Refusal { return agent.Validator.Check(judged) }
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.validated.get(verdictKey{judging: agent.Judging(), path: judged.Path}, check)
	}
	return check()
}

// JudgedPath returns the path of a file as an agent knows it, empty for a buffer without a file. The name of
// its directory is the one that the agent compares with the skill's name. The file itself may be a link, which
// agents that resolve links do not read.
func (s *Snapshot) JudgedPath(agent *skills.Agent, f *file.File) string {
	return judgedPath(s, f, agent.Walk.RealPaths)
}

// judgedPath returns the path of a file whose directory may be resolved. A directory outside of all roots, in
// which no agent finds the file, always is.
func judgedPath(s *Snapshot, f *file.File, resolved bool) string {
	if f.Dir == "" {
		return ""
	}
	dir := f.Dir
	if root, _ := RootOf(dir); resolved || root == "" {
		dir = s.RealPath(dir)
	}
	return filepath.Join(dir, filepath.Base(f.Path))
}
