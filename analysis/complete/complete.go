// Package complete completes fields, values, mentions, links, paths and placeholders.
package complete

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// A Completion is a text that can be inserted at the cursor.
type Completion struct {
	Kind   vocabulary.CompletionKind
	Label  string
	Detail string // a few words of plain text for the right of the label; may be empty
	Doc    string // Markdown; may be empty
	// About is what [Docs] documents on demand, since that costs too much to be done for
	// every completion. It is zero if Doc has the documentation.
	About Subject
	// Insert ends at the cursor, and Replace also covers the rest of the word after it. Both start at the
	// same offset and are on the cursor's line. [At] sets Insert.
	Insert, Replace text.Span
	Text            string // if empty, [At] sets the label
	Filter          string // what the client matches the text of Insert against; if empty, [At] sets the label
	Sort            string // orders the completions of one answer by bytes
	Snippet         bool   // Text is an LSP snippet, not plain text
	Retrigger       bool   // there is more to complete after Text
}

// Completions are the completions at an offset, best first.
type Completions struct {
	List []Completion
	More bool // List is incomplete: the client must ask again after the next character
}

// At returns the completions at a byte offset. It returns none if the kind of the file is [file.NotOurs] or
// [file.NativeFile], or if ctx is canceled. An offset outside the text or inside a character is moved back to the
// nearest valid one.
func At(ctx context.Context, s *workspace.Snapshot, path string, offset int) Completions {
	c, ok := refs.CursorAt(ctx, s, path, offset)
	if !ok {
		return Completions{}
	}
	found, ok := completeSuppression(c)
	if !ok {
		found = completeOf(c)
	}
	if ctx.Err() != nil {
		return Completions{}
	}
	for i := range found {
		item := &found[i]
		item.Insert = text.Span{Start: item.Replace.Start, End: c.Offset}
		item.Text, item.Filter = cmp.Or(item.Text, item.Label), cmp.Or(item.Filter, item.Label)
	}
	slices.SortStableFunc(found, func(a, b Completion) int { return strings.Compare(a.Sort, b.Sort) })
	return Completions{found, c.More}
}

func completeOf(c *refs.Cursor) []Completion {
	switch c.File.Kind {
	case file.CompanionFile:
		return completeCompanion(c)
	case file.ConfigFile:
		return completeSettings(c)
	case file.ManifestFile:
		return completeManifest(c)
	}
	if c.File.Kind == file.SkillFile {
		if found := completeScaffold(c); found != nil {
			return found
		}
		if c.InFrontmatter() {
			if found := completeCommandPath(c); found != nil {
				return found
			}
			if found := completeNested(c); found != nil {
				return found
			}
			if found, ok := completeField(c); ok {
				return found
			}
		}
	}
	if c.Offset < c.BodyStart() {
		if found := completeNested(c); found != nil {
			return found
		}
		return completePreloads(c)
	}
	if c.File.Kind == file.SkillFile {
		return append(completeProse(c), completeSection(c)...)
	}
	return completeProse(c)
}

// completeField completes a line of the frontmatter. The second result reports whether the line can only be a
// field.
func completeField(c *refs.Cursor) ([]Completion, bool) {
	if found, ok := completeKey(c); ok {
		return found, true
	}
	if c.Line.Start >= c.File.Doc.Frontmatter.Content.End {
		return nil, false
	}
	e := c.Entry()
	if e == nil || c.Offset <= e.Colon {
		return nil, true
	}
	if refs.IsProseField(e.Key) {
		return completeMention(c), true
	}
	if found, ok := completeTools(c, e); ok {
		return found, true
	}
	return completeValue(c, e), true
}

// completeProse completes links, mentions and placeholders.
func completeProse(c *refs.Cursor) []Completion {
	if site, ok := linkSiteOf(c); ok {
		if site.isLabel {
			return completeLabel(c, site)
		}
		return completeDestination(c, site)
	}
	if found := completePluginMention(c); found != nil {
		return found
	}
	placeholders := completePlaceholder(c)
	if c.InCode(c.Offset) {
		return append(placeholders, completeCodePath(c)...)
	}
	if path := completeCodePath(c); path != nil {
		return append(path, placeholders...)
	}
	return append(completeMention(c), placeholders...)
}
