package workspace

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// An effect is the combined settings that apply in a directory: those of the configuration file, over the
// editor's defaults and under what the user set in the editor. It is immutable.
type effect struct {
	File  *SettingsReport // nil if no file applies
	roots []namedRoot     // for every agent
	// agents are those that the settings define, and agentRoots their roots.
	agents     []*skills.Agent
	agentRoots []namedRoot

	Targets   []string // empty if the location of a skill decides
	Knobs     map[string]skills.KnobValue
	Limits    config.Limits
	Baseline  string // absolute path of the baseline; empty for none
	rules     map[string]diagnostic.Severity
	overrides []overrideEffect
	ignore    config.Patterns
	// userRules and userOverrides are the editor's settings, without the file.
	userRules     map[string]diagnostic.Severity
	userOverrides []overrideEffect

	// discoveryKey and standpointKey identify everything that catalogs and standpoints, respectively, depend
	// on.
	discoveryKey, standpointKey string
}

// A namedRoot is a root that the settings name, with the working directory of the agents that use its skills.
type namedRoot struct{ Dir, holder string }

type overrideEffect struct {
	files config.Patterns
	rules map[string]diagnostic.Severity
}

// A settingsMemo caches settings. Snapshots share one if no settings can have changed between them.
type settingsMemo struct {
	effects   cache[string, *effect]         // by directory
	shared    cache[string, *effect]         // by what they depend on: several directories can have the same
	levels    cache[string, *ignoreLevel]    // by directory
	files     cache[string, *SettingsReport] // by path
	baselines cache[string, *readBaseline]   // those that configuration files name, by path
	// natives are the agents' own configuration files, by path. agents are the agents as configured by these
	// files and by the settings.
	natives     cache[string, nativeText]
	agents      cache[agentKey, *configuredAgent]
	standpoints cache[string, *Standpoint] // by directory
}

// Effect returns the settings that apply in a directory, which is "" for a buffer without a file.
func Effect(s *Snapshot, dir string) *effect {
	return s.settings.effects.get(dir, func() *effect { return findEffect(s, dir) })
}

func findEffect(s *Snapshot, dir string) *effect {
	bound := SettingsBound(s, dir)
	path := settingsPath(s, dir, bound)
	base := bound
	if path != "" && vfs.Within(filepath.Dir(path), dir) {
		base = filepath.Dir(path)
	}
	key := bound + "\x00" + path + "\x00" + base
	return s.settings.shared.get(key, func() *effect { return newEffect(s, bound, path, base) })
}

// settingsPath returns the configuration file that applies in a directory: the one that the user named or,
// without it, the nearest one at or above the directory, up to bound. It returns "" if there is none.
func settingsPath(s *Snapshot, dir, bound string) string {
	if dir == "" || s.cfg.SettingsFile != "" {
		return s.cfg.SettingsFile
	}
	for at := range vfs.Up(dir) {
		if PlaceOf(s, at).hasSettings {
			return filepath.Join(at, config.SettingsFile)
		}
		if at == bound {
			break
		}
	}
	return ""
}

// SettingsBound returns the directory above which no configuration file is looked for, and which files must
// not refer outside of: the innermost workspace folder or, outside all folders, the root of the project.
// Without a project it is the process's directory if that contains dir, and otherwise dir itself. It is ""
// for a buffer without a file.
func SettingsBound(s *Snapshot, dir string) string {
	if dir == "" {
		return ""
	}
	bound := ""
	for _, folder := range s.cfg.Folders {
		if vfs.Within(folder, dir) && len(folder) > len(bound) {
			bound = folder
		}
	}
	if bound != "" {
		return bound
	}
	for at := range vfs.Up(dir) {
		if PlaceOf(s, at).IsRoot {
			return at
		}
	}
	if s.cfg.Cwd != "" && vfs.Within(s.cfg.Cwd, dir) {
		return s.cfg.Cwd
	}
	return dir
}

// newEffect combines the settings that apply in directories below bound. path is the configuration file, or
// "". base is the directory that the file's patterns are relative to: the file's own directory or, for a file
// elsewhere, the root of the project that uses it.
func newEffect(s *Snapshot, bound, path, base string) *effect {
	e := new(effect)
	user := s.cfg.Settings.Over(s.cfg.Defaults)
	all, roots := user, editorRoots(s, user, bound)
	ignoreBase, overridesBase := bound, bound
	var set config.Settings
	if path != "" {
		e.File = SettingsAt(s, path)
		e.Baseline = e.File.Baseline
		set = e.File.Settings
		all = s.cfg.Settings.Over(set.Over(s.cfg.Defaults))
		if set.Roots != nil && s.cfg.Settings.Roots == nil {
			roots = e.File.namedRoots(bound)
		}
		if set.Ignore != nil && s.cfg.Settings.Ignore == nil {
			ignoreBase = base
		}
		if set.Overrides != nil && s.cfg.Settings.Overrides == nil {
			overridesBase = base
		}
	}
	e.Targets, e.Knobs, e.rules, e.roots = all.Targets, all.Knobs, all.Rules, roots
	e.Limits = all.Limits
	e.agents = defineAgents(s, all.Agents, set.Agents, base, bound)
	e.agentRoots = definedRoots(e.agents)
	e.Targets = slices.DeleteFunc(slices.Clone(e.Targets), func(id string) bool { return !e.has(id) })
	e.ignore = compilePatterns(ignoreBase, all.Ignore)
	e.overrides = compileOverrides(overridesBase, all.Overrides)
	e.userRules, e.userOverrides = user.Rules, compileOverrides(bound, user.Overrides)
	e.keys()
	return e
}

// has reports whether an agent has the ID.
func (e *effect) has(id string) bool {
	_, ok := agents.ByID(id)
	return ok || slices.ContainsFunc(e.agents, func(agent *skills.Agent) bool { return agent.ID == id })
}

// editorRoots returns the roots that the editor names.
func editorRoots(s *Snapshot, set config.Settings, bound string) []namedRoot {
	holder := bound
	if vantages := Vantages(s, ""); len(vantages) > 0 && !slices.Contains(s.cfg.Folders, bound) {
		holder = vantages[0]
	}
	var roots []namedRoot
	for _, root := range set.Roots {
		if dir := ResolveRoot(s, bound, root); dir != "" {
			roots = append(roots, namedRoot{dir, holder})
		}
	}
	return roots
}

// namedRoots returns the roots that the file names. The working directory of an agent that uses them is the
// file's directory or, if that is outside the project, the project's root.
func (r *SettingsReport) namedRoots(bound string) []namedRoot {
	holder := filepath.Dir(r.Path)
	if !vfs.Within(bound, holder) {
		holder = bound
	}
	var roots []namedRoot
	for _, dir := range r.roots {
		roots = append(roots, namedRoot{dir, holder})
	}
	return roots
}

func (e *effect) keys() {
	var b strings.Builder
	for _, root := range e.roots {
		b.WriteString(root.Dir + "\x00" + root.holder + "\x00")
	}
	for _, agent := range e.agents {
		b.WriteString(agent.Variant + "\x00")
	}
	e.standpointKey = b.String() + strings.Join(e.Targets, "\x00")
	for _, name := range slices.Sorted(maps.Keys(e.Knobs)) {
		fmt.Fprintf(&b, "%s=%+v\x00", name, e.Knobs[name])
	}
	e.discoveryKey = b.String()
}

func compilePatterns(base string, texts []string) config.Patterns {
	list := config.Patterns{Base: base}
	if base == "" {
		return list
	}
	for _, text := range texts {
		if p, fault := config.ParsePattern(text); fault == "" {
			list.List = append(list.List, p)
		}
	}
	return list
}

func compileOverrides(base string, list []config.Override) []overrideEffect {
	var compiled []overrideEffect
	for _, o := range list {
		compiled = append(compiled, overrideEffect{compilePatterns(base, o.Files), o.Rules})
	}
	return compiled
}

// Severities are the severities that are set for rules in one file. Later maps win.
type Severities []map[string]diagnostic.Severity

// SeveritiesOf returns the severities that are set for rules in a file. A configuration file cannot set its
// own.
func SeveritiesOf(s *Snapshot, kind file.Kind, path string) Severities {
	dir := ""
	if filepath.IsAbs(path) {
		path = belowFolder(s, path)
		dir = filepath.Dir(path)
	}
	e := Effect(s, dir)
	rules, overrides := e.rules, e.overrides
	if kind == file.ConfigFile {
		rules, overrides = e.userRules, e.userOverrides
	}
	set := Severities{rules}
	for i := range overrides {
		if overrides[i].files.Holds(path, false) {
			set = append(set, overrides[i].rules)
		}
	}
	return set
}

// Of returns the severity of a diagnostic of the rule with that ID, given the severity that it has by default.
func (set Severities) Of(rule string, natural diagnostic.Severity) diagnostic.Severity {
	for _, rules := range slices.Backward(set) {
		for _, key := range []string{rule, config.GroupPattern(rule), config.Group(rule), config.AllRules} {
			if severity, ok := rules[key]; ok {
				return severity
			}
		}
	}
	return natural
}

// Name reports whether a severity is set for the rule with that ID, and not only for several rules.
func (set Severities) Name(rule string) bool {
	return slices.ContainsFunc(set, func(rules map[string]diagnostic.Severity) bool { _, ok := rules[rule]; return ok })
}

// NamedRoot returns the innermost of the roots named in the settings that contains a directory, for every agent or
// for one that the settings define.
func NamedRoot(s *Snapshot, dir string) (namedRoot, bool) {
	e := Effect(s, dir)
	named, isShared := innermost(e.roots, dir)
	if own, ok := innermost(e.agentRoots, dir); ok && len(own.Dir) > len(named.Dir) {
		return own, true
	}
	return named, isShared
}

// innermost returns the innermost of the roots that contains a directory.
func innermost(roots []namedRoot, dir string) (found namedRoot, ok bool) {
	for _, root := range roots {
		if dir != root.Dir && vfs.Within(root.Dir, dir) && len(root.Dir) > len(found.Dir) {
			found = root
		}
	}
	return found, found.Dir != ""
}

// SettingsFor returns the report of the configuration file that applies to a path, or nil if there is none.
func SettingsFor(s *Snapshot, path string) *SettingsReport {
	if path = CleanPath(path); !filepath.IsAbs(path) {
		return nil
	}
	return Effect(s, dirOf(s, path)).File
}

// dirOf returns an absolute path if it is a directory, and its parent directory if not, below the name of the
// workspace folder.
func dirOf(s *Snapshot, path string) string {
	path = belowFolder(s, path)
	if info, err := s.fs.Stat(path); err != nil || !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// belowFolder returns a path below the name that its workspace folder has; see [Snapshot.FolderDir].
func belowFolder(s *Snapshot, path string) string {
	return filepath.Join(s.FolderDir(path), filepath.Base(path))
}
