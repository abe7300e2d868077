package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/agents/defined"
	"skills-ls/skills/frontmatter"
)

const (
	MaxAgents     = 20 // that a project defines
	MaxAgentRoots = 20 // of one of them
)

// DefinitionKeys are the settings of an agent that the project defines itself.
var DefinitionKeys = []settingKey{
	{Name: "title", Types: skills.String, Doc: "Name of the agent for people. Default: its ID."},
	{
		Name: "roots", Types: skills.List,
		Doc: "Directories in which the agent looks for skills, relative to the project and inside of it.",
	},
	{
		Name: "name", Types: skills.String,
		Doc: "Pattern in RE2 syntax that the names of skills must match, as in `^[a-z-]+$`. Default: any name.",
	},
	{Name: "description", Types: skills.Mapping, Doc: "Limits for descriptions."},
}

// DescriptionKnobs are the limits for descriptions of an agent that the project defines itself.
var DescriptionKnobs = []skills.Knob{
	{
		Name: "max", Type: skills.CountKnob, Min: 1,
		Doc: "Maximum length of a description in Unicode characters. Default: no limit.",
	},
}

func definitionKeys() []string {
	names := make([]string, len(DefinitionKeys))
	for i, key := range DefinitionKeys {
		names[i] = key.Name
	}
	return names
}

// isDefinition reports whether a value defines an agent: it is a mapping with a key of a definition.
func isDefinition(v *frontmatter.Value) bool {
	known := definitionKeys()
	isKnown := func(pair frontmatter.Pair) bool { return slices.Contains(known, pair.Key.Text) }
	return v.Kind == frontmatter.MappingValue && slices.ContainsFunc(v.Pairs, isKnown)
}

// definition reads an agent that the project defines. Settings that are invalid are left out, so that the agent stays
// a valid target. With an invalid ID it is not defined.
func (d *Decoder) definition(e settingEntry) {
	if !defined.IsID(e.name) {
		p := d.Problem("config/value", e.setting, e.key.Span, fmt.Sprintf("invalid agent ID %q", e.name))
		p.Detail = "use lowercase letters, digits and hyphens"
		if near := nearestID(e.name); near != "" {
			d.fix(p, `Change to "`+near+`"`, e.key, likeWritten(e.key, near))
		}
		return
	}
	if len(d.Set.Agents) == MaxAgents {
		message := fmt.Sprintf("more than %d agents are defined: this one does not apply", MaxAgents)
		d.Problem("config/value", e.setting, e.key.Span, message)
		return
	}
	agent := defined.Definition{ID: e.name}
	namesRoots := false
	for _, part := range d.entries(e.setting, e.value) {
		switch part.name {
		case "title":
			agent.Title = d.partText(part, defined.Definition{ID: e.name, Title: part.value.Text})
		case "name":
			agent.Name = d.partText(part, defined.Definition{ID: e.name, Name: part.value.Text})
		case "roots":
			namesRoots = !isEmptyList(part.value)
			agent.Roots = d.definedRoots(e.name, part)
		case "description":
			agent.MaxDescription = d.maxDescription(part)
		default:
			d.unknown(part, `unknown setting "`+part.name+`" of an agent`, definitionKeys())
		}
	}
	if !namesRoots {
		p := d.Problem("config/value", e.setting, e.key.Span, subject(e.setting)+` has no "roots"`)
		p.Detail = "add the directories in which the agent looks for skills"
	}
	d.Set.Agents = append(d.Set.Agents, agent)
}

func isEmptyList(v *frontmatter.Value) bool {
	return v.Kind == frontmatter.SequenceValue && len(v.Items) == 0
}

// limitAgents leaves out the agents of extended files that are too many together with those of the file.
func (d *Decoder) limitAgents(root *frontmatter.Value) {
	all := agentsOver(d.Set.Agents, d.base.Agents)
	extra := len(all) - MaxAgents
	if extra <= 0 {
		return
	}
	message := fmt.Sprintf("more than %d agents are defined in all files: %q and others do not apply", MaxAgents, all[0].ID)
	d.Problem("config/value", "extends", root.Lookup("extends").Span, message)
	d.base.Agents = all[extra:]
}

// nearestID returns a valid ID that differs from text only in case and separators, or "".
func nearestID(text string) string {
	id := strings.Trim(strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '.' {
			return '-'
		}
		return r
	}, strings.ToLower(text)), "-")
	if !defined.IsID(id) {
		return ""
	}
	return id
}

// partText returns the text of a part of a definition, or "" if it is not valid in the definition alone.
func (d *Decoder) partText(e settingEntry, alone defined.Definition) string {
	if !e.value.IsString() || e.value.Text == "" {
		d.wrong(e.setting, e.value, "must be a string")
		return ""
	}
	if _, problems := defined.New(alone, ""); len(problems) > 0 {
		d.Problem("config/value", e.setting, e.value.Span, subject(e.setting)+": "+problems[0].Message)
		return ""
	}
	return e.value.Text
}

// definedRoots returns the valid roots of an agent, each once.
func (d *Decoder) definedRoots(id string, e settingEntry) []string {
	var roots []string
	for _, t := range d.texts(e.setting, e.value) {
		root := path.Clean(t.text)
		_, problems := defined.New(defined.Definition{ID: id, Roots: []string{t.text}}, "")
		fault, severity := "", diagnostic.Off
		if len(problems) == 0 && d.Allow != nil {
			fault, severity = d.Allow(t.text)
		}
		switch {
		case len(problems) > 0:
			d.Problem("config/path", t.setting, t.value.Span, subject(t.setting)+" "+problems[0].Message)
		case severity == diagnostic.Error: // a directory that does not exist is one for new skills
			d.Problem("config/path", t.setting, t.value.Span, fault)
		case slices.Contains(roots, root):
			p := d.Problem("config/value", t.setting, t.value.Span, fmt.Sprintf("duplicate root %q: the first one counts", root))
			p.Severity = diagnostic.Warning
		case len(roots) == MaxAgentRoots:
			message := fmt.Sprintf("more than %d roots: this one does not apply", MaxAgentRoots)
			d.Problem("config/value", t.setting, t.value.Span, message)
		default:
			roots = append(roots, root)
		}
	}
	return roots
}

// maxDescription returns the maximum length of a description, or 0 for none.
func (d *Decoder) maxDescription(e settingEntry) (limit int) {
	for _, part := range d.entries(e.setting, e.value) {
		if part.name == "max" {
			limit, _ = d.count(part.setting, part.value, 1, 0)
		} else {
			d.unknown(part, `unknown limit "`+part.name+`"`, []string{"max"})
		}
	}
	return limit
}
