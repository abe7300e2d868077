package refactor

import (
	"path/filepath"
	"strconv"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A tomlSwitch writes a switch into a TOML text: a list of entries that select skills by name or by the path
// of the SKILL.md. The last entry that selects a skill decides.
type tomlSwitch struct {
	Setting string
	Name    string
	Path    string
	real    func(path string) string // resolves links
	On      bool
	File    string
	Source  string
}

func (t *tomlSwitch) Fresh() string { return vantage.SwitchEntry(t.Setting, t.Path, t.On) }

func (t *tomlSwitch) Edits(root *frontmatter.Value) []diagnostic.Edit {
	list := root.Lookup(t.Setting)
	if last := t.Last(list); last != nil && last.Lookup("path") != nil { // an entry by name may select other skills, too
		return []diagnostic.Edit{{Path: t.File, Span: last.Lookup("enabled").Span, Text: strconv.FormatBool(t.On)}}
	}
	if list != nil && list.Style == frontmatter.FlowStyle {
		return t.insert(list)
	}
	ending, before := "\n", ""
	if strings.Contains(t.Source, "\r\n") {
		ending = "\r\n"
	}
	if !strings.HasSuffix(t.Source, "\n") {
		before = ending
	}
	if !strings.HasSuffix(t.Source+before, ending+ending) {
		before += ending
	}
	return []diagnostic.Edit{{Path: t.File, Span: text.At(len(t.Source)), Text: before + strings.ReplaceAll(t.Fresh(), "\n", ending)}}
}

// insert returns the edit that puts an entry before the first of a list in brackets. The span of the list is
// that of its key.
func (t *tomlSwitch) insert(list *frontmatter.Value) []diagnostic.Edit {
	bracket := strings.IndexByte(t.Source[list.Span.End:], '[')
	if list.Kind != frontmatter.SequenceValue || bracket < 0 {
		return nil
	}
	at := list.Span.End + bracket + 1
	entry := "{path = " + skills.TOML.Quote(t.Path) + ", enabled = " + strconv.FormatBool(t.On) + "}"
	if len(list.Items) > 0 {
		entry += ","
		if !strings.ContainsAny(t.Source[at:at+1], " \t\r\n") {
			entry += " "
		}
	}
	return []diagnostic.Edit{{Path: t.File, Span: text.At(at), Text: entry}}
}

// Last returns the entry that decides about the skill, or nil if none selects it.
func (t *tomlSwitch) Last(list *frontmatter.Value) *frontmatter.Value {
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
		return name.IsString() && strings.TrimSpace(name.Text) == t.Name
	}
	named := filepath.FromSlash(path.Text)
	if !filepath.IsAbs(named) {
		named = filepath.Join(filepath.Dir(t.File), named)
	}
	named = filepath.Clean(named)
	return named == t.Path || t.real != nil && t.real(named) == t.real(t.Path)
}

func (t *tomlSwitch) Holds(text string) bool {
	root, fault := skills.TOML.Parse(text)
	if fault != nil {
		return false
	}
	last := t.Last(root.Lookup(t.Setting))
	return last != nil && last.Lookup("path") != nil && (last.Lookup("enabled").Text == "true") == t.On
}
