package analysis

import (
	"path/filepath"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A tomlSwitch writes a switch into a TOML text: a list of entries that select skills by name or by the path
// of the SKILL.md. The last entry that selects a skill decides.
type tomlSwitch struct {
	setting string
	name    string
	path    string
	real    func(path string) string // resolves links
	on      bool
	file    string
	source  string
}

func (t *tomlSwitch) fresh() string { return switchEntry(t.setting, t.path, t.on) }

func (t *tomlSwitch) edits(root *frontmatter.Value) []Edit {
	list := root.Lookup(t.setting)
	if last := t.last(list); last != nil && last.Lookup("path") != nil { // an entry by name may select other skills, too
		return []Edit{{t.file, last.Lookup("enabled").Span, strconv.FormatBool(t.on)}}
	}
	if list != nil && list.Style == frontmatter.FlowStyle {
		return t.insert(list)
	}
	ending, before := "\n", ""
	if strings.Contains(t.source, "\r\n") {
		ending = "\r\n"
	}
	if !strings.HasSuffix(t.source, "\n") {
		before = ending
	}
	if !strings.HasSuffix(t.source+before, ending+ending) {
		before += ending
	}
	return []Edit{{t.file, text.At(len(t.source)), before + strings.ReplaceAll(t.fresh(), "\n", ending)}}
}

// insert returns the edit that puts an entry before the first of a list in brackets. The span of the list is
// that of its key.
func (t *tomlSwitch) insert(list *frontmatter.Value) []Edit {
	bracket := strings.IndexByte(t.source[list.Span.End:], '[')
	if list.Kind != frontmatter.SequenceValue || bracket < 0 {
		return nil
	}
	at := list.Span.End + bracket + 1
	entry := "{path = " + skills.TOML.Quote(t.path) + ", enabled = " + strconv.FormatBool(t.on) + "}"
	if len(list.Items) > 0 {
		entry += ","
		if !strings.ContainsAny(t.source[at:at+1], " \t\r\n") {
			entry += " "
		}
	}
	return []Edit{{t.file, text.At(at), entry}}
}

// last returns the entry that decides about the skill, or nil if none selects it.
func (t *tomlSwitch) last(list *frontmatter.Value) *frontmatter.Value {
	if list == nil || list.Kind != frontmatter.SequenceValue {
		return nil
	}
	for i := len(list.Items) - 1; i >= 0; i-- {
		if t.selects(list.Items[i]) {
			return list.Items[i]
		}
	}
	return nil
}

// selects reports whether an entry is valid and selects the skill.
func (t *tomlSwitch) selects(entry *frontmatter.Value) bool {
	path, name, enabled := entry.Lookup("path"), entry.Lookup("name"), entry.Lookup("enabled")
	if enabled == nil || enabled.Tag != "!!bool" || (path == nil) == (name == nil) {
		return false
	}
	if name != nil {
		return name.IsString() && strings.TrimSpace(name.Text) == t.name
	}
	if !path.IsString() {
		return false
	}
	named := filepath.FromSlash(path.Text)
	if !filepath.IsAbs(named) {
		named = filepath.Join(filepath.Dir(t.file), named)
	}
	named = filepath.Clean(named)
	return named == t.path || t.real != nil && t.real(named) == t.real(t.path)
}

func (t *tomlSwitch) holds(text string) bool {
	root, fault := skills.TOML.Parse(text)
	if fault != nil {
		return false
	}
	last := t.last(root.Lookup(t.setting))
	return last != nil && last.Lookup("path") != nil && (last.Lookup("enabled").Text == "true") == t.on
}
