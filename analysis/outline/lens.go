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

// Lenses returns a summary of a SKILL.md: how many of its targets accept it, how many tokens its injected
// text has, and how often other files refer to it. Editors request lenses after every change, so the tokens are
// estimated, and the references are left for the client to request. It returns nil for other files, and if ctx is
// canceled.
func Lenses(ctx context.Context, s *workspace.Snapshot, path string) []Lens {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile || ctx.Err() != nil {
		return nil
	}
	at := lines.FirstLine(f.Doc.Source, f.Doc.Frontmatter.Open.Start)
	var list []Lens
	if title := sumUp(rules.NewPass(ctx, s, f).Verdicts); title != "" {
		list = append(list, Lens{at, title})
	}
	if injected, err := vantage.PreviewText(ctx, s, vantage.PreviewQuery{Path: path}); err == nil {
		list = append(list, Lens{at, "~" + grouped(skills.EstimateTokens(injected).Count) + " tokens"})
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

// sumUp says how many targets accept a skill, and which do not. It returns "" if there are no targets.
func sumUp(verdicts []rules.Verdict) string {
	var refusing []*skills.Agent
	for _, v := range verdicts {
		if !v.Accepted {
			refusing = append(refusing, v.Agent)
		}
	}
	switch n := len(verdicts); {
	case n == 0:
		return ""
	case len(refusing) == 0:
		return fmt.Sprintf("loaded by %d of %d agents", n, n)
	default:
		return fmt.Sprintf("loaded by %d of %d agents, rejected by %s", n-len(refusing), n, rules.Titles(refusing))
	}
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
