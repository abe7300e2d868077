package analysis

import "skills-ls/skills"

// What runtimes make of a file is remembered: of an open one for the texts that they judge alike, so that nobody is asked again while
// its body is typed, and of another one as long as it stays as it is on disk, for catalogues and findings together.

// judgedFile returns a file as runtimes judge it.
func (s *Snapshot) judgedFile(f *File) skills.File {
	return skills.File{Path: s.judgedPath(f), Source: f.Doc.Source, Frontmatter: &f.Doc.Frontmatter}
}

// verdict returns what a runtime, which must have Accept, makes of a file. It must not be changed.
func (s *Snapshot) verdict(rt *skills.Runtime, f *File, judged skills.File) skills.Verdict {
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.verdict(rt, judged)
	}
	at := skills.SkillFile{Path: judged.Path, Real: judged.Path}
	v, _ := s.disk.verdicts.Verdict(rt, at, f.info, func() (skills.File, error) { return judged, nil })
	return v
}

// verdictOnMended returns what a runtime, which must have Accept, would make of a file with another text.
func (s *Snapshot) verdictOnMended(rt *skills.Runtime, f *File, mended skills.File) skills.Verdict {
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.ofMended(rt, mended)
	}
	return rt.Accept(mended)
}

// validate returns what the validator of a runtime's vendor says of a file, nothing where there is none.
func (s *Snapshot) validate(rt *skills.Runtime, f *File) []skills.Refusal {
	if rt.Validate == nil {
		return nil
	}
	if b := s.buffers[f.Path]; b != nil {
		return b.verdicts.validate(rt, s.judgedFile(f))
	}
	return rt.Validate(s.judgedFile(f))
}
