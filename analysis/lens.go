package analysis

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Lens is a line of text that editors show above a span of a file.
type Lens struct {
	Span  text.Span
	Title string // empty if it must be computed from other files; see [Snapshot.SkillReferences]
}

// Lenses returns a summary of a SKILL.md: how many of its targets accept it, how many tokens it costs, and
// how often other files refer to it. Editors request lenses after every change, so the tokens are estimated,
// and the references are left for the client to request. It returns nil for other files, and if ctx is
// canceled.
func (s *Snapshot) Lenses(ctx context.Context, path string) []Lens {
	f, err := s.File(path)
	if err != nil || f.Kind != SkillFile || ctx.Err() != nil {
		return nil
	}
	at := firstLine(f.Doc.Source, f.Doc.Frontmatter.Open.Start)
	var list []Lens
	if title := sumUp(s.newPass(ctx, f).verdicts); title != "" {
		list = append(list, Lens{at, title})
	}
	return append(list, Lens{at, "≈" + grouped(skills.EstimateTokens(f.Doc.Source).Count) + " tokens"}, Lens{Span: at})
}

// SkillReferences returns the places that mention or link to the skill of a SKILL.md, in the workspace's
// files and all open files, sorted by path and offset. It also returns the span of the skill's name, or of
// the opening delimiter if it has no name. It returns nil for other files, and if ctx is canceled.
func (s *Snapshot) SkillReferences(ctx context.Context, path string) ([]Reference, text.Span) {
	f, err := s.File(path)
	if err != nil || f.Kind != SkillFile || ctx.Err() != nil {
		return nil, text.Span{}
	}
	found := s.newSeeker(ctx, entity{kind: skillEntity, path: f.Path}).everywhere()
	at := f.Doc.Frontmatter.Open
	if e, ok := f.Doc.Frontmatter.Entry("name"); ok {
		at = e.ValueSpan
	}
	return slices.DeleteFunc(found, func(r Reference) bool { return r.Definition }), at
}

// sumUp says how many targets accept a skill, and which do not. It returns "" if there are no targets.
func sumUp(verdicts []verdict) string {
	var refusing []*skills.Agent
	for _, v := range verdicts {
		if !v.Accepted {
			refusing = append(refusing, v.agent)
		}
	}
	switch n := len(verdicts); {
	case n == 0:
		return ""
	case len(refusing) == 0:
		return fmt.Sprintf("accepted by %d of %d targets", n, n)
	default:
		return fmt.Sprintf("accepted by %d of %d targets, not by %s", n-len(refusing), n, titles(refusing))
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
