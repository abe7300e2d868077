package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

func (d *Decoder) agents(v *frontmatter.Value) {
	known := AgentIDs()
	for _, k := range GeneralKnobs {
		known = append(known, k.Name)
	}
	for _, e := range d.entries("agents", v) {
		if agent, ok := agents.ByID(e.name); ok {
			d.knobs(e.setting, agent.ID+".", e.value, agent.Knobs)
		} else if i := slices.IndexFunc(GeneralKnobs, func(k skills.Knob) bool { return k.Name == e.name }); i >= 0 {
			d.Knob(e.setting, e.name, e.value, GeneralKnobs[i])
		} else if isDefinition(e.value) {
			d.definition(e)
		} else {
			d.unknown(e, `unknown agent "`+e.name+`"`, known)
		}
	}
}

// knobs reads a mapping of knobs.
func (d *Decoder) knobs(setting, prefix string, v *frontmatter.Value, list []skills.Knob) {
	names := make([]string, len(list))
	for i, k := range list {
		names[i] = k.Name
	}
	for _, e := range d.entries(setting, v) {
		i := slices.Index(names, e.name)
		switch {
		case i < 0:
			d.unknown(e, `unknown setting "`+e.name+`"`, names)
		case list[i].Type == skills.KnobGroup:
			d.knobs(e.setting, prefix+e.name+".", e.value, list[i].Knobs)
		default:
			d.Knob(e.setting, prefix+e.name, e.value, list[i])
		}
	}
}

func (d *Decoder) limits(v *frontmatter.Value) {
	for _, e := range d.entries("limits", v) {
		switch e.name {
		case "tokens":
			d.Set.Limits.Tokens, _ = d.count(e.setting, e.value, 1, 0)
		case "lines":
			d.Set.Limits.Lines, _ = d.count(e.setting, e.value, 1, 0)
		default:
			d.unknown(e, `unknown limit "`+e.name+`"`, []string{"tokens", "lines"})
		}
	}
}

// Knob reads the value of one knob.
func (d *Decoder) Knob(setting, name string, v *frontmatter.Value, k skills.Knob) {
	var value skills.KnobValue
	ok := true
	switch k.Type {
	case skills.SwitchKnob:
		value.On, ok = d.truth(setting, v)
	case skills.CountKnob:
		value.Count, ok = d.count(setting, v, k.Min, k.Max)
	case skills.PathsKnob:
		value.Paths = d.paths(setting, v)
		ok = value.Paths != nil
	case skills.ItemsKnob:
		value.Off = d.items(setting, v)
		ok = v.Kind == frontmatter.MappingValue
	case skills.TextsKnob:
		texts := d.texts(setting, v)
		for _, t := range texts {
			value.Choices = append(value.Choices, skills.KnobChoice{Name: t.text, From: d.Native})
		}
		ok = texts != nil
	case skills.ShareKnob:
		value.Share, ok = d.share(setting, v)
	case skills.ChoicesKnob, skills.PermissionsKnob:
		value.Choices, ok = d.choices(setting, v, k)
	case skills.ToolsKnob:
		value.Choices, ok = d.tools(setting, v)
	case skills.EntriesKnob:
		value.Entries, ok = d.switches(setting, v)
	default:
		if ok = v.Kind == frontmatter.MappingValue; !ok {
			d.wrong(setting, v, "must be a mapping")
		}
	}
	if !ok {
		return
	}
	value.From = d.Native
	if d.Set.Knobs == nil {
		d.Set.Knobs = make(map[string]skills.KnobValue)
	}
	d.Set.Knobs[name] = value
}

// items reads a mapping from names to `enabled: true` or `enabled: false`, and returns the names that are
// switched off.
func (d *Decoder) items(setting string, v *frontmatter.Value) (off []string) {
	for _, item := range d.entries(setting, v) {
		for _, e := range d.entries(item.setting, item.value) {
			if e.name != "enabled" {
				d.unknown(e, `unknown setting "`+e.name+`" of "`+item.name+`"`, []string{"enabled"})
			} else if on, ok := d.truth(e.setting, e.value); ok && !on {
				off = append(off, item.name)
			}
		}
	}
	return off
}

func (d *Decoder) truth(setting string, v *frontmatter.Value) (on, ok bool) {
	if v.Kind == frontmatter.ScalarValue && v.Tag == "!!bool" {
		return strings.EqualFold(v.Text, "true"), true
	}
	p := d.wrong(setting, v, "must be true or false")
	if v.IsString() {
		switch strings.ToLower(v.Text) {
		case "true", "yes", "on":
			d.fix(p, "Change to `true`", v, "true")
		case "false", "no", "off":
			d.fix(p, "Change to `false`", v, "false")
		}
	}
	return false, false
}

// count reads a whole number from least to most. A most of 0 means no upper limit.
func (d *Decoder) count(setting string, v *frontmatter.Value, least, most int) (int, bool) {
	what := fmt.Sprintf("must be a whole number of at least %d", least)
	if most > 0 {
		what = fmt.Sprintf("must be a whole number from %d to %d", least, most)
	} else {
		most = math.MaxInt32
	}
	n, ok := wholeNumber(v)
	if ok && n >= least && n <= most {
		return n, true
	}
	p := d.wrong(setting, v, what)
	if v.IsString() {
		if n, err := strconv.Atoi(v.Text); err == nil && n >= least && n <= most {
			d.fix(p, "Remove the quotes", v, strconv.Itoa(n))
		}
	}
	return 0, false
}

// wholeNumber returns the whole number that a value is, also if it is written with a decimal point or an
// exponent.
func wholeNumber(v *frontmatter.Value) (int, bool) {
	if v.Kind != frontmatter.ScalarValue || v.Tag != "!!int" && v.Tag != "!!float" {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.Text, 0, 32); err == nil {
		return int(n), true
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return 0, false
	}
	return int(f), true
}
