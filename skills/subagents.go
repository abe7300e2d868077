package skills

// Subagents describes the subagents that an agent can hand a task to.
type Subagents struct {
	// Dirs are slash-separated directories, relative to any directory, of Markdown files with one subagent
	// each. The "name" in a file's frontmatter is the subagent's name.
	Dirs    []string
	BuiltIn []string // names of the subagents that always exist
	// Preloads is the frontmatter field that names the skills a subagent starts with: a list, or a string
	// with commas. It is empty if the agent has no such field.
	Preloads string
}
