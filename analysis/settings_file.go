package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A SettingsReport is the result of reading a configuration file.
type SettingsReport struct {
	Path     string
	Source   string           // the text that the problems refer to; empty if the file could not be read
	Problems []SettingProblem // without those that comments in the file suppress
	// Err is the error of reading the file, nil if it was read, even if its contents are invalid. One of the
	// problems reports it, too.
	Err error

	settings Settings
	all      []SettingProblem // suppressed or not
	roots    []string         // absolute and clean; if the file is not trusted, only those that exist
	trusted  bool             // the user named it, so it may name paths anywhere
}

// readSettings decodes the text of a configuration file. It never fails: an error becomes a problem with a
// position in the text, and the rest applies.
func readSettings(from settingsSource) (Settings, []SettingProblem) {
	whole := func(span text.Span, message string) SettingProblem {
		return SettingProblem{"", Diagnostic{Rule: "config/syntax", Severity: Error, Span: span, Message: message}}
	}
	if len(from.source) > maxSettings {
		return Settings{}, []SettingProblem{whole(text.At(0), fmt.Sprintf(
			"the file has %d bytes; settings of more than %d are not read", len(from.source), maxSettings))}
	}
	root, faults := frontmatter.RecoverYAML(from.source)
	set, problems := decodeSettings(from, root)
	for _, fault := range faults {
		problems = append(problems, whole(fault.Span, "this is not YAML: "+explainYAML(fault, from.source)))
	}
	if at := invalidUTF8(from.source); at >= 0 {
		problems = append(problems, whole(text.Span{Start: at, End: at + 1}, fmt.Sprintf("the byte %#x is not UTF-8, which YAML is written in; save the file as UTF-8", from.source[at])))
	}
	sortProblems(problems)
	return set, capProblems(problems)
}

// explainYAML describes a YAML error, in better words than the parser's where it has them.
func explainYAML(fault *frontmatter.YAMLError, source string) string {
	line := strings.LastIndexAny(source[:fault.Span.Start], "\r\n") + 1
	if tabIndent(source[line:fault.Span.End]) >= 0 {
		return "a tab cannot indent a line; use spaces"
	}
	return fault.Message
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, -1 for none.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
			return i
		}
	}
	return -1
}

// readEditorSettings reads the settings of an editor, which are JSON; others are keys at the top that somebody else reads. What
// is wrong becomes a problem without a meaningful place, and the rest applies.
func readEditorSettings(text string, rules RuleNames, others ...string) (Settings, []SettingProblem) {
	root, err := skills.ParseJSON(text)
	if err != nil {
		return Settings{}, []SettingProblem{{"", Diagnostic{Rule: "config/syntax", Severity: Error, Message: err.Error()}}}
	}
	return decodeSettings(settingsSource{source: text, rules: rules, others: others}, root)
}

// settingsAt returns the cached report of the configuration file at a path.
func (s *Snapshot) settingsAt(path string) *SettingsReport {
	return s.settings.file(path, func() *SettingsReport { return s.readSettingsAt(path) })
}

func (s *Snapshot) readSettingsAt(path string) *SettingsReport {
	r := s.readSettingsFile(path)
	r.all = r.Problems
	if silenced := suppressionsInYAML(r.Source, s.rules); silenced != nil {
		r.Problems = slices.DeleteFunc(slices.Clone(r.all), func(p SettingProblem) bool { return silenced.silence(&p.Diagnostic) })
	}
	return r
}

func (s *Snapshot) readSettingsFile(path string) *SettingsReport {
	r := &SettingsReport{Path: path, trusted: path == s.cfg.SettingsFile}
	dir := filepath.Dir(path)
	bound := s.settingsBound(dir)
	from := settingsSource{path: path, rules: s.rules, inFile: true}
	if !r.trusted {
		if !vfs.Within(vfs.Canonical(s.fs, bound), vfs.Canonical(s.fs, path)) {
			r.Problems = []SettingProblem{{"", Diagnostic{
				Rule: "config/path", Severity: Error, Span: text.At(0),
				Message: "the file is a symbolic link that leads out of the workspace, and its settings do not apply; put a file here, or name it with --config or in the editor",
			}}}
			return r
		}
	}
	from.allow = func(named string) (string, Severity) {
		if r.trusted {
			return s.allowAnywhere(dir, named)
		}
		return s.allowIn(bound, dir, named)
	}
	if r.Source, r.Err = s.fs.ReadFile(path); r.Err != nil {
		r.Problems = []SettingProblem{{"", unreadable(ConfigFile, r.Err)}}
		return r
	}
	from.source = r.Source
	r.settings, r.Problems = readSettings(from)
	for _, root := range r.settings.Roots {
		abs := s.resolveRoot(dir, root)
		if fault, _ := from.allow(root); (r.trusted || fault == "") && !slices.Contains(r.roots, abs) {
			r.roots = append(r.roots, abs)
		}
	}
	return r
}

// resolveRoot returns the absolute path of a root that is written in a directory's settings. It returns "" if
// the root is in the home directory and that is not known, and if it is relative and dir is "".
func (s *Snapshot) resolveRoot(dir, root string) string {
	path := filepath.FromSlash(root)
	switch rest, home := strings.CutPrefix(path, "~"+string(filepath.Separator)); {
	case home || path == "~":
		if s.cfg.Home == "" {
			return ""
		}
		return filepath.Join(s.cfg.Home, strings.TrimPrefix(rest, "~"))
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case dir == "":
		return ""
	}
	return filepath.Join(dir, path)
}

// allowIn checks a path that a file in dir names. The file is not trusted, so the path must be in the
// directory bound, both as written and with symbolic links resolved. The fault is empty if there is none.
func (s *Snapshot) allowIn(bound, dir, named string) (fault string, severity Severity) {
	if isAbsolute(named) {
		return "a file in the workspace names no absolute path; write it relative to this file, or set it in the editor", Error
	}
	path := filepath.Join(dir, filepath.FromSlash(named))
	if !vfs.Within(bound, path) {
		return "the path leads out of the workspace, and is ignored; set it in the editor, or in a file given by --config", Error
	}
	if !vfs.Within(vfs.Canonical(s.fs, bound), vfs.Canonical(s.fs, path)) {
		return "the path leads out of the workspace by a symbolic link, and is ignored; set it in the editor, or in a file given by --config", Error
	}
	return s.isDirectory(path)
}

// allowAnywhere checks a path that a trusted file in dir names.
func (s *Snapshot) allowAnywhere(dir, named string) (fault string, severity Severity) {
	path := s.resolveRoot(dir, named)
	if path == "" {
		return "the home directory is not known, or not looked at (--user); write the path in full", Error
	}
	return s.isDirectory(path)
}

func (s *Snapshot) isDirectory(path string) (fault string, severity Severity) {
	switch info, err := s.fs.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "the directory does not exist", Information
	case err == nil && !info.IsDir():
		return "this is not a directory", Information
	}
	return "", Off
}

// isAbsolute reports whether a path is absolute on any system, or begins with a home directory. A
// configuration file must mean the same on every system.
func isAbsolute(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) || path == "~" || strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`) ||
		len(path) >= 2 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

// tabIndent returns the offset of the first tab in the indentation of a line, or -1 if not found.
func tabIndent(text string) int {
	indent := true
	for i := range len(text) {
		switch {
		case text[i] == '\n' || text[i] == '\r':
			indent = true
		case indent && text[i] == '\t':
			return i
		case text[i] != ' ':
			indent = false
		}
	}
	return -1
}
