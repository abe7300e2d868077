// Package frontmatter reads the frontmatter of a SKILL.md: the delimiters, the fields with their spans, and
// the typed values that gopkg.in/yaml.v3 reads. [ParseYAML] and [RecoverYAML] read whole files of YAML.
//
// [Scan] never fails. If one field is not YAML, the other fields still have their values. The package is more
// tolerant than any agent. Package agents decides what each agent accepts, and package yamldialect has the
// differences between YAML libraries. All spans are byte offsets.
package frontmatter

import (
	"iter"

	"skills-ls/skills/text"
)

// A Frontmatter has the delimiters of a file and the lines between them, including lines that are not YAML.
// Agents disagree about delimiters, for instance about spaces before or after the dashes. Scan accepts every
// delimiter that at least one agent accepts, so that completion, hover and fixes work in a file that other
// agents reject.
type Frontmatter struct {
	// State is Absent, Unclosed or Closed.
	State State
	// Open is the opening delimiter without its line ending. If State is Absent, it is empty, at the first
	// byte after a byte order mark.
	Open text.Span
	// Language is the word after the opening dashes ("---js"), or "".
	Language string
	// Close is the closing delimiter without its line ending, with the spaces before it. It is empty unless
	// State is Closed. It may be "..." or indented.
	Close text.Span
	// Content is the text between the lines of the delimiters, with its line endings. If State is Unclosed,
	// it ends before the first line that cannot belong to a frontmatter.
	Content text.Span
	// Entries are the fields, at most [MaxEntries]. Further fields are only in Content.
	Entries []Entry
	// Stray are the lines before the first entry that are neither empty nor comments nor keys.
	Stray []text.Span
	// Comments are the comments that are alone on a line, without indentation and line ending.
	Comments []text.Span
	// Root is the value of the whole content, or nil if the content is empty or not YAML. It may be other than
	// a mapping.
	Root *Value
	// Err is the syntax error of the whole content, or nil if the content is YAML. The entries then have errors
	// of their own.
	Err *YAMLError
}

// A State says which delimiters a file has.
type State uint8

const (
	Absent   State = iota // the file does not begin with a delimiter
	Unclosed              // the closing delimiter is missing
	Closed                // the file has both delimiters
)

// An Entry is a field: a top-level key with the source up to the next one.
type Entry struct {
	Key string // as YAML reads it, without quotes
	// KeySpan is the key in the source, with its quotes. Colon is the offset of the ":" after it.
	KeySpan text.Span
	Colon   int
	// ValueSpan is the value in the source, without spaces and comments around it. For a block scalar it
	// begins at the indicator and ends with the last line. For a nested block it is the range from the first
	// to the last character. For a missing value it is empty, after the colon.
	ValueSpan text.Span
	// Span is the whole entry, from its key to the key of the next entry or the end of the content.
	Span text.Span
	// Value is the typed value, or nil if the entry is not YAML. A missing value is a null scalar.
	Value *Value
	name  *Value // the key as YAML reads it, if the whole content is not YAML
	// Err is the syntax error of the entry. It is set only if the whole content is not YAML.
	Err *YAMLError
}

// All returns the entries in order.
func (f *Frontmatter) All() iter.Seq[*Entry] {
	return func(yield func(*Entry) bool) {
		for i := range f.Entries {
			if !yield(&f.Entries[i]) {
				return
			}
		}
	}
}

// Entry returns the first entry with the key, and whether there is one.
func (f *Frontmatter) Entry(key string) (*Entry, bool) {
	for i := range f.Entries {
		if f.Entries[i].Key == key {
			return &f.Entries[i], true
		}
	}
	return nil, false
}

// Name returns the text of the field "name" as YAML reads it, or "".
func (f *Frontmatter) Name() string { return f.text("name") }

// Description returns the text of the field "description" as YAML reads it, or "".
func (f *Frontmatter) Description() string { return f.text("description") }

// text returns the text of a scalar field, or "".
func (f *Frontmatter) text(key string) string {
	if e, ok := f.Entry(key); ok && e.Value != nil && e.Value.Kind == ScalarValue && !e.Value.IsNull() {
		return e.Value.Text
	}
	return ""
}
