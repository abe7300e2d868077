package analysis

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A cursor is a position in a file that a request asks about.
type cursor struct {
	ctx      context.Context
	snapshot *Snapshot
	file     *File
	source   string
	offset   int
	line     text.Span // the cursor's line, without the line ending
	more     bool      // see [Completions]
}

// cursorAt returns a cursor in a file. It returns false if the kind of the file is [NotOurs] or [NativeFile],
// if the file cannot be read, or if ctx is canceled.
func (s *Snapshot) cursorAt(ctx context.Context, path string, offset int) (*cursor, bool) {
	f, err := s.File(path)
	if err != nil || f.Kind == NotOurs || f.Kind == NativeFile || ctx.Err() != nil {
		return nil, false
	}
	c := &cursor{ctx: ctx, snapshot: s, file: f, source: f.Doc.Source}
	c.offset = clampOffset(c.source, offset)
	c.line = firstLine(c.source, lineStart(c.source, c.offset))
	return c, true
}

// clampOffset returns the nearest offset at or before the given one that is in the text and splits neither a
// character nor a line ending.
func clampOffset(source string, offset int) int {
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

// written returns the text on the cursor's line before the cursor.
func (c *cursor) written() string { return c.source[c.line.Start:c.offset] }

// standpoint returns the standpoint of the file's skill, or of the file's directory if it belongs to no
// skill.
func (c *cursor) standpoint() *standpoint {
	if c.file.Skill != "" {
		return c.snapshot.standpoint(c.file.Skill)
	}
	return c.snapshot.standpoint(c.file.Dir)
}

func (c *cursor) scope() *scope { return c.snapshot.scopeOf(c.ctx, c.file) }

// bodyStart returns the offset where prose begins. An unclosed frontmatter ends after its last line.
func (c *cursor) bodyStart() int {
	if fm := &c.file.Doc.Frontmatter; fm.State == frontmatter.Unclosed {
		return fm.Content.End
	}
	return c.file.Doc.Body.Start
}

// inFrontmatter reports whether the cursor's line is between the delimiters. If the frontmatter is unclosed,
// the line after its last one counts too, since an unfinished key is not a key yet.
func (c *cursor) inFrontmatter() bool {
	fm := &c.file.Doc.Frontmatter
	start := c.line.Start
	switch {
	case fm.State == frontmatter.Absent || start < fm.Content.Start:
		return false
	case fm.State == frontmatter.Closed:
		return start < fm.Content.End
	}
	return start <= fm.Content.End || strings.TrimSpace(c.source[fm.Content.End:start]) == ""
}

// isProseField reports whether the value of a field is text for the model, in which mentions have a meaning.
func isProseField(key string) bool { return key == "description" || key == "when_to_use" }

// entry returns the frontmatter entry that contains the cursor, or nil if the cursor is in no entry.
func (c *cursor) entry() *frontmatter.Entry {
	entries := c.file.Doc.Frontmatter.Entries
	for i := range entries {
		if e := &entries[i]; e.Span.Start <= c.offset && c.line.Start < e.Span.End {
			return e
		}
	}
	return nil
}

// inCode reports whether a character typed at an offset would be in code or raw HTML.
func (c *cursor) inCode(offset int) bool {
	if code, ok := c.codeAround(offset); ok && code.Start < offset {
		indented := strings.IndexByte("`~<", c.source[code.Start]) < 0
		if offset < code.End || indented {
			return true
		}
	}
	// An unclosed fence extends to the end of the file.
	fences := c.file.Doc.Markdown().Fences
	if len(fences) == 0 {
		return false
	}
	last := &fences[len(fences)-1]
	return last.Close.IsEmpty() && last.Open.End < offset && strings.TrimSpace(c.source[last.Span.End:]) == ""
}

// codeAround returns the code or raw HTML that contains the offset or ends there.
func (c *cursor) codeAround(offset int) (text.Span, bool) {
	code := c.file.Doc.Markdown().Code
	i, _ := slices.BinarySearchFunc(code, offset, func(s text.Span, offset int) int { return s.End - offset })
	if i < len(code) && code[i].Start <= offset {
		return code[i], true
	}
	return text.Span{}, false
}
