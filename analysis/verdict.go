package analysis

import "skills-ls/skills"

// What agents make of a file is remembered: of an open one for the texts that they judge alike, so that nobody is asked again while
// its body is typed, and of another one as long as it stays as it is on disk, for catalogues and findings together.

// judgedFile returns a file as agents judge it.
func (s *Snapshot) judgedFile(f *File) skills.File {
	return skills.File{Path: s.judgedPath(f), Source: f.Doc.Source, Frontmatter: &f.Doc.Frontmatter}
}

// verdict returns the verdict of an agent, which must have Accept, on a file. The caller must not change it.
func (s *Snapshot) verdict(agent *skills.Agent, f *File, judged skills.File) skills.Verdict {
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.verdict(agent, judged)
	}
	at := skills.SkillFile{Path: judged.Path, Real: judged.Path}
	v, _ := s.disk.verdicts.Verdict(agent, at, f.info, func() (skills.File, error) { return judged, nil })
	return v
}

// verdictOnMended returns the verdict that an agent, which must have Accept, would give on a file with
// another text.
func (s *Snapshot) verdictOnMended(agent *skills.Agent, f *File, mended skills.File) skills.Verdict {
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.ofMended(agent, mended)
	}
	return agent.Accept(mended)
}

// validate returns what the validator of an agent's vendor reports for a file, or nil if the agent has no
// validator.
func (s *Snapshot) validate(agent *skills.Agent, f *File) []skills.Refusal {
	if agent.Validator.Check == nil {
		return nil
	}
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.validate(agent, s.judgedFile(f))
	}
	return agent.Validator.Check(s.judgedFile(f))
}

// judgedPath returns the canonical path that agents compare a name with, empty for a buffer without a file.
func (s *Snapshot) judgedPath(f *File) string {
	if f.Dir == "" {
		return ""
	}
	if real, err := s.fs.RealPath(f.Path); err == nil {
		return real
	}
	return f.Path
}
