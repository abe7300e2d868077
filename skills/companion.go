package skills

// A Companion is a file that a runtime reads beside a SKILL.md.
type Companion struct {
	Path   string  // slash-separated, from the skill's directory
	Fields []Field // its keys; those inside others are joined by periods, and lists add nothing to the path
	Doc    string  // what the runtime does with the file: one or two sentences of Markdown
	// Read says what the runtime makes of the file.
	Read func(CompanionFile) CompanionReading
}

// A CompanionFile is the text of a companion, and where it lies.
type CompanionFile struct {
	Path   string // of the file, absolute
	Dir    string // of the skill, absolute
	Name   string // of the skill, as the runtime has it
	Source string
	FS     FS
}

// A CompanionReading is what a runtime makes of a companion.
type CompanionReading struct {
	// Ignored says that the runtime takes nothing from the file.
	Ignored bool
	// Remarks are what the runtime says of the parts that it ignores, in its words and order. Their spans are bytes of the file.
	Remarks []Remark
	// Advice is what the vendor's guide for authors asks beyond what the runtime checks, in our words.
	Advice []Remark
	// Needs are what the skill depends on.
	Needs []Dependency
	// Notes are what else an author should know, in sentences.
	Notes []string
}

// A Dependency is something that a skill needs of its surroundings.
type Dependency struct {
	Type, Value string // such as "mcp" and the server's name, or "env_var" and the variable's
	Description string
	Transport   string
	Command     string
	URL         string
	Span        Span // in the companion
}
