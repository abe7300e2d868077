package skills

import (
	"fmt"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Load is a request to render a skill.
type Load struct {
	Skill  Skill
	Source string // the text of SKILL.md, from the buffer or the disk
	FS     vfs.FS
	// Cwd is the working directory of the agent, absolute, or "" if it is not known.
	Cwd string
	// Root is the root in which the skill was found, or nil.
	Root *Root
	// Roots are the directories in which the agent looks for skills, or nil if they are not known.
	Roots []RootDir
	// Arguments are what the user wrote after the skill's name. Nil and empty differ in some agents.
	Arguments *string
	// LoadedMtimeMs is the modification time at an earlier load in the same session, or nil.
	LoadedMtimeMs *int64
}

// An Injection is the exact text that reaches the model.
type Injection struct {
	Content  string
	Segments []Segment // in order, covering Content without gaps or overlaps
	// Files are the bundled files that the agent lists, as absolute paths in its order.
	Files          []string
	FilesTruncated bool
	Notes          []string // for the user of the preview; not part of the prompt
}

// SegmentKind is the kind of a part of an injected text.
type SegmentKind string

const (
	SegmentEnvelope    SegmentKind = "envelope"
	SegmentFrontmatter SegmentKind = "frontmatter"
	SegmentBody        SegmentKind = "body"
	SegmentSubstituted SegmentKind = "substituted"
	SegmentUnexecuted  SegmentKind = "unexecuted"
	SegmentFiles       SegmentKind = "files"
	SegmentNotice      SegmentKind = "notice"
)

// A Segment is a part of an injected text.
type Segment struct {
	text.Span // bytes of Injection.Content
	Kind      SegmentKind
	Source    *text.Span // the bytes of SKILL.md from which it was copied, nil if it was not copied
	Note      string     // may be empty
}

// A Composition builds an [Injection] from pieces, so that its segments cover it.
type Composition struct {
	text     strings.Builder
	segments []Segment
	notes    []string
}

// Add appends text that is not from the source. Adjacent segments of one kind without a note are merged.
func (c *Composition) Add(kind SegmentKind, text string) { c.add(kind, text, nil, "") }

// Remark appends text that is not from the source, with a note.
func (c *Composition) Remark(kind SegmentKind, text, note string) { c.add(kind, text, nil, note) }

// Copy appends the bytes of source in span. Invalid UTF-8 becomes U+FFFD, and the segment has a note about
// that.
func (c *Composition) Copy(kind SegmentKind, source string, span text.Span) {
	copied, note := span.Of(source), ""
	if decoded := text.DecodeUTF8(copied); decoded != copied {
		copied, note = decoded, "invalid UTF-8 in the file appears as U+FFFD"
	}
	c.text.Grow(len(copied) + envelopeBytes)
	c.add(kind, copied, &span, note)
}

// envelopeBytes is enough for what most agents add after the text of a file.
const envelopeBytes = 512

// CopyAs appends a part of the source in another form. The note describes the form.
func (c *Composition) CopyAs(kind SegmentKind, text string, source text.Span, note string) {
	c.add(kind, text, &source, note)
}

// Cut drops everything composed so far except keep.
func (c *Composition) Cut(keep text.Span) {
	source := keep.Of(c.text.String())
	c.text.Reset()
	c.text.WriteString(source)
	var kept []Segment
	for _, s := range c.segments {
		at := text.Span{Start: max(s.Start, keep.Start), End: min(s.End, keep.End)}
		if at.Start >= at.End {
			continue
		}
		if s.Source != nil && s.Kind != SegmentSubstituted && s.Source.Len() == s.Len() { // copied unchanged
			s.Source = &text.Span{Start: s.Source.Start + at.Start - s.Start, End: s.Source.End - (s.End - at.End)}
		}
		s.Span = at.Shift(-keep.Start)
		kept = append(kept, s)
	}
	c.segments = kept
}

// String returns the text composed so far.
func (c *Composition) String() string { return c.text.String() }

func (c *Composition) add(kind SegmentKind, piece string, source *text.Span, note string) {
	if piece == "" {
		return
	}
	start := c.text.Len()
	c.text.WriteString(piece)
	if n := len(c.segments); n > 0 && source == nil && note == "" {
		if last := &c.segments[n-1]; last.Kind == kind && last.Source == nil && last.Note == "" {
			last.End = c.text.Len()
			return
		}
	}
	c.segments = append(c.segments, Segment{Span: text.Span{Start: start, End: c.text.Len()}, Kind: kind, Source: source, Note: note})
}

// Note adds notes for the user of the preview.
func (c *Composition) Note(notes ...string) { c.notes = append(c.notes, notes...) }

// NoteIf adds a note if it applies.
func (c *Composition) NoteIf(applies bool, note string) {
	if applies {
		c.Note(note)
	}
}

// maxSegments limits the segments of an injected text. Each takes 150 bytes and more in JSON, and 1 MB of commands
// has 400,000.
const maxSegments = 20_000

// Injection returns the composed text with the notes, without files. Segments beyond a limit become one, in front of
// the last.
func (c *Composition) Injection() Injection {
	if more := len(c.segments) - maxSegments; more > 0 {
		rest, last := c.segments[maxSegments-2], c.segments[len(c.segments)-1]
		rest.Kind, rest.End, rest.Source = SegmentBody, last.Start, nil
		rest.Note = fmt.Sprintf("%d parts of this text are not shown one by one", more+1)
		c.segments = append(c.segments[:maxSegments-2], rest, last)
	}
	return Injection{Content: c.text.String(), Segments: c.segments, Notes: c.notes}
}
