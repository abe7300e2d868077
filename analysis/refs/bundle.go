package refs

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// A bundleKey is the directory of a skill, the key of its bundle.
type bundleKey string

func (bundleKey) RestsOnFiles() {}

// A Bundle is the files of a skill.
type Bundle struct {
	Resources []Resource
	// Paths has all listed files and their directories, slash-separated and relative to the skill directory.
	Paths map[string]bool
	// Partial is set if the bundle does not have all files of the skill, so that rules cannot tell what is
	// missing from it.
	Partial bool

	texts []string         // files that are searched for names
	named map[string][]int // indexes of resources by their names; see [Bundle.add]
}

// A Resource is a file of a skill that is there for a model to read or run.
type Resource struct {
	Path string // absolute
	Rel  string // slash-separated, relative to the skill directory
}

const (
	MaxText       = 512 << 10 // bytes of one file that is searched for names
	maxBundleText = 2 << 20   // bytes of all searched files of a skill
)

// BundleOf returns the files of the skill in a directory. The result is cached until a file comes or goes.
func BundleOf(s *workspace.Snapshot, skill string) *Bundle {
	same := func(b *Bundle, _ []string) *Bundle { return b }
	return workspace.Recall(s, bundleKey(skill), func() *Bundle { return findBundle(s, skill) }, same)
}

func findBundle(s *workspace.Snapshot, skill string) *Bundle {
	b := &Bundle{Paths: make(map[string]bool), named: make(map[string][]int)}
	files := SkillFiles(s, skill)
	entries, _ := s.FS().ReadDir(skill) // a directory that cannot be listed has no files
	isPlugin := func(e fs.DirEntry) bool { return e.Name() == ".claude-plugin" }
	// The files in a plugin's own directory belong to the plugin.
	if len(files) >= MaxListed || slices.ContainsFunc(entries, isPlugin) {
		b.Partial = true
		return b
	}
	var inner []string // directories of nested skills
	for _, fl := range files {
		if dir := filepath.Dir(fl); dir != skill && file.IsSkillFileName(filepath.Base(fl)) {
			inner = append(inner, dir)
		}
	}
	for _, fl := range files {
		rel := filepath.ToSlash(fl[len(skill)+1:])
		for dir := rel; dir != "." && !b.Paths[dir]; dir = path.Dir(dir) {
			b.Paths[dir] = true
		}
		if slices.Contains(textExtensions, strings.ToLower(path.Ext(rel))) {
			b.texts = append(b.texts, fl)
		}
		isInner := func(dir string) bool { return vfs.Within(dir, fl) }
		if isResource(rel) && !slices.ContainsFunc(inner, isInner) {
			b.add(Resource{fl, rel})
		}
	}
	return b
}

// isResource reports whether a file, given by its slash-separated path relative to the skill directory, is a
// document or script that the skill's texts should name. People and tools find other files, such as records
// and tests, by their names alone.
func isResource(rel string) bool {
	base := path.Base(rel)
	stem, ext, _ := strings.Cut(base, ".") // run.test.ts and SKILL.fr.md have no extension in the list
	if !slices.Contains(resourceExtensions, strings.ToLower(ext)) || stem == strings.ToUpper(stem) {
		return false // or a record about the skill, such as VERIFICATION.md
	}
	isOther := func(r rune) bool { return r >= 0x80 || !match.IsNamePart(byte(r)) }
	if nameKey(base) == "" || strings.ContainsFunc(base, isOther) {
		return false // its name is not one word of a text
	}
	isRecord := func(word string) bool { return slices.Contains(recordWords, word) }
	return !strings.HasPrefix(rel, "_") && !strings.Contains(rel, "/_") &&
		!slices.ContainsFunc(match.NameWords(strings.ToLower(rel)), isRecord)
}

var (
	resourceExtensions = []string{"bash", "js", "markdown", "md", "mdx", "mjs", "pl", "ps1", "py", "rb", "sh", "ts", "txt"}
	// recordWords are words in the paths of files that are kept for the record, for people or for tests.
	recordWords = []string{
		"attribution", "changelog", "conftest", "contributing", "copying", "credits", "dist", "eval",
		"evals", "evaluation", "evaluations", "fixture", "fixtures", "index", "install", "licence",
		"license", "log", "notice", "ofl", "provenance", "readme", "requirements", "skill", "test",
		"tests", "vendor", "version",
	}
	// textExtensions are those of files whose text may name other files.
	textExtensions = []string{
		"", ".bash", ".bat", ".cfg", ".cjs", ".cmd", ".conf", ".css", ".csv", ".go", ".htm", ".html",
		".ini", ".ipynb", ".j2", ".js", ".json", ".jsonc", ".jsonl", ".jsx", ".lua", ".markdown", ".md",
		".mdc", ".mdx", ".mjs", ".mts", ".php", ".pl", ".ps1", ".py", ".r", ".rb", ".rs", ".rst", ".sh",
		".sql", ".svg", ".template", ".tex", ".tmpl", ".toml", ".ts", ".tsv", ".tsx", ".txt", ".vue",
		".xml", ".yaml", ".yml", ".zsh",
	}
)

// add adds a resource and its names: the keys of its file name and directories, and what a text has of the
// file name beside a placeholder, as in "step-*.md".
func (b *Bundle) add(r Resource) {
	var names []string
	for segment := range strings.SplitSeq(r.Rel, "/") {
		names = append(names, nameKey(segment))
	}
	stem := names[len(names)-1]
	for at, c := range stem {
		if c == '-' || c == '_' {
			names = append(names, stem[:at+1], stem[at:])
		}
	}
	for _, name := range names {
		b.named[name] = append(b.named[name], len(b.Resources))
	}
	b.Resources = append(b.Resources, r)
}

// nameKey returns a name in lowercase, without extensions and digits: a text that names step-1.md does not
// have to name step-2.md.
func nameKey(name string) string {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	return WithoutDigits(stem)
}

// namedIn returns the indexes of the resources that a text names. A path names its last element. In prose, a
// single word without quotation marks names nothing.
func (b *Bundle) namedIn(text string, prose bool) (list []int) {
	const quotes = "`\"'*[]"
	found := make(map[string]bool)
	for end := 0; end < len(text); end++ {
		start := end
		isPath, isCompound := false, false
		for ; end < len(text) && IsPathByte(text[end]); end++ {
			switch text[end] {
			case '.', '/':
				isPath = true
			case '-', '_':
				isCompound = true
			}
		}
		if start == end {
			continue
		}
		word := strings.Trim(text[start:end], ".") // without the period of a sentence
		isPath = isPath && strings.ContainsAny(word, "./")
		quoted := start > 0 && end < len(text) &&
			strings.IndexByte(quotes, text[start-1]) >= 0 && strings.IndexByte(quotes, text[end]) >= 0
		marked := quoted || !prose || isPath
		if !marked && !isCompound {
			continue
		}
		for part := range strings.SplitSeq(path.Base(word), ".") { // a module may have dots
			key := nameKey(part)
			if b.named[key] != nil && !found[key] && (marked || strings.ContainsAny(key, "-_")) {
				found[key] = true
				list = append(list, b.named[key]...)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A namedKey is the path of a text of a skill, the key of the indexes of the resources that it names.
type namedKey struct{ skill, text string }

func (namedKey) RestsOnFiles() {}

// namedBy returns the indexes of the resources that the file at a path names. A file that cannot be read names
// nothing, since its own diagnostics report that. The result is cached until the text changes.
func namedBy(s *workspace.Snapshot, skill string, b *Bundle, fl string) []int {
	build := func() []int {
		isMarkdown := file.IsMarkdownName(fl)
		named := b.namedIn(textOf(s, fl, isMarkdown), isMarkdown)
		return slices.DeleteFunc(named, func(i int) bool { return b.Resources[i].Path == fl })
	}
	renew := func(known []int, changed []string) []int {
		if slices.Contains(changed, s.RealPath(fl)) {
			return build()
		}
		return known
	}
	return workspace.Recall(s, namedKey{skill, fl}, build, renew)
}

// textOf returns the text of a file, or "" if it cannot be read. A Markdown file is often parsed already.
func textOf(s *workspace.Snapshot, path string, isMarkdown bool) string {
	if !isMarkdown {
		text, _ := s.FS().ReadFile(path)
		return text
	}
	f, err := s.File(path)
	if err != nil {
		return ""
	}
	return f.Doc.Source
}

// Unnamed returns the resources of the skill in a directory that no text names except their own, in the order
// of the files. It returns nil if the bundle is partial or the skill has more text than is searched.
func Unnamed(s *workspace.Snapshot, skill string, b *Bundle) (list []Resource) {
	named := make([]bool, len(b.Resources))
	left := int64(maxBundleText)
	for _, fl := range b.texts {
		if !slices.Contains(named, false) {
			return nil
		}
		size := sizeOf(s, fl)
		if left -= size; left < 0 || size > MaxText {
			return nil
		}
		for _, i := range namedBy(s, skill, b, fl) {
			named[i] = true
		}
	}
	for i, r := range b.Resources {
		if !named[i] && sizeOf(s, r.Path) > 0 {
			list = append(list, r)
		}
	}
	return list
}

// sizeOf returns the size of a file in bytes, or 0 if it cannot be read.
func sizeOf(s *workspace.Snapshot, path string) int64 {
	info, err := s.FS().Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// MaxListed is the maximum number of files of a skill among which a mistyped link is looked for.
const MaxListed = 2000

// WithoutDigits returns path without its digits: v1.2 is not a typo for v1.1.
func WithoutDigits(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, path)
}

// A skillFilesKey is the directory of a skill whose files are listed.
type skillFilesKey string

func (skillFilesKey) RestsOnFiles() {}

// SkillFiles returns the regular files of a skill, breadth first, at most MaxListed. The list is cached until
// a file comes or goes.
func SkillFiles(s *workspace.Snapshot, skill string) []string {
	same := func(files, _ []string) []string { return files }
	return workspace.Recall(s, skillFilesKey(skill), func() []string { return listFiles(s.FS(), skill) }, same)
}

func listFiles(fsys vfs.FS, skill string) (files []string) {
	for queue := []string{skill}; len(queue) > 0 && len(files) < MaxListed; queue = queue[1:] {
		entries, _ := fsys.ReadDir(queue[0]) // a directory that cannot be listed has no candidates
		for _, e := range entries {
			full := vfs.Child(queue[0], e.Name())
			switch {
			case len(files) == MaxListed:
			case e.Type().IsRegular():
				files = append(files, full)
			case e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules":
				queue = append(queue, full)
			}
		}
	}
	return files
}
