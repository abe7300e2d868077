package analysis

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
)

// An effect is what the settings come to for what lies in a directory: those of the file that applies there, over the editor's
// defaults and below what the user set in the editor. It is immutable.
type effect struct {
	file  *SettingsReport // nil where no file applies
	roots []namedRoot

	targets   []string // empty where the place of a skill decides
	knobs     map[string]skills.KnobValue
	rules     map[string]Severity
	overrides []overrideEffect
	ignore    patterns
	// The user's own are what the editor says, without the file.
	userRules     map[string]Severity
	userOverrides []overrideEffect

	// discoveryKey and standpointKey are equal where all that catalogues, or standpoints, depend on is.
	discoveryKey, standpointKey string
}

// A namedRoot is a further root and the directory in which an agent is taken to stand for the skills in it.
type namedRoot struct{ dir, holder string }

type overrideEffect struct {
	files patterns
	rules map[string]Severity
}

// A settingsMemo remembers what settings there are. One is shared by all snapshots between which none can have changed.
type settingsMemo struct {
	mu     sync.Mutex
	dirs   map[string]dirSettings            // by directory; guarded by mu, as are the other maps
	shared map[string]*effect                // by what they are made of: directories have them in common
	files  map[string]func() *SettingsReport // by path
	// natives are the agents' own files, by path, and agents what they and the settings make of each agent.
	natives     map[string]func() nativeText
	agents      map[agentKey]func() *configuredAgent
	standpoints map[string]func() *standpoint // by directory
}

// dirSettings are what is known of one directory; nil is not known yet.
type dirSettings struct {
	effect *effect
	level  *ignoreLevel
}

func newSettingsMemo() *settingsMemo {
	return &settingsMemo{
		dirs:   make(map[string]dirSettings),
		shared: make(map[string]*effect),
		files:  make(map[string]func() *SettingsReport),

		natives:     make(map[string]func() nativeText),
		agents:      make(map[agentKey]func() *configuredAgent),
		standpoints: make(map[string]func() *standpoint),
	}
}

// file returns what was read from a path, or reads it.
func (m *settingsMemo) file(path string, read func() *SettingsReport) *SettingsReport {
	return once(m, m.files, path, read)
}

// native is [settingsMemo.file] for a file of an agent's own configuration.
func (m *settingsMemo) native(path string, read func() nativeText) nativeText {
	return once(m, m.natives, path, read)
}

// configured returns what settings make of an agent, or finds it out.
func (m *settingsMemo) configured(key agentKey, find func() *configuredAgent) *configuredAgent {
	return once(m, m.agents, key, find)
}

// standpoint returns a directory's standpoint, or finds it out.
func (m *settingsMemo) standpoint(dir string, find func() *standpoint) *standpoint {
	return once(m, m.standpoints, dir, find)
}

// once returns what one of the maps holds for a key, or makes it. Whoever asks meanwhile waits.
func once[K comparable, V any](m *settingsMemo, in map[K]func() V, key K, make func() V) V {
	m.mu.Lock()
	known := in[key]
	if known == nil {
		known = sync.OnceValue(make)
		in[key] = known
	}
	m.mu.Unlock()
	return known()
}

// dir returns what is known of a directory.
func (m *settingsMemo) dir(dir string) dirSettings {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.dirs[dir]
}

// know adds to what is known of a directory.
func (m *settingsMemo) know(dir string, add func(*dirSettings)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.dirs[dir]
	add(&known)
	m.dirs[dir] = known
}

// share returns the effect of a key, or builds it.
func (m *settingsMemo) share(key string, build func() *effect) *effect {
	m.mu.Lock()
	known := m.shared[key]
	m.mu.Unlock()
	if known != nil {
		return known
	}
	known = build()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shared[key] = known
	return known
}

// DecidesSettings reports whether what settings there are can depend on the file at a path.
func DecidesSettings(path string) bool {
	name := filepath.Base(path)
	return name == SettingsFile || name == gitignoreFile
}

// effect returns what the settings come to for what lies in a directory; of "", for a buffer without a file.
func (s *Snapshot) effect(dir string) *effect {
	if known := s.settings.dir(dir).effect; known != nil {
		return known
	}
	found := s.findEffect(dir)
	s.settings.know(dir, func(d *dirSettings) { d.effect = found })
	return found
}

func (s *Snapshot) findEffect(dir string) *effect {
	bound := s.settingsBound(dir)
	path := s.settingsPath(dir, bound)
	base := bound
	if path != "" && within(filepath.Dir(path), dir) {
		base = filepath.Dir(path)
	}
	key := bound + "\x00" + path + "\x00" + base
	return s.settings.share(key, func() *effect { return s.newEffect(bound, path, base) })
}

// settingsPath returns the file of settings that applies in a directory: the nearest one at or above it, up to the bound. It is
// empty where there is none.
func (s *Snapshot) settingsPath(dir, bound string) string {
	if dir == "" || s.cfg.SettingsFile != "" {
		return s.cfg.SettingsFile
	}
	for at := dir; ; at = filepath.Dir(at) {
		if s.place(at).hasSettings {
			return filepath.Join(at, SettingsFile)
		}
		if at == bound || at == filepath.Dir(at) {
			return ""
		}
	}
}

// settingsBound returns the directory above which no settings are looked for, and out of which no file may lead: the innermost
// folder of the workspace, or for what lies in none the root of its project. It is empty for a buffer without a file.
func (s *Snapshot) settingsBound(dir string) string {
	if dir == "" {
		return ""
	}
	bound := ""
	for _, folder := range s.cfg.Folders {
		if within(folder, dir) && len(folder) > len(bound) {
			bound = folder
		}
	}
	if bound != "" {
		return bound
	}
	for at := dir; ; at = filepath.Dir(at) {
		if s.place(at).isRoot {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if s.cfg.Cwd != "" && within(s.cfg.Cwd, dir) {
		return s.cfg.Cwd
	}
	return dir
}

// newEffect puts together what applies in directories below bound. The path is that of the file, empty for none, and base where
// its patterns count from: its own directory, or of a file that lies elsewhere the root of the project that it is used in.
func (s *Snapshot) newEffect(bound, path, base string) *effect {
	e := new(effect)
	user := s.cfg.Settings.Over(s.cfg.Defaults)
	all, roots := user, s.editorRoots(user, bound)
	ignoreBase, overridesBase := bound, bound
	if path != "" {
		e.file = s.settingsAt(path)
		set := e.file.settings
		all = s.cfg.Settings.Over(set.Over(s.cfg.Defaults))
		if set.Roots != nil && s.cfg.Settings.Roots == nil {
			roots = e.file.namedRoots(bound)
		}
		if set.Ignore != nil && s.cfg.Settings.Ignore == nil {
			ignoreBase = base
		}
		if set.Overrides != nil && s.cfg.Settings.Overrides == nil {
			overridesBase = base
		}
	}
	e.targets, e.knobs, e.rules, e.roots = all.Targets, all.Knobs, all.Rules, roots
	e.ignore = compilePatterns(ignoreBase, all.Ignore)
	e.overrides = compileOverrides(overridesBase, all.Overrides)
	e.userRules, e.userOverrides = user.Rules, compileOverrides(bound, user.Overrides)
	e.keys()
	return e
}

// editorRoots returns the roots that the editor names.
func (s *Snapshot) editorRoots(set Settings, bound string) []namedRoot {
	holder := bound
	if vantages := s.vantages(""); len(vantages) > 0 && !slices.Contains(s.cfg.Folders, bound) {
		holder = vantages[0]
	}
	var roots []namedRoot
	for _, root := range set.Roots {
		if dir := s.resolveRoot(bound, root); dir != "" {
			roots = append(roots, namedRoot{dir, holder})
		}
	}
	return roots
}

// namedRoots returns the roots that the file names. An agent that uses them stands where the file lies, or where that is not in
// the project, at the project's root.
func (r *SettingsReport) namedRoots(bound string) []namedRoot {
	holder := filepath.Dir(r.Path)
	if !within(bound, holder) {
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
		b.WriteString(root.dir + "\x00" + root.holder + "\x00")
	}
	e.standpointKey = b.String() + strings.Join(e.targets, "\x00")
	for _, name := range slices.Sorted(maps.Keys(e.knobs)) {
		fmt.Fprintf(&b, "%s=%+v\x00", name, e.knobs[name])
	}
	e.discoveryKey = b.String()
}

func compilePatterns(base string, texts []string) patterns {
	list := patterns{base: base}
	if base == "" {
		return list
	}
	for _, text := range texts {
		if p, fault := parsePattern(text); fault == "" {
			list.list = append(list.list, p)
		}
	}
	return list
}

func compileOverrides(base string, list []Override) []overrideEffect {
	var compiled []overrideEffect
	for _, o := range list {
		compiled = append(compiled, overrideEffect{compilePatterns(base, o.Files), o.Rules})
	}
	return compiled
}

// severities are what rules weigh in one file: maps of which a later one wins.
type severities []map[string]Severity

// severitiesOf returns what rules weigh in a file. A file of settings does not decide what is said about it.
func (s *Snapshot) severitiesOf(kind Kind, path string) severities {
	dir := ""
	if filepath.IsAbs(path) {
		path = s.belowFolder(path)
		dir = filepath.Dir(path)
	}
	e := s.effect(dir)
	rules, overrides := e.rules, e.overrides
	if kind == ConfigFile {
		rules, overrides = e.userRules, e.userOverrides
	}
	set := severities{rules}
	for i := range overrides {
		if overrides[i].files.holds(path, false) {
			set = append(set, overrides[i].rules)
		}
	}
	return set
}

// of returns what a finding of the rule weighs.
func (set severities) of(r *Rule, natural Severity) Severity {
	for _, rules := range slices.Backward(set) {
		if severity, ok := rules[r.ID]; ok {
			return severity
		}
		if severity, ok := rules[allRules]; ok {
			return severity
		}
	}
	return natural
}

// Budget returns what an agent's initial catalogue may take from a working directory; cwd is as in [ListQuery].
func (s *Snapshot) Budget(agent *skills.Agent, cwd string) skills.Budget {
	return s.configured(agent, s.standing(cwd)).Limits.Listing
}

// namedRoot returns the innermost of the roots that settings name in which a directory lies.
func (s *Snapshot) namedRoot(dir string) (namedRoot, bool) {
	var innermost namedRoot
	for _, root := range s.effect(dir).roots {
		if dir != root.dir && within(root.dir, dir) && len(root.dir) > len(innermost.dir) {
			innermost = root
		}
	}
	return innermost, innermost.dir != ""
}

// SettingsFor returns what was read from the file of settings that applies to a path, nil where there is none.
func (s *Snapshot) SettingsFor(path string) *SettingsReport {
	if path = cleanPath(path); !filepath.IsAbs(path) {
		return nil
	}
	return s.effect(s.dirOf(path)).file
}

// dirOf returns the directory that is at an absolute path, or that what is there lies in, below the name that the workspace's folder
// has.
func (s *Snapshot) dirOf(path string) string {
	path = s.belowFolder(path)
	if info, err := s.fs.Stat(path); err != nil || !info.IsDir() {
		return filepath.Dir(path)
	}
	return path
}

// belowFolder returns a path below the name that the workspace's folder has; see [Snapshot.folderDir].
func (s *Snapshot) belowFolder(path string) string {
	return filepath.Join(s.folderDir(path), filepath.Base(path))
}
