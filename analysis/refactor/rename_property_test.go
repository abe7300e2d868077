package refactor_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A renameWorld is a workspace in memory for tests of renames.
type renameWorld struct {
	files   map[string]string // by absolute path
	folders []string
}

// snapshot returns the scanned workspace.
func (w renameWorld) snapshot(t *testing.T) *workspace.Snapshot {
	t.Helper()
	files := make(fstest.MapFS)
	for name, text := range w.files {
		files[strings.TrimPrefix(name, "/")] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	s := analysis.New(analysistest.Memory{MapFS: files}, workspace.Config{Folders: w.folders, Home: "/home/user"})
	if _, err := workspace.Scan(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// after returns the workspace after a refactoring. It fails the test if the edits do not fit.
func (w renameWorld) after(t *testing.T, r *refactor.Refactoring) renameWorld {
	t.Helper()
	files := maps.Clone(w.files)
	edits := make(map[string][]diagnostic.Edit)
	for _, e := range r.Edits {
		last := len(edits[e.Path]) - 1
		if text, ok := w.files[e.Path]; !ok || e.Span.End > len(text) || e.Span.Start > e.Span.End || last >= 0 && edits[e.Path][last].Span.End > e.Span.Start {
			t.Fatalf("the edit %+v does not fit", e)
		}
		edits[e.Path] = append(edits[e.Path], e)
	}
	for name, list := range edits {
		files[name] = diagnostic.ApplyEdits(files[name], list)
	}
	if r.Rename == nil {
		return renameWorld{files, w.folders}
	}
	moved := make(map[string]string)
	for name, text := range files {
		if rest, ok := vfs.CutDir(name, r.Rename.From); ok {
			name = filepath.Join(r.Rename.To, rest)
		}
		if _, taken := moved[name]; taken {
			t.Fatalf("%+v overwrites %s", *r.Rename, name)
		}
		moved[name] = text
	}
	return renameWorld{moved, w.folders}
}

// faults counts the diagnostics about broken references, by rule.
func (w renameWorld) faults(t *testing.T, s *workspace.Snapshot) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	for _, name := range s.Files() {
		for _, d := range rules.Diagnose(context.Background(), s, name) {
			if strings.HasPrefix(d.Rule, "link/") && d.Rule != "link/reference" || strings.HasPrefix(d.Rule, "mention/") || d.Rule == "path/missing" || d.Rule == "name/directory" {
				counts[d.Rule]++
			}
		}
	}
	return counts
}

// renamable returns the offsets in a file at which there may be something to rename.
func renamable(s *workspace.Snapshot, f *file.File) []int {
	var offsets []int
	if e, ok := f.Doc.Frontmatter.Entry("name"); ok {
		offsets = append(offsets, e.KeySpan.Start)
	}
	for _, n := range refs.ArgumentNames(f) {
		offsets = append(offsets, n.Span.Start)
	}
	for _, l := range refs.Assets(f) {
		offsets = append(offsets, l.Span.Start)
	}
	for _, m := range refs.AllMentions(s, f) {
		offsets = append(offsets, m.NameSpan.Start)
	}
	if f.IsYAML() {
		return offsets
	}
	md := f.Doc.Markdown()
	for _, h := range md.Headings {
		offsets = append(offsets, h.TextSpan.Start)
	}
	for _, l := range refs.LinkPlaces(f) {
		offsets = append(offsets, l.Span.Start, l.Span.End)
	}
	for _, def := range md.Definitions {
		offsets = append(offsets, def.Label.Start)
	}
	return offsets
}

// A tally counts the results of renames.
type tally struct {
	restored             map[refs.EntityKind]int
	all, refused, tidied int
}

// tryRenames renames the entities in a workspace, up to a number of each kind, to another name and back.
// Afterwards every byte must be as before, and in between no reference may be broken that was not before.
func (w renameWorld) tryRenames(t *testing.T, most int, count *tally) {
	t.Helper()
	s := w.snapshot(t)
	before := w.faults(t, s)
	tried, ofKind := make(map[string]bool), make(map[refs.EntityKind]int)
	for _, name := range s.Files() {
		f, err := s.File(name)
		if err != nil {
			continue
		}
		for _, offset := range renamable(s, f) {
			c, _ := refs.CursorAt(context.Background(), s, name, offset)
			if c == nil {
				continue
			}
			about, ok := c.Entity()
			key := fmt.Sprint(about.Kind, about.Path, about.Heading, about.Name)
			if !ok || tried[key] || ofKind[about.Kind] == most {
				continue
			}
			tried[key] = true
			ofKind[about.Kind]++
			w.tryRename(t, s, before, refactor.RenameQuery{Path: name, Offset: offset, Files: true}, about.Kind, count)
			if t.Failed() {
				return
			}
		}
	}
}

func (w renameWorld) tryRename(t *testing.T, s *workspace.Snapshot, before map[string]int, q refactor.RenameQuery, kind refs.EntityKind, count *tally) {
	t.Helper()
	ctx := context.Background()
	var refused *refactor.RefusedError
	site, ok, err := refactor.PrepareRename(ctx, s, q)
	if errors.As(err, &refused) {
		count.refused++
		return
	}
	if err != nil || !ok {
		t.Errorf("%+v: prepared %v, %v", q, ok, err)
		return
	}
	q.Name = otherName(kind, site.Placeholder)
	there, err := refactor.Rename(ctx, s, q)
	if errors.As(err, &refused) {
		count.refused++
		return
	}
	if err != nil || there == nil || len(there.Edits) == 0 {
		t.Errorf("%+v: %+v, %v", q, there, err)
		return
	}
	renamed := w.after(t, there)
	now := renamed.snapshot(t)
	for rule, n := range renamed.faults(t, now) {
		// Whether text counts as a path depends on the skill's name, too.
		if n > before[rule] && (rule != "path/missing" || kind == refs.FileEntity) {
			t.Errorf("%+v: %d findings of %s, before there were %d: %s", q, n, rule, before[rule], describeOf(there, s))
		}
	}
	back := refactor.RenameQuery{Path: q.Path, Offset: movedOffset(there, q.Path, site.Span.Start), Name: site.Placeholder, Files: true}
	if there.Rename != nil {
		if rest, ok := vfs.CutDir(q.Path, there.Rename.From); ok {
			back.Path = filepath.Join(there.Rename.To, rest)
		}
	}
	again, err := refactor.Rename(ctx, now, back)
	if errors.As(err, &refused) && refused.Reason == refactor.Exists {
		count.refused++ // another entity had the name, too
		return
	}
	if err != nil || again == nil {
		t.Errorf("%+v: back by %+v: %v", q, back, err)
		return
	}
	if restored := renamed.after(t, again); maps.Equal(restored.files, w.files) {
		count.restored[kind]++
		count.all++
	} else if isTidied(s, there, site.Placeholder) {
		count.tidied++
	} else {
		for name, text := range w.files {
			if restored.files[name] != text {
				t.Errorf("%+v and back: %s was\n%s\nand is\n%s\nby %s", q, name, text, restored.files[name], describeOf(there, s))
			}
		}
	}
}

// tryMoves moves the directories and files of a workspace, or a sample of them, to another name or another
// depth and back, with the edits that this requires.
func (w renameWorld) tryMoves(t *testing.T, most int, count *tally) {
	t.Helper()
	s := w.snapshot(t)
	before := w.faults(t, s)
	places := make(map[string]bool)
	for name := range w.files {
		for at := name; strings.HasPrefix(at, "/w/"); at = path.Dir(at) {
			places[at] = true
		}
	}
	list := slices.Sorted(maps.Keys(places))
	step := max(1, len(list)/most)
	for i := 0; i < len(list); i += step {
		from := list[i]
		dir, base := path.Split(from)
		for _, to := range []string{path.Join(dir, "zz-"+base), path.Join(dir, "zz", base)} {
			if file.IsSkillFileName(base) || strings.HasPrefix(base, ".") || slices.Contains(file.ProjectMarkers, base) {
				continue
			}
			w.tryMove(t, s, before, diagnostic.Rename{From: from, To: to}, count)
		}
		if t.Failed() {
			return
		}
	}
}

func (w renameWorld) tryMove(t *testing.T, s *workspace.Snapshot, before map[string]int, rename diagnostic.Rename, count *tally) {
	t.Helper()
	ctx := context.Background()
	edits, err := refactor.WillRename(ctx, s, []diagnostic.Rename{rename})
	if err != nil {
		t.Errorf("%+v: %v", rename, err)
		return
	}
	there := &refactor.Refactoring{Edits: edits, Rename: &rename}
	moved := w.after(t, there)
	now := moved.snapshot(t)
	for rule, n := range moved.faults(t, now) {
		if n > before[rule] && rule == "link/broken" && !w.isConfigured() {
			t.Errorf("%+v: %d findings of %s, before there were %d: %s", rename, n, rule, before[rule], describeOf(there, s))
		}
	}
	back := diagnostic.Rename{From: rename.To, To: rename.From}
	if edits, err = refactor.WillRename(ctx, now, []diagnostic.Rename{back}); err != nil {
		t.Errorf("%+v: %v", back, err)
		return
	}
	restored := moved.after(t, &refactor.Refactoring{Edits: edits, Rename: &back})
	if maps.Equal(restored.files, w.files) {
		count.all++
		return
	}
	count.tidied++
	for name, text := range w.files {
		if restored.files[name] != text {
			t.Logf("%+v and back: %s:\n%s by %s", rename, name, lineDifference(text, restored.files[name]), describeOf(there, s))
		}
	}
}

// isConfigured reports whether a configuration file or a .gitignore may refer to directories by name.
func (w renameWorld) isConfigured() bool {
	for name := range w.files {
		if path.Base(name) == config.SettingsFile || path.Base(name) == file.GitignoreFile {
			return true
		}
	}
	return false
}

// lineDifference returns the lines in which two texts with the same number of lines differ.
func lineDifference(a, b string) string {
	var out strings.Builder
	other := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if i >= len(other) || line != other[i] {
			fmt.Fprintf(&out, "-%s\n+%s\n", line, other[min(i, len(other)-1)])
		}
	}
	return out.String()
}

// otherName returns an unused name.
func otherName(kind refs.EntityKind, name string) string {
	switch kind {
	case refs.SkillEntity, refs.ArgumentEntity:
		return name + "-zz"
	case refs.FileEntity:
		dir, base := path.Split(name)
		return dir + "zz-" + base
	}
	return name + " zz"
}

// movedOffset returns an offset in a file after a refactoring.
func movedOffset(r *refactor.Refactoring, path string, offset int) int {
	moved := offset
	for _, e := range r.Edits {
		if e.Path == path && e.Span.End <= offset && e.Span.Start < offset {
			moved += len(e.Text) - e.Span.Len()
		}
	}
	return moved
}

// describeOf formats the edits for test output.
func describeOf(r *refactor.Refactoring, s *workspace.Snapshot) string {
	var out strings.Builder
	for _, e := range r.Edits {
		if f, err := s.File(e.Path); err == nil {
			fmt.Fprintf(&out, "\n%s: %q becomes %q", e.Path, e.Span.Of(f.Doc.Source), e.Text)
		}
	}
	if r.Rename != nil {
		fmt.Fprintf(&out, "\n%s becomes %s", r.Rename.From, r.Rename.To)
	}
	return out.String()
}

// isTidied reports whether something was written in another way than a rename writes it: a label or an anchor
// in another case, or a path or a name with unnecessary escapes. Renaming it back does not restore that.
func isTidied(s *workspace.Snapshot, r *refactor.Refactoring, name string) bool {
	return slices.ContainsFunc(r.Edits, func(e diagnostic.Edit) bool {
		f, err := s.File(e.Path)
		if err != nil {
			return false
		}
		written := e.Span.Of(f.Doc.Source)
		plain := file.Decode(markdown.Unescape(written))
		angle := e.Span.Start > 0 && f.Doc.Source[e.Span.Start-1] == '<'
		switch {
		case written == name || written == path.Base(name), written == text.Slug(name), written == url.PathEscape(text.Slug(name)):
			return false
		}
		return strings.EqualFold(plain, name) || strings.EqualFold(plain, text.Slug(name)) || refs.EncodeSegments(plain, angle) != written ||
			strings.EqualFold(markdown.NormalizeLabel(written), markdown.NormalizeLabel(name)) || strings.ToLower(written) != written
	})
}

// TestRenameBack renames everything in the workspaces of the marker files, and back.
func TestRenameBack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: the file system in memory has no drives")
	}
	archives, err := filepath.Glob("../../testdata/marker/*/*.txt")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no marker files: %v", err)
	}
	count, moves := tally{restored: make(map[refs.EntityKind]int)}, tally{}
	for i, name := range archives {
		if testing.Short() && i%4 > 0 {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w := renameWorld{make(map[string]string), []string{"/w"}}
		crlf := renameWorld{make(map[string]string), w.folders}
		for _, f := range txtar.Parse(data).Files {
			if strings.HasPrefix(f.Name, "@") || strings.HasSuffix(f.Name, ".marks") || !strings.Contains(f.Name, ".") {
				continue
			}
			at := path.Join("/w", f.Name)
			if home, ok := strings.CutPrefix(f.Name, "~/"); ok {
				at = path.Join("/home/user", home)
			}
			w.files[at], crlf.files[at] = string(f.Data), strings.ReplaceAll(string(f.Data), "\n", "\r\n")
		}
		short := strings.TrimPrefix(filepath.ToSlash(name), "../../testdata/marker/")
		t.Run(short, func(t *testing.T) { w.tryRenames(t, 8, &count) })
		t.Run(short+"+move", func(t *testing.T) { w.tryMoves(t, 8, &moves) })
		t.Run(short+"+crlf", func(t *testing.T) { crlf.tryRenames(t, 4, &count) })
	}
	t.Logf("%+v, moves %+v", count, moves)
	// A quarter of the archives need not have every kind of entity.
	if !testing.Short() && len(count.restored) < 5 || count.all < 100 || count.tidied > count.all/10 {
		t.Errorf("too few renames were undone: %+v", count)
	}
	if moves.all < 100 || moves.tidied > moves.all/10 {
		t.Errorf("too few moves were undone: %+v", moves)
	}
}

// TestRenameBackInCorpus renames everything in a sample of repositories of the shared corpus, and back.
func TestRenameBackInCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: the file system in memory has no drives")
	}
	count, moves := tally{restored: make(map[refs.EntityKind]int)}, tally{}
	for name, w := range corpusWorlds(t) {
		t.Run(name, func(t *testing.T) { w.tryRenames(t, 2, &count) })
		t.Run(name+"+move", func(t *testing.T) { w.tryMoves(t, 3, &moves) })
	}
	if count.tidied+moves.tidied > 0 {
		t.Errorf("not everything was undone: %+v, moves %+v", count, moves)
	}
	t.Logf("%+v, moves %+v", count, moves)
}

// corpusWorlds returns the repositories of the corpus by name, each reduced to a number of files that take a
// reasonable time. It skips the test if the corpus is missing.
func corpusWorlds(t *testing.T) map[string]renameWorld {
	t.Helper()
	const mostFiles = 60
	worlds := make(map[string]renameWorld)
	corpustest.EachFile(t, func(name, source string) {
		repository, rest, ok := strings.Cut(strings.TrimPrefix(path.Clean(name), "dev-corpus/"), "/")
		if !ok || len(source) > 64<<10 {
			return
		}
		w, ok := worlds[repository]
		if !ok {
			w = renameWorld{make(map[string]string), []string{"/w"}}
			worlds[repository] = w
		}
		if len(w.files) < mostFiles {
			w.files[path.Join("/w", rest)] = source
		}
	})
	return worlds
}
