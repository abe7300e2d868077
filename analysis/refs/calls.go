package refs

import (
	"context"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// A Call is a skill that mentions another one, or is mentioned by it.
type Call struct {
	Path string // the SKILL.md of the skill
	// Spans are the mentions and links in the SKILL.md that has them, sorted and never empty.
	Spans []text.Span
}

// SkillsAt returns the paths of the skills that the text at a byte offset names or, if it names something
// else, the path of the SKILL.md itself. It returns nil for other files, and if ctx is canceled.
func SkillsAt(ctx context.Context, s *workspace.Snapshot, path string, offset int) []string {
	c, ok := CursorAt(ctx, s, path, offset)
	if !ok {
		return nil
	}
	if named, ok := c.Entity(); ok && named.Kind == SkillEntity {
		return append([]string{named.Path}, named.Alike...)
	}
	if c.File.Kind == file.SkillFile {
		return []string{c.File.Path}
	}
	return nil
}

// Callers returns the skills whose SKILL.md mentions the skill at a path or links to it, sorted by path. A
// mention of a name that several skills have refers to all of them. Before the workspace has been scanned,
// Callers returns what is known so far. It returns nil if ctx is canceled.
func Callers(ctx context.Context, s *workspace.Snapshot, path string) []Call {
	k := NewSeeker(ctx, s, Entity{Kind: SkillEntity, Path: path})
	var calls []Call
	for _, r := range k.Everywhere() {
		switch n := len(calls); {
		case s.KindOf(r.Path) != file.SkillFile || k.IsAt(r.Path):
		case n > 0 && calls[n-1].Path == r.Path:
			calls[n-1].Spans = append(calls[n-1].Spans, r.Span)
		default:
			calls = append(calls, Call{r.Path, []text.Span{r.Span}})
		}
	}
	return calls
}

// Callees returns the skills that the SKILL.md at a path mentions or links to, sorted by path: those that
// have it among their [Callers]. It returns nil if the file is no SKILL.md or cannot be read, and if ctx is
// canceled.
func Callees(ctx context.Context, s *workspace.Snapshot, path string) []Call {
	c, ok := CursorAt(ctx, s, path, 0)
	if !ok || c.File.Kind != file.SkillFile {
		return nil
	}
	seen := map[string]bool{s.RealPath(c.File.Path): true}
	var calls []Call
	for _, other := range index.Sorted(c.maybeNamed()) {
		real := s.RealPath(other)
		if seen[real] || ctx.Err() != nil {
			continue
		}
		seen[real] = true
		call := Call{Path: other}
		for _, r := range NewSeeker(ctx, s, Entity{Kind: SkillEntity, Path: other}).In(c.File) {
			call.Spans = append(call.Spans, r.Span)
		}
		if call.Spans != nil {
			calls = append(calls, call)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return calls
}

// maybeNamed returns the skills that mentions and links in the cursor's file may name, in no order.
func (c *Cursor) maybeNamed() []string {
	var paths []string
	for _, m := range AllMentions(c.Snapshot, c.File) {
		for _, skill := range c.Mentioned(m) {
			paths = append(paths, c.Snapshot.FolderPath(skill.Path))
		}
		for _, sum := range c.Snapshot.SkillsNamed(m.Name) { // also those that every agent rejects
			paths = append(paths, sum.Path)
		}
	}
	r := workspace.NewResolver(c.Snapshot, c.File)
	for _, l := range LinkPlaces(c.File) {
		t := r.Resolve(l.Destination)
		if t.Kind != file.RelativePath || t.Exists != workspace.Present && t.Exists != workspace.OtherCase {
			continue
		}
		if named, ok := c.pathEntity(t, Entity{}); ok && named.Kind == SkillEntity {
			paths = append(paths, named.Path)
		}
	}
	return paths
}
