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

// A Rule is one thing that can be wrong.
type Rule struct {
	ID string
	// Default is the severity of a finding; where ByAgent is set it is the worst one that the rule's findings take, and
	// the targets decide.
	Default Severity
	ByAgent bool
	Summary string // one line, no period
	Fix     string // what its fixes do, empty where it has none

	appliesTo []Kind
	// crossFile says that what the rule finds depends on other skills, on their names, descriptions, or that they exist; or that
	// it depends on what such rules find.
	crossFile bool
	// inSkeletons says that filling in a template for skills mends nothing of what the rule finds in it; see [pass.isSkeleton].
	inSkeletons bool
	check       func(*pass)
}

// Doc returns the rule's page: Markdown that says what is wrong, why it matters, and what to write instead.
func (r *Rule) Doc() string {
	page, err := rulePages.ReadFile("rules/" + r.ID + ".md")
	if err != nil {
		return "" // a test walks the registry and finds every page
	}
	return string(page)
}

//go:embed rules
var rulePages embed.FS

// Rules returns every rule, in the order of the documentation.
func Rules() []*Rule { return registry() }

// RuleByID returns the rule of that ID.
func RuleByID(id string) (*Rule, bool) {
	i := slices.IndexFunc(registry(), func(r *Rule) bool { return r.ID == id })
	if i < 0 {
		return nil, false
	}
	return registry()[i], true
}

// registry returns all rules. It is set when the program starts, because what rules call looks into it.
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

// Diagnose returns the findings of a file, sorted by place. It returns nil for files that are not ours, and where the context
// is cancelled. Of one rule there are at most [MaxProblems].
func (s *Snapshot) Diagnose(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnoseAll(ctx, path))
}

// DiagnoseOwn returns those findings of [Snapshot.Diagnose] that the file alone decides, with its directory and the files that
// it links to. What it costs does not depend on how many other skills there are.
func (s *Snapshot) DiagnoseOwn(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return !r.crossFile }))
}

// DiagnoseCrossFile returns those findings of [Snapshot.Diagnose] that other skills have a part in.
func (s *Snapshot) DiagnoseCrossFile(ctx context.Context, path string) []Diagnostic {
	return s.limited(path, s.diagnose(ctx, path, func(r *Rule) bool { return r.crossFile }))
}

// SortDiagnostics puts findings into the order of [Snapshot.Diagnose].
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
		rules = fileRules // nothing else of it was parsed
	}
	p.check(rules, wanted)
	p.suppress(rules, wanted)
	if ctx.Err() != nil {
		return nil
	}
	SortDiagnostics(p.found)
	return p.found
}

// check lets those of the rules report that are wanted, until the context is cancelled.
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

// suppress takes away what the author silenced, and says which of that has nothing to silence. For that all rules must have been
// checked.
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

// A pass is one diagnosis of one file: what its rules share.
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
	// hypothetical says that the file has another text or path than the snapshot's, whose verdicts are then not those on the file.
	// The safety of its fixes is not confirmed.
	hypothetical bool
	rule         *Rule // the one that is being checked
	found        []Diagnostic
	links        []target          // see [pass.targets]
	named        *[]skills.Mention // see [pass.mentions]
	// duplicating are the targets' refusals of keys that are given twice; see [pass.reportDuplicate].
	duplicating *[]refusal
	others      map[string]*File // see [pass.other]
	rewritten   int              // see [pass.portable]
	confirmed   int              // see [pass.keepsReadings]
	// fieldProblems counts the findings about the frontmatter by rule; see [pass.addsProblem].
	fieldProblems map[string]int
	readings      *[]companionReading                  // see [pass.companions]
	remarks       *[]companionRemark                   // see [pass.companionRemarks]
	tree          *yamlTree                            // see [pass.yaml]
	anchored      map[*skills.Document]map[string]bool // see [pass.anchors]
	slashed       *bool                                // see [pass.readsSlash]
}

// A verdict is what one target makes of the file.
type verdict struct {
	agent *skills.Agent
	skills.Verdict
}

// glance lends the methods that rules share; it gives no verdicts.
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

// other returns another file, nil where it cannot be read. Many links may lead to one file, which is looked at once.
func (p *pass) other(path string) *File {
	f, ok := p.others[path]
	if !ok {
		f, _ = p.snapshot.File(path) // unreadable: nothing can be said of it
		if p.others == nil {
			p.others = make(map[string]*File)
		}
		p.others[path] = f
	}
	return f
}

// anchors returns the fragments that a document answers to, found once for all links to it.
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

// report adds a finding of the current rule unless the configuration switched it off. Fixes that change nothing are left out: an agent may
// well read something else than what is written.
func (p *pass) report(d Diagnostic) {
	d.Rule = p.rule.ID
	d.Severity = p.severities.of(p.rule, d.Severity)
	if d.Severity != Off {
		d.Fixes = slices.DeleteFunc(d.Fixes, p.isIdle)
		p.confirmSafe(&d)
		p.found = append(p.found, d)
	}
}

// isIdle reports whether a fix leaves all as it is.
func (p *pass) isIdle(fix Fix) bool {
	return fix.Create == nil && fix.Rename == nil && !slices.ContainsFunc(fix.Edits, func(e Edit) bool {
		return e.Path != p.file.Path || e.Span.End > len(p.doc.Source) || e.Span.Of(p.doc.Source) != e.Text
	})
}

// A refusal is one reason that one or more targets gave.
type refusal struct {
	skills.Refusal
	agents []*skills.Agent
}

// refusals returns the reasons of the given kind, those that several targets share merged into one. A field of "" matches
// every field.
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

// maxReasons is how many reasons of one kind are compared with one another: a hostile file has as many as it has lines.
const maxReasons = 64

// sameReason returns which of the reasons at the indexes is about the same place, -1 for none. Quotes may be in or out.
func sameReason(merged []refusal, among []int, r skills.Refusal) int {
	for _, i := range among[:min(len(among), maxReasons)] {
		if merged[i].Span.Overlaps(r.Span) {
			return i
		}
	}
	return -1
}

// weigh returns the severity of something that the agents refuse. Inside a root that another agent owns, a refusal by
// the standard alone weighs one level less, since the skill works where it lies.
func (p *pass) weigh(natural Severity, refusing []*skills.Agent) Severity {
	if p.standardOnly(refusing) && natural > Hint {
		return natural - 1
	}
	return natural
}

// standardOnly reports whether only the standard refuses a skill that lies in another agent's own root.
func (p *pass) standardOnly(refusing []*skills.Agent) bool {
	return len(p.at.owners) > 0 && len(refusing) == 1 && refusing[0].ID == standardID
}

const standardID = "agent-skills"

// refusedBy ends a message: who refuses the skill for it.
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

// upperFirst makes a sentence of a text.
func upperFirst(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// concerns returns those of the concerned agents for which the test holds.
func (p *pass) concerns(test func(*skills.Agent) bool) []*skills.Agent {
	var list []*skills.Agent
	for _, agent := range p.at.concerned {
		if test(agent) {
			list = append(list, agent)
		}
	}
	return list
}

// edit returns a change of the file itself.
func (p *pass) edit(span text.Span, text string) Edit {
	return Edit{Path: p.file.Path, Span: span, Text: text}
}

// newline is the line ending that the file uses first, \n where it has none.
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
