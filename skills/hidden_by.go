package skills

// HiddenBy is an agent's own place for what other agents read from disable-model-invocation.
type HiddenBy struct {
	// Key is a key of the frontmatter's metadata; empty where a file beside the SKILL.md has it, of which Adopt tells.
	Key string
	// Field is the switch in such a file, as in [CompanionField], of which false is what true is of disable-model-invocation; empty
	// where Key is set.
	Field string
	How   string // what to write where, as Markdown
	// Partly says that some versions read disable-model-invocation too.
	Partly bool
}
