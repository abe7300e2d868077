package refactor

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"skills-ls/analysis/diagnostic"
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

// place returns the names on the way from the root to what is set.
func (j *jsonSwitch) place() []string {
	place := strings.Split(j.sw.Setting, ".")
	if j.sw.Off != "" {
		place = append(place, j.name)
	}
	return place
}

// value returns what is set at the end of the place: a list with the skill, or the state of the skill.
func (j *jsonSwitch) value() string {
	switch {
	case j.sw.Off == "":
		return "[" + skills.JSON.Quote(j.name) + "]"
	case j.on:
		return skills.JSON.Quote(j.sw.On)
	}
	return skills.JSON.Quote(j.sw.Off)
}

// nested returns the value inside objects with the given keys, on one line.
func (j *jsonSwitch) nested(keys []string) string {
	value := j.value()
	for _, key := range slices.Backward(keys) {
		value = "{" + skills.JSON.Quote(key) + ": " + value + "}"
	}
	return value
}

// indented returns a JSON value with its entries on lines of their own. Every line but the first begins with
// indent.
func indented(value, indent string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(value), indent, "  "); err != nil {
		panic(err) // the value is valid
	}
	return b.String()
}

func (j *jsonSwitch) Fresh() string { return indented(j.nested(j.place()), "") + "\n" }

func (j *jsonSwitch) Edits(root *frontmatter.Value) []diagnostic.Edit {
	place := j.place()
	at := root
	for i, key := range place {
		next := at.Lookup(key)
		switch {
		case next != nil:
			at = next
		case at.Kind == frontmatter.MappingValue:
			return j.insert(at, skills.JSON.Quote(key)+": ", j.nested(place[i+1:]))
		default:
			return nil
		}
	}
	switch {
	case j.sw.Off != "":
		return []diagnostic.Edit{{Path: j.file, Span: at.Span, Text: j.value()}}
	case at.Kind != frontmatter.SequenceValue:
		return nil
	case j.on:
		return j.remove(at)
	}
	return j.insert(at, "", skills.JSON.Quote(j.name))
}

// insert returns the edit that puts an entry at the start of an object or a list, on lines of its own if the
// other entries are.
func (j *jsonSwitch) insert(in *frontmatter.Value, key, value string) []diagnostic.Edit {
	inside := j.source[in.Span.Start+1 : in.Span.End-1]
	blank := inside[:len(inside)-len(strings.TrimLeft(inside, " \t\r\n"))]
	if line := strings.LastIndexByte(blank, '\n'); line >= 0 {
		if blank == inside { // up to the bracket, which is indented less
			blank += "  "
		}
		value = indented(value, blank[line+1:])
	}
	if len(in.Pairs)+len(in.Items) > 0 {
		value += ","
		if blank == "" {
			value += " "
		}
	}
	return []diagnostic.Edit{{Path: j.file, Span: text.At(in.Span.Start + 1), Text: blank + key + value}}
}

// remove returns the edit that removes the skill from a list and keeps the comments.
func (j *jsonSwitch) remove(list *frontmatter.Value) []diagnostic.Edit {
	root, _ := hujson.Parse([]byte(list.Span.Of(j.source))) // a part of what was parsed before
	array := root.Value.(*hujson.Array)
	var kept []hujson.ArrayElement
	after := false          // the item before was removed
	var before hujson.Extra // and this was around it: white space and comments
	for i, item := range array.Elements {
		if after {
			item.BeforeExtra = slices.Concat(before, bytes.TrimLeft(item.BeforeExtra, " \t\r\n"))
		}
		if after = j.sw.Names(list.Items[i].Text, j.name); after {
			before = slices.Concat(item.BeforeExtra, item.AfterExtra)
		} else {
			kept = append(kept, item)
		}
	}
	if n := len(kept); after && n > 0 {
		before = slices.Concat(kept[n-1].AfterExtra, before)
		kept[n-1].AfterExtra = nil // otherwise a comma follows
	}
	if after && len(bytes.TrimSpace(before)) > 0 {
		array.AfterExtra = slices.Concat(bytes.TrimRight(before, " \t"), array.AfterExtra)
	}
	array.Elements = kept
	return []diagnostic.Edit{{Path: j.file, Span: list.Span, Text: root.String()}}
}

func (j *jsonSwitch) Holds(text string) bool {
	root, fault := skills.JSON.Parse(text)
	if fault != nil {
		return false
	}
	at := root.Lookup(strings.Join(j.place(), "."))
	switch {
	case at == nil:
		return false
	case j.sw.Off != "":
		return skills.JSON.Quote(at.Text) == j.value()
	}
	listed := slices.ContainsFunc(at.Items, func(item *frontmatter.Value) bool {
		return j.sw.Names(item.Text, j.name)
	})
	return at.Kind == frontmatter.SequenceValue && listed != j.on
}
