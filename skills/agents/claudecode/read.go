package claudecode

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A parsed is what Claude Code reads from a file (code.claude.com/docs/en/skills, Frontmatter reference).
type parsed struct {
	source string
	opened bool // the file begins with frontmatter that is closed
	broken bool // its YAML does not parse: all fields are lost
	fields map[string]*frontmatter.Value
	body   text.Span
}

const fence = "---"

// parse splits a file and reads its fields. The frontmatter must begin in the first line, which a byte order
// mark may precede (2.1.239). A file whose frontmatter is not closed is all body. Blank lines after the
// frontmatter are removed and those at the end of the file stay, as transcripts of sessions show. White space
// after a fence is ignored, which is not established.
func parse(source string) parsed {
	start := len(source) - len(strings.TrimPrefix(source, "\ufeff"))
	r := parsed{source: source, body: text.Span{Start: start, End: len(source)}}
	line, next := nextLine(source, start)
	if line.Of(source) != fence {
		return r
	}
	for content := (text.Span{Start: next}); next < len(source); {
		at := next
		if line, next = nextLine(source, at); line.Of(source) != fence {
			continue
		}
		content.End = at
		r.opened = true
		r.body.Start = next
		for r.body.Start < len(source) {
			if line, next = nextLine(source, r.body.Start); !line.IsEmpty() {
				break
			}
			r.body.Start = next
		}
		r.parse(content)
		return r
	}
	return r
}

// nextLine returns the line at an offset without trailing white space, and the offset of the next line.
func nextLine(source string, start int) (line text.Span, next int) {
	end := len(source)
	if length := strings.IndexByte(source[start:], '\n'); length >= 0 {
		end = start + length
		next = end + 1
	} else {
		next = end
	}
	return text.Span{Start: start, End: start + len(strings.TrimRight(source[start:end], " \t\r"))}, next
}

// parse reads the YAML. If that fails, it quotes the values that contain a colon and tries again (2.1.69).
// The last of repeated keys counts, which is not established.
func (r *parsed) parse(content text.Span) {
	text := text.DecodeUTF8(content.Of(r.source))
	root, err := frontmatter.ParseYAML(text)
	if err != nil {
		root, err = frontmatter.ParseYAML(quote(text))
	}
	if err != nil {
		r.broken = true
		return
	}
	r.fields = make(map[string]*frontmatter.Value)
	if root == nil || root.Kind != frontmatter.MappingValue {
		return
	}
	for _, p := range root.Pairs {
		if p.Key.Kind == frontmatter.ScalarValue {
			r.fields[p.Key.Text] = p.Value
		}
	}
}

// quote quotes the plain values of unindented keys that contain a colon and a space.
func quote(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 16)
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, " \t\r\n")
		key, value, ok := strings.Cut(bare, ": ")
		value = strings.TrimLeft(value, " \t")
		if !ok || value == "" || !strings.Contains(value, ": ") || strings.ContainsAny(key, " \t#\"'[]{}") || strings.IndexByte("\"'[{|>&*!%@`#", value[0]) >= 0 {
			b.WriteString(line)
			continue
		}
		b.WriteString(key + ": '" + strings.ReplaceAll(value, "'", "''") + "'" + line[len(bare):])
	}
	return b.String()
}

// text returns a scalar field without white space around it, or "" for anything else. The documentation says
// that numbers count as strings. For other scalars that is not established.
func (r *parsed) text(name string) string {
	v := r.fields[name]
	if v == nil || v.Kind != frontmatter.ScalarValue || v.IsNull() {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// boolean returns a field that is one of [booleans], in any case, quoted or not. For other values it returns
// otherwise.
func (r *parsed) boolean(name string, otherwise bool) bool {
	i := slices.Index(booleans, kit.LowerASCII(r.text(name)))
	if i < 0 {
		return otherwise
	}
	return i%2 == 0
}

// list returns the items of a field that is a list of scalars, or the words of one that is a string.
func (r *parsed) list(name string) []string {
	v := r.fields[name]
	if v == nil || v.Kind != frontmatter.SequenceValue {
		return strings.Fields(r.text(name))
	}
	var texts []string
	for _, item := range v.Items {
		if item.Kind == frontmatter.ScalarValue {
			texts = append(texts, strings.TrimSpace(item.Text))
		}
	}
	return texts
}

// description returns the field, or the first line of the body with text if the field is missing.
func (r *parsed) description() string {
	if text := r.text("description"); text != "" {
		return text
	}
	return text.DecodeUTF8(skills.FirstLine(r.body.Of(r.source)))
}
