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

// A Lens is a line about a file that editors show above a place in it.
type Lens struct {
	Span  text.Span
	Title string // empty where it takes more than a look at the file to tell; see [Snapshot.SkillReferences]
}

// Lenses sums up a SKILL.md: how many of its targets accept it, what it costs to load, and how often it is referred to. The tokens are estimated,
// since this is asked for with every change, and the references are left to be counted. It returns nil for other files, and where the
// context is cancelled.
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

// SkillReferences returns the places in the workspace's files, and in all that are open, that mention the skill of a SKILL.md or link to it,
// sorted by path and place, and the place that its name is at. It returns nil for other files, and where the context is cancelled.
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

// sumUp says how many targets accept a skill, and which do not; it is empty where there is none.
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

// grouped writes a number with a comma before every three digits from the right.
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
