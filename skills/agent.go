package skills

import (
	"path"
	"slices"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// An Agent describes how a program finds, reads, validates, mentions and injects skills. It is data and a few
// pure functions. A nil function means that this part of the agent is not modeled.
//
// Each agent has a package below skills/agents. Agents never change after initialization. [Agent.Configured]
// returns a copy for settings.
type Agent struct {
	ID    string // stable identifier, such as "codelia"
	Title string // name for people, such as "Claude Code"
	// Mark is a short reason why users may not see this behavior, such as "off by default", or "".
	Mark string
	// Source is where the facts come from: repository, files and commit, or the documentation and its
	// version.
	Source string

	Locations // where it looks for skills
	Ownership // which directories and projects are its own

	// Fields are the frontmatter fields that the agent reads.
	Fields []Field
	// Companions are the files in a skill directory that the agent reads, beside SKILL.md. If several exist,
	// it reads the first one only.
	Companions []Companion
	Limits     Limits
	// ReservedNames are names that the agent accepts but that do not work there.
	ReservedNames []ReservedName
	// HiddenBy is where an author hides a skill from the model. It is nil if that is a field in Fields, such
	// as disable-model-invocation, or if the agent has no such setting.
	HiddenBy *HiddenBy
	// Subagents are the agent's subagents, or nil if it has none or they are not known.
	Subagents *Subagents

	Guide     // how users mention skills and pass arguments, in words
	Settings  // its own configuration
	Decisions // whether it has a skill

	// Mentions returns the mentions of skills in a text, in order of appearance.
	Mentions func(text string) []Mention
	// Command returns the name and the span of the command "/name" that begins a message, if they depend on
	// which commands exist. The name is "" if there is no command. Nil means that Mentions tells it all.
	Command func(message string, exists func(name string) bool) (name string, span text.Span)
	// Placeholders are what the agent replaces in a body, or nil if that is not known.
	Placeholders *Placeholders
	// Commands returns the commands in the part of the source that the agent runs before the model reads the
	// text, in order. It is nil if the agent runs none, or if that is not known.
	Commands func(source string, part text.Span) []Command
	// Inject renders the text that the model receives when a skill is loaded.
	Inject func(Load) Injection
	// Closing are the closing tags that Inject adds after the body, the innermost first. The agent does not
	// escape them in the body.
	Closing []string
	// ReadResource renders what the agent's tool for files of a skill returns to the model. It is nil if the
	// agent has no such tool.
	ReadResource func(ResourceLoad) ResourceAnswer

	// Catalog renders the list of skills in the prompt. The skills are in the order of Compare.
	Catalog func(skills []Skill, budget Budget) CatalogText
	// Compare orders the skills of the catalog. Equal skills stay in the order in which they were found. Nil
	// means by name, scope and path, by bytes.
	Compare func(a, b Skill) int
	// ListingOf returns the budget of the catalog for a model with a context window of the given size in
	// tokens. Nil means that the budget is always Limits.Listing.
	ListingOf func(contextWindow int) Budget
	// Estimate counts tokens as the agent does for its budget. Nil means that the agent does not count
	// tokens.
	Estimate func(text string) Tokens
	// Warns returns what the agent tells its user if it takes one of two skills with the same name, or "".
	// Nil means that it never warns.
	Warns func(taken, other Skill) string
}

// Locations are where an agent looks for skills.
type Locations struct {
	Roots []Root // in the agent's order
	Walk  Walk
	// Project is how the agent finds the root of a project.
	Project Project
	// Files are the file names that make a directory a skill. The first match wins. Nil means exactly
	// SKILL.md.
	Files []string
	// MissingFile is what the agent says of a directory without such a file, in its own words. It is "" if
	// the agent says nothing, or if that is not known.
	MissingFile string
	// DirectoryFile is what the agent says of a directory with the name of such a file, in its own words. It
	// is "" if the agent says nothing.
	DirectoryFile string
	// Duplicates is what the agent does with skills that have the same name.
	Duplicates Duplicates
	// NameKey returns the part of a name that counts when the agent compares names. Nil means all of it.
	NameKey func(name string) string
	// Replaces says that with [LastWins] the skill of the later root takes the position of the first one with
	// its name in the catalog.
	Replaces bool
	// MaxSkills is the number of skills that the agent keeps, in the order of its catalog. 0 means all.
	MaxSkills int
	// Silent reports whether the agent drops the messages of rejected skills, so that they are not load
	// errors.
	Silent bool
}

// Ownership is what belongs to one agent alone. A skill there has the agent as its target.
type Ownership struct {
	// Owns are slash-separated directories, relative to any directory.
	Owns []string
	// OwnsPlugins is the slash-separated path of the manifest in a plugin of the agent. The skills directory
	// of the plugin belongs to the agent. It is "" if the agent has no plugins of its own.
	OwnsPlugins string
	// TakesPluginRoot says that a SKILL.md in the root of a plugin is a skill of it.
	TakesPluginRoot bool
	// QualifiesSkills says that a skill of an installed plugin is named "plugin:skill".
	QualifiesSkills bool
	// Manifests are the manifests of the agent's plugins and marketplaces. A file with such a path is checked
	// as this agent reads it. Nil means that the agent has no manifests of its own.
	Manifests []Manifest
	// Markers are names in the root of a project that show that its users work with this agent.
	Markers []string
}

// A Guide describes an agent in words, as Markdown.
type Guide struct {
	MentionSyntax string   // how a user mentions a skill
	Arguments     string   // what the agent does with arguments
	Notes         []string // what else an author should know, one fact each
}

// Settings are an agent's own configuration.
type Settings struct {
	// Knobs are the settings that a project can set for this program too.
	Knobs []Knob
	// Native is the agent's own configuration in files of a project. It is nil if there is none, or if it is
	// not known.
	Native *Native
	// Connectors are the names of connectors, in lowercase. A plain mention with such a name selects no
	// skill.
	Connectors []string
	// Search has the limits of the agent's own search for skills.
	Search SearchLimits
	// DisabledBy is the setting that turns skills off altogether. See [Agent.Disabled].
	DisabledBy Ruling
	// Variant names the way to judge files that a setting selected, such as "2", or is "". A setting that
	// replaces Accept or Validator sets it too. See [Agent.Judging].
	Variant string
}

// Decisions are the steps in which an agent decides whether it has a skill, each of which sees more than the
// one before, and two decisions beside them.
type Decisions struct {
	// Accept decides by the file alone, and by the name of its directory. Of the source, the verdict depends
	// only on [JudgedOf], so that it can be reused while the body changes. It is never nil.
	Accept func(File) Verdict
	// Adopt decides by the files around an accepted skill.
	Adopt Adoption
	// Rulings decide by the settings. See [Agent.Rule].
	Rulings []func(*Skill) (Ruling, bool)

	// Permits reports whether the agent runs a command of a skill without asking the user. Allowed are the
	// entries of allowed-tools. It reports true if the answer is not known or depends on more than the text.
	// Nil means that the agent never asks.
	Permits func(script string, allowed []string) bool
	// Validator is the vendor's own validator, which the agent itself does not run.
	Validator Validator
}

// An Adoption puts an accepted skill into the catalog, or leaves it out.
type Adoption struct {
	// Files are the base names of the files that In reads, except those of [Agent].Companions.
	Files []string
	// Namesakes says that In reads the files of skills whose directories have the same name.
	Namesakes bool
	// In returns a function for the skills of one file system. The function may change the name of a skill,
	// hide it from the model, or reject it, with or without a message. Several goroutines may call it at the
	// same time. Nil means that the agent ignores the files around a skill.
	In func(fsys vfs.FS) func(s Skill) (adopted Skill, ok bool, message string)
}

// A Validator is a vendor's own validator of skills. Its refusals never affect a verdict.
type Validator struct {
	Title string // such as "Anthropic's validator"
	// Check returns why the validator rejects a file. If the validator stops at its first error, there is
	// only one refusal. Of the source, the result depends only on [JudgedOf]. Nil means that there is no
	// validator.
	Check func(File) []Refusal
}

// IsNeighbor reports whether a file with this base name, near a skill, can change what the agent does with
// the skill.
func (r *Agent) IsNeighbor(base string) bool {
	return slices.Contains(r.Adopt.Files, base) ||
		slices.ContainsFunc(r.Companions, func(c Companion) bool { return path.Base(c.Path) == base })
}

// A Judging identifies a way to judge files. Agents with the same Judging give the same verdicts.
type Judging struct{ ID, Variant string }

// Judging returns how the agent judges files.
func (r *Agent) Judging() Judging { return Judging{r.ID, r.Variant} }

// FileNames returns the names of the files that the agent loads as skills, the preferred name first.
func (r *Agent) FileNames() []string {
	if r.Files == nil {
		return skillFileNames
	}
	return r.Files
}

var skillFileNames = []string{"SKILL.md"}

// MarshalText encodes the agent as its ID.
func (r *Agent) MarshalText() ([]byte, error) { return []byte(r.ID), nil }

// UnmarshalText decodes the ID and nothing else.
func (r *Agent) UnmarshalText(id []byte) error {
	r.ID = string(id)
	return nil
}

// Label returns the title with the mark, for tables of agents.
func (r *Agent) Label() string {
	if r.Mark == "" {
		return r.Title
	}
	return r.Title + " (" + r.Mark + ")"
}

// Reads reports whether the agent reads the frontmatter key, and returns the field.
func (r *Agent) Reads(key string) (Field, bool) {
	return find(r.Fields, func(f *Field) bool { return f.Name == key })
}

// A Base is what the directory of a root is relative to.
type Base uint8

const (
	FromCwd     Base = iota // the working directory of the agent
	FromChain               // every directory from the project root down to the working directory
	FromProject             // only the project root
	FromHome                // the user's home directory
	FromConfig              // a directory that only configuration names; nothing is searched by default
	FromSystem              // an absolute path on the machine
)

func (b Base) String() string {
	return [...]string{"cwd", "chain", "project", "home", "config", "system"}[b]
}

// A Root is a directory in which an agent looks for skills.
type Root struct {
	Base Base
	Dir  string // slash-separated, relative to the base
	// Env are environment variables that name a directory to use instead of Base and Dir. The first one that
	// is set wins.
	Env   []EnvDir
	Scope Scope
	Word  string // the agent's own word for the scope, as it appears in the injected text; empty means Scope
	// Depth is the maximum depth of a skill directory below the root: 1 means root/*/SKILL.md, 0 means no
	// limit.
	Depth int
	// NoLinks says that symbolic links to directories are not entered below this root, regardless of Walk.
	NoLinks bool
	// NoHidden says that names that begin with a dot are skipped below this root, regardless of Walk.
	NoHidden bool
	// Upward says that the directories of a chain are in order from the working directory up.
	Upward bool
	// Nested says that the root also applies in every directory below its base, except hidden directories and
	// those named node_modules. Links are not followed on the way.
	Nested bool
	// Paired says that the root alternates with the one before it, which has the same base: first both in one
	// directory of the base, then both in the next.
	Paired bool
	// NotHome says that the root does not apply if the working directory is the home directory.
	NotHome bool
	// Yields says that a directory that a later root also names belongs to the later root.
	Yields bool
	// Find returns the directories to use instead of this one, such as those of the plugins in it, absolute
	// and in the agent's order. Nil means that this directory is used.
	Find func(fsys vfs.FS, dir string) []string
	// Shown is the path of the root as the agent shows it, and orders skills by it, if that differs.
	Shown string
	// Silent says that the agent does not report the files that it rejects below this root.
	Silent bool
	// FilesBelow says that the files of [Walk].RootFiles are skills in the directories below this root, and
	// not in the root itself.
	FilesBelow bool
}

// An EnvDir is a directory that an environment variable names.
type EnvDir struct {
	Name string
	Dir  string // slash-separated, below the variable's directory; empty means that directory
	// Absolute says that the agent ignores the variable if it is a relative path. Otherwise a relative path
	// is relative to the working directory.
	Absolute bool
}

// A Scope is the origin of a skill, in the words of skills/list.
type Scope string

const (
	ScopeRepo   Scope = "repo"
	ScopeUser   Scope = "user"
	ScopeSystem Scope = "system"
	ScopeAdmin  Scope = "admin"
	ScopePlugin Scope = "plugin"
)

// Rank orders scopes: repo first.
func (s Scope) Rank() int {
	switch s {
	case ScopeRepo:
		return 0
	case ScopeUser:
		return 1
	case ScopeSystem:
		return 2
	case ScopeAdmin:
		return 3
	default:
		return 4
	}
}

// Duplicates is what an agent does with skills that have the same name, in the order of [Agent].Roots.
type Duplicates uint8

const (
	KeepAll   Duplicates = iota // all are kept, and the bare name is ambiguous
	FirstWins                   // the skill of the earlier root wins
	LastWins                    // the skill of the later root wins
	AnyWins                     // one wins, and it is not known which
)

// Walk is how an agent descends from a root.
type Walk struct {
	FollowDirs  bool     // symbolic links to directories are entered
	FollowFiles bool     // a symbolic link is accepted as the skill's file
	Unguarded   bool     // a link to a directory above it is entered endlessly
	SkipHidden  bool     // names that begin with a dot are skipped below the root
	Skip        []string // names of directories that are never entered
	// SkipIf reports whether directories with a name are never entered, in addition to those in Skip. Nil
	// means that there are no others.
	SkipIf      func(name string) bool
	AtRoot      bool // a SKILL.md in the root itself is a skill
	PlainAtRoot bool // a SKILL.md in the root itself is not a skill if it is a symbolic link
	// RootFiles is the suffix of further files that are skills if they are in the root itself, such as ".md".
	// Empty means that no other files are.
	RootFiles string
	// Leaves says that the other files of a skill directory and the directories below it are not searched,
	// even if the agent rejects the skill file.
	Leaves bool
	// Ignore reads the ignore files of a directory, such as .gitignore. It returns a function that reports
	// whether they decide about a path below the directory, and how. Both dir and the path are slash-separated
	// and relative to the root, real is the real path of dir. The nearest directory that decides about a path
	// counts. Nil means that the agent reads no ignore files.
	Ignore    func(fsys vfs.FS, real, dir string) func(path string, isDir bool) (ignored, decided bool)
	LastFirst bool // the file of a directory comes first, then its subdirectories in reverse order of their names
	ByPath    bool // the files of a root are sorted by their full paths, by bytes
	// Broad says that the walk visits all directories of one depth before the next. MaxDirs then keeps
	// further directories from being entered, but does not end the walk.
	Broad      bool
	MaxDirs    int  // directories visited per root; 0 means that the agent has no limit
	MaxEntries int  // entries visited per root; 0 means that the agent has no limit
	LinksLast  bool // in a directory, links to directories come after the directories
	RealPaths  bool // the agent names a skill by its canonical path
	RealRoots  bool // the agent names a skill by its path below the canonical path of its root
	// EachWay says that a directory is entered through every path of links to it, except in a cycle, and that
	// a file is one skill for each name of its directory.
	EachWay bool
	// ByDir says that the files of all roots are sorted together, by the lowercase paths of their
	// directories.
	ByDir bool
}

// Skips reports whether directories with a name are never entered.
func (w Walk) Skips(name string) bool {
	return slices.Contains(w.Skip, name) || w.SkipIf != nil && w.SkipIf(name)
}

// Project is how an agent finds the root of the project that a directory belongs to.
type Project struct {
	// At is the root of the project for every working directory, absolute. If it is empty, the agent finds the
	// root.
	At string
	// Markers are the names that mark a project root. The nearest directory with one of them wins. Without
	// any, the working directory is the project root.
	Markers []string
	// Worktree says that a marker counts only in the root of a Git working tree, as Git determines it: an
	// empty .git does not count, and if a .git file names no repository there is no root.
	Worktree bool
	// DirectoriesOnly says that a marker counts only if it is a directory.
	DirectoriesOnly bool
	// Unbounded says that without a marker the root of the file system is the project root.
	Unbounded bool
	RootEnv   string // environment variable that names the project root; empty means none
	MarkEnv   string // environment variable with a comma-separated list that replaces Markers; empty means none
}

// A Field is a frontmatter key that an agent reads.
type Field struct {
	Name     string
	Types    FieldType // the types that the agent understands
	Required bool
	Values   []string // the allowed values, unless Open; nil if any text is meaningful
	Default  string   // what an absent field means, empty if that is obvious
	Doc      string   // what the agent does with it: one or two sentences of Markdown
	// Separators are the ways to write several words. 0 means that they are not known, or that it makes no
	// difference.
	Separators Separators
	// AnyCase says that the case of Values does not matter. Open says that other values may be meaningful
	// too.
	AnyCase, Open bool
	// Needs is the setting of another field without which this one is ignored. The zero value means that none
	// is needed.
	Needs Setting
	// Tools describes the tools that the field lists. Nil means that nothing is known of them.
	Tools *Tools
	// Hooks describes the mapping below the field. Nil means that the mapping is not known, or has no hooks.
	Hooks *Hooks
	// Subagent says that the field names one of [Agent].Subagents.
	Subagent bool
	// Globs says that the field contains file globs: a list, or a string in which commas separate them,
	// except for commas in braces.
	Globs bool
	// Inside are the types that the values of a mapping must have, written so that YAML reads no other type.
	// 0 means any.
	Inside FieldType
}

// Separators is a set of ways to write several words as one value.
type Separators uint8

const (
	Blanks    Separators = 1 << iota // Read Grep
	Commas                           // Read, Grep
	JSONList                         // ["Read", "Grep"]
	FlowList                         // [Read, Grep], which may be invalid JSON
	BlockList                        // a line with a hyphen for each
)

// AnySeparators is the set of all separators.
const AnySeparators = Blanks | Commas | JSONList | FlowList | BlockList

// Limits are the lengths that an agent enforces; 0 means no limit.
type Limits struct {
	Unit          text.Unit `json:"unit"`
	Name          int       `json:"name,omitzero"`
	NamePattern   string    `json:"name_pattern,omitzero"` // that a name must match, in RE2 syntax; empty means any name
	Description   int       `json:"description,omitzero"`
	Compatibility int       `json:"compatibility,omitzero"`
	Listing       Budget    `json:"listing"`                 // of the initial catalog
	ListingEntry  int       `json:"listing_entry,omitzero"`  // of the text of one skill in the initial catalog
	FileBytes     int       `json:"file_bytes,omitzero"`     // bytes of a SKILL.md that are injected
	KeptTokens    int       `json:"kept_tokens,omitzero"`    // tokens of a loaded skill after a compaction
	ListedFiles   int       `json:"listed_files,omitzero"`   // bundled files listed on loading
	ListedBytes   int       `json:"listed_bytes,omitzero"`   // bytes of bundled files listed on loading
	ResourceBytes int       `json:"resource_bytes,omitzero"` // bytes of one bundled file that are read
}

// A ReservedName is a name that an agent cannot use, although it is valid.
type ReservedName struct {
	Word     string // in lowercase
	Anywhere bool   // also as a part of the name
	Why      string // what happens, as the end of a sentence
}

// Order compares two skills by their order in the agent's catalog.
func (r *Agent) Order(a, b Skill) int {
	if r.Compare != nil {
		return r.Compare(a, b)
	}
	return compareSkills(a, b)
}

// A Vantage is where an agent starts from. It determines which skills the agent finds.
type Vantage struct {
	Cwd  string // absolute
	Home string // absolute; empty means that the user's roots are not searched
	// Env contains the environment variables that agents read. An empty value is the same as a missing one.
	Env map[string]string
	// Roots are additional absolute directories that are roots of the project for every agent.
	Roots []string
}

// SearchLimits are the limits of a search; 0 means Codelia's defaults, 8 and 50.
type SearchLimits struct{ Default, Max int }
