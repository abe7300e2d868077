package rules

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

func checkPluginPaths(p *Pass) {
	checkManifest(p)
	c := &pathChecker{p, workspace.NewResolver(p.Snapshot, p.File)}
	for _, path := range manifest.Paths(manifestIn(p)) {
		c.check(path)
	}
}

// A pathChecker checks the paths of one manifest.
type pathChecker struct {
	*Pass
	resolver *workspace.Resolver
}

func (p *pathChecker) check(path manifest.Path) {
	d := diagnostic.Diagnostic{Span: path.Value.Span}
	if path.Leaves() {
		d.Message = "path leaves the plugin"
		if path.Field.Form == skills.SourceForm {
			d.Message = "path leaves the marketplace"
		}
		d.Detail = "use a path below its root"
		reportLoss(p.Pass, path.Rules.Outside, false, d)
		return
	}
	t, known := refs.ManifestTarget(p.resolver, &path)
	if path.IsUndotted() && path.Rules.Undotted != skills.NoLoss {
		d.Message = `path does not start with "./"`
		if !path.IsPattern() {
			exists := known && t.Exists == workspace.Present && path.Rel != ""
			d.Fixes = oneFix(`Add "./"`, exists, p.Edit(text.At(path.Value.Span.Start+1), "./"))
		}
		reportLoss(p.Pass, path.Rules.Undotted, false, d)
		return
	}
	if !known || !path.HasExtension() {
		return // in the second case, another problem says so
	}
	misspelled := false
	needsDir := path.Field.Form == skills.SourceForm || path.Field.Form == skills.SkillsForm
	switch {
	case t.Exists == workspace.Missing:
		d.Message = "file not found: " + path.Rel
		if needsDir {
			d.Message = "directory not found: " + path.Rel
		}
		misspelled = p.suggest(path, &d)
	case t.Exists == workspace.OtherCase:
		rel, err := filepath.Rel(path.Base, t.Actual)
		if err != nil || !filepath.IsLocal(rel) {
			return // the case of the root differs too, and its own path is reported
		}
		name := filepath.ToSlash(rel)
		d.Message = "case differs from the file name " + InQuotes(name)
		if !path.Rooted {
			d.Fixes = respellJSON(p.Pass, d.Span, "./"+name, true)
		}
	case t.Exists != workspace.Present:
		return
	case needsDir && !t.IsDir:
		d.Message = "not a directory: " + path.Rel
	case path.Field.Form == skills.SkillsForm && t.Actual != filepath.Clean(path.Base) && !holdsSkills(p.Pass, t.Actual):
		d.Message = "no skill in " + InQuotes(path.Rel)
		d.Detail = "expected SKILL.md in it or one level below"
	default:
		return
	}
	reportLoss(p.Pass, path.Rules.Missing, misspelled, d)
}

// holdsSkills reports whether a directory has a SKILL.md, or a directory with one.
func holdsSkills(p *Pass, dir string) bool {
	entries, err := p.Snapshot.ReadDir(dir)
	if err != nil {
		return true // another rule says that it cannot be read
	}
	isSkill := func(e fs.DirEntry) bool { return file.IsSkillFileName(e.Name()) }
	return slices.ContainsFunc(entries, isSkill) || slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
			return false
		}
		below, err := p.Snapshot.ReadDir(filepath.Join(dir, e.Name()))
		return err == nil && slices.ContainsFunc(below, isSkill)
	})
}

// suggest offers the name in the same directory that a missing path may mean, and to remove the path
// from its list. It reports whether there is such a name.
func (p *pathChecker) suggest(path manifest.Path, d *diagnostic.Diagnostic) (misspelled bool) {
	parent, name, _ := cutName(path.Rel)
	around := path
	around.Rel = parent
	if t, ok := refs.ManifestTarget(p.resolver, &around); ok && t.Exists == workspace.Present && t.IsDir {
		entries, _ := p.Snapshot.ReadDir(t.Actual)
		slip := match.Slip{Word: name}
		for _, e := range entries {
			slip.Consider(e.Name())
		}
		if near := slip.Candidate; near != "" {
			d.Detail = "did you mean " + InQuotes(near) + "?"
			before, _, slash := cutName(path.Value.Text) // which does not begin with the "pluginRoot"
			d.Fixes = append(d.Fixes, respellJSON(p.Pass, d.Span, before+near+slash, false)...)
			misspelled = true
		}
	}
	if path.List != nil {
		d.Fixes = append(d.Fixes, oneFix("Remove the path", false, p.Edit(itemSpan(path), ""))...)
	}
	return misspelled
}

// cutName returns the last name of a slash-separated path, what is before it, and the slash after it or "".
func cutName(path string) (before, name, slash string) {
	trimmed := strings.TrimSuffix(path, "/")
	i := strings.LastIndexByte(trimmed, '/') + 1
	return trimmed[:i], trimmed[i:], path[len(trimmed):]
}

// itemSpan returns the span of an item of a list with the comma that belongs to it.
func itemSpan(path manifest.Path) text.Span {
	items := path.List.Items
	span := path.Value.Span
	i := path.Index
	switch {
	case i+1 < len(items):
		span.End = items[i+1].Span.Start
	case i > 0:
		span.Start = items[i-1].Span.End
	}
	return span
}
