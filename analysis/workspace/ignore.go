package workspace

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/skills/vfs"
)

// maxGitignore is how many bytes of a .gitignore count. It is bounded because every path is compared with all
// of the patterns.
const maxGitignore = 64 << 10

// testFiles matches directories of test data, in the syntax of .gitignore. Skills in them are stubs or broken
// on purpose. A project does not ship them, so a scan skips them like ignored files. The exception is a skill
// named testdata.
var testFiles = parsePatterns(
	"testdata/", "!**/skills/testdata/",
	"__fixtures__/",
	"**/test/**/fixtures/", "**/tests/**/fixtures/", "**/__tests__/**/fixtures/", "**/spec/**/fixtures/",
)

func parsePatterns(lines ...string) []config.Pattern {
	var list []config.Pattern
	for _, line := range lines {
		if p, fault := config.ParsePattern(line); fault == "" {
			list = append(list, p)
		}
	}
	return list
}

// An ignoreLevel decides which files in one directory are skipped.
type ignoreLevel struct {
	parent *ignoreLevel     // nil at the workspace folder
	own    config.Patterns  // those of its .gitignore; at the workspace folder, after testFiles
	ignore *config.Patterns // those of the configuration that applies in the directory
	// silent means that the configuration excludes the directory, and ignored that the configuration or Git
	// does.
	silent, ignored bool
	// onlyRoots means that Git ignores the directory, but that hidden skill roots are below it.
	onlyRoots bool
}

// Ignored reports whether a scan skips a path: because the configuration's `ignore`, or a .gitignore between
// the workspace folder and the path, matches the path or a directory above it, or because [testFiles] does.
// The configuration takes precedence over Git, and Git over testFiles. A hidden skill root, such as .claude/skills, is not
// ignored if Git ignores it or a hidden directory above it: people keep their own skills there, and agents find them.
func (s *Snapshot) Ignored(path string, isDir bool) bool {
	_, ignored := Excluded(s, path, isDir)
	return ignored
}

// Silent reports whether the configuration's `ignore` matches a path, so that nothing in it is reported.
// Git's ignore rules do not count here, because the user has the file open or has named it. Configuration
// files are never silent.
func (s *Snapshot) Silent(path string, isDir bool) bool {
	silent, _ := Excluded(s, path, isDir)
	return silent
}

// Excluded returns what [Snapshot.Silent] and [Snapshot.Ignored] report about a path.
func Excluded(s *Snapshot, path string, isDir bool) (silent, ignored bool) {
	path = CleanPath(path)
	if !filepath.IsAbs(path) {
		return false, false
	}
	path = belowFolder(s, path)
	silent, ignored = s.ignoreLevel(vfs.Parent(path)).judge(path, isDir)
	return silent && !config.IsSettingsName(filepath.Base(path)), ignored
}

func (l *ignoreLevel) judge(path string, isDir bool) (silent, ignored bool) {
	if l.silent || l.ignored {
		return l.silent, true
	}
	if meant, decided := l.ignore.Match(path, isDir); decided {
		return meant, meant
	}
	if !l.byGit(path, isDir) {
		return false, false
	}
	leads, _ := hiddenRoot(path)
	return false, !leads
}

// byGit reports whether Git ignores a path, or testFiles match it.
func (l *ignoreLevel) byGit(path string, isDir bool) bool {
	if l.onlyRoots {
		return true
	}
	for ; l != nil; l = l.parent {
		if meant, decided := l.own.Match(path, isDir); decided {
			return meant
		}
	}
	return false
}

// hiddenRoot reports whether a path is a hidden skill root, or leads to one as ".claude" does.
func hiddenRoot(path string) (leads, is bool) {
	for end := len(path); end > 0 && !leads; {
		end = strings.LastIndexByte(path[:end], filepath.Separator)
		is, leads = hiddenRoots()[filepath.ToSlash(path[end+1:])]
		if len(path)-end > maxHiddenRoot {
			break
		}
	}
	return leads, is
}

// maxHiddenRoot is more than the length of a path in hiddenRoots.
const maxHiddenRoot = 64

// hiddenRoots has true for the [knownRoots] that begin with a dot, and false for the directories above them. A directory
// for all files of an agent, such as .opencode, is no skill root itself.
var hiddenRoots = sync.OnceValue(func() map[string]bool {
	roots := make(map[string]bool)
	for root := range knownRoots() {
		for dir := root; root[0] == '.' && dir != "."; dir = path.Dir(dir) {
			roots[dir] = roots[dir] || dir == root && strings.Contains(path.Base(dir), "skill")
		}
	}
	return roots
})

func (s *Snapshot) ignoreLevel(dir string) *ignoreLevel {
	return s.settings.levels.get(dir, func() *ignoreLevel { return findIgnoreLevel(s, dir) })
}

func findIgnoreLevel(s *Snapshot, dir string) *ignoreLevel {
	l := &ignoreLevel{ignore: &Effect(s, dir).ignore}
	if bound := SettingsBound(s, dir); dir != bound && vfs.Within(bound, dir) {
		l.parent = s.ignoreLevel(filepath.Dir(dir))
		l.silent, l.ignored = l.parent.judge(dir, true)
		_, decided := l.parent.ignore.Match(dir, true)
		leads, isRoot := hiddenRoot(dir)
		l.onlyRoots = leads && !isRoot && !l.ignored && !decided && l.parent.byGit(dir, true)
	} else if l.ignore.Holds(dir, true) {
		l.silent, l.ignored = true, true
	}
	if !l.ignored {
		l.own = readGitignore(s, dir)
		if l.parent == nil {
			l.own.List = slices.Concat(testFiles, l.own.List)
		}
	}
	if up := l.parent; up != nil && len(l.own.List) == 0 && l.ignore == up.ignore && l.silent == up.silent && l.ignored == up.ignored && l.onlyRoots == up.onlyRoots {
		return up // most directories have no patterns of their own
	}
	return l
}

// readGitignore returns the patterns of the .gitignore in a directory. As in Git, it must be a regular file and
// not a symbolic link.
func readGitignore(s *Snapshot, dir string) config.Patterns {
	list := config.Patterns{Base: dir}
	if !PlaceOf(s, dir).hasGitignore {
		return list
	}
	text, err := s.fs.ReadFile(filepath.Join(dir, file.GitignoreFile))
	if err != nil {
		return list
	}
	if len(text) > maxGitignore {
		text = text[:strings.LastIndexByte(text[:maxGitignore], '\n')+1]
	}
	var lines []string
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	list.List = slices.Clip(parsePatterns(lines...))
	return list
}
