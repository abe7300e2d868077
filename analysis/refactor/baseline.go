package refactor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/baseline"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Baselining is the change that makes a project's problems known.
type Baselining struct {
	// Fixes create or change one file each: baselines, and the configuration files that name them. They are nil if
	// nothing changes.
	Fixes []diagnostic.Fix
	// Problems and Files are how many the baselines have. Added are the problems that they did not have before.
	Problems, Files, Added int
}

// A newBaseline is a baseline with the files to which it applies.
type newBaseline struct {
	path     string
	settings string // the configuration file that must name it; empty if one does
	before   string // text; empty if there is no file
	exists   bool
	known    baseline.Baseline // of before
	found    baseline.Baseline
}

// BaselineAll returns the change that adds the problems of all files below a workspace folder to their baselines,
// and names the baselines in the configuration. Entries of problems that are gone go. Each configuration file has
// a baseline of its own, unless it extends a file that names one. The error is the context's or a
// *[RefusedError].
func BaselineAll(ctx context.Context, s *workspace.Snapshot, folder string) (*Baselining, error) {
	s = workspace.WithoutBaselines(s)
	if !workspace.Scanned(s) {
		if _, err := workspace.Scan(ctx, s, nil); err != nil {
			return nil, err
		}
	}
	files := slices.DeleteFunc(s.Files(), func(path string) bool {
		return !filepath.IsAbs(path) || config.IsSettingsName(filepath.Base(path)) || workspace.SettingsBound(s, s.FolderDir(path)) != folder || s.Ignored(path, false)
	})
	found := make([]baseline.Problems, len(files))
	skills.Parallel(len(files), func(i int) { found[i] = problemsOf(ctx, s, files[i]) })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all, done := make(map[string]*newBaseline), new(Baselining)
	for i, path := range files {
		b, err := baselineFor(s, path, all, len(found[i]) > 0)
		if err != nil {
			return nil, err
		}
		if b == nil {
			continue
		}
		key := baseline.Path(filepath.Dir(b.path), filepath.Join(s.FolderDir(path), filepath.Base(path)))
		for at, there := range found[i] {
			done.Added += max(0, there.Count-b.known[key][at].Count)
		}
		b.found[key] = found[i]
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if err := done.add(s, folder, all[path]); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// problemsOf returns the problems of a file.
func problemsOf(ctx context.Context, s *workspace.Snapshot, path string) baseline.Problems {
	found := rules.Diagnose(ctx, s, path)
	source := ""
	if f, err := s.File(path); err == nil {
		source = f.Doc.Source
	}
	there, _ := baseline.Problems(nil).Match(found, baseline.Fingerprints(source, found))
	return there
}

// baselineFor returns the baseline of a file from all, or adds it. It returns nil if the file has no problems and
// no baseline.
func baselineFor(s *workspace.Snapshot, path string, all map[string]*newBaseline, hasProblems bool) (*newBaseline, error) {
	at, _ := workspace.BaselineOf(s, path)
	settings := ""
	if at == "" && !hasProblems {
		return nil, nil
	}
	if at == "" {
		dir := s.FolderDir(path)
		settings = filepath.Join(workspace.SettingsBound(s, dir), config.SettingsFile)
		if report := workspace.Effect(s, dir).File; report != nil {
			settings = report.Path
		}
		at = filepath.Join(filepath.Dir(settings), config.BaselineFile)
	}
	if b := all[at]; b != nil {
		b.settings = cmp.Or(b.settings, settings)
		return b, nil
	}
	b := &newBaseline{path: at, settings: settings, found: make(baseline.Baseline)}
	var err error
	switch b.known, b.before, err = workspace.BaselineAt(s, at); {
	case err == nil:
		b.exists = true
	case !errors.Is(err, fs.ErrNotExist):
		return nil, refused(Unwritten, []string{at}, "%s: %s", vantage.ShownPath(s, at), workspace.BaselineFault(err))
	}
	all[at] = b
	return b, nil
}

// add adds the changes of a baseline and of the configuration file that must name it.
func (done *Baselining) add(s *workspace.Snapshot, folder string, b *newBaseline) error {
	next := maps.Clone(b.found)
	for key, known := range b.known {
		path := filepath.Join(filepath.Dir(b.path), filepath.FromSlash(key))
		if next[key] == nil && workspace.SettingsBound(s, filepath.Dir(path)) != folder {
			next[key] = known // another folder's
		}
	}
	maps.DeleteFunc(next, func(_ string, problems baseline.Problems) bool { return len(problems) == 0 })
	done.Files += len(next)
	for _, problems := range next {
		for _, known := range problems {
			done.Problems += known.Count
		}
	}
	switch written := string(next.Encode()); {
	case len(written) > vfs.MaxFile:
		return refused(Unwritten, []string{b.path}, "baseline would exceed the limit of 4 MiB: fix some problems first, or use skills-ls check --baseline")
	case b.exists && !maps.EqualFunc(next, b.known, maps.Equal):
		done.Fixes = append(done.Fixes, diagnostic.Fix{Edits: []diagnostic.Edit{{Path: b.path, Span: text.Span{End: len(b.before)}, Text: written}}})
	case !b.exists && !MayCreate(s, b.path):
		return refused(Unwritten, []string{b.path}, "cannot create %s", vantage.ShownPath(s, b.path))
	case !b.exists:
		done.Fixes = append(done.Fixes, diagnostic.Fix{Create: &diagnostic.Creation{Path: b.path, Text: written}})
	}
	if b.settings == "" {
		return nil
	}
	fix, err := nameBaseline(s, b.settings)
	if err == nil {
		done.Fixes = append(done.Fixes, fix)
	}
	return err
}

// nameBaseline returns the change that names the default baseline in a configuration file, which need not exist.
// It keeps everything else in the file.
func nameBaseline(s *workspace.Snapshot, path string) (diagnostic.Fix, error) {
	const entry = "baseline: " + config.BaselineFile
	source, err := s.FS().ReadFile(path)
	shown := vantage.ShownPath(s, path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && MayCreate(s, path):
		return diagnostic.Fix{Create: &diagnostic.Creation{Path: path, Text: entry + "\n"}}, nil
	case err != nil:
		return diagnostic.Fix{}, refused(Unwritten, []string{path}, "cannot change %s: %v", shown, err)
	}
	root, faults := frontmatter.RecoverYAML(source)
	for _, e := range entryEdits(source, root, entry) {
		e.Path = path
		after := diagnostic.ApplyEdits(source, []diagnostic.Edit{e})
		if again, more := frontmatter.RecoverYAML(after); len(after) <= config.MaxSettings && len(more) == len(faults) && addsOnly(root, again) {
			return diagnostic.Fix{Edits: []diagnostic.Edit{e}}, nil
		}
	}
	return diagnostic.Fix{}, refused(Unwritten, []string{path}, "cannot change %s: add %q yourself", shown, entry)
}

// entryEdits returns the edits that may add an entry to a YAML file, best first: after everything else, or before
// the first key.
func entryEdits(source string, root *frontmatter.Value, entry string) []diagnostic.Edit {
	nl := "\n"
	if strings.Contains(source, "\r\n") {
		nl = "\r\n"
	}
	indent, first := "", len(source)
	if root != nil && root.Kind == frontmatter.MappingValue && len(root.Pairs) > 0 {
		first = root.Pairs[0].Key.Span.Start
		indent = source[lines.LineStart(source, first):first]
	}
	before := diagnostic.Edit{Span: text.At(first), Text: entry + nl + indent}
	if root != nil && root.Style == frontmatter.FlowStyle {
		before.Text = entry + ", "
	}
	after := diagnostic.Edit{Span: text.At(len(source)), Text: indent + entry + nl}
	if source != "" && !strings.HasSuffix(source, "\n") {
		after.Text = nl + after.Text
	}
	return []diagnostic.Edit{after, before}
}

// addsOnly reports whether a mapping has the entries of another, in their order, and the name of the baseline.
func addsOnly(before, after *frontmatter.Value) bool {
	if named := after.Lookup("baseline"); named == nil || named.Text != config.BaselineFile || before.Lookup("baseline") != nil {
		return false
	}
	keys := func(v *frontmatter.Value) (list []string) {
		for _, pair := range v.Pairs {
			if pair.Key.Text != "baseline" {
				list = append(list, pair.Key.Text)
			}
		}
		return list
	}
	if before.IsNull() {
		return len(keys(after)) == 0
	}
	return before.Kind == frontmatter.MappingValue && slices.Equal(keys(before), keys(after))
}
