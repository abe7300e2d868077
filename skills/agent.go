package skills

import (
	"path"
	"slices"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// An Agent describes how a program finds, reads, validates, mentions and injects skills. It is data and a few pure
// functions. A nil function means that this part of the agent is not modeled.
//
// Each agent has a package below skills/agents. Agents never change after initialization. [Agent.Configured] returns
// a copy for settings.
type Agent struct {
	ID    string // stable identifier, such as "codelia"
	Title string // name for people, such as "Claude Code"
	// Mark is a short reason why users may not see this behavior, such as "off by default", or "".
	Mark string
	// Source is where the facts come from: repository, files and commit, or the documentation and its version.
	Source string

	Locations // where it looks for skills
	Ownership // which directories and projects are its own

	// Fields are the frontmatter fields that the agent reads.
	Fields []Field
	// Companions are the files in a skill directory that the agent reads, beside SKILL.md. If several exist, it reads the
	// first one only.
	Companions []Companion
	Limits     Limits
	// ReservedNames are names that the agent accepts but that do not work there.
	ReservedNames []ReservedName
	// HiddenBy is where an author hides a skill from the model. It is nil if that is a field in Fields, such as
	// disable-model-invocation, or if the agent has no such setting.
	HiddenBy *HiddenBy
	// Subagents are the agent's subagents, or nil if it has none or they are not known.
	Subagents *Subagents

	Guide     // how users mention skills and pass arguments, in words
	Settings  // its own configuration
	Decisions // whether it has a skill

	// Mentions returns the mentions of skills in a text, in order of appearance.
	Mentions func(text string) []Mention
	// Placeholders are what the agent replaces in a body, or nil if that is not known.
	Placeholders *Placeholders
	// Commands returns the commands in the part of the source that the agent runs before the model reads the text, in
	// order. It is nil if the agent runs none, or if that is not known.
	Commands func(source string, part text.Span) []Command
	// Inject renders the text that the model receives when a skill is loaded.
	Inject func(Load) Injection
	// Closing are the closing tags that Inject adds after the body, the innermost first. The agent does not escape them in
	// the body.
	Closing []string
	// ReadResource renders what the agent's tool for files of a skill returns to the model. It is nil if the agent has no
	// such tool.
	ReadResource func(ResourceLoad) ResourceAnswer

	// Catalog renders the list of skills in the prompt. The skills are in the order of Compare.
	Catalog func(skills []Skill, budget Budget) CatalogText
	// Compare orders the skills of the catalog. Equal skills stay in the order in which they were found. Nil means by
	// name, scope and path, by bytes.
	Compare func(a, b Skill) int
	// ListingOf returns the budget of the catalog for a model with a context window of the given size in tokens. Nil means
	// that the budget is always Limits.Listing.
	ListingOf func(contextWindow int) Budget
	// Estimate counts tokens as the agent does for its budget. Nil means that the agent does not count tokens.
	Estimate func(text string) Tokens
	// Warns returns what the agent tells its user if it takes one of two skills with the same name, or "". Nil means that
	// it never warns.
	Warns func(taken, other Skill) string
}

// Locations are where an agent looks for skills.
type Locations struct {
	Roots []Root // in the agent's order
	Walk  Walk
	// Project is how the agent finds the root of a project.
	Project Project
	// Files are the file names that make a directory a skill. The first match wins. Nil means exactly SKILL.md.
	Files []string
	// MissingFile is what the agent says of a directory without such a file, in its own words. It is "" if the agent says
	// nothing, or if that is not known.
	MissingFile string
	// DirectoryFile is what the agent says of a directory with the name of such a file, in its own words. It is "" if the agent
	// says nothing.
	DirectoryFile string
	// Duplicates is what the agent does with skills that have the same name.
	Duplicates Duplicates
	// MaxSkills is the number of skills that the agent keeps, in the order of its catalog. 0 means all.
	MaxSkills int
	// Silent reports whether the agent drops the messages of rejected skills, so that they are not load errors.
	Silent bool
}

// Ownership is what belongs to one agent alone. A skill there has the agent as its target.
type Ownership struct {
	// Owns are slash-separated directories, relative to any directory.
	Owns []string
	// OwnsPlugins is the slash-separated path of the manifest in a plugin of the agent. The skills directory of the plugin
	// belongs to the agent. It is "" if the agent has no plugins of its own.
	OwnsPlugins string
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
	// Native is the agent's own configuration in files of a project. It is nil if there is none, or if it is not known.
	Native *Native
	// Connectors are the names of connectors, in lowercase. A plain mention with such a name selects no skill.
	Connectors []string
	// Search has the limits of the agent's own search for skills.
	Search SearchLimits
	// DisabledBy is the setting that turns skills off altogether. See [Agent.Disabled].
	DisabledBy Ruling
	// Variant names the way to judge files that a setting selected, such as "2", or is "". A setting that replaces Accept or
	// Validator sets it too. See [Agent.Judging].
	Variant string
}

// Decisions are the steps in which an agent decides whether it has a skill, each of which sees more than the one before,
// and two decisions beside them.
type Decisions struct {
	// Accept decides by the file alone, and by the name of its directory. Of the source, the verdict depends only on
	// [JudgedOf], so that it can be reused while the body changes. An agent without Accept cannot be a target.
	Accept func(File) Verdict
	// Adopt decides by the files around an accepted skill.
	Adopt Adoption
	// Rulings decide by the settings. See [Agent.Rule].
	Rulings []func(*Skill) (Ruling, bool)

	// Permits reports whether the agent runs a command of a skill without asking the user. Allowed are the entries of
	// allowed-tools. It reports true if the answer is not known or depends on more than the text. Nil means that the agent
	// never asks.
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
	// In returns a function for the skills of one file system. The function may change the name of a skill, hide it from the
	// model, or reject it, with or without a message. Several goroutines may call it at the same time. Nil means that the
	// agent ignores the files around a skill.
	In func(fsys vfs.FS) func(s Skill) (adopted Skill, ok bool, message string)
}

// A Validator is a vendor's own validator of skills. Its refusals never affect a verdict.
type Validator struct {
	Title string // such as "Anthropic's validator"
	// Check returns why the validator refuses a file. If the validator stops at its first error, there is only one refusal.
	// Of the source, the result depends only on [JudgedOf]. Nil means that there is no validator.
	Check func(File) []Refusal
}

// IsNeighbor reports whether a file with this base name, near a skill, can change what the agent does with the skill.
func (r *Agent) IsNeighbor(base string) bool {
	return slices.Contains(r.Adopt.Files, base) ||
		slices.ContainsFunc(r.Companions, func(c Companion) bool { return path.Base(c.Path) == base })
}

// A Judging identifies a way to judge files: verdicts of agents with the same one can stand in for each other.
type Judging struct{ ID, Variant string }

// Judging returns how the agent judges files.
func (r *Agent) Judging() Judging { return Judging{r.ID, r.Variant} }

// FileNames returns the names of files that the agent takes for a skill's, the one that it prefers first.
func (r *Agent) FileNames() []string {
	if r.Files == nil {
		return skillFileNames
	}
	return r.Files
}

var skillFileNames = []string{"SKILL.md"}

// Label returns the title with the mark, for tables of agents.
func (r *Agent) Label() string {
	if r.Mark == "" {
		return r.Title
	}
	return r.Title + " (" + r.Mark + ")"
}

// Reads reports whether the agent knows the frontmatter key, and what it makes of it.
func (r *Agent) Reads(key string) (Field, bool) {
	for _, f := range r.Fields {
		if f.Name == key {
			return f, true
		}
	}
	return Field{}, false
}

// A Base says from where a root's directory is counted.
type Base uint8

const (
	FromCwd     Base = iota // the directory the agent stands in
	FromChain               // every directory from the project root down to the working directory
	FromProject             // the project root alone
	FromHome                // the user's home directory
	FromConfig              // a directory that only configuration names; nothing is scanned by default
	FromSystem              // an absolute path of the machine
)

func (b Base) String() string {
	return [...]string{"cwd", "chain", "project", "home", "config", "system"}[b]
}

// A Root is a place where an agent looks for skills.
type Root struct {
	Base Base
	Dir  string // slash-separated, relative to the base
	// Env are environment variables that name a directory in place of base and Dir: the first one that does.
	Env   []EnvDir
	Scope Scope
	Word  string // the agent's own word for the scope, as it appears in its injected text; empty means Scope's
	// Depth is how many directories below the root a skill's own directory may lie: 1 means root/*/SKILL.md, 0 means no limit.
	Depth int
	// NoLinks says that symbolic links to directories are not entered below this root, whatever Walk says.
	NoLinks bool
	// NoHidden says that names that begin with a dot are skipped below this root, whatever Walk says.
	NoHidden bool
	// Upward says that the directories of a chain come in the order from the working directory up.
	Upward bool
	// Nested says that the root counts in every directory below its base as well, wherever that is not hidden or called
	// node_modules. Links are not followed on the way.
	Nested bool
	// Paired says that the root comes by turns with the one before it, which has the same base: both in one directory of the base, then
	// both in the next.
	Paired bool
	// NotHome says that the root does not count if the working directory is the home directory.
	NotHome bool
	// Yields says that a directory which a later root names too belongs to that one.
	Yields bool
	// Find returns the directories that count in the place of this one, such as those of the plugins in it, absolute and in the
	// agent's order. Nil means that this directory counts.
	Find func(fsys vfs.FS, dir string) []string
	// Silent says that the agent does not report what it refuses below this root.
	Silent bool
	// FilesBelow says that the files of [Walk].RootFiles are skills in the directories below this root, and not in the root itself.
	FilesBelow bool
}

// An EnvDir is a directory that an environment variable names.
type EnvDir struct {
	Name string
	Dir  string // slash-separated, below the variable's directory; empty means that itself
	// Absolute says that the agent passes over a variable that is no absolute path. Else one counts from the working directory.
	Absolute bool
}

// A Scope says whose skill it is, in the words of skills/list.
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

// Duplicates says what becomes of skills that share a name, in the order of [Agent].Roots.
type Duplicates uint8

const (
	KeepAll   Duplicates = iota // all are kept, and the bare name is ambiguous
	FirstWins                   // the skill of the earlier root wins
	LastWins                    // the skill of the later root wins
	AnyWins                     // one wins, and nothing tells which
)

// Walk is how an agent descends from a root.
type Walk struct {
	FollowDirs  bool     // symbolic links to directories are entered
	FollowFiles bool     // a symbolic link is accepted as the skill's file
	Unguarded   bool     // a link to a directory above it is entered again and again
	SkipHidden  bool     // names that begin with a dot are skipped below the root
	Skip        []string // directory names never entered
	// SkipIf reports whether a directory of a name is never entered, in addition to those in Skip. Nil means that it never is.
	SkipIf      func(name string) bool
	AtRoot      bool // a SKILL.md in the root itself is a skill
	PlainAtRoot bool // a SKILL.md in the root itself is no skill if it is a symbolic link
	// RootFiles is what names end in of further files that are skills where they lie in the root itself, such as ".md". Empty means
	// that there are none.
	RootFiles string
	// Leaves says that the files of a skill's directory and the directories below it are not searched, whether or not the agent
	// accepts the skill's file.
	Leaves bool
	// Ignoring starts the walk of one root of an agent that reads ignore files, such as .gitignore. Nil means that it reads none.
	Ignoring  func(fsys vfs.FS) Ignoring
	LastFirst bool // a directory's own file comes first, and of the directories in it the last by name
	ByPath    bool // the files of a root come in the order of their whole paths, by bytes
	// Broad says that the walk goes through all directories of one depth before the next: then MaxDirs keeps further directories
	// from being entered and ends nothing.
	Broad      bool
	MaxDirs    int  // directories visited per root; 0 means no limit of the agent's own
	MaxEntries int  // entries visited per root; 0 means no limit of the agent's own
	LinksLast  bool // in a directory, links to directories come after the directories
	RealPaths  bool // the agent names a skill by its canonical path
	RealRoots  bool // the agent names a skill by its path below the canonical path of its root
	// EachWay says that a directory is entered on each way that links make to it, except in a circle, and that a file is a
	// skill once under each name of its directory.
	EachWay bool
	// ByDir says that the files of all roots come in one order: by the paths of their directories in lower case.
	ByDir bool
}

// Skips reports whether directories of a name are never entered.
func (w Walk) Skips(name string) bool {
	return slices.Contains(w.Skip, name) || w.SkipIf != nil && w.SkipIf(name)
}

// Ignoring is what ignore files say of the paths below one root. Relative paths are slash-separated and count from the root.
type Ignoring interface {
	// Enter reads the ignore files of a directory. The walk enters a directory before it asks about what is in it. Rel is "" for
	// the root.
	Enter(real, rel string)
	// Ignores reports whether the agent passes over a path in a directory that was entered.
	Ignores(rel string, isDir bool) bool
}

// Project is how an agent finds the root of the project that a directory belongs to.
type Project struct {
	// Markers are names of which one in a directory makes it the project root; the nearest ancestor wins, and without one the
	// working directory is its own project.
	Markers []string
	// Worktree says that a marker counts only in the root of a Git working tree, as Git finds it: an empty .git does not
	// make one, and with a .git file that names no repository there is no root.
	Worktree bool
	// DirectoriesOnly says that a marker that is no directory does not count.
	DirectoriesOnly bool
	// Unbounded says that without a marker everything up to the file system's root is the project.
	Unbounded bool
	RootEnv   string // environment variable that names the root outright; empty means none
	MarkEnv   string // environment variable with a comma-separated list that replaces Markers; empty means none
}

// FieldType is a set of YAML shapes.
type FieldType uint8

const (
	String FieldType = 1 << iota
	Boolean
	Number
	List
	Mapping
)

// A Field is a frontmatter key that an agent reads.
type Field struct {
	Name     string
	Types    FieldType // the shapes that the agent makes sense of
	Required bool
	Values   []string // the closed set of values, unless Open; nil where any text is meaningful
	Default  string   // what an absent field means, empty where that needs no saying
	Doc      string   // what the agent does with it: one or two sentences of Markdown
	// Separators are the ways in which several words can be written; 0 where that is not established, or makes no difference.
	Separators Separators
	// AnyCase says that letter case makes no difference to Values; Open that other texts may mean something too.
	AnyCase, Open bool
	// Needs is what another field must be set to for this one to be read; the zero value where nothing is needed.
	Needs Setting
	// Tools is what is known of the tools that the field lists; nil where nothing is.
	Tools *Tools
	// Hooks is what the mapping below the field holds; nil where that is not established, or where it holds something else.
	Hooks *Hooks
	// Subagent says that it names one of [Agent].Subagents.
	Subagent bool
	// Globs says that it holds globs of files: a list of them, or a text with commas between them, those between braces aside.
	Globs bool
	// Inside are the shapes that the values of a mapping have to have, written so that YAML has no other for them; 0 means any.
	Inside FieldType
}

// Separators is a set of ways to write several words as one value.
type Separators uint8

const (
	Blanks    Separators = 1 << iota // Read Grep
	Commas                           // Read, Grep
	JSONList                         // ["Read", "Grep"]
	FlowList                         // [Read, Grep], which may be no JSON
	BlockList                        // a line with a hyphen for each
)

// AnySeparators is the set of all of them.
const AnySeparators = Blanks | Commas | JSONList | FlowList | BlockList

// Limits are the lengths that an agent enforces; 0 means none.
type Limits struct {
	Unit          text.Unit
	Name          int
	Description   int
	Compatibility int
	Listing       Budget // the initial catalogue
	ListingEntry  int    // of one skill's text in the initial catalogue
	FileBytes     int    // bytes of a SKILL.md that are injected
	KeptTokens    int    // tokens of a loaded skill that are left when a long session has been compacted
	ListedFiles   int    // bundled files listed on loading
	ListedBytes   int    // bytes of bundled files listed on loading
	ResourceBytes int    // bytes of one bundled file that are read
}

// A ReservedName is a name that an agent cannot use though nothing else is wrong with it.
type ReservedName struct {
	Word     string // lower case
	Anywhere bool   // also as a part of the name, not only as the whole of it
	Why      string // what happens, as the end of a sentence
}

func (t FieldType) String() string {
	var names []string
	for i, name := range []string{"a text", "true or false", "a number", "a list", "a mapping"} {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// Order compares two skills as the agent's catalogue orders them.
func (r *Agent) Order(a, b Skill) int {
	if r.Compare != nil {
		return r.Compare(a, b)
	}
	return compareSkills(a, b)
}
