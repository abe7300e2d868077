package refactor

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A jsonSwitch writes a switch into a JSON text and keeps the rest, including comments.
type jsonSwitch struct {
	sw     *skills.NativeSwitch
	name   string
	on     bool
	file   string
	source string
}

func (j *jsonSwitch) Fresh() string {
	return "{\n" + j.nested(strings.Split(j.sw.Setting, "."), "  ") + "\n}\n"
}

// nested returns the entry for a setting on lines of its own. place are the remaining names of the setting's
// path.
func (j *jsonSwitch) nested(place []string, indent string) string {
	key := indent + skills.JSON.Quote(place[0]) + ": "
	if len(place) > 1 {
		return key + "{\n" + j.nested(place[1:], indent+"  ") + "\n" + indent + "}"
	}
	if j.sw.Off == "" {
		return key + "[" + skills.JSON.Quote(j.name) + "]"
	}
	return key + "{\n" + indent + "  " + j.entry() + "\n" + indent + "}"
}

func (j *jsonSwitch) entry() string {
	return skills.JSON.Quote(j.name) + ": " + skills.JSON.Quote(j.word())
}

func (j *jsonSwitch) word() string {
	if j.on {
		return j.sw.On
	}
	return j.sw.Off
}

func (j *jsonSwitch) Edits(root *frontmatter.Value) []diagnostic.Edit {
	place := strings.Split(j.sw.Setting, ".")
	table := root
	for i, name := range place {
		next := table.Lookup(name)
		if next == nil {
			if j.on {
				return nil
			}
			return j.insert(table.Span, firstKey(table), strings.TrimSpace(j.nested(place[i:], j.indentOf(table))))
		}
		table = next
	}
	if j.sw.Off == "" {
		return j.listEdits(table)
	}
	if table.Kind != frontmatter.MappingValue {
		return nil
	}
	for i := len(table.Pairs) - 1; i >= 0; i-- { // the last of repeated keys counts
		if j.sw.Names(table.Pairs[i].Key.Text, j.name) {
			return []diagnostic.Edit{{Path: j.file, Span: table.Pairs[i].Value.Span, Text: skills.JSON.Quote(j.word())}}
		}
	}
	return j.insert(table.Span, firstKey(table), j.entry())
}

func (j *jsonSwitch) listEdits(list *frontmatter.Value) []diagnostic.Edit {
	if list.Kind != frontmatter.SequenceValue {
		return nil
	}
	if !j.on {
		first := -1
		if len(list.Items) > 0 {
			first = list.Items[0].Span.Start
		}
		return j.insert(list.Span, first, skills.JSON.Quote(j.name))
	}
	var edits []diagnostic.Edit
	kept := -1 // the end of the last item that stays
	for i, item := range list.Items {
		if !j.sw.Names(item.Text, j.name) {
			kept = item.Span.End
			continue
		}
		switch {
		case i+1 < len(list.Items):
			edits = append(edits, diagnostic.Edit{Path: j.file, Span: item.Span, Text: ""})
			edits = append(edits, j.comma(item.Span.End, list.Items[i+1].Span.Start)...)
		case kept >= 0:
			edits = append(edits, j.comma(kept, item.Span.Start)...)
			edits = append(edits, diagnostic.Edit{Path: j.file, Span: item.Span, Text: ""})
		default:
			edits = append(edits, diagnostic.Edit{Path: j.file, Span: item.Span, Text: ""})
			edits = append(edits, j.comma(item.Span.End, list.Span.End-1)...)
		}
	}
	return edits
}

// comma returns the edit that removes the comma between two offsets and a space after it, or nil if there is
// no comma.
func (j *jsonSwitch) comma(start, end int) []diagnostic.Edit {
	at := start
	for at < end {
		switch rest := j.source[at:end]; {
		case rest[0] == ',':
			stop := at + 1
			if stop < end && j.source[stop] == ' ' {
				stop++
			}
			return []diagnostic.Edit{{Path: j.file, Span: text.Span{Start: at, End: stop}, Text: ""}}
		case strings.HasPrefix(rest, "//"):
			at += strings.IndexByte(rest+"\n", '\n')
		case strings.HasPrefix(rest, "/*"):
			at += strings.Index(rest, "*/") + 1
		}
		at++
	}
	return nil
}

// insert returns the edit that puts an entry before the first of a mapping or a list. first is the offset of
// that entry, negative if there is none.
func (j *jsonSwitch) insert(around text.Span, first int, entry string) []diagnostic.Edit {
	if first < 0 {
		if strings.TrimSpace(j.source[around.Start+1:around.End-1]) == "" && !strings.Contains(entry, "\n") {
			return []diagnostic.Edit{{Path: j.file, Span: text.At(around.Start + 1), Text: entry}}
		}
		return []diagnostic.Edit{{Path: j.file, Span: text.At(around.Start + 1), Text: "\n  " + entry + "\n"}}
	}
	blank := j.source[len(strings.TrimRight(j.source[:first], " \t\r\n")):first]
	if blank == "" {
		blank = " "
	}
	return []diagnostic.Edit{{Path: j.file, Span: text.At(first), Text: entry + "," + blank}}
}

func firstKey(mapping *frontmatter.Value) int {
	if len(mapping.Pairs) == 0 {
		return -1
	}
	return mapping.Pairs[0].Key.Span.Start
}

// indentOf returns the indentation of the keys of a mapping.
func (j *jsonSwitch) indentOf(mapping *frontmatter.Value) string {
	first := firstKey(mapping)
	if first < 0 {
		return "  "
	}
	if indent := j.source[lines.LineStart(j.source, first):first]; strings.TrimSpace(indent) == "" {
		return indent
	}
	return "  "
}

func (j *jsonSwitch) Holds(text string) bool {
	root, fault := skills.JSON.Parse(text)
	if fault != nil {
		return false
	}
	at := root.Lookup(j.sw.Setting)
	if at == nil {
		return false
	}
	if j.sw.Off == "" {
		off := false
		for _, item := range at.Items {
			off = off || j.sw.Names(item.Text, j.name)
		}
		return at.Kind == frontmatter.SequenceValue && off != j.on
	}
	word := at.Lookup(j.name)
	return at.Kind == frontmatter.MappingValue && word != nil && word.Text == j.word()
}
