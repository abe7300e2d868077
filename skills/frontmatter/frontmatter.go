// Package frontmatter reads the block between the delimiters of a SKILL.md: its delimiters, its fields with
// their spans, and their typed values. It never fails: a broken field does not hide its neighbors.
package frontmatter

import "skills-ls/skills/text"

// A Frontmatter is the author's view of the block between the delimiters. It accounts for every line, YAML or
// not. Agents disagree about delimiters. This view accepts what any agent accepts, such as spaces behind a
// delimiter or in front of it, so that a file that some agent rejects can still be completed, explained and
// fixed.
type Frontmatter struct {
	// State tells which delimiters there are.
	State State
	// Open is the opening delimiter without its line ending. If State is Absent it is empty, at the first
	// byte after a byte order mark.
	Open text.Span
	// Language is the word after the opening dashes ("---js"), or "".
	Language string
	// Close is the closing delimiter without its line ending, with the spaces in front of it. It is empty
	// unless State is Closed. It may be "..." or indented.
	Close text.Span
	// Content is the text between the lines of the delimiters, with its line endings. If State is Unclosed it
	// ends before the first line that cannot belong to a frontmatter.
	Content text.Span
	// Entries are the fields, at most [MaxEntries]. Content has the text of further fields.
	Entries []Entry
	// Stray are lines before the first entry that are not empty, not a comment and not a key.
	Stray []text.Span
	// Comments are the comments on lines of their own, without indentation and line ending.
	Comments []text.Span
	// Root is the typed tree of the whole content, nil if that is empty or not YAML. Its kind may be other
	// than MappingValue.
	Root *Value
	// Err is the syntax error of the whole content, nil if it parses. Entries have errors of their own.
	Err *YAMLError
}

// A State tells which delimiters a file has.
type State uint8

const (
	Absent   State = iota // the file does not begin with a delimiter
	Unclosed              // it begins with one and never closes it
	Closed
)

// An Entry is a top-level key with the text up to the next one.
type Entry struct {
	Key string // as YAML reads it, quotes removed
	// KeySpan is the key as written, with its quotes. Colon is the offset of the ":" after it.
	KeySpan text.Span
	Colon   int
	// ValueSpan is the value as written, without spaces and comments around it. A block scalar reaches from
	// its indicator to the end of its last line, a nested block from its first to its last character. A
	// missing value is an empty span after the colon.
	ValueSpan text.Span
	// Span is the whole entry, from its key to the start of the next entry or the end of the content.
	Span text.Span
	// Value is the typed value, nil if the entry is not YAML. A missing value is a null scalar.
	Value *Value
	Err   *YAMLError
}

// Entry returns the first entry with that key, and whether there is one.
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

func (f *Frontmatter) text(key string) string {
	if e, ok := f.Entry(key); ok && e.Value != nil && e.Value.Kind == ScalarValue && !e.Value.IsNull() {
		return e.Value.Text
	}
	return ""
}
