package qwencode

import (
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// whole matches a file with its line feeds as its only line endings (parseSkillContent in skill-manager.ts). The
// first and the last line of the header are exactly "---", with at least one line in between.
var whole = regexp.MustCompile(`^---\n((?s:.*?))\n---(?:\n|$)`)

// parts returns the spans of the header and of the body in the result of [kit.LineFeeds], and whether there is a
// header.
func parts(decoded string) (header, body text.Span, ok bool) { return kit.MatchMatter(whole, decoded) }

// readHeader returns the fields of a header (utils/yaml-parser.ts). A header that is not YAML, or not a
// mapping, is read line by line, and so is one with a mapping that contains itself.
func readHeader(header string, r *skills.Readings) *yamldialect.JSObject {
	doc := kit.LoadEemeli(r, header)
	if fields, ok := doc.Value.(*yamldialect.JSObject); ok && doc.Err == nil && !doc.Circular {
		return fields
	}
	return yamldialect.LoadQwenLines(header)
}

// textOf returns String(v) for a value of a header, in which mappings have no prototype. It returns false for
// mappings, and for lists that contain one, because they have no text.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case *yamldialect.JSArray:
		texts, ok := textsOf(v)
		return strings.Join(texts, ","), ok
	case *yamldialect.JSObject:
		return "", false
	}
	text, _ := yamldialect.JSText(v) // only mappings have none
	return text, true
}

// textsOf returns the texts of the items of a list, without null. It returns false if one has none.
func textsOf(list *yamldialect.JSArray) (texts []string, ok bool) {
	for _, item := range list.Items {
		text, ok := textOf(item)
		if !ok {
			return nil, false
		}
		if item != nil {
			texts = append(texts, text)
		}
	}
	return texts, true
}
