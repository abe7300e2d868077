package index

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

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A Summary is what is kept of a file that is not open: what other files may depend on, and what the file is
// found by. It keeps no part of the file's text alive, and is immutable.
type Summary struct {
	Path  string
	Kind  file.Kind
	Skill string // directory of the skill that the file belongs to, empty for none
	Head  Head   // of a SKILL.md
	// Plugin is the name in the manifest of a plugin. It is empty if there is none.
	Plugin string
	// Hash and size are those of the whole text. Texts with the same hash and size count as equal.
	Hash uint64
	Size int // bytes
	Time time.Time
	// Targets are the absolute paths that links may lead to, existing or not. mentions are the names of
	// skills that may be mentioned. Neither has duplicates. They are found without parsing the Markdown,
	// because parsing takes most of a scan's time. They contain everything that a parser would find, and also
	// what is in code and comments. Callers that need to know which is which parse the file.
	Targets  []string
	Mentions []string
	Trigger  Trigger // of a SKILL.md's description
}

// A Head is what the frontmatter of a SKILL.md says of the skill.
type Head struct {
	Name, Description string
	NameSpan          text.Span // of the value; empty if there is none
}

// hashSeed makes hashes comparable within this process.
var hashSeed = maphash.MakeSeed()

func HashText(text string) uint64 { return maphash.String(hashSeed, text) }

// Summarize returns the summary of a file.
func Summarize(f *file.File, info fs.FileInfo) *Summary {
	sum := &Summary{Path: f.Path, Kind: f.Kind, Skill: f.Skill, Hash: HashText(f.Doc.Source), Size: len(f.Doc.Source)}
	if info != nil {
		sum.Time = info.ModTime()
	}
	if f.Kind == file.SkillFile {
		sum.Head = HeadOf(f.Doc)
		sum.Trigger = TriggerOf(sum.Head.Description)
	}
	switch f.Kind {
	case file.ConfigFile, file.NativeFile:
		return sum
	case file.ManifestFile:
		m := manifest.ReadFile(f)
		sum.Targets = manifestTargets(m)
		sum.Plugin = strings.Clone(m.PluginName())
		return sum
	case file.CompanionFile:
		sum.Targets = companionTargets(f)
		sum.Mentions = mentionedNames(f.Doc.Source)
		return sum
	}
	sum.Targets = linkTargets(f)
	sum.Mentions = mentionedNames(f.Doc.Source)
	if preloaded := file.PreloadedNames(f); len(preloaded) > 0 {
		sum.Mentions = Sorted(append(sum.Mentions, preloaded...))
	}
	return sum
}

// manifestTargets returns the paths that a manifest names, and the skill that each may be.
func manifestTargets(m *manifest.Document) []string {
	var paths []string
	for _, p := range manifest.Paths(m) {
		if p.Base != "" && !p.Leaves() && !p.IsPattern() {
			paths = append(paths, p.Abs(), filepath.Join(p.Abs(), "SKILL.md"))
		}
	}
	return Sorted(paths)
}

func HeadOf(doc *skills.Document) Head {
	h := Head{Name: strings.Clone(doc.Frontmatter.Name()), Description: strings.Clone(doc.Frontmatter.Description())}
	if e, ok := doc.Frontmatter.Entry("name"); ok {
		h.NameSpan = e.ValueSpan
	}
	return h
}

// mentionedNames returns the names of skills that a text may mention: those after "$" and, where a mention
// can begin, those after "/", and each "plugin:name", whichever plugins there are.
func mentionedNames(text string) []string {
	names := make(map[string]bool) // most names occur often
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "$")
		if !found {
			break
		}
		rest = after
		end := 0
		for end < len(rest) && IsNameByte(rest[end]) {
			end++
		}
		names[rest[:end]], names[strings.TrimRight(rest[:end], "-:_")] = true, true
	}
	for m := range SlashMentions(text) {
		names[m.Name] = true
	}
	for m := range PluginMentions(text) {
		names[m.Name] = true
	}
	list := slices.Clip(slices.Sorted(maps.Keys(names)))
	for i := range list {
		list[i] = strings.Clone(list[i])
	}
	return list
}

// linkTargets returns the paths that the links of a file may refer to. They are relative to its own directory
// and to the skill directory, from which agents resolve paths.
func linkTargets(f *file.File) []string {
	if f.Dir == "" {
		return nil
	}
	texts := make(map[string]bool) // most files are linked often, with different fragments
	for text := range destinations(f.Doc.Source[f.Doc.Body.Start:]) {
		name, _, _ := strings.Cut(text, "#")
		texts[name] = true
	}
	var paths []string
	for text := range texts {
		d := file.ParseDestination(strings.ReplaceAll(text, `\`, "/")) // the diagnostics of link/backslash depend on what exists there
		paths = append(paths, TargetsOf(f, d)...)
	}
	return Sorted(paths)
}

// TargetsOf returns the paths that a destination in a file may refer to, existing or not.
func TargetsOf(f *file.File, d file.Destination) []string {
	if d.Kind != file.RelativePath || f.Dir == "" {
		return nil
	}
	name := filepath.FromSlash(d.Path)
	paths := []string{filepath.Join(f.Dir, name)}
	if f.Skill != "" && f.Skill != f.Dir {
		paths = append(paths, filepath.Join(f.Skill, name))
	}
	return paths
}

// companionTargets returns the paths of the files that a companion names.
func companionTargets(f *file.File) []string {
	if len(f.Doc.Source) > file.MostOf(f.Kind) {
		return nil
	}
	root, _ := frontmatter.RecoverYAML(f.Doc.Source) // a part that is not valid YAML names no files
	var paths []string
	for _, name := range file.AssetFields() {
		if v := root.Lookup(name); v.IsString() {
			paths = append(paths, filepath.Join(f.Skill, filepath.FromSlash(v.Text)))
		}
	}
	return Sorted(paths)
}

// destinations yields every text that may be the destination of a link or of a definition, unescaped: what
// follows "](", or "]:" at the end of a definition's label, of which there is at most one per line.
func destinations(body string) iter.Seq[string] {
	return func(yield func(string) bool) {
		lineEnd := 0 // end of the line of the last definition
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
			if quoted := skipAny(body, plain, " \t\r\n>"); quoted > plain && !yieldDestination(body, quoted, yield) { // on the next line of a block quote
				return
			}
		}
	}
}

func yieldDestination(body string, at int, yield func(string) bool) bool {
	dest, _, ok := markdown.LinkDestination(body, at)
	if !ok || dest.IsEmpty() {
		return true
	}
	return yield(markdown.Unescape(dest.Of(body)))
}

// isEscaped reports whether a backslash escapes the character at a byte offset.
func isEscaped(text string, at int) bool {
	before := strings.TrimRight(text[:at], `\`)
	return (at-len(before))%2 == 1
}

// skipAny returns the first byte offset, starting from at, whose character is not one of chars.
func skipAny(text string, at int, chars string) int {
	return len(text) - len(strings.TrimLeft(text[at:], chars))
}

// Sorted sorts a list and returns a copy of it without duplicates. The copy has no room for more items, because
// most callers keep it.
func Sorted[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Clone(slices.Compact(list))
}

// Named returns a name, or otherwise if the name is blank: editors reject a symbol without a name.
func Named(name, otherwise string) string {
	if name = strings.TrimSpace(name); name == "" {
		return otherwise
	}
	return name
}

// skillName returns the name of the skill of a SKILL.md, or a substitute if the frontmatter has none.
func (sum *Summary) skillName() string {
	if !filepath.IsAbs(sum.Path) {
		return Named(sum.Head.Name, sum.Path)
	}
	return Named(sum.Head.Name, Named(filepath.Base(filepath.Dir(sum.Path)), "SKILL.md"))
}
