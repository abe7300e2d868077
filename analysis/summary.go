package analysis

import (
	"cmp"
	"hash/maphash"
	"io/fs"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A summary is what is kept of a file that is not open: what other files may have to do with, and what it is found by. It holds on to nothing of the
// file's text, and is immutable.
type summary struct {
	path  string
	kind  Kind
	skill string // directory of the skill that the file belongs to, empty for none
	head  head   // of a SKILL.md
	// hash and size are those of the whole text; equal ones mean equal texts for all that matters here.
	hash uint64
	size int // bytes
	time time.Time
	// targets are the absolute paths that links may lead to, existing or not, and mentions the names of skills that may be
	// mentioned; each once. They are found without parsing the Markdown, which takes most of a scan's time: among them are all
	// that a parser would find, and those in code and comments. Who must know parses the file.
	targets  []string
	mentions []string
	trigger  trigger       // of a SKILL.md's description
	headings []keptHeading // set only for whoever may look for them: see headingsOf
}

// A head is what a SKILL.md says of itself.
type head struct {
	name, description string
	nameSpan          text.Span // of the value; empty where there is none
}

// hashSeed makes hashes comparable within this process.
var hashSeed = maphash.MakeSeed()

func hashText(text string) uint64 { return maphash.String(hashSeed, text) }

// summarize makes the summary of a file, without its headings.
func summarize(f *File, info fs.FileInfo) *summary {
	sum := &summary{path: f.Path, kind: f.Kind, skill: f.Skill, hash: hashText(f.Doc.Source), size: len(f.Doc.Source)}
	if info != nil {
		sum.time = info.ModTime()
	}
	if f.Kind == SkillFile {
		sum.head = headOf(f.Doc)
		sum.trigger = triggerOf(sum.head.description)
	}
	switch f.Kind {
	case ConfigFile, NativeFile:
		return sum
	case CompanionFile:
		sum.targets = companionTargets(f)
		sum.mentions = mentionedNames(f.Doc.Source)
		return sum
	}
	sum.targets = linkTargets(f)
	sum.mentions = mentionedNames(f.Doc.Source)
	if preloaded := preloadedNames(f); len(preloaded) > 0 {
		sum.mentions = sorted(append(sum.mentions, preloaded...))
	}
	return sum
}

func headOf(doc *skills.Document) head {
	h := head{name: strings.Clone(doc.Frontmatter.Name()), description: strings.Clone(doc.Frontmatter.Description())}
	if e, ok := doc.Frontmatter.Entry("name"); ok {
		h.nameSpan = e.ValueSpan
	}
	return h
}

// mentionedNames returns the names of skills that a text may mention: what stands behind "$" or, where a mention can begin,
// behind "/".
func mentionedNames(text string) []string {
	names := make(map[string]bool) // most of them come often
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "$")
		if !found {
			break
		}
		rest = after
		end := 0
		for end < len(rest) && isNameByte(rest[end]) {
			end++
		}
		names[rest[:end]], names[strings.TrimRight(rest[:end], "-:_")] = true, true
	}
	for m := range slashMentions(text) {
		names[m.Name] = true
	}
	list := slices.Clip(slices.Sorted(maps.Keys(names)))
	for i := range list {
		list[i] = strings.Clone(list[i])
	}
	return list
}

// linkTargets returns the paths that the links of a file may name: counted from its own directory, and from the skill's, where
// agents stand.
func linkTargets(f *File) []string {
	if f.Dir == "" {
		return nil
	}
	texts := make(map[string]bool) // most of them come often
	for text := range destinations(f.Doc.Source[f.Doc.Body.Start:]) {
		texts[text] = true
	}
	var paths []string
	for text := range texts {
		d := parseDestination(strings.ReplaceAll(text, `\`, "/")) // what link/backslash says depends on what is there
		paths = append(paths, targetsOf(f, d)...)
	}
	return sorted(paths)
}

// targetsOf returns the paths that a destination in a file may name, existing or not.
func targetsOf(f *File, d destination) []string {
	if d.kind != relativePath || f.Dir == "" {
		return nil
	}
	name := filepath.FromSlash(d.path)
	paths := []string{filepath.Join(f.Dir, name)}
	if f.Skill != "" && f.Skill != f.Dir {
		paths = append(paths, filepath.Join(f.Skill, name))
	}
	return paths
}

// companionTargets returns the paths of the files that a companion names.
func companionTargets(f *File) []string {
	if len(f.Doc.Source) > mostOf(f.Kind) {
		return nil
	}
	root, _ := frontmatter.RecoverYAML(f.Doc.Source) // what cannot be read names nothing
	var paths []string
	for _, name := range assetFields() {
		if v := root.Lookup(name); v.IsString() {
			paths = append(paths, filepath.Join(f.Skill, filepath.FromSlash(v.Text)))
		}
	}
	return sorted(paths)
}

// destinations yields every text that may be the destination of a link or of a definition, with its escapes undone: what stands behind
// "](", or behind "]:", which ends the label of a definition only once in a line.
func destinations(body string) iter.Seq[string] {
	return func(yield func(string) bool) {
		lineEnd := 0 // of the last definition
		for at := 0; ; {
			i := strings.IndexByte(body[at:], ']')
			if i < 0 || at+i+1 == len(body) {
				return
			}
			bracket := at + i
			at = bracket + 1
			switch {
			case body[at] == '(':
			case body[at] == ':' && at >= lineEnd && !isEscaped(body, bracket):
				lineEnd = len(body)
				if end := strings.IndexAny(body[at:], "\r\n"); end >= 0 {
					lineEnd = at + end
				}
			default:
				continue
			}
			plain := skipAny(body, at+1, " \t\r\n")
			if !yieldDestination(body, plain, yield) {
				return
			}
			if quoted := skipAny(body, plain, " \t\r\n>"); quoted > plain && !yieldDestination(body, quoted, yield) { // on the next line of a quote
				return
			}
		}
	}
}

func yieldDestination(body string, at int, yield func(string) bool) bool {
	dest, ok := markdown.LinkDestination(body, at)
	if !ok || dest.IsEmpty() {
		return true
	}
	return yield(markdown.Unescape(dest.Of(body)))
}

// isEscaped reports whether a backslash takes the meaning from the character at a byte offset.
func isEscaped(text string, at int) bool {
	before := strings.TrimRight(text[:at], `\`)
	return (at-len(before))%2 == 1
}

// skipAny returns the first byte offset from one on at which none of the characters stands.
func skipAny(text string, at int, chars string) int {
	return len(text) - len(strings.TrimLeft(text[at:], chars))
}

// sorted returns the items in order, each once.
func sorted[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}
