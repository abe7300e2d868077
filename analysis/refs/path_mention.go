package refs

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// A PathMention is a path in code that, judging by its first directory, names a file of a skill.
type PathMention struct {
	Span text.Span
	Path string // with slashes, without "./" before it
	// InFence means that the path is in a fence, not in a code span. certain means that a variable for the
	// skill directory precedes it.
	InFence, Certain bool
}

// Top is the first directory of the path.
func (m *PathMention) Top() string { return m.Path[:strings.IndexByte(m.Path, '/')] }

// resourceDirs are the directories in which skills keep their files: those of the standard, and other common
// ones.
var resourceDirs = []string{"scripts", "references", "assets", "reference", "resources", "templates", "examples"}

// skillDirVariables are the variables that agents replace with the skill directory.
var skillDirVariables = sync.OnceValue(func() []string {
	var variables []string
	for _, agent := range agents.All() {
		if agent.Placeholders != nil && agent.Placeholders.SkillDir != "" {
			variables = append(variables, agent.Placeholders.SkillDir)
		}
	}
	return variables
})

// pathFences are the info strings of fences in which a path is one for the agent to use. Programs in other
// languages have paths of their own.
var pathFences = []string{"", "sh", "bash", "shell", "zsh", "console", "text", "txt"}

// PathMentions yields the paths in the code spans and fences of a body, in no order.
func PathMentions(doc *skills.Document) iter.Seq[PathMention] { return pathMentionsBelow(doc, nil) }

// pathMentionsBelow is like [PathMentions], but also yields paths that begin with one of dirs.
func pathMentionsBelow(doc *skills.Document, dirs []string) iter.Seq[PathMention] {
	dirs = slices.Concat(dirs, resourceDirs)
	return func(yield func(PathMention) bool) {
		md := doc.Markdown()
		for i := range md.CodeSpans {
			for m := range pathsIn(doc.Source, md.CodeSpans[i].Content, dirs) {
				if !yield(m) {
					return
				}
			}
		}
		for i := range md.Fences {
			f := &md.Fences[i]
			if !slices.Contains(pathFences, FenceLanguage(doc.Source, f)) {
				continue
			}
			for m := range pathsIn(doc.Source, f.Content, dirs) {
				m.InFence = true
				if !yield(m) {
					return
				}
			}
		}
	}
}

// PathMentionsBelow yields the paths in a file's body, and its [commandPaths].
func PathMentionsBelow(f *file.File, dirs []string) iter.Seq[PathMention] {
	return func(yield func(PathMention) bool) {
		for m := range commandPaths(f, dirs) {
			if !yield(m) {
				return
			}
		}
		pathMentionsBelow(f.Doc, dirs)(yield)
	}
}

// commandPaths yields the paths in the frontmatter fields of a skill that contain commands, hooks or tool
// patterns, as [pathMentionsBelow] does for the body.
func commandPaths(f *file.File, dirs []string) iter.Seq[PathMention] {
	dirs = slices.Concat(dirs, resourceDirs)
	return func(yield func(PathMention) bool) {
		if f.Kind != file.SkillFile {
			return
		}
		for i := range f.Doc.Frontmatter.Entries {
			e := &f.Doc.Frontmatter.Entries[i]
			if !HoldsCommands(e.Key) {
				continue
			}
			for m := range pathsIn(f.Doc.Source, e.ValueSpan, dirs) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// PathBases returns the directories that a path in code may be relative to: the skill directory, and unless
// certain, the file's.
func PathBases(f *file.File, certain bool) []string {
	if certain || f.Dir == f.Skill {
		return []string{f.Skill}
	}
	return []string{f.Skill, f.Dir}
}

// Path returns the target of a path in code in the first of the [PathBases] in which it exists.
func Path(r *workspace.Resolver, m PathMention) (t workspace.Target, ok bool) {
	for _, base := range PathBases(r.File, m.Certain) {
		t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: m.Path}}
		if r.Follow(&t, base); isThere(r, &t) {
			return t, true
		}
	}
	return workspace.Target{}, false
}

// isThere reports whether the file system finds a target as spelled. Some file systems ignore case.
func isThere(r *workspace.Resolver, t *workspace.Target) bool {
	if t.Exists == workspace.OtherCase {
		_, err := r.Snapshot.FS().Stat(t.Abs)
		return err == nil
	}
	return t.Exists == workspace.Present
}

// HoldsCommands reports whether an agent reads hooks or tools from a field.
func HoldsCommands(key string) bool {
	return slices.ContainsFunc(agents.Readers(key), func(agent *skills.Agent) bool {
		f, _ := agent.Reads(key)
		return f.Hooks != nil || f.Tools != nil
	})
}

// pathsIn yields the paths in a piece of code that begin with one of the directories.
func pathsIn(source string, code text.Span, dirs []string) iter.Seq[PathMention] {
	return func(yield func(PathMention) bool) {
		for at := code.Start; ; {
			i := strings.IndexByte(source[at:code.End], '/')
			if i < 0 {
				return
			}
			slash := at + i
			m := PathMention{Span: text.Span{Start: slash, End: slash}}
			for m.Span.Start > at && IsPathByte(source[m.Span.Start-1]) {
				m.Span.Start--
			}
			for m.Span.End < code.End && IsPathByte(source[m.Span.End]) {
				m.Span.End++
			}
			at = m.Span.End
			if m.read(source, code, dirs) && !yield(m) {
				return
			}
		}
	}
}

// bareName returns the file name that a code span consists of. SKILL.md does not count, because it stands for
// skills in general.
func bareName(source string, code text.Span) (PathMention, bool) {
	name := code.Of(source)
	if len(name) > maxBareName || !bareFile.MatchString(name) || file.IsSkillFileName(name) {
		return PathMention{}, false
	}
	return PathMention{Span: code, Path: name}, true
}

// maxBareName is the maximum length of a name, in bytes. File systems have no longer names.
const maxBareName = 255

// BareNames yields the code spans of a file in a skill that consist of one of names, ignoring case, and the
// existing file that each refers to. Like a reader of the text, it looks in the skill directory first, and
// then in the file's directory.
func BareNames(s *workspace.Snapshot, f *file.File, names []string) iter.Seq2[PathMention, workspace.Target] {
	return func(yield func(PathMention, workspace.Target) bool) {
		if f.Skill == "" {
			return
		}
		r := workspace.NewResolver(s, f)
		md := f.Doc.Markdown()
		known := make(map[string]*workspace.Target) // by name; nil if the file does not exist
		for i := range md.CodeSpans {
			m, ok := bareName(f.Doc.Source, md.CodeSpans[i].Content)
			if !ok || !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, m.Path) }) {
				continue
			}
			t, again := known[m.Path]
			if !again {
				if found, ok := bare(r, m); ok {
					t = &found
				}
				known[m.Path] = t
			}
			if t != nil && !yield(m, *t) {
				return
			}
		}
	}
}

// bare returns the file that a name without a directory refers to.
func bare(r *workspace.Resolver, m PathMention) (workspace.Target, bool) {
	for _, dir := range []string{r.File.Skill, r.File.Dir} {
		t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: m.Path}}
		if r.Follow(&t, dir); isThere(r, &t) && !t.IsDir {
			return t, true
		}
	}
	return workspace.Target{}, false
}

// IsPath reports whether a path consists of bytes that paths in code may have.
func IsPath(path string) bool {
	return !strings.ContainsFunc(path, func(c rune) bool { return c >= 0x80 || !IsPathByte(byte(c)) })
}

func IsPathByte(c byte) bool { return match.IsNamePart(c) || c == '/' || c == '+' }

// anyArguments follows a command in tool patterns.
const anyArguments = ":*"

// read sets the path from its span. It reports whether the path begins with one of the directories, and is
// neither a pattern nor part of another path.
func (m *PathMention) read(source string, code text.Span, dirs []string) bool {
	before := source[code.Start:m.Span.Start]
	after := source[m.Span.End:code.End]
	m.Span.End -= len(m.Span.Of(source)) - len(strings.TrimRight(m.Span.Of(source), ".-"))
	m.Path = m.Span.Of(source)
	if strings.HasPrefix(m.Path, "/") && EndsInSkillDir(before) {
		m.Path, m.Certain = m.Path[1:], true
		m.Span.Start++
	} else {
		m.Path = strings.TrimPrefix(m.Path, "./")
		m.Span.Start = m.Span.End - len(m.Path)
		if before != "" && strings.IndexByte(" \t\r\n\"'(=,`|[", before[len(before)-1]) < 0 {
			return false
		}
	}
	if after != "" && (strings.IndexByte("<{*$[?%~:@(", after[0]) >= 0 || after[0] >= 0x80) && !strings.HasPrefix(after, anyArguments) {
		return false
	}
	top, rest, ok := strings.Cut(m.Path, "/")
	return ok && rest != "" && (m.Certain || slices.Contains(dirs, top))
}

// EndsInSkillDir reports whether text ends in a variable for the skill directory, or in one and a quotation
// mark.
func EndsInSkillDir(text string) bool {
	text = strings.TrimSuffix(text, `"`)
	return strings.HasSuffix(text, "}") && slices.ContainsFunc(skillDirVariables(), func(variable string) bool { return strings.HasSuffix(text, variable) })
}

// IsFile reports whether the path is that of a file with an extension, and not an example.
func (m *PathMention) IsFile() bool {
	return filePath.MatchString(m.Path) && !examplePath.MatchString(m.Path)
}

var (
	// filePath matches a path with an extension, without empty segments or segments of dots.
	filePath = regexp.MustCompile(`^(?:[\w+-][\w.+-]*/)+[\w+-][\w.+-]*\.[A-Za-z][A-Za-z0-9]{0,5}$`)
	// bareFile matches the last segment of such a path.
	bareFile = regexp.MustCompile(`^[\w+-][\w.+-]*\.[A-Za-z][A-Za-z0-9]{0,5}$`)
	// examplePath matches a path with a name that stands for others.
	examplePath = regexp.MustCompile(`(?i)(?:^|[/._-])(?:x{2,}|n{2,}|y{4}|m{2}|d{2}|foo|bar|baz|your|my|example|sample|some|name|filename|file|script|topic|path|to)(?:[/._-]|$)`)
)
