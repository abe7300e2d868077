package skills

// Agents are what a runtime hands tasks to beside the agent that a person talks to.
type Agents struct {
	// Dirs are slash-separated directories, relative to any directory, of Markdown files with one agent each, which goes by the "name" in its
	// frontmatter.
	Dirs    []string
	BuiltIn []string // names of those that are always there
	// Preloads is the key by which an agent's file names the skills that the agent has from the start: a list, or a text with commas. It is
	// empty where agents have none.
	Preloads string
}
