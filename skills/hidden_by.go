package skills

// HiddenBy is the agent's own setting for what other agents read from disable-model-invocation.
type HiddenBy struct {
	// Key is a key in the metadata of the frontmatter. It is "" if the setting is in a file beside SKILL.md,
	// which Adopt reads.
	Key string
	// Field is the boolean in such a file, as in [CompanionField]. It is false if disable-model-invocation
	// would be true. It is "" if Key is set.
	Field string
	How   string // what to write and where, as Markdown
	// Partly says that some versions also read disable-model-invocation.
	Partly bool
}
