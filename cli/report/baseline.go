package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/cli/project"
	"skills-ls/cli/term"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A BaselineFlags holds the flags --baseline and --write-baseline.
type BaselineFlags struct {
	Path  string // of the baseline file, empty for none
	Write bool
}

func (f *BaselineFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Path, "baseline", "", "`file` of known problems, which are not reported")
	cmd.Flags().BoolVar(&f.Write, "write-baseline", false, "write all problems to the --baseline file")
	if err := cmd.MarkFlagFilename("baseline", "json"); err != nil {
		panic(err) // the flag was added above
	}
}

// A Baseline is the set of diagnostics that existed when the user wrote the baseline file, by file.
//
// Paths are relative to the directory of the baseline file, so that it can be committed and used from any
// working directory. A baseline is safe for concurrent use.
type Baseline struct {
	project *project.Project
	Path    string // of the file
	dir     string // of the file
	Write   bool
	named   bool // by the configuration, and not by --baseline

	mu    sync.Mutex
	files baseline.Baseline // as read; guarded by mu, like found
	found baseline.Baseline // all diagnostics of the files that were checked
}

// Open reads the baseline. It returns nil if the flags name none. With --write-baseline the file need not
// exist.
func (f *BaselineFlags) Open(w *project.Project) (*Baseline, error) {
	if f.Path == "" {
		return nil, nil
	}
	b := &Baseline{project: w, Path: w.Abs(f.Path), Write: f.Write, files: make(baseline.Baseline), found: make(baseline.Baseline)}
	b.dir = filepath.Dir(b.Path)
	data, err := readBaseline(b.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.Write:
		return b, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("--baseline: %s: file not found: create it with --write-baseline", term.Plain(w.Show(b.Path)))
	case err != nil:
		return nil, fmt.Errorf("--baseline: %s: %s", term.Plain(w.Show(b.Path)), project.Unreadable(err))
	}
	if b.files, err = baseline.Decode(data); err != nil {
		advice := ""
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			advice = " (fix the file, or delete it and use --write-baseline)"
		}
		return nil, fmt.Errorf("--baseline: %s: %w%s", term.Plain(w.Show(b.Path)), err, advice)
	}
	return b, nil
}

// maxBaseline is the maximum size of a baseline in bytes. A million diagnostics take less.
const maxBaseline = 256 << 20

func readBaseline(path string) (_ []byte, err error) {
	file, err := vfs.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if info, err := file.Stat(); err == nil && info.Size() > maxBaseline {
		return nil, &vfs.TooLargeError{Path: path, Size: info.Size(), Limit: maxBaseline}
	}
	return vfs.ReadAtMost(file, path, maxBaseline)
}

// Filter records all diagnostics of a file and removes the known ones. With --write-baseline it removes all. Those of a
// configuration file stay, except that the baseline to write does not exist.
func (b *Baseline) Filter(f *Checked) {
	if file.DecidesSettings(f.Path) {
		for i := len(f.Found) - 1; i >= 0; i-- {
			if b.Write && b.isNamedAt(f, f.Found[i].Span) {
				f.Found, f.Prints = slices.Delete(f.Found, i, i+1), slices.Delete(f.Prints, i, i+1)
			}
		}
		return
	}
	key := baseline.Path(b.dir, f.Path)
	b.mu.Lock()
	defer b.mu.Unlock()
	there, isKnown := b.files[key].Match(f.Found, f.Prints)
	var found []diagnostic.Diagnostic
	var prints []baseline.Fingerprint
	for i, d := range f.Found {
		if b.Write || isKnown[i] {
			f.known++
			continue
		}
		found, prints = append(found, d), append(prints, f.Prints[i])
	}
	f.Found, f.Prints = found, prints
	b.found[key] = there
}

// isNamedAt reports whether a configuration file names the baseline at a span.
func (b *Baseline) isNamedAt(f *Checked, span text.Span) bool {
	name := strings.Trim(f.Text[span.Start:span.End], `"'`)
	return filepath.Join(filepath.Dir(f.Path), filepath.FromSlash(name)) == b.Path
}

// A staleFinding is an entry of a baseline that the check no longer found.
type staleFinding struct {
	path string // as in the baseline
	baseline.Key
	count int
}

// stale returns the entries, sorted, that the check no longer found in the files that it checked. Missing
// files below dirs, the directories that it walked, count as checked. Configuration files do not if a configuration
// file names the baseline, which then does not apply to them.
func (b *Baseline) stale(dirs []string) []staleFinding {
	var list []staleFinding
	for path, known := range b.files {
		there, checked := b.found[path]
		if !checked && !b.isBelow(path, dirs) || b.named && file.DecidesSettings(filepath.FromSlash(path)) {
			continue
		}
		for at, entry := range known {
			if gone := entry.Count - there[at].Count; gone > 0 {
				list = append(list, staleFinding{path, at, gone})
			}
		}
	}
	slices.SortFunc(list, func(a, b staleFinding) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Sum, b.Sum))
	})
	return list
}

// isBelow reports whether a path of the baseline is below one of the directories.
func (b *Baseline) isBelow(path string, dirs []string) bool {
	path = filepath.Join(b.dir, filepath.FromSlash(path))
	return slices.ContainsFunc(dirs, func(dir string) bool { return vfs.Within(dir, path) })
}

// maxStale is the maximum number of entries that explainStale prints.
const maxStale = 10

// ExplainStale prints the entries that the check no longer found.
func (b *Baseline) ExplainStale(dirs []string) {
	list := b.stale(dirs)
	out, name := b.project.Sys.Stderr, term.Plain(b.project.Show(b.Path))
	for _, s := range list[:min(len(list), maxStale)] {
		times := ""
		if s.count > 1 {
			times = fmt.Sprintf(", %d times", s.count)
		}
		fmt.Fprintf(out, "skills-ls: %s: no longer found: %s in %s%s\n", name, s.Rule, term.Plain(s.path), times)
	}
	if more := len(list) - maxStale; more > 0 {
		fmt.Fprintf(out, "skills-ls: %s: %d more entries are no longer found\n", name, more)
	}
	if len(list) > 0 {
		how := "--write-baseline"
		if b.named {
			how = "--baseline " + name + " --write-baseline"
		}
		fmt.Fprintf(out, "skills-ls: %s: %s removes the entries that are no longer found\n", name, how)
	}
}

// Save writes the baseline and returns its number of diagnostics and files. It keeps the entries of files
// that were not checked, unless they are below dirs, the directories that the check walked.
func (b *Baseline) Save(dirs []string) (problems, files int, err error) {
	all := maps.Clone(b.files)
	for path := range b.files {
		if b.isBelow(path, dirs) {
			delete(all, path)
		}
	}
	maps.Copy(all, b.found)
	maps.DeleteFunc(all, func(_ string, known baseline.Problems) bool { return len(known) == 0 })
	for _, known := range all {
		for _, entry := range known {
			problems += entry.Count
		}
	}
	if err := vfs.ReplaceFile(b.Path, all.Encode()); err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // without the path, which is that of a temporary file
		}
		return 0, 0, fmt.Errorf("--write-baseline: %s: %w", term.Plain(b.project.Show(b.Path)), err)
	}
	return problems, len(all), nil
}
