package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/suppress"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A SettingsReport is the result of reading a configuration file.
type SettingsReport struct {
	Path     string
	Source   string                  // the text that the problems refer to; empty if the file could not be read
	Problems []config.SettingProblem // without those that comments in the file suppress
	// Err is the error of reading the file, nil if it was read, even if its contents are invalid. One of the
	// problems reports it, too.
	Err error

	Settings config.Settings
	All      []config.SettingProblem // suppressed or not
	Extended []string                // paths of the files that it extends, directly or not
	Sought   []string                // paths of the files that it names in "extends", directly or not, existing or not
	cycle    string                  // real path of a file that extends this one, and that this one extends
	roots    []string                // absolute and clean; if the file is not trusted, only those that exist
	Baseline string                  // absolute path of the baseline, which need not exist; empty for none
	trusted  bool                    // the user named it, so it may name paths anywhere
}

// readSettings decodes the text of a configuration file. It never fails: an error becomes a problem with a
// position in the text, and the rest applies.
func readSettings(from config.Source) (config.Settings, []config.SettingProblem) {
	whole := func(span text.Span, message string) config.SettingProblem {
		return config.SettingProblem{Setting: "", Diagnostic: diagnostic.Diagnostic{Rule: "config/syntax", Severity: diagnostic.Error, Span: span, Message: message}}
	}
	if len(from.Source) > config.MaxSettings {
		return config.Settings{}, []config.SettingProblem{whole(text.At(0), fmt.Sprintf(
			"file has %d bytes: the limit is %d", len(from.Source), config.MaxSettings))}
	}
	root, faults := frontmatter.RecoverYAML(from.Source)
	set, problems := config.Decode(from, root)
	for _, fault := range faults {
		problems = append(problems, whole(fault.Span, "invalid YAML: "+explainYAML(fault, from.Source)))
	}
	if at := text.InvalidUTF8(from.Source); at >= 0 {
		problems = append(problems, whole(text.Span{Start: at, End: at + 1}, fmt.Sprintf("byte %#x is not UTF-8", from.Source[at])))
	}
	config.SortProblems(problems)
	return set, config.CapProblems(problems)
}

// explainYAML describes a YAML error, in better words than the parser's where it has them.
func explainYAML(fault *frontmatter.YAMLError, source string) string {
	line := strings.LastIndexAny(source[:fault.Span.Start], "\r\n") + 1
	if TabIndent(source[line:fault.Span.End]) >= 0 {
		return "tab in the indentation"
	}
	return fault.Message
}

// ReadEditorSettings reads the settings of an editor, which are JSON and may name the rules. The keys in others
// are allowed at the top, too, and are ignored. An error becomes a problem without a meaningful position, and the
// rest applies.
func ReadEditorSettings(text string, rules config.RuleNames, others ...string) (config.Settings, []config.SettingProblem) {
	root, err := skills.ParseJSON(text)
	if err != nil {
		return config.Settings{}, []config.SettingProblem{{Setting: "", Diagnostic: diagnostic.Diagnostic{Rule: "config/syntax", Severity: diagnostic.Error, Message: err.Error()}}}
	}
	return config.Decode(config.Source{Source: text, Rules: rules, Others: others}, root)
}

// SettingsAt returns the cached report of the configuration file at a path.
func SettingsAt(s *Snapshot, path string) *SettingsReport {
	return s.settings.files.get(path, func() *SettingsReport { return readSettingsAt(s, path) })
}

func readSettingsAt(s *Snapshot, path string) *SettingsReport {
	left := maxExtended
	r := readSettingsFile(s, path, extension{nil, &left})
	r.All = r.Problems
	if silenced := suppress.SuppressionsInYAML(r.Source, s.rules); silenced != nil {
		r.Problems = slices.DeleteFunc(slices.Clone(r.All), func(p config.SettingProblem) bool { return silenced.Silence(&p.Diagnostic) })
	}
	return r
}

// readSettingsFile reads a configuration file and those that it extends.
func readSettingsFile(s *Snapshot, path string, in extension) *SettingsReport {
	r := &SettingsReport{Path: path, trusted: path == s.cfg.SettingsFile}
	dir := filepath.Dir(path)
	bound := SettingsBound(s, dir)
	from := config.Source{Path: path, Rules: s.rules, InFile: true}
	if !r.trusted {
		if !vfs.Within(vfs.Canonical(s.fs, bound), vfs.Canonical(s.fs, path)) {
			r.Problems = []config.SettingProblem{{Setting: "", Diagnostic: diagnostic.Diagnostic{
				Rule: "config/path", Severity: diagnostic.Error, Span: text.At(0),
				Message: "symbolic link leaves the workspace: its settings do not apply",
			}}}
			return r
		}
	}
	from.Allow = func(named string) (string, diagnostic.Severity) {
		if r.trusted {
			return allowAnywhere(s, dir, named)
		}
		return allowIn(s, bound, dir, named)
	}
	from.Baseline = func(named string) (string, bool) { return r.baselineFault(s, bound, named) }
	from.Extend = func(named string) (config.Settings, string) { return r.extend(s, bound, named, in) }
	if r.Source, r.Err = s.fs.ReadFile(path); r.Err != nil {
		r.Problems = []config.SettingProblem{{Setting: "", Diagnostic: file.Unreadable(file.ConfigFile, r.Err)}}
		return r
	}
	from.Source = r.Source
	r.Settings, r.Problems = readSettings(from)
	if named := r.Settings.Baseline; named != "" {
		r.Baseline = ResolveRoot(s, dir, named)
	}
	for _, root := range r.Settings.Roots {
		abs := ResolveRoot(s, dir, root)
		if fault, _ := from.Allow(root); (r.trusted || fault == "") && !slices.Contains(r.roots, abs) {
			r.roots = append(r.roots, abs)
		}
	}
	return r
}

// ResolveRoot returns the absolute path of a root that is written in a directory's settings. It returns "" if
// the root is in the home directory and that is not known, and if it is relative and dir is "".
func ResolveRoot(s *Snapshot, dir, root string) string {
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
func allowIn(s *Snapshot, bound, dir, named string) (fault string, severity diagnostic.Severity) {
	if IsAbsolute(named) {
		return "absolute path: use a path relative to this file, or set it in the editor", diagnostic.Error
	}
	path := filepath.Join(dir, filepath.FromSlash(named))
	if !vfs.Within(bound, path) {
		return leavesWorkspace, diagnostic.Error
	}
	if !vfs.Within(vfs.Canonical(s.fs, bound), vfs.Canonical(s.fs, path)) {
		return "symbolic link leaves the workspace, so the path is ignored: set it in the editor or in a file for --config", diagnostic.Error
	}
	return isDirectory(s, path)
}

const leavesWorkspace = "path leaves the workspace: it is ignored"

// allowAnywhere checks a path that a trusted file in dir names.
func allowAnywhere(s *Snapshot, dir, named string) (fault string, severity diagnostic.Severity) {
	path := ResolveRoot(s, dir, named)
	if path == "" {
		return "home directory is unknown or excluded (--user): use an absolute path", diagnostic.Error
	}
	return isDirectory(s, path)
}

func isDirectory(s *Snapshot, path string) (fault string, severity diagnostic.Severity) {
	switch info, err := s.fs.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "directory does not exist", diagnostic.Information
	case err == nil && !info.IsDir():
		return "not a directory", diagnostic.Information
	}
	return "", diagnostic.Off
}

// IsAbsolute reports whether a path is absolute on any system, or begins with a home directory. A
// configuration file must mean the same on every system.
func IsAbsolute(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) || path == "~" || strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`) ||
		len(path) >= 2 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

// TabIndent returns the offset of the first tab in the indentation of a line, or -1 if not found.
func TabIndent(text string) int {
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
