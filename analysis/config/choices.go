package config

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// share reads a number above 0 and at most 1.
func (d *Decoder) share(setting string, v *frontmatter.Value) (float64, bool) {
	if v.Kind == frontmatter.ScalarValue && (v.Tag == "!!int" || v.Tag == "!!float") {
		if f, err := strconv.ParseFloat(v.Text, 64); err == nil && f > 0 && f <= 1 {
			return f, true
		}
	}
	d.wrong(setting, v, "must be a number above 0 and at most 1, such as 0.02")
	return 0, false
}

// choices reads a mapping from names to words. For a [skills.PermissionsKnob], the value of a name may also
// be a mapping from patterns to words, and a single word in place of the mapping applies to every name.
func (d *Decoder) choices(setting string, v *frontmatter.Value, k skills.Knob) (list []skills.KnobChoice, ok bool) {
	nested := k.Type == skills.PermissionsKnob
	if nested && v.Kind == frontmatter.ScalarValue {
		if word, ok := d.word(setting, v, k.Values); ok {
			return []skills.KnobChoice{{Name: AllRules, Word: word, From: d.Native}}, true
		}
		return nil, false
	}
	for _, e := range d.entries(setting, v) {
		if nested && e.value.Kind == frontmatter.MappingValue {
			for _, pattern := range d.entries(e.setting, e.value) {
				if word, ok := d.word(pattern.setting, pattern.value, k.Values); ok {
					list = append(list, skills.KnobChoice{Name: e.name, Pattern: pattern.name, Word: word, From: d.Native})
				}
			}
		} else if word, ok := d.word(e.setting, e.value, k.Values); ok {
			list = append(list, skills.KnobChoice{Name: e.name, Word: word, From: d.Native})
		}
	}
	return list, v.Kind == frontmatter.MappingValue
}

// word reads a string that must be one of words.
func (d *Decoder) word(setting string, v *frontmatter.Value, words []string) (string, bool) {
	if v.IsString() && slices.Contains(words, v.Text) {
		return v.Text, true
	}
	last := len(words) - 1
	p := d.wrong(setting, v, "must be "+strings.Join(words[:last], ", ")+" or "+words[last])
	if v.IsString() {
		d.suggest(p, v, v.Text, words)
	}
	return "", false
}

// mappings yields the items of a list that are not null, with the settings that they are.
func (d *Decoder) mappings(setting string, v *frontmatter.Value) iter.Seq2[string, *frontmatter.Value] {
	return func(yield func(string, *frontmatter.Value) bool) {
		if v.Kind != frontmatter.SequenceValue {
			d.wrong(setting, v, "must be a list of mappings")
		}
		for i, item := range v.Items {
			if !item.IsNull() && !yield(fmt.Sprintf("%s[%d]", setting, i), item) {
				return
			}
		}
	}
}

// tools reads a list of mappings, each with a tool and optionally the name of a skill. It ignores the other
// keys that narrow a tool, because only the agent interprets them.
func (d *Decoder) tools(setting string, v *frontmatter.Value) (list []skills.KnobChoice, ok bool) {
	for at, item := range d.mappings(setting, v) {
		tool, name := item.Lookup("tool"), item.Lookup("skill_name")
		if tool == nil || !tool.IsString() || name != nil && !name.IsString() {
			d.wrong(at, item, `must be a mapping with "tool" and "skill_name"`)
			continue
		}
		choice := skills.KnobChoice{Name: tool.Text, From: d.Native}
		if name != nil {
			choice.Pattern = name.Text
		}
		list = append(list, choice)
	}
	return list, v.Kind == frontmatter.SequenceValue
}

// switches reads a list of mappings with the key "enabled" and either "name" or "path".
func (d *Decoder) switches(setting string, v *frontmatter.Value) (list []skills.KnobEntry, ok bool) {
	for name, item := range d.mappings(setting, v) {
		entry := skills.KnobEntry{On: true, From: d.Native}
		valid, switched := item.Kind == frontmatter.MappingValue, false
		for _, e := range d.entries(name, item) {
			switch e.name {
			case "enabled":
				on, ok := d.truth(e.setting, e.value)
				entry.On, switched, valid = on, true, valid && ok
			case "name":
				entry.Name, valid = strings.TrimSpace(e.value.Text), valid && e.value.IsString()
			case "path":
				entry.Path, valid = e.value.Text, valid && e.value.IsString()
			default:
				d.unknown(e, `unknown setting "`+e.name+`" in an entry`, []string{"enabled", "name", "path"})
			}
		}
		switch {
		case item.Kind != frontmatter.MappingValue: // already reported
		case !valid || !switched || (entry.Name == "") == (entry.Path == ""):
			d.wrong(name, item, `must have "enabled" and either "name" or "path"`)
		default:
			if entry.Path != "" && !filepath.IsAbs(entry.Path) && d.Path != "" {
				entry.Path = filepath.Join(filepath.Dir(d.Path), filepath.FromSlash(entry.Path))
			}
			list = append(list, entry)
		}
	}
	return list, v.Kind == frontmatter.SequenceValue
}
