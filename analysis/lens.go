package analysis

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"skills-ls/skills"
)

// A Lens is a line about a file that editors show above a place in it.
type Lens struct {
	Span  skills.Span
	Title string
}

// Lenses sums up a SKILL.md: how many of its targets accept it, and what it costs to load. The tokens are estimated, since this is
// asked for with every change. It returns nil for other files, and where the context is cancelled.
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
	return append(list, Lens{at, "≈" + grouped(skills.EstimateTokens(f.Doc.Source).Count) + " tokens"})
}

// sumUp says how many targets accept a skill, and which do not; it is empty where there is none.
func sumUp(verdicts []verdict) string {
	var refusing []*skills.Runtime
	for _, v := range verdicts {
		if !v.Accepted {
			refusing = append(refusing, v.runtime)
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
