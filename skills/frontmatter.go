package skills

// Frontmatter is the author's view of the block between the delimiters: every line accounted for, whether or not it is
// YAML. Agents disagree about what counts as a delimiter; this view is the generous one (a delimiter may be followed by
// blanks, or be indented), so that a file that some agent refuses can still be completed, explained and mended.
type Frontmatter struct {
	State State
	// Open is the opening delimiter without its line ending. Where State is Absent it is empty, at the first byte after a
	// byte order mark.
	Open Span
	// Language is the word after the opening dashes ("---js"), empty for none.
	Language string
	// Close is the closing delimiter without its line ending, leading blanks included; empty unless State is Closed. It may
	// read "..." or be indented: see the source.
	Close Span
	// Content is what lies between the delimiters' lines, line endings included. Where State is Unclosed it ends before the
	// first line that cannot belong to a frontmatter.
	Content Span
	// Entries are the fields, at most [MaxEntries]. The text of further fields is in Content alone.
	Entries []Entry
	// Stray are lines before the first entry that are neither blank nor a comment nor a key.
	Stray []Span
	// Comments are comments that have a line of their own, without the indentation and the line ending.
	Comments []Span
	// Root is the typed tree of the whole content: nil where it is empty or not YAML. Its kind need not be Mapping.
	Root *Value
	// Err is the syntax error of the whole content, nil where it parses. Entries carry their own.
	Err *YAMLError
}

// State says whether delimiters were found.
type State uint8

const (
	Absent   State = iota // the file does not begin with a delimiter
	Unclosed              // it begins with one and never closes it
	Closed
)

// An Entry is one top-level key with everything up to the next.
type Entry struct {
	Key string // as YAML reads it, quotes removed
	// KeySpan is the key as written, quotes included; Colon is the offset of the ":" after it.
	KeySpan Span
	Colon   int
	// ValueSpan is the value as written, without blanks and comments around it: for a block scalar from its indicator to
	// the end of its last line, for a nested block from its first to its last character. Empty, after the colon, where there
	// is no value.
	ValueSpan Span
	// Span is the whole entry, from its key to the start of the next entry or the end of the content.
	Span Span
	// Value is the typed value; nil where the entry is not YAML, and a null scalar where it has none.
	Value *Value
	Err   *YAMLError
}

// Entry returns the first entry of that key, and whether there is one.
func (f *Frontmatter) Entry(key string) (*Entry, bool) {
	for i := range f.Entries {
		if f.Entries[i].Key == key {
			return &f.Entries[i], true
		}
	}
	return nil, false
}

// Name returns the text of the name field, as YAML reads it, and "" where there is none.
func (f *Frontmatter) Name() string { return f.text("name") }

// Description returns the text of the description field, as YAML reads it, and "" where there is none.
func (f *Frontmatter) Description() string { return f.text("description") }

func (f *Frontmatter) text(key string) string {
	if e, ok := f.Entry(key); ok && e.Value != nil && e.Value.Kind == ScalarValue && !e.Value.IsNull() {
		return e.Value.Text
	}
	return ""
}
