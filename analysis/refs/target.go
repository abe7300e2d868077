package refs

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// IsConfined reports whether a path, after resolving its links, is in the file's skill or in the workspace. The skill of a
// linked SKILL.md is where the file really is.
// Requests read nothing else.
func IsConfined(s *workspace.Snapshot, f *file.File, path string) bool {
	real, linked := s.RealPath(path), workspace.LinkedSkill(s, f)
	return linked != "" && vfs.Within(s.RealPath(linked), real) || f.Skill != "" && vfs.Within(s.RealPath(f.Skill), real) || f.Skill == "" && f.Dir != "" && vfs.Within(s.RealPath(f.Dir), real) ||
		slices.ContainsFunc(s.Config().Folders, func(folder string) bool { return vfs.Within(s.RealPath(folder), real) })
}

// TargetDoc returns the Markdown document with a target's fragment, or nil if the target has no such document
// or it must not be read.
func TargetDoc(s *workspace.Snapshot, f *file.File, t workspace.Target) *skills.Document {
	switch {
	case t.Kind == file.OwnFragment:
		return f.Doc
	case t.Kind != file.RelativePath || t.IsDir || t.Exists != workspace.Present && t.Exists != workspace.OtherCase || !file.IsMarkdownName(t.Actual) || !IsConfined(s, f, t.Actual):
		return nil
	}
	file, err := s.File(t.Actual)
	if err != nil {
		return nil
	}
	return file.Doc
}

// EncodeSegments encodes a slash-separated path for use in a destination. Characters that Markdown or a URL
// would interpret are percent-encoded. In angle brackets, spaces and parentheses are left as they are.
func EncodeSegments(path string, angle bool) string {
	plain := "-._~!+,=@/'()"
	if angle {
		plain += " ;"
	} else {
		plain = strings.Trim(plain, "()")
	}
	var out strings.Builder
	for i := 0; i < len(path); {
		r, n := utf8.DecodeRuneInString(path[i:])
		switch {
		case r >= 0x80 && r != utf8.RuneError, r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9',
			r < 0x80 && strings.ContainsRune(plain, r):
			out.WriteString(path[i : i+n])
		default:
			for _, b := range []byte(path[i : i+n]) {
				fmt.Fprintf(&out, "%%%02X", b)
			}
		}
		i += n
	}
	return out.String()
}
