package refs

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Cursor is a position in a file that a request asks about.
type Cursor struct {
	Ctx      context.Context
	Snapshot *workspace.Snapshot
	File     *file.File
	Source   string
	Offset   int
	Line     text.Span // the cursor's line, without the line ending
	More     bool      // see [complete.Completions]
}

// CursorAt returns a cursor in a file. It returns false if the kind of the file is [file.NotOurs] or [file.NativeFile],
// if the file cannot be read, or if ctx is canceled.
func CursorAt(ctx context.Context, s *workspace.Snapshot, path string, offset int) (*Cursor, bool) {
	f, err := s.File(path)
	if err != nil || f.Kind == file.NotOurs || f.Kind == file.NativeFile || ctx.Err() != nil {
		return nil, false
	}
	c := &Cursor{Ctx: ctx, Snapshot: s, File: f, Source: f.Doc.Source}
	c.Offset = ClampOffset(c.Source, offset)
	c.Line = lines.FirstLine(c.Source, lines.LineStart(c.Source, c.Offset))
	return c, true
}

// ClampOffset returns the nearest offset at or before the given one that is in the text and splits neither a
// character nor a line ending.
func ClampOffset(source string, offset int) int {
	offset = max(0, min(offset, len(source)))
	for back := 1; back < utf8.UTFMax && offset >= back && offset < len(source) && !utf8.RuneStart(source[offset]); back++ {
		if r, n := utf8.DecodeRuneInString(source[offset-back:]); r != utf8.RuneError && n > back {
			return offset - back
		}
	}
	if offset > 0 && offset < len(source) && source[offset] == '\n' && source[offset-1] == '\r' {
		offset--
	}
	return offset
}

// Written returns the text on the cursor's line before the cursor.
func (c *Cursor) Written() string { return c.Source[c.Line.Start:c.Offset] }

// Standpoint returns the standpoint of the file's skill, or of the file's directory if it belongs to no
// skill.
func (c *Cursor) Standpoint() *workspace.Standpoint {
	return workspace.StandpointOf(c.Snapshot, c.File.SkillOrDir())
}

func (c *Cursor) Scope() *Scope { return ScopeOf(c.Ctx, c.Snapshot, c.File) }

// BodyStart returns the offset where prose begins. An unclosed frontmatter ends after its last line.
func (c *Cursor) BodyStart() int {
	if fm := &c.File.Doc.Frontmatter; fm.State == frontmatter.Unclosed {
		return fm.Content.End
	}
	return c.File.Doc.Body.Start
}

// InFrontmatter reports whether the cursor's line is between the delimiters. If the frontmatter is unclosed,
// the line after its last one counts too, since an unfinished key is not a key yet.
func (c *Cursor) InFrontmatter() bool {
	fm := &c.File.Doc.Frontmatter
	start := c.Line.Start
	switch {
	case fm.State == frontmatter.Absent || start < fm.Content.Start:
		return false
	case fm.State == frontmatter.Closed:
		return start < fm.Content.End
	}
	return start <= fm.Content.End || strings.TrimSpace(c.Source[fm.Content.End:start]) == ""
}

// IsProseField reports whether the value of a field is text for the model, in which mentions have a meaning.
func IsProseField(key string) bool { return key == "description" || key == "when_to_use" }

// Entry returns the frontmatter entry that contains the cursor, or nil if the cursor is in no entry.
func (c *Cursor) Entry() *frontmatter.Entry {
	entries := c.File.Doc.Frontmatter.Entries
	for i := range entries {
		if e := &entries[i]; e.Span.Start <= c.Offset && c.Line.Start < e.Span.End {
			return e
		}
	}
	return nil
}

// InCode reports whether a character typed at an offset would be in code or raw HTML.
func (c *Cursor) InCode(offset int) bool {
	if code, ok := c.CodeAround(offset); ok && code.Start < offset {
		indented := strings.IndexByte("`~<", c.Source[code.Start]) < 0
		if offset < code.End || indented {
			return true
		}
	}
	// An unclosed fence extends to the end of the file.
	fences := c.File.Doc.Markdown().Fences
	if len(fences) == 0 {
		return false
	}
	last := &fences[len(fences)-1]
	return last.Close.IsEmpty() && last.Open.End < offset && strings.TrimSpace(c.Source[last.Span.End:]) == ""
}

// CodeAround returns the code or raw HTML that contains the offset or ends there.
func (c *Cursor) CodeAround(offset int) (text.Span, bool) {
	code := c.File.Doc.Markdown().Code
	i, _ := slices.BinarySearchFunc(code, offset, func(s text.Span, offset int) int { return s.End - offset })
	if i < len(code) && code[i].Start <= offset {
		return code[i], true
	}
	return text.Span{}, false
}
