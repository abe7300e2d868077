package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A Pass is one diagnosis of one file: what its rules share.
type Pass struct {
	*refs.Scope
	all        []*Rule // every rule there is, in the order of the documentation
	Verdicts   []Verdict
	severities workspace.Severities
	Skeleton   bool // see [isSkeleton]
	// confirm marks the fixes of a diagnostic that are not safe as unsafe. It is nil if the snapshot does not
	// have this version of the file.
	confirm   func(*Pass, *diagnostic.Diagnostic)
	Rule      *Rule // the current rule
	Found     []diagnostic.Diagnostic
	rewritten int // see [portable]
	confirmed int // see [keepsReadings]

	links         once[[]workspace.Target]         // see [Targets]
	duplicating   once[[]refusal]                  // the targets' refusals of duplicate keys
	loading       once[[]Verdict]                  // see [Pass.readers]
	fieldProblems once[map[string]int]             // diagnostics about the frontmatter by rule; see [addsProblem]
	readings      once[[]vantage.CompanionReading] // see [companions]
	remarks       once[[]companionRemark]          // see [companionRemarks]
	tree          once[*yamlTree]                  // see [yaml]
	manifest      once[*manifest.Document]         // see [manifestIn]
}

// A once is a value that several rules need. It is computed when the first of them asks for it.
type once[T any] struct {
	value T
	known bool
}

func (o *once[T]) get(compute func() T) T {
	if !o.known {
		o.value, o.known = compute(), true
	}
	return o.value
}

// ruleByID returns the rule of that ID, nil if there is none.
func (p *Pass) ruleByID(id string) *Rule {
	if i := slices.IndexFunc(p.all, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return p.all[i]
	}
	return nil
}

// A Verdict is one target agent's verdict on the file.
type Verdict struct {
	Agent *skills.Agent
	skills.Verdict
}

// report adds a diagnostic of the current rule, unless the configuration turns the rule off. Without a severity
// it gets the rule's default; if the rule is ByAgent, it concerns no target and is dropped. report leaves out
// fixes that change nothing, which occur if an agent reads something other than what is written.
func (p *Pass) report(d diagnostic.Diagnostic) {
	d.Rule = p.Rule.ID
	if d.Severity == diagnostic.Off && !p.Rule.Is(ByAgent) {
		d.Severity = p.Rule.Default
	}
	d.Severity = p.severities.Of(p.Rule.ID, d.Severity)
	if d.Severity != diagnostic.Off {
		d.Fixes = slices.DeleteFunc(d.Fixes, p.isIdle)
		inOrder(d.Affects)
		if p.confirm != nil {
			p.confirm(p, &d)
		}
		p.Found = append(p.Found, d)
	}
}

// isIdle reports whether a fix changes nothing.
func (p *Pass) isIdle(fix diagnostic.Fix) bool {
	return fix.Create == nil && fix.Rename == nil && !slices.ContainsFunc(fix.Edits, func(e diagnostic.Edit) bool {
		return e.Path != p.File.Path || e.Span.End > len(p.Doc.Source) || e.Span.Of(p.Doc.Source) != e.Text
	})
}

// A refusal is one reason for which one or more targets reject the file.
type refusal struct {
	skills.Refusal
	agents []*skills.Agent
}

// refusals returns the reasons with the given codes. Equal reasons of several targets are merged into one. A
// field of "" matches every field.
func (p *Pass) refusals(field string, codes ...skills.Code) []refusal {
	var merged []refusal
	alike := make(map[string][]int) // indexes into merged, by code and field
	for _, v := range p.Verdicts {
		for _, r := range v.Refusals {
			if !slices.Contains(codes, r.Code) || field != "" && r.Field != field {
				continue
			}
			key := string(r.Code) + " " + r.Field
			i := sameReason(merged, alike[key], r)
			if i < 0 {
				alike[key] = append(alike[key], len(merged))
				merged = append(merged, refusal{Refusal: r, agents: []*skills.Agent{v.Agent}})
			} else if !slices.Contains(merged[i].agents, v.Agent) {
				merged[i].agents = append(merged[i].agents, v.Agent)
			}
		}
	}
	return merged
}

// maxReasons is the maximum number of reasons of one kind that are compared with one another. A hostile file
// can have as many as it has lines.
const maxReasons = 64

// rejected returns a diagnostic for a refusal, with the place and the agents. It has no message yet.
func (p *Pass) rejected(r refusal) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{Severity: p.weigh(diagnostic.Error, r.agents), Span: r.Span, Affects: rejecting(r.agents)}
}

// targets returns the target agents whose verdict on the file satisfies a test.
func (p *Pass) targets(test func(Verdict) bool) (list []*skills.Agent) {
	for _, v := range p.Verdicts {
		if test(v) {
			list = append(list, v.Agent)
		}
	}
	return list
}

// reading returns the concerned agents whose field of a key satisfies a test. The field of an agent that does not
// read the key is the zero value.
func (p *Pass) reading(key string, test func(skills.Field) bool) []*skills.Agent {
	return p.Concerns(func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return test(field)
	})
}

// oneFix returns a fix in a list of its own. It is preferred if it is safe.
func oneFix(title string, safe bool, edits ...diagnostic.Edit) []diagnostic.Fix {
	return []diagnostic.Fix{{Title: title, Safe: safe, Preferred: safe, Edits: edits}}
}

// changeTo returns a fix that replaces a span with a word.
func (p *Pass) changeTo(word string, safe bool, span text.Span) []diagnostic.Fix {
	return oneFix("Change to "+InQuotes(word), safe, p.Edit(span, word))
}

// sameReason returns which of the reasons at the indexes is about the same place, or -1 if not found. The
// spans only have to overlap, since they may include quotes or not.
func sameReason(merged []refusal, among []int, r skills.Refusal) int {
	for _, i := range among[:min(len(among), maxReasons)] {
		if merged[i].Span.Overlaps(r.Span) {
			return i
		}
	}
	return -1
}

// weigh returns the severity of a problem for which the agents reject the skill. In a root that another agent
// owns, a rejection by the standard alone is one level less severe, since the skill works where it is.
func (p *Pass) weigh(natural diagnostic.Severity, refusing []*skills.Agent) diagnostic.Severity {
	if p.standardOnly(refusing) && natural > diagnostic.Hint {
		return natural - 1
	}
	return natural
}

// standardOnly reports whether only the standard rejects a skill in another agent's own root.
func (p *Pass) standardOnly(refusing []*skills.Agent) bool {
	return len(p.At.Owners) > 0 && len(refusing) == 1 && refusing[0].ID == standardID
}

const standardID = "agent-skills"

// Titles joins the agents' names for a sentence.
func Titles(list []*skills.Agent) string {
	names := make([]string, len(list))
	for i, agent := range list {
		names[i] = agent.Title
		if agent.ID == standardID {
			names[i] = "the Agent Skills standard"
		}
	}
	return vantage.JoinAnd(names)
}

// A companionRemark is a remark that one or more agents make about a companion.
type companionRemark struct {
	skills.Remark
	field   skills.CompanionField // the zero value if the remark is about no known field
	ignored bool                  // the agents ignore the whole file because of it
	agents  []*skills.Agent
	of      *vantage.CompanionReading // the reading of the first of them
}

// A yamlTree is the part of a YAML file that can be parsed, and the errors in the rest.
type yamlTree struct {
	root   *frontmatter.Value // nil for an empty file
	faults []*frontmatter.YAMLError
}
