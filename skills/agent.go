package skills

import (
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// An Agent says how a program finds, reads, validates, mentions and injects skills: data, and a few pure functions.
//
// Values live in the package agents, one file each, and never change after initialisation. A function that is nil means
// that the agent's behaviour is not modelled: without Accept it gives no verdicts and cannot be a target.
type Agent struct {
	ID     string // stable identifier, such as "codelia"
	Title  string // human name, such as "Claude Code"
	Mark   string // what keeps people from meeting its behaviour as described, such as "off by default"; empty where nothing does
	Source string // where the facts come from: repository, files and commit, or the documentation and its version

	Roots []Root // in the agent's own order
	Walk  Walk
	// Project says how the directory at which a chain of roots ends is found.
	Project Project
	// Files are the accepted names of a skill's file, first match wins; nil means exactly SKILL.md.
	Files []string
	// MissingFile is what it says of a directory without such a file, in its own words; empty where it says nothing, and where that is not
	// established.
	MissingFile string
	// Duplicates says what becomes of skills that share a name.
	Duplicates Duplicates

	// MaxSkills is how many skills it takes, the first in the order of its catalogue; 0 means all.
	MaxSkills int

	// Owns are slash-separated directories, relative to any directory, that belong to this agent alone: a skill below one
	// has this agent as a target. OwnsPlugins adds the skills directory of a plugin of this agent: it is the manifest's
	// slash-separated path inside the plugin, empty where the agent has no plugins of its own.
	Owns        []string
	OwnsPlugins string
	// Markers are names in a project's root that show that its people use this agent.
	Markers []string

	Fields    []Field
	Limits    Limits
	Subagents *Subagents // nil where it has none, or none whose facts are established
	// MentionSyntax and Arguments describe, in a few words, how a person names a skill and what is substituted.
	MentionSyntax string
	Arguments     string
	// Placeholders are what Arguments describes; nil where that is not established.
	Placeholders *Placeholders
	// Commands returns the commands in a part of a source that it runs before the model reads the text, in order; nil where it runs none,
	// and where that is not established.
	Commands func(source string, part text.Span) []Command
	// Permits reports whether it runs a command of a skill without a person's leave, given the entries of the skill's allowed-tools.
	// Where that is not established, and where it depends on more than the text, it does. Nil means that it asks for no leave.
	Permits func(script string, allowed []string) bool
	// ReservedNames are names that the agent accepts but that cannot be used there; see [ReservedName].
	ReservedNames []ReservedName
	Notes         []string
	// HiddenBy is where an author keeps the model from choosing a skill by itself; nil where that is a key of Fields of its own, such
	// as disable-model-invocation, and where nothing does.
	HiddenBy *HiddenBy
	// Silent says that the agent drops the words with which it refuses a file: they are no load errors.
	Silent bool
	// Rulings are what its configuration says of skills that it has accepted and adopted; see [Agent.Rule].
	Rulings []func(*Skill) (Ruling, bool)
	// DisabledBy is what switches skills off altogether, and meaningless where nothing does; see [Agent.Disabled].
	DisabledBy Ruling
	// Connectors are the names, in small letters, that connectors of the agent have: a plain mention of one selects no skill.
	Connectors []string
	// Search bounds the results of the agent's own search for skills.
	Search SearchLimits
	// Knobs are the settings of its own that can be set here too.
	Knobs []Knob
	// Native is its own configuration where that is files of a project; nil where there is none that a project has a say in, or
	// none whose facts are established.
	Native *Native

	// Variant says which of several ways to judge files a knob has chosen, in a word such as "2"; empty for the one that is built in.
	// Whoever sets Accept or Validate in place of others sets it with them; see [Agent.Judging].
	Variant string
	// Accept gives the agent's verdict on one file, independent of where it lies except for its directory's name. Of the
	// source it depends on nothing but [JudgedOf], so that verdicts can be remembered while a body is typed.
	Accept func(File) Verdict
	// Validate gives what the vendor's own validator of skills, which the agent does not run itself, refuses a file for: the first
	// reason alone where it stops there. Authors are told, since the vendor may not take such a skill; to the agent it is never a
	// reason, and has no part in a verdict. Of the source it depends on nothing but [JudgedOf], like Accept. Nil means that there is no
	// such validator.
	Validate func(File) []Refusal
	// Validator names it, as in "Anthropic's validator".
	Validator string
	// Adopt returns a function that takes an accepted skill into the catalogue. It sees the files around it, which Accept does not:
	// it may name the skill anew and hide it from the model, or refuse it, with a message or without a word. The function may be
	// called by several goroutines at once. Nil means that nothing around a skill matters.
	Adopt func(fsys vfs.FS) func(s Skill) (adopted Skill, ok bool, message string)
	// Warns returns what the agent tells its user where it takes one skill in the place of another of the name. Nil means nothing.
	Warns func(taken, other Skill) string
	// Adopts are the base names of the files that Adopt reads.
	Adopts []string
	// Companions are the files beside a SKILL.md that the agent reads. Of several that are there the first alone counts.
	Companions []Companion
	// Mentions returns the skill mentions that the agent sees in a text, in order of appearance.
	Mentions func(text string) []Mention
	// Closing are the tags that end what Inject puts around the body, the innermost first. None of them is escaped in the body.
	Closing []string
	// Inject renders what the model receives when the skill is loaded.
	Inject func(Load) Injection
	// ReadResource renders what the model gets of a file bundled with a skill by the agent's own tool for that. Nil means that there
	// is none, and that the model reads such a file like any other.
	ReadResource func(ResourceLoad) ResourceAnswer
	// Estimate is how the agent itself counts tokens, where it does: by it, it measures what it lists. Nil means that it does not.
	Estimate func(text string) Tokens
	// ListingOf returns what the initial catalogue may take in a model whose context holds so many tokens, in place of
	// Limits.Listing; nil where that makes no difference, or where Limits.Listing is for one of a known size.
	ListingOf func(contextWindow int) Budget
	// Catalog renders what the model is told of all skills at the start. The skills are in the catalogue's order.
	Catalog func(skills []Skill, budget Budget) CatalogText
	// Compare orders skills of a catalogue, those that it takes for equal in the order in which they were found; nil means name,
	// then scope, then path, by bytes.
	Compare func(a, b Skill) int
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
	// Yields says that a directory which a later root names too belongs to that one.
	Yields bool
	// Silent says that the agent does not report what it refuses below this root.
	Silent bool
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
	AtRoot      bool     // a SKILL.md in the root itself is a skill
	// RootFiles is what names end in of further files that are skills where they lie in the root itself, such as ".md". Empty means
	// that there are none.
	RootFiles string
	LastFirst bool // a directory's own file comes first, and of the directories in it the last by name
	ByPath    bool // the files of a root come in the order of their whole paths, by bytes
	// Broad says that the walk goes through all directories of one depth before the next: then MaxDirs keeps further directories
	// from being entered and ends nothing.
	Broad      bool
	MaxDirs    int  // directories visited per root; 0 means no limit of the agent's own
	MaxEntries int  // entries visited per root; 0 means no limit of the agent's own
	RealPaths  bool // the agent names a skill by its canonical path
	RealRoots  bool // the agent names a skill by its path below the canonical path of its root
}

// Project is how an agent finds the root of the project that a directory belongs to.
type Project struct {
	// Markers are names of which one in a directory makes it the project root; the nearest ancestor wins, and without one the
	// working directory is its own project.
	Markers []string
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
