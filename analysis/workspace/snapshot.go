// Package workspace has the Snapshot: the files of the workspace at one moment, with the open documents over the disk, their
// configuration, and the catalogs of agents. It does not know rules or features.
package workspace

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// A Config is the part of a snapshot's environment that is not read from files. It is immutable once a
// snapshot has it.
type Config struct {
	Folders []string // workspace folders, absolute and clean; the first is the default working directory
	Home    string   // the user's home directory; if empty, the user's roots are not searched
	Cwd     string   // the process's directory, used if there is no folder
	// UserHome is the user's home directory even if the user's roots are not searched: no link may lead to
	// it. Empty means Home.
	UserHome string
	// Env holds the environment variables that agents read.
	Env map[string]string
	// Defaults apply unless a configuration file sets something else. Settings override every configuration
	// file.
	Defaults, Settings config.Settings
	// config.SettingsFile is a configuration file that replaces those in the workspace. Empty means that those
	// apply.
	SettingsFile string
	// Isolated leaves out everything that depends on other skills: catalogs are empty, and rules that need
	// them report nothing.
	Isolated bool
	// NoBaselines reports the problems that a configured baseline has, too.
	NoBaselines bool
}

// A Snapshot is the workspace at one moment: the disk with the open buffers over it. It is safe for
// concurrent use.
//
// What the client sent, buffers and configuration, is immutable: a change makes another snapshot, in a time
// that depends on the size of the change and not of the workspace. What is known of the disk is shared by all
// snapshots and reflects the latest [Snapshot.Refresh], because the disk has no versions. Computed results
// are shared as long as they hold, and are updated from what has changed since.
type Snapshot struct {
	cfg      Config
	rules    config.RuleNames
	fs       vfs.FS       // the overlay
	overlay  *vfs.Overlay // the buffers that have a file, over the disk
	buffers  map[string]*Buffer
	disk     *Disk
	settings *settingsMemo
	memo     *memo
	asOf     int    // number of the memo's changes that this snapshot includes
	turn     uint64 // see [Snapshot.CatalogTurn]
	layout   uint64 // see [Snapshot.Layout]
	// generation counts the changes that led from [New] to this snapshot.
	generation uint64
}

// A Disk is what is known of files that are not open. It is shared by all snapshots of a workspace.
type Disk struct {
	FS *vfs.Cached
	// Documents are parsed files. verdicts are the verdicts of agents on files that have not changed.
	Documents *documents
	verdicts  *skills.Cache
	Index     *index.Index
	Tokens    skills.TokenCounter
	baselines parsedBaselines
	// readEarly reads a file for the running scan. It is nil if there is none.
	readEarly atomic.Pointer[func(path string)]
}

func newDisk(fs *vfs.Cached) *Disk {
	d := &Disk{FS: fs, Documents: newDocuments(), verdicts: skills.NewCache(), Index: index.NewIndex()}
	d.verdicts.Read = func(fsys vfs.FS, path string) (*skills.Document, error) {
		if read := d.readEarly.Load(); read != nil {
			(*read)(path)
		}
		read, err := d.Documents.Get(fsys, path)
		if err != nil {
			return nil, err
		}
		return read.Doc, nil
	}
	return d
}

// New returns a snapshot without open buffers, whose configuration may name the rules. It caches what the file
// system returns until [Snapshot.Refresh] or [Snapshot.Recheck] reports changes.
func New(fsys vfs.FS, cfg Config, rules config.RuleNames) *Snapshot {
	cached, ok := fsys.(*vfs.Cached)
	if !ok {
		cached = vfs.NewCached(fsys)
	}
	cached.Confine(cfg.confinement())
	overlay := vfs.NewOverlay(cached, nil)
	return &Snapshot{cfg: cfg, rules: rules, fs: overlay, overlay: overlay, disk: newDisk(cached), settings: new(settingsMemo), memo: newMemo()}
}

// FS returns the file system of the snapshot: the buffers over the disk.
func (s *Snapshot) FS() vfs.FS { return s.fs }

// Disk returns what all snapshots of the workspace know of files that are not open.
func (s *Snapshot) Disk() *Disk { return s.disk }

// Overlay returns the buffers that have a file, over the disk.
func (s *Snapshot) Overlay() *vfs.Overlay { return s.overlay }

// Buffers returns the open buffers by their paths. The caller must not change the map.
func (s *Snapshot) Buffers() map[string]*Buffer { return s.buffers }

// RuleNames returns the IDs that the configuration may name.
func (s *Snapshot) RuleNames() config.RuleNames { return s.rules }

// Config returns the configuration of the snapshot.
func (s *Snapshot) Config() Config { return s.cfg }

// WithConfig returns a snapshot of the same files with another configuration.
func (s *Snapshot) WithConfig(cfg Config) *Snapshot {
	next := *s
	next.generation++
	next.cfg = cfg
	next.disk.FS.Confine(cfg.confinement())
	next.discardResults()
	return &next
}

// discardResults discards all results, because files may have been added or removed or may have another meaning.
func (s *Snapshot) discardResults() {
	s.memo, s.asOf = newMemo(), 0
	s.settings = new(settingsMemo)
	s.turn++
	s.layout++
}

// contentsChanged records that the contents of files, given by their real paths, have changed.
func (s *Snapshot) contentsChanged(paths ...string) {
	if slices.ContainsFunc(paths, file.IsManifest) {
		s.discardResults() // other skills may belong to plugins
		return
	}
	s.memo, s.asOf = s.memo.note(s.asOf, paths...)
	s.turn++
}

// CatalogTurn returns a number that changes whenever a catalog may have changed.
func (s *Snapshot) CatalogTurn() uint64 { return s.turn }

// Layout returns a number that changes whenever files or links may have been added or removed, or may have
// another meaning. It does not change if only contents have changed.
func (s *Snapshot) Layout() uint64 { return s.layout }

// A Change opens, edits or closes a buffer.
type Change struct {
	Path     string  // absolute path; for a buffer without a file its URI
	Text     *string // the whole new text; nil closes the buffer, and the file on disk applies again
	Language string  // the editor's language ID; may be empty
	Time     time.Time
	// Place is what [Snapshot.LocationOf] returned for a file that the change opens. If it is nil, With reads
	// the disk.
	Place *FilePlace
}

// A FilePlace is what is known of a file before it is opened.
type FilePlace struct {
	real, onDisk string // the real path with the open buffers, and without them
	regular      bool   // a regular file exists on disk
}

// LocationOf reads from the disk what [Snapshot.With] needs to know of a file that is about to be opened.
func (s *Snapshot) LocationOf(path string) *FilePlace {
	key := CleanPath(path)
	if !filepath.IsAbs(key) {
		return &FilePlace{}
	}
	return &FilePlace{vfs.Canonical(s.fs, key), s.overlay.DiskPath(key), s.disk.mode(key).IsRegular()}
}

// With returns a snapshot with the changes applied in order. It does not change the receiver. It reads the
// disk only for a file that is opened without a place.
func (s *Snapshot) With(changes ...Change) *Snapshot {
	next := *s
	next.generation++
	next.buffers = maps.Clone(s.buffers)
	if next.buffers == nil {
		next.buffers = make(map[string]*Buffer)
	}
	for _, c := range changes {
		next.apply(c)
	}
	return &next
}

// apply makes one change in a snapshot that no other goroutine has yet.
func (s *Snapshot) apply(c Change) {
	key := CleanPath(c.Path)
	before := s.buffers[key]
	opens, closes := before == nil, c.Text == nil
	if closes {
		delete(s.buffers, key)
	} else {
		s.buffers[key] = newBuffer(key, c, before)
	}
	if !filepath.IsAbs(key) || opens && closes {
		return
	}
	place := c.Place
	if opens && place == nil {
		place = s.LocationOf(key)
	}
	real, counted := s.overlay.BufferPath(key), ""
	switch {
	case opens:
		real = place.real
		s.overlay = s.overlay.WithAt(key, place.onDisk, vfs.Buffer{Text: *c.Text, ModTime: c.Time})
	case closes:
		s.overlay = s.overlay.Without(key)
	default:
		counted, _ = s.overlay.OpenAs(key)
		s.overlay = s.overlay.With(key, vfs.Buffer{Text: *c.Text, ModTime: c.Time})
	}
	s.fs = s.overlay
	settings := file.DecidesSettings(key) || file.DecidesSettings(real)
	if settings || file.IsNative(key) || file.IsNative(real) || key == s.cfg.SettingsFile {
		s.settings = new(settingsMemo)
		s.turn++
	} else if file.IsBaseline(key) || file.IsBaseline(real) {
		s.settings = new(settingsMemo)
	}
	switch {
	case !opens && !closes:
		if counted != key || before.judged() != s.buffers[key].judged() {
			s.contentsChanged(real)
		}
	case !settings && (opens && place.regular || closes && staysFile(s, key, real)):
		s.contentsChanged(real)
	default: // the file exists or existed only in the buffer, or the ignored files change
		s.disk.Index.Outdate(s.generation, key, real)
		s.discardResults()
	}
}

// staysFile reports whether a file whose buffer was closed is known to exist without that buffer. It does not
// read the disk.
func staysFile(s *Snapshot, key, real string) bool {
	if s.overlay.HasBuffer(real) {
		return true
	}
	mode, exists, known := s.disk.FS.Peek(key)
	return known && exists && mode.IsRegular()
}

// Forget discards what is cached about paths on which no result depends, because they are ignored. Once they
// are not ignored any more, what was true before must not be used.
func (s *Snapshot) Forget(paths ...string) {
	if len(paths) == 0 {
		return
	}
	changed := s.disk.withMissing(paths)
	s.disk.FS.Forget(changed...)
	for _, path := range changed {
		changed = append(changed, s.namesOf(path)[1:]...)
	}
	s.disk.FS.Forget(changed...)
	s.disk.Documents.Forget(changed...)
	s.disk.Index.Outdate(s.generation, changed...)
	s.forgetVerdicts(changed)
}

// forgetVerdicts discards the verdicts on the files at the paths and below them.
func (s *Snapshot) forgetVerdicts(paths []string) {
	var files, dirs []string
	for _, path := range paths {
		if real := vfs.Canonical(s.fs, path); s.disk.mode(path).IsDir() {
			dirs = append(dirs, real)
		} else {
			files = append(files, real)
		}
	}
	s.disk.verdicts.Forget(files...)
	if len(dirs) > 0 {
		s.disk.verdicts.ForgetBelow(dirs...)
	}
}

// withMissing returns the clean paths, and the directories above them that were missing: these may have been
// created together with the paths, without a notification of their own.
func (d *Disk) withMissing(paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		list[i] = CleanPath(path)
	}
	for _, path := range list {
		for dir := filepath.Dir(path); dir != path && !slices.Contains(list, dir); path, dir = dir, filepath.Dir(dir) {
			if _, exists, known := d.FS.Peek(dir); exists || !known {
				break
			}
			list = append(list, dir)
		}
	}
	return list
}

// MovedWith returns the uppermost directory above a path that was missing when the snapshot last looked for
// it. It was created together with the path, and not every client reports it. MovedWith returns false if
// there is none.
func (s *Snapshot) MovedWith(path string) (dir string, ok bool) {
	list := s.disk.withMissing([]string{path})
	return list[len(list)-1], len(list) > 1
}

// gone is the mode of a path that does not exist.
const gone = fs.ModeIrregular

// modeBefore returns the type of the file that a path led to before it changed. It uses the cache, because
// the disk only has the present state. A path that is not in the cache counts as missing: no result depends
// on it.
func (d *Disk) modeBefore(path string) fs.FileMode {
	mode, exists, known := d.FS.Peek(path)
	if !known || !exists {
		return gone
	}
	return mode
}

// mode returns the type of the file that a path leads to, or [gone].
func (d *Disk) mode(path string) fs.FileMode {
	info, err := d.FS.Stat(path)
	if err != nil {
		return gone
	}
	return info.Mode().Type()
}

// arranges reports whether a change of a path can change which skills there are, or what their locations
// mean.
func arranges(path string, before, after fs.FileMode) bool {
	name := filepath.Base(path)
	if file.IsSkillFileName(name) || file.AgentMarkers()[name] || slices.Contains(file.ProjectMarkers, name) || file.IsManifest(path) {
		return true
	}
	return !before.IsRegular() && !after.IsRegular() // it is or was a directory, or its former type is not known
}

// OpenPaths returns the paths of the open buffers, sorted.
func (s *Snapshot) OpenPaths() []string { return slices.Sorted(maps.Keys(s.buffers)) }

// CleanPath returns the key of a path in the map of buffers. It returns a URI unchanged.
func CleanPath(path string) string {
	if filepath.IsAbs(path) {
		return vfs.CleanPath(path)
	}
	return path
}
