package report

import (
	"fmt"
	"strings"

	"skills-ls/skills/text"
)

// String returns what was found, in which files, and how much of it can be fixed, in sentences on one line.
func (s Summary) String() string {
	sentences := []string{s.verdict()}
	if s.Fixable > 0 {
		sentences = append(sentences, fmt.Sprintf("%d fixable with --fix.", s.Fixable))
	}
	if s.Fixed != nil {
		sentences = append(sentences, text.UpperFirst(s.Fixed.String())+".")
	}
	if s.Baselined > 0 {
		known := text.Count(s.Baselined, "known problem", "known problems")
		sentences = append(sentences, known+" in the baseline.")
	}
	return strings.Join(sentences, " ")
}

// verdict returns how many problems there are of each severity, and where.
func (s Summary) verdict() string {
	total := s.Errors + s.Warnings + s.Information + s.Hints
	switch {
	case s.Files == 0:
		return "No files checked."
	case total == 0 && s.Baselined > 0:
		return fmt.Sprintf("No new problems in %s.", s.checked())
	case total == 0:
		return fmt.Sprintf("No problems in %s.", s.checked())
	}
	var parts []string
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{s.Errors, "error", "errors"},
		{s.Warnings, "warning", "warnings"},
		{s.Information, "informational", "informational"},
		{s.Hints, "hint", "hints"},
	} {
		if part.n > 0 {
			parts = append(parts, text.Count(part.n, part.one, part.many))
		}
	}
	problems := text.Count(total, "problem", "problems")
	return fmt.Sprintf("%s (%s) in %s.", problems, strings.Join(parts, ", "), s.where())
}

// checked returns how many skills and other files were checked.
func (s Summary) checked() string {
	skills, others := text.Count(s.Skills, "skill", "skills"), s.Files-s.Skills
	switch {
	case s.Skills == 0:
		return text.Count(s.Files, "file", "files")
	case others == 0:
		return skills
	}
	return skills + " and " + text.Count(others, "other file", "other files")
}

// where returns how many of the skills and other files have problems.
func (s Summary) where() string {
	skills := outOf(s.BadSkills, s.Skills, "skill", "skills")
	switch {
	case s.BadSkills == 0:
		return outOf(s.BadFiles, s.Files, "file", "files")
	case s.BadFiles == 0:
		return skills
	}
	return skills + " and " + text.Count(s.BadFiles, "other file", "other files")
}

func outOf(n, total int, one, many string) string {
	if total == 1 {
		return text.Count(n, one, many)
	}
	return fmt.Sprintf("%d of %d %s", n, total, many)
}
