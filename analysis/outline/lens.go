package outline

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Lens is a line of text that editors show above a span of a file.
type Lens struct {
	Span  text.Span
	Title string // empty if it must be computed from other files; see [SkillReferences]
}

// Lenses returns a summary of a SKILL.md: how many of its targets find and load it, how many tokens its injected
// text has, and how often other files refer to it. Editors request lenses after every change, so the references are
// left for the client to request. It returns nil for other files, and if ctx is canceled.
func Lenses(ctx context.Context, s *workspace.Snapshot, path string) []Lens {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || ctx.Err() != nil {
		return nil
	}
	at := lines.FirstLine(f.Doc.Source, f.Doc.Frontmatter.Open.Start)
	var list []Lens
	list = append(list, Lens{at, sumUp(ctx, s, f)})
	if injected, err := vantage.TextOf(ctx, s, path); err == nil {
		tokens := s.Disk().Tokens.Count(injected)
		list = append(list, Lens{at, tokens.Tilde() + grouped(tokens.Count) + " tokens"})
	}
	return append(list, Lens{Span: at})
}

// SkillReferences returns the places that mention or link to the skill of a SKILL.md, in the workspace's
// files and all open files, sorted by path and offset. It also returns the span of the skill's name, or of
// the opening delimiter if it has no name. It returns nil for other files, and if ctx is canceled.
func SkillReferences(ctx context.Context, s *workspace.Snapshot, path string) ([]refs.Reference, text.Span) {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || ctx.Err() != nil {
		return nil, text.Span{}
	}
	found := refs.NewSeeker(ctx, s, refs.Entity{Kind: refs.SkillEntity, Path: f.Path}).Everywhere()
	at := f.Doc.Frontmatter.Open
	if e, ok := f.Doc.Frontmatter.Entry("name"); ok {
		at = e.ValueSpan
	}
	return slices.DeleteFunc(found, func(r refs.Reference) bool { return r.Definition }), at
}

// sumUp says how many targets find and load a skill, and which do not.
func sumUp(ctx context.Context, s *workspace.Snapshot, f *file.File) string {
	targets := workspace.StandpointOf(s, f.Dir).Concerned
	loads := 0
	var installs, misses, wouldReject, rejects, ignores []*skills.Agent
	for _, agent := range targets {
		switch t := vantage.Treat(ctx, s, agent, f, ""); {
		case t.Finds && t.Loads:
			loads++
		case t.Finds && t.Rejects():
			rejects = append(rejects, agent)
		case t.Finds:
			ignores = append(ignores, agent)
		case t.Rejects():
			wouldReject = append(wouldReject, agent)
		case t.Loads && t.Installed != "":
			installs = append(installs, agent)
		default:
			misses = append(misses, agent)
		}
	}
	title := fmt.Sprintf("loaded by %d of %d agents", loads, len(targets))
	for _, others := range []struct {
		what string
		list []*skills.Agent
	}{
		{", found once installed by ", installs},
		{", rejected by ", rejects},
		{", would be rejected by ", wouldReject},
		{", not loaded by ", ignores},
		{", not found by ", misses},
	} {
		if len(others.list) > 0 {
			title += others.what + rules.Titles(others.list)
		}
	}
	return title
}

// grouped formats a number with a comma before every three digits from the right.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
