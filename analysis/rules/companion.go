package rules

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// companions returns how each agent reads the file. It is computed once for all rules.
func companions(p *Pass) []vantage.CompanionReading {
	return p.readings.get(func() []vantage.CompanionReading {
		return vantage.ReadCompanion(p.Snapshot, p.File, p.At.Concerned)
	})
}

// maxCompanionRemarks is the maximum number of remarks reported for one agent.
const maxCompanionRemarks = 200

// companionRemarks returns the remarks of all agents that read the file. Equal remarks of several agents are
// merged into one. A key that an agent does not read is included only if no agent reads it. The remarks are
// computed once for all rules.
func companionRemarks(p *Pass) []companionRemark {
	return p.remarks.get(func() []companionRemark { return mergeRemarks(companions(p)) })
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
	d := diagnostic.Diagnostic{Span: c.Span, Affects: ignoring(c.agents), Fixes: mendCompanion(p, c)}
	d.Message, d.Detail = companionMessage(p, c)
	if d.Detail == "" && c.ignored {
		d.Detail = "the whole file is ignored"
	}
	d.Severity, _ = diagnostic.ParseSeverity(c.Severity)
	if c.Code == skills.CodeMissing { // the span is everything that lacks the key: mark its first line
		d.Span.End = min(d.Span.End, lines.FirstLine(p.Doc.Source, d.Span.Start).End)
	}
	if c.Code == skills.CodeUnknownField && !c.field.Former {
		if meant := meantKeyOf(p, c); meant.name != "" {
			d.Severity = diagnostic.Warning
			d.Detail = meant.question()
		}
	}
	p.report(d)
}

// companionMessage returns the message and the detail about a remark.
func companionMessage(p *Pass, c companionRemark) (message, detail string) {
	key, written := InQuotes(c.Field), strings.Trim(c.Span.Of(p.Doc.Source), `"'`)
	switch c.Code {
	case skills.CodeUnreadable:
		return "file is not UTF-8", c.Detail
	case skills.CodeYAML:
		return "invalid YAML", c.Detail
	case skills.CodeNotMapping:
		return "file must be a mapping", `write "key: value"`
	case skills.CodeDuplicateKey:
		return "duplicate field " + key, ""
	case skills.CodeType:
		return key + " must be " + c.field.Types.String(), ""
	case skills.CodeEmpty:
		return key + " is empty", ""
	case skills.CodeTooLong:
		n := lengthAt(p, c.Span)
		if n <= c.field.Limit {
			return c.Message, "" // the agent reads it, but the vendor's guide asks for less
		}
		return fmt.Sprintf("%s has %d characters", key, n), fmt.Sprintf("the limit is %d", c.field.Limit)
	case skills.CodePath:
		return "icon is not a file in \"assets/\"", "use a relative path"
	case skills.CodeValue:
		return wrongValue(c, key, written)
	case skills.CodeMissing:
		if c.field.Required {
			return "dependency has no " + InQuotes(LastKey(c.Field)), ""
		}
		return "MCP server has no " + InQuotes(LastKey(c.Field)), reasonOf(c.Message)
	case skills.CodeUnknownField:
		if c.field.Former {
			return "field " + key + " is no longer read", ""
		}
		return "unknown field " + key, ""
	}
	return c.Message, ""
}

func wrongValue(c companionRemark, key, written string) (message, detail string) {
	switch {
	case c.field.Form == skills.ColorText:
		return "invalid color " + InQuotes(written), `write "#RRGGBB"`
	case c.ignored, strings.HasPrefix(c.Field, "permissions."):
		return "invalid " + c.Field + " " + InQuotes(written), "expected " + wordList(c.field.Values)
	case strings.Contains(c.Message, "transport"):
		return "invalid transport " + InQuotes(written), "expected " + wordList(c.field.Values)
	}
	return c.Message, ""
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

// likePath adds "./" to path if written begins with it.
func likePath(written, path string) string {
	if strings.HasPrefix(written, "./") {
		return "./" + path
	}
	return path
}
