package standard

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Limits of validator.py, in code points.
const (
	nameLimit          = 64
	descriptionLimit   = 1024
	compatibilityLimit = 500
)

// knownFields are the keys that validator.py allows.
var knownFields = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

// accept checks a file as skills-ref's validate and read_properties do. The verdict depends on the bytes up
// to the second "---" of the file, on whether all of it is UTF-8, and on the name of its directory.
//
// The refusals are in the validator's order, with two differences. There is one for each unexpected key, all
// with the same message. If the parser gave up, its refusal is followed by those for the author's view of the
// frontmatter. There, a missing field is refused only if both readers find closed frontmatter and the
// author's view is a mapping.
func accept(f skills.File) skills.Verdict {
	c := check{kit.NewReport(f)}
	if c.Frontmatter.State == frontmatter.Absent {
		c.Missing = text.Span{End: min(3, len(f.Source))}
	}
	if fields := c.parse(); !c.GaveUp {
		c.validate(fields, true)
		name, description := fieldText(fields, "name"), fieldText(fields, "description")
		if name == "" || description == "" {
			return c.Verdict("", "")
		}
		return c.Verdict(name, description)
	}
	code, root := c.Refusals[0].Code, c.Frontmatter.Root
	whole := code != skills.CodeNoFrontmatter && code != skills.CodeUnclosed && c.Frontmatter.State == frontmatter.Closed
	c.validate(c.recovered(), whole && root != nil && root.Kind == frontmatter.MappingValue)
	return c.Verdict("", "")
}

// fieldText returns a field as read_properties reads it, or "" if that fails.
func fieldText(fields []field, key string) string {
	for _, f := range fields {
		if f.key == key && f.isText {
			return strings.TrimFunc(f.text, kit.IsPythonSpace)
		}
	}
	return ""
}

// A check collects the refusals of one file.
type check struct{ kit.Report }

// A field is a top-level key and its value.
type field struct {
	key     string
	text    string // if isText
	isText  bool
	unknown bool // the value could not be recovered
	keySpan text.Span
	span    text.Span // of the value, or of the key if there is no value
}

// parse follows parse_frontmatter: it splits the file at the first two "---", anywhere in it, and uses
// strictyaml.
func (c *check) parse() (fields []field) {
	if !utf8.ValidString(c.Source) {
		err := yamldialect.DecodeError(c.Source)
		at := err.Span()
		c.GiveUp(skills.CodeUnreadable, "", at, "UnicodeDecodeError: "+err.Message)
		return nil
	}
	content, ok := strings.CutPrefix(c.Source, "---")
	if !ok {
		c.NoFrontmatter(false, "SKILL.md must start with YAML frontmatter (---)")
		return nil
	}
	content, _, ok = strings.Cut(content, "---")
	if !ok {
		c.GiveUp(skills.CodeUnclosed, "", c.Missing, "SKILL.md frontmatter not properly closed with ---")
		return nil
	}
	root, err := yamldialect.LoadStrictYAML(content)
	if err != nil {
		c.invalid(err)
		return nil
	}
	if root == nil || root.Kind != yamldialect.Mapping {
		at := c.Missing
		if root != nil && root.End > root.Start {
			at = span(root)
		}
		c.GiveUp(skills.CodeNotMapping, "", at, "SKILL.md frontmatter must be a YAML mapping")
		return nil
	}
	for _, p := range root.Pairs {
		f := field{
			key: p.Key.Text, text: p.Value.Text, isText: p.Value.Kind == yamldialect.Scalar && !p.Value.NotString(),
			keySpan: span(p.Key), span: span(p.Value),
		}
		if f.span.IsEmpty() {
			f.span = f.keySpan
		}
		fields = append(fields, f)
	}
	return fields
}

// span returns the span of a node in the file.
func span(n *yamldialect.Node) text.Span {
	return n.Span().Shift(len("---"))
}

// invalid refuses invalid YAML.
func (c *check) invalid(err *yamldialect.Error) {
	at, code := err.Span().Shift(len("---")), skills.CodeYAML
	message, entry := err.Message, c.EntryAt(at.Start)
	if !err.Uncaught {
		message = "Invalid YAML in frontmatter: " + message
	}
	switch err.Cause {
	case yamldialect.Forbidden:
		code, at = skills.CodeFlow, c.forbidden(entry, at)
	case yamldialect.Duplicate:
		code = skills.CodeDuplicateKey
	default:
		at = c.line(at.Start)
	}
	c.GiveUp(code, entry.Key, at, message)
}

// forbidden returns the span of the whole key or value that begins with forbidden YAML.
func (c *check) forbidden(entry frontmatter.Entry, place text.Span) text.Span {
	switch place.Start {
	case entry.KeySpan.Start:
		return entry.KeySpan
	case entry.ValueSpan.Start:
		return entry.ValueSpan
	}
	if v := flowValue(entry.Value, place.Start); v != nil {
		return v.Span
	}
	return place
}

// flowValue returns the flow collection at or below v that begins at an offset, or nil.
func flowValue(v *frontmatter.Value, offset int) *frontmatter.Value {
	if v == nil || v.Style == frontmatter.FlowStyle && v.Span.Start == offset {
		return v
	}
	for _, item := range v.Items {
		if found := flowValue(item, offset); found != nil {
			return found
		}
	}
	for _, pair := range v.Pairs {
		if found := flowValue(pair.Value, offset); found != nil {
			return found
		}
	}
	return nil
}

// line returns the text of the line that contains an offset, or of the last line before it that has text.
func (c *check) line(offset int) text.Span {
	for {
		span := text.Span{Start: strings.LastIndexAny(c.Source[:offset], "\r\n") + 1, End: len(c.Source)}
		if i := strings.IndexAny(c.Source[offset:], "\r\n"); i >= 0 {
			span.End = offset + i
		}
		text := span.Of(c.Source)
		span.Start += len(text) - len(strings.TrimLeft(text, " \t"))
		span.End = max(span.Start, span.End-(len(text)-len(strings.TrimRight(text, " \t"))))
		if offset = strings.LastIndexAny(c.Source[:span.Start], "\r\n"); !span.IsEmpty() || offset < 0 {
			return span
		}
	}
}

// recovered returns the fields of the author's view.
func (c *check) recovered() []field {
	var fields []field
	seen := make(map[string]bool)
	for i := range c.Frontmatter.Entries {
		e := &c.Frontmatter.Entries[i]
		if e.Key == "" || seen[e.Key] {
			continue
		}
		seen[e.Key] = true
		f := field{key: e.Key, unknown: e.Value == nil, keySpan: e.KeySpan, span: e.ValueSpan}
		if e.Value != nil && e.Value.Kind == frontmatter.ScalarValue {
			f.text, f.isText = e.Value.Text, true
		}
		if f.span.IsEmpty() {
			f.span = f.keySpan
		}
		fields = append(fields, f)
	}
	return fields
}

func (c *check) refuse(code skills.Code, field string, span text.Span, format string, args ...any) {
	c.Refuse(code, field, span, fmt.Sprintf(format, args...))
}

// validate follows validate_metadata. It reports missing fields only if missing is set.
func (c *check) validate(fields []field, missing bool) {
	c.unexpected(fields)
	check := func(key string, check func(field)) bool {
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if i >= 0 && !fields[i].unknown {
			check(fields[i])
		}
		return i >= 0
	}
	if !check("name", c.name) && missing {
		c.refuse(skills.CodeMissing, "name", c.Missing, "Missing required field in frontmatter: name")
	}
	if !check("description", c.description) && missing {
		c.refuse(skills.CodeMissing, "description", c.Missing, "Missing required field in frontmatter: description")
	}
	check("compatibility", c.compatibility)
}

func (c *check) unexpected(fields []field) {
	var extra []string
	for _, f := range fields {
		if !slices.Contains(knownFields, f.key) {
			extra = append(extra, f.key)
		}
	}
	if extra == nil {
		return
	}
	slices.Sort(extra)
	message := fmt.Sprintf("Unexpected fields in frontmatter: %s. Only ['%s'] are allowed.",
		strings.Join(extra, ", "), strings.Join(knownFields, "', '"))
	for _, f := range fields {
		if !slices.Contains(knownFields, f.key) {
			c.Refuse(skills.CodeUnknownField, f.key, f.keySpan, message)
		}
	}
}

// empty refuses a field that is not a string or is blank, and reports whether it did.
func (c *check) empty(f field) bool {
	code := skills.CodeEmpty
	switch {
	case !f.isText:
		code = skills.CodeType
	case strings.TrimFunc(f.text, kit.IsPythonSpace) != "":
		return false
	}
	c.refuse(code, f.key, f.span, "Field '%s' must be a non-empty string", f.key)
	return true
}

func (c *check) name(f field) {
	if c.empty(f) {
		return
	}
	name := norm.NFKC.String(strings.TrimFunc(f.text, kit.IsPythonSpace))
	if n := utf8.RuneCountInString(name); n > nameLimit {
		c.refuse(skills.CodeTooLong, f.key, f.span, "Skill name '%s' exceeds %d character limit (%d chars)", name, nameLimit, n)
	}
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.ToLower(r) != r }) {
		c.refuse(skills.CodeCharacters, f.key, f.span, "Skill name '%s' must be lowercase", name)
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		c.refuse(skills.CodeHyphens, f.key, f.span, "Skill name cannot start or end with a hyphen")
	}
	if strings.Contains(name, "--") {
		c.refuse(skills.CodeHyphens, f.key, f.span, "Skill name cannot contain consecutive hyphens")
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r != '-' && !kit.IsPythonAlnum(r) }) {
		c.refuse(skills.CodeCharacters, f.key, f.span,
			"Skill name '%s' contains invalid characters. Only letters, digits, and hyphens are allowed.", name)
	}
	if c.Path == "" {
		return
	}
	dir := filepath.Base(filepath.Dir(c.Path))
	if dir == string(filepath.Separator) {
		dir = "" // a root has no name in Python
	}
	if norm.NFKC.String(dir) != name {
		c.refuse(skills.CodeDirectory, f.key, f.span, "Directory name '%s' must match skill name '%s'", dir, name)
	}
}

func (c *check) description(f field) {
	if c.empty(f) {
		return
	}
	if n := utf8.RuneCountInString(f.text); n > descriptionLimit {
		c.refuse(skills.CodeTooLong, f.key, f.span, "Description exceeds %d character limit (%d chars)", descriptionLimit, n)
	}
}

func (c *check) compatibility(f field) {
	if !f.isText {
		c.refuse(skills.CodeType, f.key, f.span, "Field 'compatibility' must be a string")
		return
	}
	if n := utf8.RuneCountInString(f.text); n > compatibilityLimit {
		c.refuse(skills.CodeTooLong, f.key, f.span, "Compatibility exceeds %d character limit (%d chars)", compatibilityLimit, n)
	}
}
