package analysis

import (
	"cmp"
	"context"
	"embed"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Rule checks files for one kind of problem.
type Rule struct {
	ID string
	// Default is the severity of the rule's diagnostics. If ByAgent is set, it is the highest one, and the
	// targets determine the severity of each diagnostic.
	Default Severity
	ByAgent bool
	Summary string // one line, no period
	Fix     string // what its fixes do, empty if it has none

	appliesTo []Kind
	// crossFile says that the rule's diagnostics depend on the names, descriptions or existence of other
	// skills, or on the diagnostics of such rules.
	crossFile bool
	// inSkeletons says that the rule also checks templates for skills, since filling in a template does not
	// fix its problems; see [pass.isSkeleton].
	inSkeletons bool
	check       func(*pass)
}

// Doc returns the rule's page: Markdown that says what is wrong, why it matters, and what to write instead.
func (r *Rule) Doc() string {
	page, err := rulePages.ReadFile("rules/" + r.ID + ".md")
	if err != nil {
		return "" // a test checks that every rule has a page
	}
	return string(page)
}

//go:embed rules
var rulePages embed.FS

// Rules returns every rule, in the order of the documentation.
func Rules() []*Rule { return registry() }

// RuleByID returns the rule with the given ID.
func RuleByID(id string) (*Rule, bool) {
	i := slices.IndexFunc(registry(), func(r *Rule) bool { return r.ID == id })
	if i < 0 {
		return nil, false
	}
	return registry()[i], true
}

// registry returns all rules. It is set by init, because the functions that rules call use it.
var registry func() []*Rule

func init() {
	registry = sync.OnceValue(func() []*Rule {
		return slices.Concat(
			fileRules, frontmatterRules, nameRules, descriptionRules, metadataRules, toolRules, valueRules, combinationRules, fieldRules,
			hookRules, globRules, companionRules, bodyRules, argumentRules, shellRules, linkRules, pathRules, mentionRules,
			resourceRules, suppressionRules, configRules,
		)
	})
}

var (
	skillFiles    = []Kind{SkillFile}
	skillContents = []Kind{SkillFile, SkillMarkdown}
	everything    = []Kind{SkillFile, SkillMarkdown, Instructions}
)

// Diagnose returns the diagnostics of a file, sorted by position, at most [MaxProblems] for each rule. It
// returns nil for files that skills-ls does not check, and if the context is canceled.
func (s *Snapshot) Diagnose(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnoseAll(ctx, path))
}

// DiagnoseOwn returns the diagnostics of [Snapshot.Diagnose] that depend only on the file, its directory and
// the files that it links to. Its cost does not depend on the number of other skills.
func (s *Snapshot) DiagnoseOwn(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return !r.crossFile }))
}

// DiagnoseCrossFile returns the diagnostics of [Snapshot.Diagnose] that depend on other skills.
func (s *Snapshot) DiagnoseCrossFile(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return r.crossFile }))
}

// SortDiagnostics sorts diagnostics into the order of [Snapshot.Diagnose].
func SortDiagnostics(found []Diagnostic) {
	slices.SortStableFunc(found, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

func (s *Snapshot) diagnose(ctx context.Context, path string, wanted func(*Rule) bool) []Diagnostic {
	if s.Silent(path, false) {
		return nil
	}
	f, err := s.File(path)
	if err != nil {
		if s.KindOf(path) == NotOurs || !wanted(unexplained) {
			return nil
		}
		return s.unreadable(path, err)
	}
	if f.Kind == NotOurs {
		return nil
	}
	p := s.newPass(ctx, f)
	rules := registry()
	if len(f.Doc.Source) > mostOf(f.Kind) && f.Kind != ConfigFile {
		rules = fileRules // a file that exceeds the limit is not parsed
	}
	p.check(rules, wanted)
	p.suppress(rules, wanted)
	if ctx.Err() != nil {
		return nil
	}
	SortDiagnostics(p.found)
	return p.found
}

// check runs those of the rules that are wanted, until the context is canceled.
func (p *pass) check(rules []*Rule, wanted func(*Rule) bool) {
	for _, r := range rules {
		if p.ctx.Err() != nil {
			return
		}
		if wanted(r) && slices.Contains(r.appliesTo, p.file.Kind) && p.heeds(r) && p.severities.of(r, r.Default) != Off {
			p.rule = r
			r.check(p)
		}
	}
	if wanted(unexplained) && p.heeds(unexplained) {
		p.reportUnexplained()
	}
}

// suppress removes the diagnostics that the author suppressed, and reports suppressions that have nothing to
// suppress. To find those, it runs all rules.
func (p *pass) suppress(rules []*Rule, wanted func(*Rule) bool) {
	s := p.file.suppressions()
	if s == nil {
		return
	}
	heard := s.heard(p.found)
	about, _ := RuleByID(unusedSuppression)
	if wanted(about) && p.severities.of(about, about.Default) != Off {
		p.found = nil
		p.check(rules, func(r *Rule) bool { return !wanted(r) })
		s.heard(p.found)
		p.found = heard
		p.reportSuppressions(s)
		return
	}
	p.found = heard
}

// A pass is one diagnosis of one file, with the state that its rules share.
type pass struct {
	ctx        context.Context
	snapshot   *Snapshot
	file       *File
	doc        *skills.Document
	fm         *frontmatter.Frontmatter
	at         *standpoint
	verdicts   []verdict
	severities severities
	skeleton   bool // see [pass.isSkeleton]
	// hypothetical says that the file has another text or path than in the snapshot, whose verdicts are then
	// not those on the file. The safety of its fixes is not confirmed.
	hypothetical bool
	rule         *Rule // the current rule
	found        []Diagnostic
	links        []target          // see [pass.targets]
	named        *[]skills.Mention // see [pass.mentions]
	// duplicating are the targets' refusals of duplicate keys; see [pass.reportDuplicate].
	duplicating *[]refusal
	others      map[string]*File // see [pass.other]
	rewritten   int              // see [pass.portable]
	confirmed   int              // see [pass.keepsReadings]
	// fieldProblems counts the diagnostics about the frontmatter by rule; see [pass.addsProblem].
	fieldProblems map[string]int
	readings      *[]companionReading                  // see [pass.companions]
	remarks       *[]companionRemark                   // see [pass.companionRemarks]
	tree          *yamlTree                            // see [pass.yaml]
	anchored      map[*skills.Document]map[string]bool // see [pass.anchors]
	slashed       *bool                                // see [pass.readsSlash]
}

// A verdict is one target agent's verdict on the file.
type verdict struct {
	agent *skills.Agent
	skills.Verdict
}

// glance returns a pass without verdicts, for the methods that rules share.
func (s *Snapshot) glance(ctx context.Context, f *File) *pass {
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	return &pass{ctx: ctx, snapshot: s, file: f, doc: f.Doc, fm: &f.Doc.Frontmatter, at: s.standpoint(dir)}
}

func (s *Snapshot) newPass(ctx context.Context, f *File) *pass {
	p := s.glance(ctx, f)
	p.severities = s.severitiesOf(f.Kind, f.Path)
	p.skeleton = p.isSkeleton()
	if f.Kind == SkillFile && len(f.Doc.Source) <= vfs.MaxFile {
		judged := s.judgedFile(f)
		for _, agent := range p.at.targets() {
			p.verdicts = append(p.verdicts, verdict{agent, s.verdict(agent, f, judged)})
		}
	}
	return p
}

// mentions returns the file's mentions, found once for all rules.
func (p *pass) mentions() []skills.Mention {
	if p.named == nil {
		found := p.snapshot.mentions(p.file)
		p.named = &found
	}
	return *p.named
}

// other returns another file, or nil if it cannot be read. Each file is read only once, since many links may
// lead to it.
func (p *pass) other(path string) *File {
	f, ok := p.others[path]
	if !ok {
		f, _ = p.snapshot.File(path) // nil if the file cannot be read
		if p.others == nil {
			p.others = make(map[string]*File)
		}
		p.others[path] = f
	}
	return f
}

// anchors returns the fragments that links to a document can have, computed once for all links to it.
func (p *pass) anchors(doc *skills.Document) map[string]bool {
	known, ok := p.anchored[doc]
	if !ok {
		known = anchors(doc)
		if p.anchored == nil {
			p.anchored = make(map[*skills.Document]map[string]bool)
		}
		p.anchored[doc] = known
	}
	return known
}

// judgedPath returns the canonical path that agents compare a name with, empty for a buffer without a file.
func (s *Snapshot) judgedPath(f *File) string {
	if f.Dir == "" {
		return ""
	}
	if real, err := s.fs.RealPath(f.Path); err == nil {
		return real
	}
	return f.Path
}

// report adds a diagnostic of the current rule, unless the configuration turns the rule off. It leaves out
// fixes that change nothing, which occur if an agent reads something other than what is written.
func (p *pass) report(d Diagnostic) {
	d.Rule = p.rule.ID
	d.Severity = p.severities.of(p.rule, d.Severity)
	if d.Severity != Off {
		d.Fixes = slices.DeleteFunc(d.Fixes, p.isIdle)
		p.confirmSafe(&d)
		p.found = append(p.found, d)
	}
}

// isIdle reports whether a fix changes nothing.
func (p *pass) isIdle(fix Fix) bool {
	return fix.Create == nil && fix.Rename == nil && !slices.ContainsFunc(fix.Edits, func(e Edit) bool {
		return e.Path != p.file.Path || e.Span.End > len(p.doc.Source) || e.Span.Of(p.doc.Source) != e.Text
	})
}

// A refusal is one reason for which one or more targets reject the file.
type refusal struct {
	skills.Refusal
	agents []*skills.Agent
}

// refusals returns the reasons with the given codes. Equal reasons of several targets are merged into one. A
// field of "" matches every field.
func (p *pass) refusals(field string, codes ...skills.Code) []refusal {
	var merged []refusal
	alike := make(map[string][]int) // indexes into merged, by code and field
	for _, v := range p.verdicts {
		for _, r := range v.Refusals {
			if !slices.Contains(codes, r.Code) || field != "" && r.Field != field {
				continue
			}
			key := string(r.Code) + " " + r.Field
			i := sameReason(merged, alike[key], r)
			if i < 0 {
				alike[key] = append(alike[key], len(merged))
				merged = append(merged, refusal{Refusal: r, agents: []*skills.Agent{v.agent}})
			} else if !slices.Contains(merged[i].agents, v.agent) {
				merged[i].agents = append(merged[i].agents, v.agent)
			}
		}
	}
	return merged
}

// maxReasons is the maximum number of reasons of one kind that are compared with one another. A hostile file
// can have as many as it has lines.
const maxReasons = 64

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
func (p *pass) weigh(natural Severity, refusing []*skills.Agent) Severity {
	if p.standardOnly(refusing) && natural > Hint {
		return natural - 1
	}
	return natural
}

// standardOnly reports whether only the standard rejects a skill in another agent's own root.
func (p *pass) standardOnly(refusing []*skills.Agent) bool {
	return len(p.at.owners) > 0 && len(refusing) == 1 && refusing[0].ID == standardID
}

const standardID = "agent-skills"

// refusedBy returns the end of a message: which agents reject the skill.
func (p *pass) refusedBy(refusing []*skills.Agent) string {
	if p.standardOnly(refusing) {
		return "the standard's validator refuses the skill, whatever " + titles(p.at.owners) + ", whose directory this is, makes of it"
	}
	if len(refusing) == 1 {
		return titles(refusing) + " refuses the skill"
	}
	return titles(refusing) + " refuse the skill"
}

func ids(list []*skills.Agent) []string {
	out := make([]string, len(list))
	for i, agent := range list {
		out[i] = agent.ID
	}
	return out
}

// titles joins the agents' names for a sentence.
func titles(list []*skills.Agent) string {
	names := make([]string, len(list))
	for i, agent := range list {
		names[i] = agent.Title
		if agent.ID == standardID {
			names[i] = "the Agent Skills standard"
		}
	}
	return joinAnd(names)
}

func joinAnd(names []string) string {
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// upperFirst returns text with its first letter in uppercase, to begin a sentence.
func upperFirst(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// concerns returns the concerned agents for which the test holds.
func (p *pass) concerns(test func(*skills.Agent) bool) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range p.at.concerned {
		if test(agent) {
			list = append(list, agent)
		}
	}
	return list
}

// edit returns an edit of the file.
func (p *pass) edit(span text.Span, text string) Edit {
	return Edit{Path: p.file.Path, Span: span, Text: text}
}

// newline returns the first line ending in the file, or "\n" if it has none.
func (p *pass) newline() string {
	i := strings.IndexAny(p.doc.Source, "\r\n")
	switch {
	case i < 0 || p.doc.Source[i] == '\n':
		return "\n"
	case strings.HasPrefix(p.doc.Source[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}
