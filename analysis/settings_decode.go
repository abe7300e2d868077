package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A SettingProblem is a setting that does not apply, or not as written.
type SettingProblem struct {
	Setting string // its path: "rules.link/broken", "overrides[0].files"; empty for the whole text
	Diagnostic
}

// maxSettingProblems is the maximum number of problems reported for one text.
const maxSettingProblems = 200

// capProblems truncates problems to maxSettingProblems. The last one then says how many are left out.
func capProblems(problems []SettingProblem) []SettingProblem {
	if more := len(problems) - maxSettingProblems; more > 0 {
		problems = problems[:maxSettingProblems]
		problems[maxSettingProblems-1].Message += fmt.Sprintf("; %d more problems follow that are not listed", more)
	}
	return problems
}

// A settingsDecoder decodes settings from a tree of YAML or JSON values. It never fails: an invalid value
// becomes a problem, and the rest applies.
type settingsDecoder struct {
	settingsSource
	set      Settings
	problems []SettingProblem
}

// A settingsSource says where settings stand and what they may do there.
type settingsSource struct {
	path   string // of the file, for fixes; empty where the text is nobody's to fix
	source string // the text that spans refer to
	// inFile says that they are of a file, which cannot decide what is said about itself.
	inFile bool
	rules  RuleNames
	// allow returns what is wrong with a path that the settings name, or "". If allow is nil, all paths are
	// allowed.
	allow func(path string) (fault string, severity Severity)
	// native is the path of the file where it is one of an agent's own configuration, of which not all that is in it is known here.
	native string
	// others are further keys at the top that somebody else reads.
	others []string
}

// decodeSettings decodes settings. A nil root sets nothing. The problems are sorted by position.
func decodeSettings(from settingsSource, root *frontmatter.Value) (Settings, []SettingProblem) {
	d := settingsDecoder{settingsSource: from}
	if !root.IsNull() {
		d.decode(root)
	}
	sortProblems(d.problems)
	return d.set, d.problems
}

// sortProblems sorts problems by position.
func sortProblems(problems []SettingProblem) {
	slices.SortStableFunc(problems, func(a, b SettingProblem) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

func (d *settingsDecoder) decode(root *frontmatter.Value) {
	keys := settingKeys()
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = key.name
	}
	for _, e := range d.entries("", root) {
		if i := slices.Index(names, e.name); i >= 0 {
			keys[i].decode(d, e.value)
		} else if !slices.Contains(d.others, e.name) {
			d.unknown(e, "there is no setting `"+e.name+"`", names)
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
func (d *settingsDecoder) entries(setting string, v *frontmatter.Value) []settingEntry {
	if v.Kind != frontmatter.MappingValue {
		d.wrong(setting, v, "must be a mapping: `key: value`")
		return nil
	}
	var list []settingEntry
	seen := make(map[string]*frontmatter.Value)
	for _, pair := range v.Pairs {
		name := pair.Key.Text
		if pair.Key.Kind != frontmatter.ScalarValue {
			d.wrong(setting, pair.Key, "has a key that is a "+pair.Key.Kind.String()+"; keys are texts")
			continue
		}
		e := settingEntry{setting: name, name: name, key: pair.Key, value: pair.Value}
		if setting != "" {
			e.setting = setting + "." + name
		}
		if first := seen[name]; first != nil && d.native != "" {
			list = slices.DeleteFunc(list, func(e settingEntry) bool { return e.name == name }) // the last one counts
		} else if first != nil {
			p := d.problem("config/value", e.setting, pair.Key.Span, fmt.Sprintf("`%s` is set twice; what is set first counts", name))
			if d.path != "" {
				p.Related = []Related{{Path: d.path, Span: first.Span, Message: "set here first"}}
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

// problem adds a problem and returns it. Its severity is Error unless the caller changes it.
func (d *settingsDecoder) problem(rule, setting string, span text.Span, message string) *SettingProblem {
	d.problems = append(d.problems, SettingProblem{setting, Diagnostic{Rule: rule, Severity: Error, Span: span, Message: message}})
	return &d.problems[len(d.problems)-1]
}

// wrong reports an invalid value of a setting.
func (d *settingsDecoder) wrong(setting string, v *frontmatter.Value, what string) *SettingProblem {
	switch {
	case v.Kind == frontmatter.AliasValue:
		what = "is an alias, and aliases are not followed: write the value itself"
	case v.Tagged:
		what += "; leave the tag out"
	}
	return d.problem("config/value", setting, v.Span, subject(setting)+" "+what)
}

func subject(setting string) string {
	if setting == "" {
		return "this"
	}
	return "`" + setting + "`"
}

// unknown reports a key that is not known, except in an agent's own configuration.
func (d *settingsDecoder) unknown(e settingEntry, message string, known []string) {
	if d.native != "" {
		return
	}
	p := d.problem("config/unknown", e.setting, e.key.Span, message)
	d.suggest(p, e.key, e.name, known)
}

// suggest adds the known word that the user probably meant to a problem, with a fix. The fix is safe only if
// the words differ just in case and separators, or if no other word comes close.
func (d *settingsDecoder) suggest(p *SettingProblem, at *frontmatter.Value, word string, known []string) {
	if near := meant(word, known); near != "" {
		p.Message += "; did you mean `" + near + "`?"
		d.fix(p, "Change to `"+near+"`", at, likeWritten(at, near))
		for i := range p.Fixes {
			sure := sameWord(word, near) || onlyNear(word, near, known)
			p.Fixes[i].Safe, p.Fixes[i].Preferred = sure, sure
		}
	}
}

// fix offers to replace a value with text, if the value is in a file that fixes may edit. A tagged value gets
// no fix, because the tag would remain.
func (d *settingsDecoder) fix(p *SettingProblem, title string, at *frontmatter.Value, text string) {
	if d.path != "" && d.native == "" && !at.Tagged {
		p.Fixes = append(p.Fixes, Fix{Title: title, Safe: true, Preferred: true, Edits: []Edit{{Path: d.path, Span: at.Span, Text: text}}})
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
func (d *settingsDecoder) texts(setting string, v *frontmatter.Value) []settingText {
	items := v.Items
	if v.Kind != frontmatter.SequenceValue {
		p := d.wrong(setting, v, "must be a list")
		if !v.IsString() {
			return nil
		}
		d.fix(p, "Make a list of it", v, "["+quoteInList(v)+"]")
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
			p := d.wrong(name, item, "must be a text; put it in quotes")
			d.fix(p, "Put it in quotes", item, strconv.Quote(item.Text))
		default:
			d.wrong(name, item, "must be a text")
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

func (d *settingsDecoder) targets(v *frontmatter.Value) {
	list := []string{}
	wanted := d.texts("targets", v)
	for _, t := range wanted {
		if _, known := agents.ByID(t.text); !known {
			p := d.problem("config/unknown", t.setting, t.value.Span, "there is no agent `"+t.text+"`")
			d.suggest(p, t.value, t.text, agentIDs())
		} else if !slices.Contains(list, t.text) {
			list = append(list, t.text)
		}
	}
	if len(list) > 0 || v.Kind == frontmatter.SequenceValue && len(v.Items) == 0 {
		d.set.Targets = list // if no target is left, the location of a skill decides
	}
}

func (d *settingsDecoder) roots(v *frontmatter.Value) {
	if list := d.paths("roots", v); list != nil {
		d.set.Roots = list
	}
}

// paths returns the strings of a list that are paths which the settings may name.
func (d *settingsDecoder) paths(setting string, v *frontmatter.Value) []string {
	texts := d.texts(setting, v)
	if texts == nil {
		return nil
	}
	list := []string{}
	for _, t := range texts {
		fault, severity := "", Off
		switch {
		case t.text == "" || strings.ContainsRune(t.text, 0):
			d.wrong(t.setting, t.value, "must be a path")
			continue
		case d.allow != nil:
			fault, severity = d.allow(t.text)
		}
		if fault != "" {
			d.problem("config/path", t.setting, t.value.Span, fault).Severity = severity
		}
		if severity < Error {
			list = append(list, t.text)
		}
	}
	return list
}

func (d *settingsDecoder) ignore(v *frontmatter.Value) {
	if list := d.patterns("ignore", v); list != nil {
		d.set.Ignore = list
	}
}

// patterns returns the strings of a list that are valid patterns.
func (d *settingsDecoder) patterns(setting string, v *frontmatter.Value) []string {
	texts := d.texts(setting, v)
	if texts == nil {
		return nil
	}
	list := []string{}
	for _, t := range texts {
		if _, fault := parsePattern(t.text); fault != "" {
			d.problem("config/value", t.setting, t.value.Span, "the pattern matches nothing: "+fault)
			continue
		}
		list = append(list, t.text)
	}
	return list
}

func (d *settingsDecoder) ruleSeverities(v *frontmatter.Value) {
	d.set.Rules = d.severities("rules", v)
}

// severities returns the severities of a mapping, or nil if it sets none.
func (d *settingsDecoder) severities(setting string, v *frontmatter.Value) map[string]Severity {
	var set map[string]Severity
	for _, e := range d.entries(setting, v) {
		aboutConfig := slices.Contains(d.rules.AboutConfig, e.name)
		known := aboutConfig || slices.Contains(d.rules.Configurable, e.name)
		switch {
		case !known && e.name != allRules:
			message := "there is no rule `" + e.name + "`"
			if strings.HasSuffix(e.name, "/*") {
				message += ": rules are named one by one, or all of them by `*`"
			}
			d.unknown(e, message, d.ruleIDs())
		case d.inFile && aboutConfig:
			d.problem("config/value", e.setting, e.key.Span,
				"a file does not decide what is said about it: the severity of `"+e.name+"` can only be set in the editor")
		default:
			if severity, ok := d.severity(e); ok {
				if set == nil {
					set = make(map[string]Severity)
				}
				set[e.name] = severity
			}
		}
	}
	return set
}

// ruleIDs returns the IDs of the rules whose severity may be set.
func (d *settingsDecoder) ruleIDs() []string {
	if d.inFile {
		return d.rules.Configurable
	}
	return d.rules.all()
}

const severityNames = "`off`, `hint`, `information`, `warning` or `error`"

// severityWords are the words that other programs use for severities.
var severityWords = map[string]Severity{
	"warn": Warning, "err": Error, "fatal": Error, "suggestion": Hint, "note": Information, "none": Off, "disable": Off, "disabled": Off, "ignore": Off, "false": Off,
}

func (d *settingsDecoder) severity(e settingEntry) (Severity, bool) {
	v := e.value
	if v.Kind == frontmatter.ScalarValue && v.IsString() {
		if severity, ok := ParseSeverity(v.Text); ok {
			return severity, true
		}
	}
	p := d.wrong(e.setting, v, "must be a severity: "+severityNames)
	if v.Kind == frontmatter.ScalarValue {
		word := strings.ToLower(v.Text)
		meant, ok := severityWords[word]
		if !ok {
			near := word
			if _, ok = ParseSeverity(word); !ok {
				near = nearest(word, []string{"off", "hint", "information", "warning", "error"})
			}
			meant, ok = ParseSeverity(near)
		}
		if ok {
			d.fix(p, "Change to `"+meant.String()+"`", v, likeWritten(v, meant.String()))
		}
	}
	return Off, false
}

func (d *settingsDecoder) overrides(v *frontmatter.Value) {
	if v.Kind != frontmatter.SequenceValue {
		d.wrong("overrides", v, "must be a list of mappings: `- files: [...]`")
		return
	}
	d.set.Overrides = []Override{}
	for i, item := range v.Items {
		if !item.IsNull() {
			d.override(fmt.Sprintf("overrides[%d]", i), item)
		}
	}
}

func (d *settingsDecoder) override(setting string, v *frontmatter.Value) {
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
			d.unknown(e, "an override has no `"+e.name+"`", []string{"files", "rules"})
		}
	}
	if v.Kind == frontmatter.MappingValue {
		for _, name := range []string{"files", "rules"} {
			if !given[name] {
				d.wrong(setting, v, "has no `"+name+"`, so it does nothing")
			}
		}
	}
	if len(o.Files) > 0 && len(o.Rules) > 0 {
		d.set.Overrides = append(d.set.Overrides, o)
	}
}
