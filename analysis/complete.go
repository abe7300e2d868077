package analysis

import (
	"context"
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// A Completion is a text that can be inserted at the cursor.
type Completion struct {
	Kind   CompletionKind
	Label  string
	Detail string // a few words of plain text for the right of the label; may be empty
	Doc    string // Markdown; may be empty
	// About is what [Snapshot.CompletionDocs] documents on demand, since that costs too much to be done for
	// every completion. It is zero if Doc has the documentation.
	About Subject
	// Insert ends at the cursor, and Replace also covers the rest of the word after it. Both start at the
	// same offset and are on the cursor's line.
	Insert, Replace text.Span
	Text            string
	Filter          string // what the client matches the text of Insert against
	Sort            string // orders the completions of one answer by bytes
	Snippet         bool   // Text is an LSP snippet, not plain text
	Retrigger       bool   // there is more to complete after Text
}

// Completions are the completions at an offset, best first.
type Completions struct {
	List []Completion
	More bool // List is incomplete: the client must ask again after the next character
}

// Complete returns the completions at a byte offset. It returns none if the kind of the file is [NotOurs] or
// [NativeFile], or if ctx is canceled. An offset outside the text or inside a character is moved back to the
// nearest valid one.
func (s *Snapshot) Complete(ctx context.Context, path string, offset int) Completions {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return Completions{}
	}
	found, ok := c.completeSuppression()
	if !ok {
		found = c.complete()
	}
	if ctx.Err() != nil {
		return Completions{}
	}
	slices.SortStableFunc(found, func(a, b Completion) int { return strings.Compare(a.Sort, b.Sort) })
	return Completions{found, c.more}
}

func (c *cursor) complete() []Completion {
	switch c.file.Kind {
	case CompanionFile:
		return c.completeCompanion()
	case ConfigFile:
		return c.completeSettings()
	}
	if c.file.Kind == SkillFile {
		if found := c.completeScaffold(); found != nil {
			return found
		}
		if c.inFrontmatter() {
			if found := c.completeCommandPath(); found != nil {
				return found
			}
			if found := c.completeNested(); found != nil {
				return found
			}
			if found, ok := c.completeField(); ok {
				return found
			}
		}
	}
	if c.offset < c.bodyStart() {
		if found := c.completeNested(); found != nil {
			return found
		}
		return c.completePreloads()
	}
	return c.completeProse()
}

// completeField completes a line of the frontmatter. The second result reports whether the line can only be a
// field.
func (c *cursor) completeField() ([]Completion, bool) {
	if found, ok := c.completeKey(); ok {
		return found, true
	}
	if c.line.Start >= c.file.Doc.Frontmatter.Content.End {
		return nil, false
	}
	e := c.entry()
	if e == nil || c.offset <= e.Colon {
		return nil, true
	}
	if isProseField(e.Key) {
		return c.completeMention(), true
	}
	if found, ok := c.completeTools(e); ok {
		return found, true
	}
	return c.completeValue(e), true
}

// completeProse completes links, mentions and placeholders.
func (c *cursor) completeProse() []Completion {
	if site, ok := c.linkSite(); ok {
		if site.isLabel {
			return c.completeLabel(site)
		}
		return c.completeDestination(site)
	}
	placeholders := c.completePlaceholder()
	if c.inCode(c.offset) {
		return append(placeholders, c.completeCodePath()...)
	}
	if path := c.completeCodePath(); path != nil {
		return append(path, placeholders...)
	}
	return append(c.completeMention(), placeholders...)
}
