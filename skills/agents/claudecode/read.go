package claudecode

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A parsed is what Claude Code makes of a file (code.claude.com/docs/en/skills, Frontmatter reference).
type parsed struct {
	source string
	opened bool // the file begins with a frontmatter that is closed
	broken bool // its YAML does not parse: all fields are lost
	fields map[string]*frontmatter.Value
	body   text.Span
}

const fence = "---"

// parse splits a file and reads its fields. The frontmatter must begin in the first line, a byte order mark before it being
// fine (2.1.239); a file without one that is closed is all body. The blank lines after the frontmatter go, those at the end of
// the file stay, as transcripts of sessions have it. White space after either fence is taken for nothing, which is not
// established.
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

// nextLine returns the line at an offset, without white space at its end, and where the next begins.
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

// parse reads the YAML; where that fails, once more with the values quoted that have a colon in them (2.1.69). Of a key that
// stands there twice the last counts, which is not established.
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

// quote puts the plain values at the left edge that have a colon and a blank in them into quotes.
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

// text returns a field that is a text, a number or another scalar, without white space around it; "" for anything else. That
// numbers count as text is documented, of other scalars it is not established.
func (r *parsed) text(name string) string {
	v := r.fields[name]
	if v == nil || v.Kind != frontmatter.ScalarValue || v.IsNull() {
		return ""
	}
	return strings.TrimSpace(v.Text)
}

// boolean returns a field that is one of [booleans], in any letter case, quoted or not.
func (r *parsed) boolean(name string, otherwise bool) bool {
	i := slices.Index(booleans, kit.LowerASCII(r.text(name)))
	if i < 0 {
		return otherwise
	}
	return i%2 == 0
}

// list returns a field that is a list of scalars, or a text with words between blanks.
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

// description returns the field, and where that is missing the body's first line with text.
func (r *parsed) description() string {
	if text := r.text("description"); text != "" {
		return text
	}
	return text.DecodeUTF8(skills.FirstLine(r.body.Of(r.source)))
}
