package analysis

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// A pathMention is a path in code that, judging by its first directory, names a file of a skill.
type pathMention struct {
	span text.Span
	path string // with slashes, without "./" before it
	// inFence means that the path is in a fence, not in a code span. certain means that a variable for the
	// skill directory precedes it.
	inFence, certain bool
}

// top is the first directory of the path.
func (m *pathMention) top() string { return m.path[:strings.IndexByte(m.path, '/')] }

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

// pathMentions yields the paths in the code spans and fences of a body, in no order.
func pathMentions(doc *skills.Document) iter.Seq[pathMention] { return pathMentionsBelow(doc, nil) }

// pathMentionsBelow is like [pathMentions], but also yields paths that begin with one of dirs.
func pathMentionsBelow(doc *skills.Document, dirs []string) iter.Seq[pathMention] {
	dirs = slices.Concat(dirs, resourceDirs)
	return func(yield func(pathMention) bool) {
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
			if !slices.Contains(pathFences, fenceLanguage(doc.Source, f)) {
				continue
			}
			for m := range pathsIn(doc.Source, f.Content, dirs) {
				m.inFence = true
				if !yield(m) {
					return
				}
			}
		}
	}
}

// pathMentionsBelow yields the paths in a file's body, and its [File.commandPaths].
func (f *File) pathMentionsBelow(dirs []string) iter.Seq[pathMention] {
	return func(yield func(pathMention) bool) {
		for m := range f.commandPaths(dirs) {
			if !yield(m) {
				return
			}
		}
		pathMentionsBelow(f.Doc, dirs)(yield)
	}
}

// commandPaths yields the paths in the frontmatter fields of a skill that contain commands, hooks or tool
// patterns, as [pathMentionsBelow] does for the body.
func (f *File) commandPaths(dirs []string) iter.Seq[pathMention] {
	dirs = slices.Concat(dirs, resourceDirs)
	return func(yield func(pathMention) bool) {
		if f.Kind != SkillFile {
			return
		}
		for i := range f.Doc.Frontmatter.Entries {
			e := &f.Doc.Frontmatter.Entries[i]
			if !holdsCommands(e.Key) {
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

// pathBases returns the directories that a path in code may be relative to: the skill directory, and unless
// certain, the file's.
func (f *File) pathBases(certain bool) []string {
	if certain || f.Dir == f.Skill {
		return []string{f.Skill}
	}
	return []string{f.Skill, f.Dir}
}

// path returns the target of a path in code, and the first of the [File.pathBases] in which the target
// exists.
func (r *resolver) path(m pathMention) (t target, base string, ok bool) {
	for _, base := range r.file.pathBases(m.certain) {
		t := target{destination: destination{kind: relativePath, path: m.path}}
		if r.follow(&t, base); r.isThere(&t) {
			return t, base, true
		}
	}
	return target{}, "", false
}

// isThere reports whether the file system finds a target as spelled. Some file systems ignore case.
func (r *resolver) isThere(t *target) bool {
	if t.exists == otherCase {
		_, err := r.snapshot.fs.Stat(t.abs)
		return err == nil
	}
	return t.exists == present
}

// holdsCommands reports whether an agent reads hooks or tools from a field.
func holdsCommands(key string) bool {
	return slices.ContainsFunc(agents.Readers(key), func(agent *skills.Agent) bool {
		f, _ := agent.Reads(key)
		return f.Hooks != nil || f.Tools != nil
	})
}

// pathsIn yields the paths in a piece of code that begin with one of the directories.
func pathsIn(source string, code text.Span, dirs []string) iter.Seq[pathMention] {
	return func(yield func(pathMention) bool) {
		for at := code.Start; ; {
			i := strings.IndexByte(source[at:code.End], '/')
			if i < 0 {
				return
			}
			slash := at + i
			m := pathMention{span: text.Span{Start: slash, End: slash}}
			for m.span.Start > at && isPathByte(source[m.span.Start-1]) {
				m.span.Start--
			}
			for m.span.End < code.End && isPathByte(source[m.span.End]) {
				m.span.End++
			}
			at = m.span.End
			if m.read(source, code, dirs) && !yield(m) {
				return
			}
		}
	}
}

// bareName returns the file name that a code span consists of. SKILL.md does not count, because it stands for
// skills in general.
func bareName(source string, code text.Span) (pathMention, bool) {
	name := code.Of(source)
	if len(name) > maxBareName || !bareFile.MatchString(name) || isSkillFileName(name) {
		return pathMention{}, false
	}
	return pathMention{span: code, path: name}, true
}

// maxBareName is the maximum length of a name, in bytes. File systems have no longer names.
const maxBareName = 255

// bareNames yields the code spans of a file in a skill that consist of one of names, ignoring case, and the
// existing file that each refers to. Like a reader of the text, it looks in the skill directory first, and
// then in the file's directory.
func (s *Snapshot) bareNames(f *File, names []string) iter.Seq2[pathMention, target] {
	return func(yield func(pathMention, target) bool) {
		if f.Skill == "" {
			return
		}
		r := s.newResolver(f)
		md := f.Doc.Markdown()
		known := make(map[string]*target) // by name; nil if the file does not exist
		for i := range md.CodeSpans {
			m, ok := bareName(f.Doc.Source, md.CodeSpans[i].Content)
			if !ok || !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, m.path) }) {
				continue
			}
			t, again := known[m.path]
			if !again {
				if found, ok := r.bare(m); ok {
					t = &found
				}
				known[m.path] = t
			}
			if t != nil && !yield(m, *t) {
				return
			}
		}
	}
}

// bare returns the file that a name without a directory refers to.
func (r *resolver) bare(m pathMention) (target, bool) {
	for _, dir := range []string{r.file.Skill, r.file.Dir} {
		t := target{destination: destination{kind: relativePath, path: m.path}}
		if r.follow(&t, dir); r.isThere(&t) && !t.isDir {
			return t, true
		}
	}
	return target{}, false
}

func isPathByte(c byte) bool { return isNamePart(c) || c == '/' || c == '+' }

// anyArguments follows a command in tool patterns.
const anyArguments = ":*"

// read sets the path from its span. It reports whether the path begins with one of the directories, and is
// neither a pattern nor part of another path.
func (m *pathMention) read(source string, code text.Span, dirs []string) bool {
	before := source[code.Start:m.span.Start]
	after := source[m.span.End:code.End]
	m.span.End -= len(m.span.Of(source)) - len(strings.TrimRight(m.span.Of(source), ".-"))
	m.path = m.span.Of(source)
	if strings.HasPrefix(m.path, "/") && endsInSkillDir(before) {
		m.path, m.certain = m.path[1:], true
		m.span.Start++
	} else {
		m.path = strings.TrimPrefix(m.path, "./")
		m.span.Start = m.span.End - len(m.path)
		if before != "" && strings.IndexByte(" \t\r\n\"'(=,`|[", before[len(before)-1]) < 0 {
			return false
		}
	}
	if after != "" && (strings.IndexByte("<{*$[?%~:@(", after[0]) >= 0 || after[0] >= 0x80) && !strings.HasPrefix(after, anyArguments) {
		return false
	}
	top, rest, ok := strings.Cut(m.path, "/")
	return ok && rest != "" && (m.certain || slices.Contains(dirs, top))
}

// endsInSkillDir reports whether text ends in a variable for the skill directory, or in one and a quotation
// mark.
func endsInSkillDir(text string) bool {
	text = strings.TrimSuffix(text, `"`)
	return strings.HasSuffix(text, "}") && slices.ContainsFunc(skillDirVariables(), func(variable string) bool { return strings.HasSuffix(text, variable) })
}

// isFile reports whether the path is that of a file with an extension, and not an example.
func (m *pathMention) isFile() bool {
	return filePath.MatchString(m.path) && !examplePath.MatchString(m.path)
}

var (
	// filePath matches a path with an extension, without empty segments or segments of dots.
	filePath = regexp.MustCompile(`^(?:[\w+-][\w.+-]*/)+[\w+-][\w.+-]*\.[A-Za-z][A-Za-z0-9]{0,5}$`)
	// bareFile matches the last segment of such a path.
	bareFile = regexp.MustCompile(`^[\w+-][\w.+-]*\.[A-Za-z][A-Za-z0-9]{0,5}$`)
	// examplePath matches a path with a name that stands for others.
	examplePath = regexp.MustCompile(`(?i)(?:^|[/._-])(?:x{2,}|n{2,}|y{4}|m{2}|d{2}|foo|bar|baz|your|my|example|sample|some|name|filename|file|script|topic|path|to)(?:[/._-]|$)`)
)
