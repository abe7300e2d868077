package rules

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// companions returns how each agent reads the file. It is computed once for all rules.
func companions(p *Pass) []vantage.CompanionReading {
	if p.readings == nil {
		found := vantage.ReadCompanion(p.Snapshot, p.File, p.At.Concerned)
		p.readings = &found
	}
	return *p.readings
}

// maxCompanionRemarks is the maximum number of remarks reported for one agent.
const maxCompanionRemarks = 200

// companionRemarks returns the remarks of all agents that read the file. Equal remarks of several agents are
// merged into one. A key that an agent does not read is included only if no agent reads it. The remarks are
// computed once for all rules.
func companionRemarks(p *Pass) []companionRemark {
	if p.remarks == nil {
		found := mergeRemarks(companions(p))
		p.remarks = &found
	}
	return *p.remarks
}

func mergeRemarks(readings []vantage.CompanionReading) []companionRemark {
	var merged []companionRemark
	for i := range readings {
		r := &readings[i]
		all := slices.Concat(r.Remarks, r.Advice, r.WouldBe)
		said := len(all) - len(r.WouldBe)
		for i, m := range all[:min(len(all), maxCompanionRemarks)] {
			at := slices.IndexFunc(merged, func(c companionRemark) bool { return c.Code == m.Code && c.Span == m.Span && c.Field == m.Field })
			if at < 0 {
				field, _ := r.Companion.Field(m.Field)
				merged = append(merged, companionRemark{Remark: m, field: field, ignored: r.Ignored && (i < said || m.Code == skills.CodeType), agents: []*skills.Agent{r.Agent}, of: r})
			} else if !slices.Contains(merged[at].agents, r.Agent) {
				merged[at].agents = append(merged[at].agents, r.Agent)
			}
		}
	}
	return slices.DeleteFunc(merged, func(c companionRemark) bool {
		return c.Code == skills.CodeUnknownField && len(c.agents) < len(readings)
	})
}

// companionRule returns the ID of the rule that reports a remark.
func companionRule(c companionRemark) string {
	part, _, _ := strings.Cut(c.Field, ".")
	switch c.Code {
	case skills.CodeUnreadable, skills.CodeYAML, skills.CodeNotMapping, skills.CodeDuplicateKey, skills.CodeUnknownField:
		return "openai-yaml/schema"
	case skills.CodeTooLong, skills.CodeTooShort:
		return "openai-yaml/length"
	case skills.CodeMention:
		return "openai-yaml/prompt"
	}
	switch {
	case part == "policy":
		return "openai-yaml/policy"
	case c.Code == skills.CodeType:
		return "openai-yaml/schema"
	case part == "dependencies":
		return "openai-yaml/dependency"
	case c.field.Form == skills.ColorText:
		return "openai-yaml/color"
	case c.field.Form == skills.AssetText:
		return "openai-yaml/icon"
	}
	return "openai-yaml/schema"
}

// checkCompanion reports the remarks that belong to the current rule.
func checkCompanion(p *Pass) {
	for _, c := range companionRemarks(p) {
		if companionRule(c) == p.Rule.ID {
			reportCompanion(p, c)
		}
	}
}

func reportCompanion(p *Pass, c companionRemark) {
	d := diagnostic.Diagnostic{Span: c.Span, Agents: refs.IDs(c.agents), Message: companionMessage(p, c), Fixes: mendCompanion(p, c)}
	d.Severity, _ = diagnostic.ParseSeverity(c.Severity)
	if c.Code == skills.CodeMissing { // the span is everything that lacks the key: mark its first line
		d.Span.End = min(d.Span.End, lines.FirstLine(p.Doc.Source, d.Span.Start).End)
	}
	if c.Code == skills.CodeUnknownField && !c.field.Former {
		if meant := meantKeyOf(p, c); meant.name != "" {
			d.Severity = diagnostic.Warning
			d.Message += meant.question()
		}
	}
	p.report(d)
}

// companionMessage describes a problem and its effect.
func companionMessage(p *Pass, c companionRemark) string {
	who, s := Titles(c.agents), Singular(c.agents)
	key, written := "`"+c.Field+"`", Shorten(strings.Trim(c.Span.Of(p.Doc.Source), `"'`), 60)
	ignores := fmt.Sprintf("%s ignore%s it", who, s)
	if c.ignored {
		ignores = fmt.Sprintf("%s ignore%s the whole file", who, s)
	}
	switch c.Code {
	case skills.CodeUnreadable:
		return fmt.Sprintf("this is not UTF-8 (%s), and %s; save the file as UTF-8", c.Detail, ignores)
	case skills.CodeYAML:
		return fmt.Sprintf("this is not YAML: %s; %s", c.Detail, ignores)
	case skills.CodeNotMapping:
		return "the file must be a mapping, `key: value`; " + ignores
	case skills.CodeDuplicateKey:
		return key + " is there twice; " + ignores
	case skills.CodeType:
		return fmt.Sprintf("%s must be %s; %s", key, c.field.Types, ignores)
	case skills.CodeEmpty:
		return key + " is empty; " + ignores
	case skills.CodeTooLong:
		n := lengthAt(p, c.Span)
		if n <= c.field.Limit {
			return vantage.UpperFirst(c.Message) // the agent reads it, but the vendor's guide asks for less
		}
		return fmt.Sprintf("%s has %d characters, and %s take%s at most %d: it is ignored", key, n, who, s, c.field.Limit)
	case skills.CodePath:
		return "an icon is named by a relative path to a file below the skill's `assets/`; " + ignores
	case skills.CodeValue:
		return wrongValue(p, c, key, written, ignores)
	case skills.CodeMissing:
		if c.field.Required {
			return fmt.Sprintf("a dependency needs a `%s`; %s", LastKey(c.Field), ignores)
		}
		return fmt.Sprintf("without a `%s`, %s cannot install this MCP server by itself: %s", LastKey(c.Field), who, reasonOf(c.Message))
	case skills.CodeUnknownField:
		if c.field.Former {
			return fmt.Sprintf("%s do%s not read %s any more", who, esOf(c.agents), key)
		}
		return fmt.Sprintf("%s do%s not read %s", who, esOf(c.agents), key)
	}
	return vantage.UpperFirst(c.Message)
}

func wrongValue(p *Pass, c companionRemark, key, written, ignores string) string {
	switch {
	case c.field.Form == skills.ColorText:
		return fmt.Sprintf("`%s` is no colour written as `#RRGGBB`; %s", written, ignores)
	case c.ignored:
		return fmt.Sprintf("`%s` is none of %s; %s", written, quotedList(c.field.Values), ignores)
	case strings.Contains(c.Message, "transport"):
		return fmt.Sprintf("%s cannot install this MCP server by itself: the transport is %s, not `%s`", Titles(c.agents), quotedOr(c.field.Values), written)
	case strings.HasPrefix(c.Field, "permissions."):
		return fmt.Sprintf("%s is %s, not `%s`; %s", key, quotedOr(c.field.Values), written, ignores)
	}
	return vantage.UpperFirst(c.Message)
}

// lengthAt returns the length in characters of a string in the file, as counted by agents that collapse each
// run of white space into one space.
func lengthAt(p *Pass, span text.Span) int {
	if v := scalarAt(p, span); v != nil {
		return text.Runes.Len(strings.Join(strings.Fields(v.Text), " "))
	}
	return text.Runes.Len(span.Of(p.Doc.Source))
}

// reasonOf returns what follows the last colon of an agent's message.
func reasonOf(message string) string {
	return message[strings.LastIndex(message, ": ")+len(": "):]
}

// LastKey returns the last part of a field's name.
func LastKey(field string) string { return field[strings.LastIndexByte(field, '.')+1:] }

func esOf(list []*skills.Agent) string {
	if len(list) == 1 {
		return "es"
	}
	return ""
}

func quotedList(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

// quotedOr joins words as alternatives.
func quotedOr(words []string) string {
	if len(words) < 2 {
		return quotedList(words)
	}
	return quotedList(words[:len(words)-1]) + " or `" + words[len(words)-1] + "`"
}

// checkIcons reports paths that no agent uses and files that do not exist.
func checkIcons(p *Pass) {
	checkCompanion(p)
	for _, r := range companions(p)[:min(1, len(companions(p)))] {
		for _, taken := range r.Taken {
			if f, _ := r.Companion.Field(taken.Field); f.Form == skills.AssetText {
				checkIcon(p, taken)
			}
		}
	}
}

func checkIcon(p *Pass, taken skills.Taken) {
	t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: taken.Text, Hash: -1}}
	r := workspace.NewResolver(p.Snapshot, p.File)
	r.Follow(&t, p.File.Skill)
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: taken.Span}
	switch {
	case t.Exists == workspace.Missing:
		d.Message = fmt.Sprintf("`%s` does not exist in the skill's directory", taken.Text)
		near := nearIcons(p, taken.Text)
		if len(near) > 0 {
			d.Message += "; did you mean `" + near[0] + "`?"
		}
		for _, file := range near {
			d.Fixes = append(d.Fixes, respellScalar(p, "Change to `"+file+"`", taken.Span, file, len(near) == 1 && sameIcon(taken.Text, file))...)
		}
	case t.Exists == workspace.OtherCase:
		actual, err := filepath.Rel(p.File.Skill, t.Actual)
		if err != nil {
			return
		}
		actual = likePath(taken.Text, filepath.ToSlash(actual))
		d.Message = fmt.Sprintf("the file is called `%s`; in other letters it is not found where letter case counts", actual)
		d.Fixes = respellScalar(p, "Change to `"+actual+"`", taken.Span, actual, true)
	case t.Exists == workspace.Present && t.IsDir:
		d.Message = fmt.Sprintf("`%s` is a directory, and not a picture", taken.Text)
	default:
		return
	}
	p.report(d)
}

// likePath adds "./" to path if written begins with it.
func likePath(written, path string) string {
	if strings.HasPrefix(written, "./") {
		return "./" + path
	}
	return path
}

// checkCompanionPolicy reports values that agents cannot read, and a switch that contradicts the one in the
// SKILL.md.
func checkCompanionPolicy(p *Pass) {
	checkCompanion(p)
	for _, r := range companions(p) {
		if by := r.Agent.HiddenBy; by != nil && by.Field != "" {
			if taken, ok := r.Lookup(by.Field); ok {
				compareSwitches(p, r, taken)
			}
		}
	}
}

// compareSwitches reports a switch that contradicts the one that the SKILL.md has for other agents.
func compareSwitches(p *Pass, r vantage.CompanionReading, taken skills.Taken) {
	path := filepath.Join(p.File.Skill, r.Agent.FileNames()[0])
	skill := p.Other(path)
	if skill == nil {
		return
	}
	for i := range skill.Doc.Frontmatter.Entries {
		e := &skill.Doc.Frontmatter.Entries[i]
		if kebabKey(e.Key) != modelSwitch || e.Value == nil || e.Value.Tag != "!!bool" {
			continue
		}
		off := strings.EqualFold(e.Value.Text, "true")
		if off != (taken.Text == "true") {
			return // they agree
		}
		other := map[bool]string{true: "false", false: "true"}[off]
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: taken.Span, Agents: []string{r.Agent.ID},
			Message: fmt.Sprintf("the SKILL.md says `%s: true`, and this lets the model of %s choose the skill by itself all the same", e.Key, r.Agent.Title),
			Related: []diagnostic.Related{{Path: path, Span: e.Span, Message: "said here"}},
			Fixes:   []diagnostic.Fix{{Title: "Change to `" + other + "`", Edits: []diagnostic.Edit{p.Edit(taken.Span, other)}}},
		}
		if !off {
			d.Severity = diagnostic.Information
			d.Message = fmt.Sprintf("the SKILL.md says `%s: false`, and this keeps the model of %s from choosing the skill by itself", e.Key, r.Agent.Title)
		}
		p.report(d)
		return
	}
}
