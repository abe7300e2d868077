package analysis

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"skills-ls/skills"
)

// A Config is everything about the surroundings that no file says. It is immutable once given to a snapshot.
type Config struct {
	Folders []string // workspace folders, absolute and clean; the first is the default working directory
	Home    string   // the user's home directory; empty means that the user's roots are not looked at
	Cwd     string   // the process's directory, used where there is no folder
	// Env holds the environment variables that runtimes read.
	Env map[string]string
	// Targets are the runtimes that skills must work in, by ID; nil means what rules.md derives from the skill's place.
	Targets []string
	// Severities replace those of the rules, by rule ID.
	Severities map[string]Severity
	// Isolated leaves out everything that other skills decide: catalogues are empty, and rules that need them silent.
	Isolated bool
}

// A Snapshot is the workspace at one moment: the disk with the open buffers laid over it. It is immutable to its users and
// safe for concurrent use; what it has computed once is shared with the snapshots derived from it as long as it holds.
type Snapshot struct {
	cfg     Config
	fs      skills.FS       // the overlay, or the disk alone while nothing is open
	overlay *skills.Overlay // the buffers that have a file, over the disk
	buffers map[string]*buffer
	parsed  *parseCache
	// verdicts remembers what catalogues found in files that have not changed.
	verdicts *skills.Cache
	places   *placeMemo
}

// A buffer is an open document. Its text is parsed once, when first asked for.
type buffer struct {
	path     string // clean path, or a URI for a buffer without a file
	text     string
	language string
	time     time.Time
	document func() *skills.Document
}

// New returns a snapshot without open buffers.
func New(fsys skills.FS, cfg Config) *Snapshot {
	return &Snapshot{cfg: cfg, fs: fsys, overlay: skills.NewOverlay(fsys, nil), parsed: newParseCache(), verdicts: skills.NewCache(), places: newPlaceMemo()}
}

// Config returns the configuration the snapshot was made with.
func (s *Snapshot) Config() Config { return s.cfg }

// WithConfig returns the same files under another configuration.
func (s *Snapshot) WithConfig(cfg Config) *Snapshot {
	next := *s
	next.cfg = cfg
	next.places = newPlaceMemo()
	return &next
}

// A Change opens, edits or closes a buffer.
type Change struct {
	Path     string  // absolute path; for a buffer without a file its URI
	Text     *string // the whole new text; nil closes the buffer, and the disk counts again
	Language string  // the editor's language ID; may be empty
	Time     time.Time
}

// With returns a snapshot with the changes applied in order. The receiver stays as it was.
func (s *Snapshot) With(changes ...Change) *Snapshot {
	next := *s
	next.buffers = maps.Clone(s.buffers)
	if next.buffers == nil {
		next.buffers = make(map[string]*buffer)
	}
	for _, c := range changes {
		key := cleanPath(c.Path)
		before := next.buffers[key]
		if c.Text == nil {
			delete(next.buffers, key)
			next.overlay = next.overlay.Without(key)
			next.places = newPlaceMemo()
			continue
		}
		text := *c.Text
		next.buffers[key] = &buffer{
			path: key, text: text, language: c.Language, time: c.Time,
			document: sync.OnceValue(func() *skills.Document { return skills.Parse(text) }),
		}
		if filepath.IsAbs(key) {
			next.overlay = next.overlay.With(key, skills.Buffer{Text: text, ModTime: c.Time})
		}
		if before == nil || !sameFrontmatter(before.text, text) {
			next.places = newPlaceMemo()
		}
	}
	next.fs = next.overlay
	return &next
}

// sameFrontmatter reports whether an edit left everything up to the first closing delimiter alone, so that no catalogue can
// have changed. It may say no where the answer is yes.
func sameFrontmatter(before, after string) bool {
	end := strings.Index(before, "\n---")
	return end >= 0 && len(after) > end+4 && before[:end+4] == after[:end+4]
}

// Refresh returns a snapshot that looks at the disk anew. Without paths everything is forgotten.
func (s *Snapshot) Refresh(paths ...string) *Snapshot {
	next := *s
	next.places = newPlaceMemo()
	if len(paths) == 0 {
		next.parsed, next.verdicts = newParseCache(), skills.NewCache()
	} else {
		next.parsed = s.parsed.without(paths)
	}
	return &next
}

// OpenPaths returns the paths of the open buffers, sorted.
func (s *Snapshot) OpenPaths() []string { return slices.Sorted(maps.Keys(s.buffers)) }

// cleanPath returns the key of a path among the buffers; a URI stays as it is.
func cleanPath(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return path
}
