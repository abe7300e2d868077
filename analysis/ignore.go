package analysis

import (
	"path/filepath"
	"slices"
	"strings"
)

const gitignoreFile = ".gitignore"

// maxGitignore is how many bytes of one .gitignore count, since every path is compared with all of its patterns.
const maxGitignore = 64 << 10

// testFiles are directories, in the syntax of .gitignore, that tests are made of. Skills in them are broken on purpose, or bare stubs, and
// are no part of what a project ships, so that a scan leaves them out like what git ignores. A skill may be called testdata.
var testFiles = parsePatterns(
	"testdata/", "!**/skills/testdata/",
	"__fixtures__/",
	"**/test/**/fixtures/", "**/tests/**/fixtures/", "**/__tests__/**/fixtures/", "**/spec/**/fixtures/",
)

func parsePatterns(lines ...string) []pattern {
	var list []pattern
	for _, line := range lines {
		if p, fault := parsePattern(line); fault == "" {
			list = append(list, p)
		}
	}
	return list
}

// An ignoreLevel is what leaves out files in one directory.
type ignoreLevel struct {
	parent *ignoreLevel // nil at the folder of the workspace
	own    patterns     // of the .gitignore in the directory; at the folder of the workspace, of testFiles before
	ignore *patterns    // of the settings that apply in it
	// silent says that settings leave the directory out, and ignored that they or git do.
	silent, ignored bool
}

// Ignored reports whether a scan leaves a path out: because the settings' `ignore`, or a .gitignore between the workspace's folder
// and the path, mean it or a directory above it, or because it is [testFiles]. What settings say comes before what git says, and that
// before what tests are made of; names that begin with a dot are nothing special.
func (s *Snapshot) Ignored(path string, isDir bool) bool {
	path = cleanPath(path)
	if !filepath.IsAbs(path) {
		return false
	}
	path = s.belowFolder(path)
	_, ignored := s.ignoreLevel(filepath.Dir(path)).judge(path, isDir)
	return ignored
}

// Silent reports whether the settings' `ignore` means a path, so that nothing is said about it. Git's ignoring does not count: a
// file that somebody has open or names is of interest. Files of settings are never silent.
func (s *Snapshot) Silent(path string, isDir bool) bool {
	path = cleanPath(path)
	if !filepath.IsAbs(path) || filepath.Base(path) == SettingsFile {
		return false
	}
	path = s.belowFolder(path)
	silent, _ := s.ignoreLevel(filepath.Dir(path)).judge(path, isDir)
	return silent
}

func (l *ignoreLevel) judge(path string, isDir bool) (silent, ignored bool) {
	if l.silent || l.ignored {
		return l.silent, true
	}
	if meant, decided := l.ignore.match(path, isDir); decided {
		return meant, meant
	}
	for ; l != nil; l = l.parent {
		if meant, decided := l.own.match(path, isDir); decided {
			return false, meant
		}
	}
	return false, false
}

func (s *Snapshot) ignoreLevel(dir string) *ignoreLevel {
	if known := s.settings.dir(dir).level; known != nil {
		return known
	}
	found := s.findIgnoreLevel(dir)
	s.settings.know(dir, func(d *dirSettings) { d.level = found })
	return found
}

func (s *Snapshot) findIgnoreLevel(dir string) *ignoreLevel {
	l := &ignoreLevel{ignore: &s.effect(dir).ignore}
	if bound := s.settingsBound(dir); dir != bound && within(bound, dir) {
		l.parent = s.ignoreLevel(filepath.Dir(dir))
		l.silent, l.ignored = l.parent.judge(dir, true)
	} else if l.ignore.holds(dir, true) {
		l.silent, l.ignored = true, true
	}
	if !l.ignored {
		l.own = s.gitignore(dir)
		if l.parent == nil {
			l.own.list = slices.Concat(testFiles, l.own.list)
		}
	}
	if up := l.parent; up != nil && len(l.own.list) == 0 && l.ignore == up.ignore && l.silent == up.silent && l.ignored == up.ignored {
		return up // most directories say nothing of their own
	}
	return l
}

// gitignore returns the patterns of the .gitignore in a directory. As in git it must be a file itself, and not a link to one.
func (s *Snapshot) gitignore(dir string) patterns {
	list := patterns{base: dir}
	if !s.place(dir).hasGitignore {
		return list
	}
	text, err := s.fs.ReadFile(filepath.Join(dir, gitignoreFile))
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
	list.list = slices.Clip(parsePatterns(lines...))
	return list
}
