package rules

import (
	"cmp"
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// maxReread is the maximum size of a frontmatter, in bytes, that is parsed again to check the effect of a
// change.
const maxReread = 64 << 10

// keepsFields reports whether a change keeps the fields of the frontmatter and the kinds of their values.
func keepsFields(p *Pass, edits []diagnostic.Edit) bool {
	if edits[0].Span.Start >= p.Doc.Body.Start {
		return true
	}
	if p.Doc.Body.Start > maxReread {
		return false
	}
	after := skills.Parse(diagnostic.ApplyEdits(p.Doc.Source, edits)).Frontmatter
	return after.State == p.Fm.State && (after.Err == nil) == (p.Fm.Err == nil) &&
		slices.EqualFunc(after.Entries, p.Fm.Entries, func(a, b frontmatter.Entry) bool {
			return a.Key == b.Key && (a.Value == nil) == (b.Value == nil) && (a.Value == nil || a.Value.Kind == b.Value.Kind)
		})
}

// A fix that must not change the meaning of the frontmatter must not change it for any agent. Each agent
// reads frontmatter in its own way, so the YAML alone does not decide: the code asks every agent.

// Judges returns all agents, including those that are not targets, as configured for the file's directory.
func Judges(p *refs.Scope) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range workspace.AgentsAt(p.Snapshot, p.File.Dir) {
		list = append(list, workspace.ConfiguredFor(p.Snapshot, agent, p.File.Dir))
	}
	return list
}

// ReadsSame reports whether every agent in list reads text as it reads the skill's own text: it gives the
// same verdict, its validator reports the same problems for the same fields, and it injects the same text.
// Parts of the injected text that quote the frontmatter are ignored.
func ReadsSame(p *refs.Scope, text string, list []*skills.Agent) bool {
	s := p.Snapshot
	other := s.FileOf(p.File.Path, skills.Parse(text))
	judged, otherJudged := s.JudgedFile(p.File), s.JudgedFile(other)
	for _, agent := range list {
		v, w := s.Verdict(agent, p.File, judged), s.VerdictOnFixed(agent, p.File, otherJudged)
		if !sameVerdict(v, w) {
			return false
		}
		if agent.Validator.Check != nil && !slices.Equal(refusalPlaces(agent.Validator.Check(judged)), refusalPlaces(agent.Validator.Check(otherJudged))) {
			return false
		}
		if agent.Inject != nil && injectedBody(s, agent, p.File, v) != injectedBody(s, agent, other, w) {
			return false
		}
	}
	return true
}

// JudgedSame is like [ReadsSame] but compares only the verdicts, for a text with a different body.
func JudgedSame(p *refs.Scope, text string, list []*skills.Agent) bool {
	s := p.Snapshot
	judged, other := s.JudgedFile(p.File), s.JudgedFile(s.FileOf(p.File.Path, skills.Parse(text)))
	return !slices.ContainsFunc(list, func(agent *skills.Agent) bool {
		return !sameVerdict(s.Verdict(agent, p.File, judged), s.VerdictOnFixed(agent, p.File, other))
	})
}

// sameVerdict reports whether verdicts on two texts are equal. It ignores the order and the wording of
// refusals and remarks, because both depend on positions, and positions differ between the texts.
func sameVerdict(a, b skills.Verdict) bool {
	return a.Accepted == b.Accepted && a.Name == b.Name && a.Description == b.Description && a.EndsScan == b.EndsScan && a.Exposure == b.Exposure &&
		slices.Equal(refusalPlaces(a.Refusals), refusalPlaces(b.Refusals)) && slices.Equal(remarkPlaces(a.Remarks), remarkPlaces(b.Remarks))
}

// A complaint is a refusal or a remark without its position and wording.
type complaint struct {
	code     skills.Code
	field    string
	severity string
	wouldBe  bool
}

func refusalPlaces(list []skills.Refusal) []complaint {
	var complaints []complaint
	for _, r := range list {
		complaints = append(complaints, complaint{code: r.Code, field: r.Field, wouldBe: r.WouldBe})
	}
	return sortedComplaints(complaints)
}

func remarkPlaces(list []skills.Remark) []complaint {
	var complaints []complaint
	for _, r := range list {
		complaints = append(complaints, complaint{code: r.Code, field: r.Field, severity: r.Severity})
	}
	return sortedComplaints(complaints)
}

func sortedComplaints(list []complaint) []complaint {
	slices.SortFunc(list, func(a, b complaint) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.field, b.field), cmp.Compare(a.severity, b.severity))
	})
	return list
}

// injectedBody returns the text that an agent injects when it loads the skill, without the frontmatter.
func injectedBody(s *workspace.Snapshot, agent *skills.Agent, f *file.File, v skills.Verdict) string {
	skill := vantage.Describe(s, agent, f, s.JudgedPath(agent, f), v)
	injection := agent.Inject(skills.Load{Skill: skill, Source: f.Doc.Source, FS: s.FS()})
	var body []byte
	for _, part := range injection.Segments {
		if part.Kind != skills.SegmentFrontmatter {
			body = append(body, part.Of(injection.Content)...)
		}
	}
	return string(body)
}

// SameFields reports whether two YAML frontmatters have the same fields, in any order. It returns false if a
// field is repeated or its value contains an anchor or an alias, because then the order matters.
func SameFields(a, b *frontmatter.Frontmatter) bool {
	if a.Root == nil || b.Root == nil || a.Root.Kind != frontmatter.MappingValue || b.Root.Kind != frontmatter.MappingValue || len(a.Root.Pairs) != len(b.Root.Pairs) {
		return false
	}
	fields := make(map[string]*frontmatter.Value)
	for _, pair := range a.Root.Pairs {
		if pair.Key.Kind != frontmatter.ScalarValue || fields[pair.Key.Text] != nil || anchored(pair.Value) {
			return false
		}
		fields[pair.Key.Text] = pair.Value
	}
	for _, pair := range b.Root.Pairs {
		v := fields[pair.Key.Text]
		if pair.Key.Kind != frontmatter.ScalarValue || v == nil || !SameValue(v, pair.Value) {
			return false
		}
		delete(fields, pair.Key.Text)
	}
	return true
}

// anchored reports whether a value, or any value inside it, has an anchor or is an alias.
func anchored(v *frontmatter.Value) bool {
	return v != nil && (v.Anchor != "" || v.Kind == frontmatter.AliasValue || slices.ContainsFunc(v.Items, anchored) ||
		slices.ContainsFunc(v.Pairs, func(pair frontmatter.Pair) bool { return anchored(pair.Key) || anchored(pair.Value) }))
}

// SameValue reports whether two values are equal, ignoring their positions.
func SameValue(a, b *frontmatter.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Anchor != b.Anchor || a.Tag != b.Tag || a.Text != b.Text {
		return false
	}
	return slices.EqualFunc(a.Items, b.Items, SameValue) && slices.EqualFunc(a.Pairs, b.Pairs, func(x, y frontmatter.Pair) bool {
		return SameValue(x.Key, y.Key) && SameValue(x.Value, y.Value)
	})
}
