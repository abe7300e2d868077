package claudecode

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// quickFields are the keys that quick_validate.py allows, in the order in which it lists them.
var quickFields = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

// validate checks a file as quick_validate.py of Anthropic's skill-creator does (anthropics/skills 9d2f1ae1,
// skills/skill-creator/scripts/quick_validate.py), run with PyYAML 6 on a system whose encoding is UTF-8. It
// stops at the first problem. The message of an exception that the script does not catch, such as that for an
// invalid date, is the one that Python prints.
//
// The script reads the file in text mode, so that CRLF and CR are line feeds. Python cannot print a name with
// half of a surrogate pair. Such a message has U+FFFD instead.
func validate(f skills.File) []skills.Refusal {
	c := quickCheck{Report: kit.NewReport(f)}
	if c.Frontmatter.State == frontmatter.Absent {
		c.Missing = text.Span{End: min(len("---"), len(f.Source))}
	}
	for _, step := range quickSteps {
		if step(&c); len(c.Refusals) > 0 {
			break
		}
	}
	return c.Refusals
}

// quickSteps are the steps of the script. Each refuses at most once.
var quickSteps = []func(*quickCheck){
	(*quickCheck).file, (*quickCheck).read, (*quickCheck).unexpected, (*quickCheck).required,
	(*quickCheck).name, (*quickCheck).description, (*quickCheck).compatibility,
}

type quickCheck struct {
	kit.Report
	start int // offset of the frontmatter's content
	root  *yamldialect.PyObject
}

func (c *quickCheck) refuse(code skills.Code, field string, at text.Span, format string, args ...any) {
	c.Refuse(code, field, at, fmt.Sprintf(format, args...))
}

func (c *quickCheck) file() {
	if c.Path != "" && filepath.Base(c.Path) != "SKILL.md" {
		c.refuse(skills.CodeUnreadable, "", c.Missing, "SKILL.md not found")
	} else if err := yamldialect.DecodeError(c.Source); err != nil {
		at := err.Span()
		c.refuse(skills.CodeUnreadable, "", at, "UnicodeDecodeError: %s", err.Message)
	}
}

// read finds the frontmatter and parses it.
func (c *quickCheck) read() {
	if !strings.HasPrefix(c.Source, "---") {
		c.refuse(skills.CodeNoFrontmatter, "", c.Missing, "No YAML frontmatter found")
		return
	}
	content, ok := quickFrontmatter(c.Source)
	if !ok {
		code := skills.CodeUnclosed
		if content.Start == len("---") {
			code = skills.CodeNoFrontmatter // the first line has more than the dashes
		}
		c.refuse(code, "", c.Missing, "Invalid frontmatter format")
		return
	}
	c.start = content.Start
	root, err := yamldialect.LoadPyYAML(content.Of(c.Source))
	switch {
	case err != nil:
		c.invalid(err)
	case root == nil || root.Type != yamldialect.PyDict:
		at := c.Missing
		if root != nil && root.End > root.Start {
			at = c.span(root)
		}
		c.refuse(skills.CodeNotMapping, "", at, "Frontmatter must be a YAML dictionary")
	}
	c.root = root
}

// invalid refuses invalid YAML.
func (c *quickCheck) invalid(err *yamldialect.Error) {
	at, message := err.Span().Shift(c.start), err.Message
	if !err.Uncaught {
		message = "Invalid YAML in frontmatter: " + message
	}
	c.Refuse(skills.CodeYAML, c.EntryAt(at.Start).Key, at, message)
}

// quickFrontmatter returns the content between a first line of three dashes and the next line that begins
// with three dashes. Without them, the span is empty: at the start of the content, or right after the dashes
// if their line continues.
func quickFrontmatter(source string) (content text.Span, ok bool) {
	end, start := text.LineAt(source, len("---"), len(source))
	if end > len("---") || start == end {
		return text.At(len("---")), false
	}
	for at := start; ; {
		end, next := text.LineAt(source, at, len(source))
		if next == end {
			return text.At(start), false
		}
		if at = next; strings.HasPrefix(source[at:], "---") {
			return text.Span{Start: start, End: end}, true
		}
	}
}

// span returns the span of a node in the file.
func (c *quickCheck) span(n *yamldialect.PyObject) text.Span {
	return text.Span{Start: n.Start, End: n.End}.Shift(c.start)
}

func (c *quickCheck) field(key string) *yamldialect.PyPair {
	i := slices.IndexFunc(c.root.Pairs, func(p yamldialect.PyPair) bool {
		return p.Key.Type == yamldialect.PyStr && p.Key.Text == key
	})
	if i < 0 {
		return nil
	}
	return &c.root.Pairs[i]
}

func (c *quickCheck) unexpected() {
	var keys []*yamldialect.PyObject
	for _, p := range c.root.Pairs {
		if p.Key.Type != yamldialect.PyStr || !slices.Contains(quickFields, p.Key.Text) {
			keys = append(keys, p.Key)
		}
	}
	if keys == nil {
		return
	}
	span := c.span(keys[0])
	field := span.Of(c.Source)
	if keys[0].Type == yamldialect.PyStr {
		field = keys[0].Text
	}
	names, message := yamldialect.JoinSorted(keys)
	if message == "" {
		message = fmt.Sprintf("Unexpected key(s) in SKILL.md frontmatter: %s. Allowed properties are: %s",
			names, strings.Join(quickFields, ", "))
	}
	c.Refuse(skills.CodeUnknownField, field, span, message)
}

func (c *quickCheck) required() {
	for _, key := range []string{"name", "description"} {
		if c.field(key) == nil {
			c.refuse(skills.CodeMissing, key, c.Missing, "Missing '%s' in frontmatter", key)
			return
		}
	}
}

// text returns the text of a field, which must be there, and its span. It refuses one that is not a string.
func (c *quickCheck) text(key, title string) (written string, at text.Span, ok bool) {
	p := c.field(key)
	if at = c.span(p.Value); at.IsEmpty() {
		at = c.span(p.Key)
	}
	if ok = p.Value.Type == yamldialect.PyStr; !ok {
		c.refuse(skills.CodeType, key, at, "%s must be a string, got %s", title, p.Value.Type)
	}
	return p.Value.Text, at, ok
}

// tooLong refuses a text with more code points than a limit.
func (c *quickCheck) tooLong(key, title, written string, at text.Span, limit int) {
	if n := utf8.RuneCountInString(written); n > limit {
		const message = "%s is too long (%d characters). Maximum is %d characters."
		c.refuse(skills.CodeTooLong, key, at, message, title, n, limit)
	}
}

func (c *quickCheck) name() {
	name, at, ok := c.text("name", "Name")
	name = strings.TrimFunc(name, kit.IsPythonSpace)
	switch {
	case !ok || name == "":
	case !kit.IsKebabAlphabet(name):
		const message = "Name '%s' should be kebab-case (lowercase letters, digits, and hyphens only)"
		c.refuse(skills.CodeCharacters, "name", at, message, name)
	case kit.HasStrayHyphen(name):
		const message = "Name '%s' cannot start/end with hyphen or contain consecutive hyphens"
		c.refuse(skills.CodeHyphens, "name", at, message, name)
	default:
		c.tooLong("name", "Name", name, at, 64)
	}
}

func (c *quickCheck) description() {
	description, at, ok := c.text("description", "Description")
	description = strings.TrimFunc(description, kit.IsPythonSpace)
	switch {
	case !ok:
	case strings.ContainsAny(description, "<>"):
		c.refuse(skills.CodeCharacters, "description", at, "Description cannot contain angle brackets (< or >)")
	default:
		c.tooLong("description", "Description", description, at, 1024)
	}
}

func (c *quickCheck) compatibility() {
	if p := c.field("compatibility"); p == nil || !p.Value.True {
		return
	}
	if compatibility, at, ok := c.text("compatibility", "Compatibility"); ok {
		c.tooLong("compatibility", "Compatibility", compatibility, at, 500)
	}
}
