package claudecode

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Limits of quick_validate.py, in code points.
const (
	quickNameLimit          = 64
	quickDescriptionLimit   = 1024
	quickCompatibilityLimit = 500
)

// quickFields are the keys that quick_validate.py allows, in the order in which it lists them.
var quickFields = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

var quickName = regexp.MustCompile(`^[a-z0-9-]+$`)

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
	if refusal := c.check(); refusal != nil {
		return []skills.Refusal{*refusal}
	}
	return nil
}

type quickCheck struct {
	kit.Report
	start int // offset of the frontmatter's content
	root  *yamldialect.PyObject
}

func quickRefusal(code skills.Code, field string, span text.Span, format string, args ...any) *skills.Refusal {
	return &skills.Refusal{Code: code, Field: field, Span: span, Message: fmt.Sprintf(format, args...)}
}

func (c *quickCheck) check() *skills.Refusal {
	if c.Path != "" && filepath.Base(c.Path) != "SKILL.md" {
		return quickRefusal(skills.CodeUnreadable, "", c.Missing, "SKILL.md not found")
	}
	if err := yamldialect.DecodeError(c.Source); err != nil {
		return quickRefusal(skills.CodeUnreadable, "", text.Span{Start: err.Start, End: err.End}, "UnicodeDecodeError: %s", err.Message)
	}
	if refusal := c.read(); refusal != nil {
		return refusal
	}
	if refusal := c.unexpected(); refusal != nil {
		return refusal
	}
	name, description := c.field("name"), c.field("description")
	switch {
	case name == nil:
		return quickRefusal(skills.CodeMissing, "name", c.Missing, "Missing 'name' in frontmatter")
	case description == nil:
		return quickRefusal(skills.CodeMissing, "description", c.Missing, "Missing 'description' in frontmatter")
	}
	if refusal := c.name(*name); refusal != nil {
		return refusal
	}
	if refusal := c.description(*description); refusal != nil {
		return refusal
	}
	if compatibility := c.field("compatibility"); compatibility != nil && compatibility.Value.True {
		return c.compatibility(*compatibility)
	}
	return nil
}

// read finds the frontmatter and parses it.
func (c *quickCheck) read() *skills.Refusal {
	if !strings.HasPrefix(c.Source, "---") {
		return quickRefusal(skills.CodeNoFrontmatter, "", c.Missing, "No YAML frontmatter found")
	}
	content, ok := quickFrontmatter(c.Source)
	if !ok {
		code := skills.CodeUnclosed
		if content.Start == len("---") {
			code = skills.CodeNoFrontmatter // the first line has more than the dashes
		}
		return quickRefusal(code, "", c.Missing, "Invalid frontmatter format")
	}
	c.start = content.Start
	root, err := yamldialect.LoadPyYAML(content.Of(c.Source))
	if err != nil {
		r := quickRefusal(skills.CodeYAML, "", text.Span{Start: err.Start, End: err.End}.Shift(c.start), "Invalid YAML in frontmatter: %s", err.Message)
		if err.Uncaught {
			r.Message = err.Message
		}
		for _, e := range c.Frontmatter.Entries {
			if e.Span.Start <= r.Span.Start && r.Span.Start < e.Span.End {
				r.Field = e.Key
			}
		}
		return r
	}
	if root == nil || root.Type != yamldialect.PyDict {
		r := quickRefusal(skills.CodeNotMapping, "", c.Missing, "Frontmatter must be a YAML dictionary")
		if root != nil && root.End > root.Start {
			r.Span = c.span(root)
		}
		return r
	}
	c.root = root
	return nil
}

// quickFrontmatter returns the content between a first line of three dashes and the next line that begins
// with three dashes. Without them, the span is empty: at the start of the content, or right after the dashes
// if their line continues.
func quickFrontmatter(source string) (content text.Span, ok bool) {
	start := len("---") + quickBreak(source[len("---"):])
	if start == len("---") {
		return text.At(start), false
	}
	for at := start; ; {
		i := strings.IndexAny(source[at:], "\r\n")
		if i < 0 {
			return text.At(start), false
		}
		end := at + i
		at = end + quickBreak(source[end:])
		if strings.HasPrefix(source[at:], "---") {
			return text.Span{Start: start, End: end}, true
		}
	}
}

// quickBreak returns the length in bytes of the line break at the start of text, as Python's text mode reads
// it.
func quickBreak(text string) int {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		return 2
	case strings.HasPrefix(text, "\n"), strings.HasPrefix(text, "\r"):
		return 1
	}
	return 0
}

// span returns the span of a node in the file.
func (c *quickCheck) span(n *yamldialect.PyObject) text.Span {
	return text.Span{Start: n.Start, End: n.End}.Shift(c.start)
}

func (c *quickCheck) field(key string) *yamldialect.PyPair {
	i := slices.IndexFunc(c.root.Pairs, func(p yamldialect.PyPair) bool { return p.Key.Type == yamldialect.PyStr && p.Key.Text == key })
	if i < 0 {
		return nil
	}
	return &c.root.Pairs[i]
}

func (c *quickCheck) unexpected() *skills.Refusal {
	var keys []*yamldialect.PyObject
	for _, p := range c.root.Pairs {
		if p.Key.Type != yamldialect.PyStr || !slices.Contains(quickFields, p.Key.Text) {
			keys = append(keys, p.Key)
		}
	}
	if keys == nil {
		return nil
	}
	span := c.span(keys[0])
	field := span.Of(c.Source)
	if keys[0].Type == yamldialect.PyStr {
		field = keys[0].Text
	}
	names, exception := yamldialect.JoinSorted(keys)
	if exception != "" {
		return quickRefusal(skills.CodeUnknownField, field, span, "%s", exception)
	}
	return quickRefusal(skills.CodeUnknownField, field, span, "Unexpected key(s) in SKILL.md frontmatter: %s. Allowed properties are: %s",
		names, strings.Join(quickFields, ", "))
}

// place returns the span of a field's value, or of its key if the value is empty.
func (c *quickCheck) place(p yamldialect.PyPair) text.Span {
	if span := c.span(p.Value); !span.IsEmpty() {
		return span
	}
	return c.span(p.Key)
}

func (c *quickCheck) name(p yamldialect.PyPair) *skills.Refusal {
	if p.Value.Type != yamldialect.PyStr {
		return quickRefusal(skills.CodeType, "name", c.place(p), "Name must be a string, got %s", p.Value.Type)
	}
	name := strings.TrimFunc(p.Value.Text, kit.IsPythonSpace)
	switch n := utf8.RuneCountInString(name); {
	case name == "":
	case !quickName.MatchString(name):
		return quickRefusal(skills.CodeCharacters, "name", c.place(p), "Name '%s' should be kebab-case (lowercase letters, digits, and hyphens only)", name)
	case strings.HasPrefix(name, "-"), strings.HasSuffix(name, "-"), strings.Contains(name, "--"):
		return quickRefusal(skills.CodeHyphens, "name", c.place(p), "Name '%s' cannot start/end with hyphen or contain consecutive hyphens", name)
	case n > quickNameLimit:
		return quickRefusal(skills.CodeTooLong, "name", c.place(p), "Name is too long (%d characters). Maximum is %d characters.", n, quickNameLimit)
	}
	return nil
}

func (c *quickCheck) description(p yamldialect.PyPair) *skills.Refusal {
	if p.Value.Type != yamldialect.PyStr {
		return quickRefusal(skills.CodeType, "description", c.place(p), "Description must be a string, got %s", p.Value.Type)
	}
	description := strings.TrimFunc(p.Value.Text, kit.IsPythonSpace)
	if strings.ContainsAny(description, "<>") {
		return quickRefusal(skills.CodeCharacters, "description", c.place(p), "Description cannot contain angle brackets (< or >)")
	}
	if n := utf8.RuneCountInString(description); n > quickDescriptionLimit {
		return quickRefusal(skills.CodeTooLong, "description", c.place(p), "Description is too long (%d characters). Maximum is %d characters.", n, quickDescriptionLimit)
	}
	return nil
}

func (c *quickCheck) compatibility(p yamldialect.PyPair) *skills.Refusal {
	if p.Value.Type != yamldialect.PyStr {
		return quickRefusal(skills.CodeType, "compatibility", c.place(p), "Compatibility must be a string, got %s", p.Value.Type)
	}
	if n := utf8.RuneCountInString(p.Value.Text); n > quickCompatibilityLimit {
		return quickRefusal(skills.CodeTooLong, "compatibility", c.place(p), "Compatibility is too long (%d characters). Maximum is %d characters.",
			n, quickCompatibilityLimit)
	}
	return nil
}
