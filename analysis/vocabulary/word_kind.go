package vocabulary

// A CompletionKind is the kind of thing that a completion inserts.
type CompletionKind uint8

const (
	KeyCompletion       CompletionKind = iota // a frontmatter key, or the frontmatter as a whole
	ValueCompletion                           // a value of a frontmatter field
	MentionCompletion                         // a skill
	FileCompletion                            // a file
	DirectoryCompletion                       // a directory
	VariableCompletion                        // a placeholder that an agent replaces
	AnchorCompletion                          // a heading's anchor, or a reference's label
	SnippetCompletion                         // lines to fill in
)
