package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/skills/agents/defined"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A SettingProblem is a setting that does not apply, or not as written.
type SettingProblem struct {
	Setting string // its path: "rules.link/broken", "overrides[0].files"; empty for the whole text
	diagnostic.Diagnostic
}

// MaxSettingProblems is the maximum number of problems reported for one text.
const MaxSettingProblems = 200

// CapProblems truncates problems to MaxSettingProblems. The last one then says how many are left out.
func CapProblems(problems []SettingProblem) []SettingProblem {
	if more := len(problems) - MaxSettingProblems; more > 0 {
		problems = problems[:MaxSettingProblems]
		problems[MaxSettingProblems-1].Message += fmt.Sprintf(", and %d more problems", more)
	}
	return problems
}

// A Decoder decodes settings from a tree of YAML or JSON values. It never fails: an invalid value
// becomes a problem, and the rest applies.
type Decoder struct {
	Source
	Set      Settings
	Problems []SettingProblem
	base     Settings      // of the files that the settings extend
	wanted   []settingText // the targets
}

// A Source describes where settings come from and what they may set.
type Source struct {
	Path   string // of the file, for fixes; empty if there is no file that a fix could edit
	Source string // the text that spans refer to
	// InFile says that the settings come from a file, which cannot set the severity of the rules about
	// itself.
	InFile bool
	Rules  RuleNames
	// Allow returns what is wrong with a path that the settings name, or "". If Allow is nil, all paths are
	// allowed.
	Allow func(path string) (fault string, severity diagnostic.Severity)
	// Extend returns the settings of a file that the settings extend, or why they do not apply. If Extend is
	// nil, a file extends nothing.
	Extend func(path string) (base Settings, fault string)
	// Baseline returns what is wrong with the baseline that the settings name, or "", and whether the setting applies
	// nevertheless. If Baseline is nil, nothing is.
	Baseline func(path string) (fault string, applies bool)
	// Native is the path of the file if it is an agent's own configuration, which may have keys that are not
	// known here.
	Native string
	// Others are additional top-level keys that the decoder ignores because the client reads them.
	Others []string
}

// Decode decodes settings. A nil root sets nothing. The problems are sorted by position.
func Decode(from Source, root *frontmatter.Value) (Settings, []SettingProblem) {
	d := Decoder{Source: from}
	if !root.IsNull() {
		d.decode(root)
	}
	SortProblems(d.Problems)
	return d.Set.Over(d.base), d.Problems
}

// SortProblems sorts problems by position.
func SortProblems(problems []SettingProblem) {
	slices.SortStableFunc(problems, func(a, b SettingProblem) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

func (d *Decoder) decode(root *frontmatter.Value) {
	defer d.resolveTargets() // any key may define an agent that a target names
	defer d.limitAgents(root)
	keys := SettingKeys()
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = key.Name
	}
	for _, e := range d.entries("", root) {
		if i := slices.Index(names, e.name); i >= 0 {
			keys[i].decode(d, e.value)
		} else if !slices.Contains(d.Others, e.name) {
			d.unknown(e, `unknown setting "`+e.name+`"`, names)
		}
	}
}

// A settingEntry is a pair of a mapping whose value is not null.
type settingEntry struct {
	setting, name string
	key, value    *frontmatter.Value
}

// entries returns the pairs of a mapping, without those whose value is null. If a key is repeated, the first
// pair counts. In an agent's own configuration the last one does.
func (d *Decoder) entries(setting string, v *frontmatter.Value) []settingEntry {
	if v.Kind != frontmatter.MappingValue {
		d.wrong(setting, v, "must be a mapping")
		return nil
	}
	var list []settingEntry
	seen := make(map[string]*frontmatter.Value)
	for _, pair := range v.Pairs {
		name := pair.Key.Text
		if pair.Key.Kind != frontmatter.ScalarValue {
			d.wrong(setting, pair.Key, "has a key that is not a string")
			continue
		}
		e := settingEntry{setting: name, name: name, key: pair.Key, value: pair.Value}
		if setting != "" {
			e.setting = setting + "." + name
		}
		if first := seen[name]; first != nil && d.Native != "" {
			list = slices.DeleteFunc(list, func(e settingEntry) bool { return e.name == name }) // the last one counts
		} else if first != nil {
			p := d.Problem("config/value", e.setting, pair.Key.Span, fmt.Sprintf("duplicate setting %q: the first one counts", name))
			if d.Path != "" {
				p.Related = []diagnostic.Related{{Path: d.Path, Span: first.Span, Message: "set here first"}}
			}
			continue
		}
		seen[name] = pair.Key
		if !pair.Value.IsNull() {
			list = append(list, e)
		}
	}
	return list
}

// Problem adds a problem and returns it. Its severity is Error unless the caller changes it.
func (d *Decoder) Problem(rule, setting string, span text.Span, message string) *SettingProblem {
	d.Problems = append(d.Problems, SettingProblem{setting, diagnostic.Diagnostic{Rule: rule, Severity: diagnostic.Error, Span: span, Message: message}})
	return &d.Problems[len(d.Problems)-1]
}

// wrong reports an invalid value of a setting.
func (d *Decoder) wrong(setting string, v *frontmatter.Value, what string) *SettingProblem {
	switch {
	case v.Kind == frontmatter.AliasValue:
		what = "must not be an alias"
	case v.Tagged:
		what += " without a tag"
	}
	return d.Problem("config/value", setting, v.Span, subject(setting)+" "+what)
}

func subject(setting string) string {
	if setting == "" {
		return "configuration"
	}
	return `"` + setting + `"`
}

// unknown reports a key that is not known, except in an agent's own configuration.
func (d *Decoder) unknown(e settingEntry, message string, known []string) {
	if d.Native != "" {
		return
	}
	p := d.Problem("config/unknown", e.setting, e.key.Span, message)
	d.suggest(p, e.key, e.name, known)
}

// suggest adds the known word that the user probably meant to a problem, with a fix. The fix is safe only if
// the words differ just in case and separators, or if no other word comes close.
func (d *Decoder) suggest(p *SettingProblem, at *frontmatter.Value, word string, known []string) {
	if near := match.Meant(word, known); near != "" {
		p.Detail = `did you mean "` + near + `"?`
		d.fix(p, `Change to "`+near+`"`, at, likeWritten(at, near))
		for i := range p.Fixes {
			sure := match.SameWord(word, near) || match.OnlyNear(word, near, known)
			p.Fixes[i].Safe, p.Fixes[i].Preferred = sure, sure
		}
	}
}

// fix offers to replace a value with text, if the value is in a file that fixes may edit. A tagged value gets
// no fix, because the tag would remain.
func (d *Decoder) fix(p *SettingProblem, title string, at *frontmatter.Value, text string) {
	if d.Path != "" && d.Native == "" && !at.Tagged {
		p.Fixes = append(p.Fixes, diagnostic.Fix{Title: title, Safe: true, Preferred: true, Edits: []diagnostic.Edit{{Path: d.Path, Span: at.Span, Text: text}}})
	}
}

// likeWritten returns a word in the same quotes as the value. The word must not need quotes.
func likeWritten(v *frontmatter.Value, word string) string {
	switch v.Style {
	case frontmatter.DoubleQuoted:
		return `"` + word + `"`
	case frontmatter.SingleQuoted:
		return "'" + word + "'"
	}
	return word
}

// A settingText is a string in a list.
type settingText struct {
	setting, text string
	value         *frontmatter.Value
}

// texts returns the strings of a list. It reports a single string that is not in a list, but returns it as a
// list of one.
func (d *Decoder) texts(setting string, v *frontmatter.Value) []settingText {
	items := v.Items
	if v.Kind != frontmatter.SequenceValue {
		p := d.wrong(setting, v, "must be a list")
		if !v.IsString() {
			return nil
		}
		d.fix(p, "Convert to a list", v, "["+quoteInList(v)+"]")
		items = []*frontmatter.Value{v}
	}
	list := []settingText{}
	for i, item := range items {
		name := fmt.Sprintf("%s[%d]", setting, i)
		switch {
		case item.IsString():
			list = append(list, settingText{name, item.Text, item})
		case item.IsNull():
		case item.Kind == frontmatter.ScalarValue:
			p := d.wrong(name, item, "must be a string")
			d.fix(p, "Quote the value", item, strconv.Quote(item.Text))
		default:
			d.wrong(name, item, "must be a string")
		}
	}
	return list
}

// quoteInList returns a string as it can be written between brackets.
func quoteInList(v *frontmatter.Value) string {
	if v.Style == frontmatter.PlainStyle && !strings.ContainsAny(v.Text, ",[]{}\n") {
		return v.Text
	}
	return strconv.Quote(v.Text)
}

func (d *Decoder) targets(v *frontmatter.Value) {
	d.wanted = d.texts("targets", v)
	if isEmptyList(v) {
		d.Set.Targets = []string{}
	}
}

// resolveTargets sets the targets that are agents. If no target is left, the location of a skill decides. Which
// agents a project defines is not known for the settings of an editor, so these may name others.
func (d *Decoder) resolveTargets() {
	known := AgentIDs()
	for _, agent := range agentsOver(d.Set.Agents, d.base.Agents) {
		known = append(known, agent.ID)
	}
	for _, t := range d.wanted {
		isOpen := !d.InFile && defined.IsID(t.text) && match.Meant(t.text, known) == ""
		if !slices.Contains(known, t.text) && !isOpen {
			p := d.Problem("config/unknown", t.setting, t.value.Span, `unknown agent "`+t.text+`"`)
			d.suggest(p, t.value, t.text, known)
		} else if !slices.Contains(d.Set.Targets, t.text) {
			d.Set.Targets = append(d.Set.Targets, t.text)
		}
	}
}

func (d *Decoder) extends(v *frontmatter.Value) {
	if !d.InFile {
		d.wrong("extends", v, "can only be set in "+SettingsFile)
		return
	}
	for _, t := range d.texts("extends", v) {
		switch {
		case t.text == "" || strings.ContainsRune(t.text, 0):
			d.wrong(t.setting, t.value, "must be a path")
		case d.Extend != nil:
			base, fault := d.Extend(t.text)
			if fault != "" {
				d.Problem("config/path", t.setting, t.value.Span, fault)
			}
			d.base = base.Over(d.base)
		}
	}
}

func (d *Decoder) roots(v *frontmatter.Value) {
	if list := d.paths("roots", v); list != nil {
		d.Set.Roots = list
	}
}

// paths returns the strings of a list that are paths which the settings may name.
func (d *Decoder) paths(setting string, v *frontmatter.Value) []string {
	texts := d.texts(setting, v)
	if texts == nil {
		return nil
	}
	list := []string{}
	for _, t := range texts {
		fault, severity := "", diagnostic.Off
		switch {
		case t.text == "" || strings.ContainsRune(t.text, 0):
			d.wrong(t.setting, t.value, "must be a path")
			continue
		case d.Allow != nil:
			fault, severity = d.Allow(t.text)
		}
		if fault != "" {
			d.Problem("config/path", t.setting, t.value.Span, fault).Severity = severity
		}
		if severity < diagnostic.Error {
			list = append(list, t.text)
		}
	}
	return list
}

func (d *Decoder) ignore(v *frontmatter.Value) {
	if list := d.patterns("ignore", v); list != nil {
		d.Set.Ignore = list
	}
}

// patterns returns the strings of a list that are valid patterns.
func (d *Decoder) patterns(setting string, v *frontmatter.Value) []string {
	texts := d.texts(setting, v)
	if texts == nil {
		return nil
	}
	list := []string{}
	for _, t := range texts {
		if _, fault := ParsePattern(t.text); fault != "" {
			d.Problem("config/value", t.setting, t.value.Span, "invalid pattern: "+fault)
			continue
		}
		list = append(list, t.text)
	}
	return list
}

func (d *Decoder) ruleSeverities(v *frontmatter.Value) {
	d.Set.Rules = d.severities("rules", v)
}

// severities returns the severities of a mapping, or nil if it sets none.
func (d *Decoder) severities(setting string, v *frontmatter.Value) map[string]diagnostic.Severity {
	var set map[string]diagnostic.Severity
	for _, e := range d.entries(setting, v) {
		aboutConfig := slices.Contains(d.Rules.AboutConfig, e.name)
		known := aboutConfig || slices.Contains(d.ruleKeys(), e.name)
		switch {
		case !known:
			d.unknown(e, `unknown rule "`+e.name+`"`, d.ruleKeys())
		case d.InFile && aboutConfig:
			d.Problem("config/value", e.setting, e.key.Span,
				`"`+e.name+`" can only be set in the editor`)
		default:
			if severity, ok := d.severity(e); ok {
				if set == nil {
					set = make(map[string]diagnostic.Severity)
				}
				set[e.name] = severity
			}
		}
	}
	return set
}

// ruleKeys returns the IDs of the rules whose severity may be set, and the patterns.
func (d *Decoder) ruleKeys() []string {
	ids := d.Rules.Configurable
	if !d.InFile {
		ids = d.Rules.all()
	}
	return slices.Concat(ids, d.Rules.Patterns())
}

const severityNames = "off, hint, information, warning or error"

// severityWords are the words that other programs use for severities.
var severityWords = map[string]diagnostic.Severity{
	"warn": diagnostic.Warning, "err": diagnostic.Error, "fatal": diagnostic.Error, "suggestion": diagnostic.Hint, "note": diagnostic.Information, "none": diagnostic.Off, "disable": diagnostic.Off, "disabled": diagnostic.Off, "ignore": diagnostic.Off, "false": diagnostic.Off,
}

func (d *Decoder) severity(e settingEntry) (diagnostic.Severity, bool) {
	v := e.value
	if v.Kind == frontmatter.ScalarValue && v.IsString() {
		if severity, ok := diagnostic.ParseSeverity(v.Text); ok {
			return severity, true
		}
	}
	p := d.wrong(e.setting, v, "must be a severity")
	p.Detail = severityNames
	word := strings.ToLower(v.Text)
	meant, ok := severityWords[word]
	if !ok {
		near := word
		if _, ok = diagnostic.ParseSeverity(word); !ok {
			near = match.Nearest(word, []string{"off", "hint", "information", "warning", "error"})
		}
		meant, ok = diagnostic.ParseSeverity(near)
	}
	if ok {
		d.fix(p, `Change to "`+meant.String()+`"`, v, likeWritten(v, meant.String()))
	}
	return diagnostic.Off, false
}

func (d *Decoder) overrides(v *frontmatter.Value) {
	if v.Kind == frontmatter.SequenceValue {
		d.Set.Overrides = []Override{}
	}
	for setting, item := range d.mappings("overrides", v) {
		d.override(setting, item)
	}
}

func (d *Decoder) override(setting string, v *frontmatter.Value) {
	var o Override
	given := make(map[string]bool)
	for _, e := range d.entries(setting, v) {
		given[e.name] = true
		switch e.name {
		case "files":
			o.Files = d.patterns(e.setting, e.value)
		case "rules":
			o.Rules = d.severities(e.setting, e.value)
		default:
			d.unknown(e, `unknown setting "`+e.name+`" in an override`, []string{"files", "rules"})
		}
	}
	if v.Kind == frontmatter.MappingValue {
		for _, name := range []string{"files", "rules"} {
			if !given[name] {
				d.wrong(setting, v, `has no "`+name+`"`)
			}
		}
	}
	if len(o.Files) > 0 && len(o.Rules) > 0 {
		d.Set.Overrides = append(d.Set.Overrides, o)
	}
}
