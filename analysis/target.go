package analysis

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// isConfined reports whether a path, after resolving its links, is in the file's skill or in the workspace.
// Requests read nothing else.
func (s *Snapshot) isConfined(f *File, path string) bool {
	real := s.realPath(path)
	return f.Skill != "" && vfs.Within(s.realPath(f.Skill), real) || f.Skill == "" && f.Dir != "" && vfs.Within(s.realPath(f.Dir), real) ||
		slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return vfs.Within(s.realPath(folder), real) })
}

// targetDoc returns the Markdown document with a target's fragment, or nil if the target has no such document
// or it must not be read.
func (s *Snapshot) targetDoc(f *File, t target) *skills.Document {
	switch {
	case t.kind == ownFragment:
		return f.Doc
	case t.kind != relativePath || t.isDir || t.exists != present && t.exists != otherCase || !isMarkdownName(t.actual) || !s.isConfined(f, t.actual):
		return nil
	}
	file, err := s.File(t.actual)
	if err != nil {
		return nil
	}
	return file.Doc
}

// encodeSegments encodes a slash-separated path for use in a destination. Characters that Markdown or a URL
// would interpret are percent-encoded. In angle brackets, spaces and parentheses are left as they are.
func encodeSegments(path string, angle bool) string {
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
