package refs

import (
	"cmp"
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// A Reference is a place that names a skill, a heading, a link definition, a file, or an argument of a skill.
type Reference struct {
	Path string
	// Span is the text that names it: in a mention, the name; in a link, the path or the fragment, or the
	// whole destination if it has no such part that is written without escapes; for an argument, the name or
	// the positional placeholder.
	Span text.Span
	// Definition means that the name is defined here: a skill's in its field, a heading's in its text, a
	// label's in its definition, an argument's in the frontmatter. Files have no definition.
	Definition bool
}

// References returns the places that name the entity at a byte offset, in the workspace's files and all open
// files, definitions included, sorted by path and offset. A mention of a name that several skills have refers
// to all of them. Before the workspace has been scanned, References returns what is known so far. It returns
// nil if there is no entity at the offset, and if ctx is canceled. An offset outside the text, or inside a
// character, counts as the nearest one before it.
func References(ctx context.Context, s *workspace.Snapshot, path string, offset int) []Reference {
	c, ok := CursorAt(ctx, s, path, offset)
	if !ok {
		return nil
	}
	about, ok := c.Entity()
	if !ok {
		return nil
	}
	k := NewSeeker(ctx, s, about)
	if about.Kind.IsLocal() {
		return k.In(c.File)
	}
	return k.Everywhere()
}

// Highlights is like [References], within the file.
func Highlights(ctx context.Context, s *workspace.Snapshot, path string, offset int) []Reference {
	c, ok := CursorAt(ctx, s, path, offset)
	if !ok {
		return nil
	}
	about, ok := c.Entity()
	if !ok {
		return nil
	}
	return NewSeeker(ctx, s, about).In(c.File)
}

// A Seeker finds the places that name an entity. It is safe for concurrent use.
type Seeker struct {
	ctx      context.Context
	snapshot *workspace.Snapshot
	Entity
	names     []string          // that mentions of a skill may use
	installed map[string]string // see [installedNames]
	slug      string            // of a section
	// Places are the targets of links to the entity: its file, and for a skill also its directory.
	Places []*workspace.Whereabouts

	mu    sync.Mutex
	meant map[reading]meaning // see [Seeker.Meaning]; guarded by mu
}

// A reading holds everything that the meaning of a name depends on.
type reading struct {
	name, vantage, root, agents string
	instructed                  string // the agents that read the file of instructions
	bare                        bool   // an agent preloads the name
}

// A meaning reports whether a name may refer to the skill, and to others.
type meaning struct{ ours, Others bool }

func NewSeeker(ctx context.Context, s *workspace.Snapshot, about Entity) *Seeker {
	k := &Seeker{ctx: ctx, snapshot: s, Entity: about, installed: make(map[string]string), meant: make(map[reading]meaning)}
	for _, path := range append([]string{about.Path}, about.Alike...) {
		k.Places = append(k.Places, workspace.NewWhereabouts(s, path))
	}
	switch about.Kind {
	case SkillEntity:
		for _, path := range append([]string{about.Path}, about.Alike...) {
			dir := filepath.Dir(path)
			k.Places = append(k.Places, workspace.NewWhereabouts(s, dir))
			k.names = append(k.names, filepath.Base(dir))
			if head, ok := s.Head(path); ok && head.Name != "" {
				k.names = append(k.names, head.Name)
			}
			maps.Copy(k.installed, installedNames(s, path))
		}
		k.names = index.Sorted(slices.AppendSeq(k.names, maps.Keys(k.installed)))
	case SectionEntity:
		if f, err := s.File(about.Path); err == nil && about.Heading < len(f.Doc.Markdown().Headings) {
			k.slug = f.Doc.Markdown().Headings[about.Heading].Slug
		}
	}
	return k
}

// Everywhere returns the places in all files, sorted.
func (k *Seeker) Everywhere() []Reference {
	paths := workspace.Candidates(k.snapshot, k.Places, k.names)
	found := make([][]Reference, len(paths))
	skills.Parallel(len(paths), func(i int) {
		if k.ctx.Err() != nil {
			return
		}
		if f, err := k.snapshot.File(paths[i]); err == nil && f.Kind != file.NotOurs {
			found[i] = k.In(f)
		}
	})
	if k.ctx.Err() != nil {
		return nil
	}
	return slices.Concat(found...)
}

// In returns the places in a file, sorted.
func (k *Seeker) In(f *file.File) []Reference {
	var found []Reference
	add := func(span text.Span, definition bool) {
		found = append(found, Reference{Path: f.Path, Span: span, Definition: definition})
	}
	switch k.Kind {
	case SkillEntity:
		k.skillIn(f, add)
	case SectionEntity:
		k.sectionIn(f, add)
	case LabelEntity:
		k.labelIn(f, add)
	case FileEntity:
		k.fileIn(f, add)
	case ArgumentEntity:
		k.argumentIn(f, add)
	}
	slices.SortFunc(found, func(a, b Reference) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return slices.CompactFunc(found, func(a, b Reference) bool { return a.Span == b.Span })
}

func (k *Seeker) skillIn(f *file.File, add func(span text.Span, definition bool)) {
	if f.Kind == file.SkillFile && k.IsAt(f.Path) {
		if e, ok := f.Doc.Frontmatter.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
			add(InsideQuotes(f.Doc.Source, e.ValueSpan), true)
		}
	}
	mentioned := make(map[text.Span]bool) // the paths of links that are mentions
	for _, m := range k.MentionsIn(f) {
		mentioned[m.PathSpan] = true
		add(m.NameSpan, false)
	}
	if f.IsData() {
		return
	}
	for _, l := range k.LinksIn(f) {
		if !mentioned[l.Span] {
			add(l.PathOr(f.Doc.Source), false)
		}
	}
}

// MentionsIn returns the mentions of the skill in a file. The NameSpan of a mention "plugin:skill" is that of the
// skill's own name.
func (k *Seeker) MentionsIn(f *file.File) []skills.Mention {
	var found []skills.Mention
	p := &Scope{Ctx: k.ctx, Snapshot: k.snapshot, File: f, Doc: f.Doc}
	for _, m := range append(Preloads(k.snapshot, f), AllMentions(k.snapshot, f)...) {
		switch {
		case m.Kind == skills.LinkedMention:
			if path, _ := p.MentionedPath(m); path == "" || !k.IsAt(path) {
				continue
			}
		case !slices.Contains(k.names, m.Name) || IsVariable(f.Doc.Source, m) || !k.means(f, m):
			continue
		}
		if own, ok := k.installed[m.Name]; ok {
			m.NameSpan.Start = m.NameSpan.End - len(own)
		}
		found = append(found, m)
	}
	return found
}

// installedNames maps each name that the skill at a path has once the plugin that it is in is installed to the
// skill's own name, which is the end of it. It returns nil outside of plugins.
func installedNames(s *workspace.Snapshot, path string) map[string]string {
	var names map[string]string
	dir := filepath.Dir(path)
	head, _ := s.Head(path)
	for _, own := range []string{filepath.Base(dir), head.Name} {
		for _, installed := range workspace.InstalledNames(s, dir, own) {
			if names == nil {
				names = make(map[string]string)
			}
			names[installed] = own
		}
	}
	return names
}

// means reports whether a mention in a file may refer to the skill by its name alone.
func (k *Seeker) means(f *file.File, m skills.Mention) bool {
	return (m.Kind != skills.SlashMention || ReadsSlash(k.snapshot, f)) && k.Meaning(f, m).ours
}

// Meaning returns what the name in a mention refers to in a file.
func (k *Seeker) Meaning(f *file.File, mention skills.Mention) meaning {
	at := workspace.StandpointOf(k.snapshot, f.SkillOrDir())
	key := reading{name: mention.Name, vantage: at.Vantage, agents: strings.Join(IDs(at.Concerned), " "), bare: mention.Kind == skills.BareMention}
	if f.Kind == file.Instructions {
		key.instructed = strings.Join(IDs(workspace.Instructed(k.snapshot, f)), " ")
	}
	if f.Skill != "" {
		key.root = filepath.Dir(f.Skill)
	}
	k.mu.Lock()
	m, ok := k.meant[key]
	k.mu.Unlock()
	if ok {
		return m
	}
	for _, skill := range KnownTo(k.ctx, k.snapshot, f, mention).Named(mention.Name) {
		ours := k.IsAt(skill.Path)
		m.ours, m.Others = m.ours || ours, m.Others || !ours
	}
	if !m.ours && !m.Others {
		m = k.uncatalogued(f, at.Vantage, mention)
	}
	k.mu.Lock()
	k.meant[key] = m
	k.mu.Unlock()
	return m
}

// uncatalogued is [Seeker.Meaning] for a name that is in no agent's catalog. A skill that all agents reject
// still counts, because the user may be about to fix it.
func (k *Seeker) uncatalogued(f *file.File, vantage string, mention skills.Mention) (m meaning) {
	for _, sum := range k.snapshot.SkillsNamed(mention.Name) {
		dir := filepath.Dir(sum.Path)
		if mention.Kind == skills.BareMention && !mayPreload(k.snapshot, f, dir) {
			continue
		}
		if at := workspace.StandpointOf(k.snapshot, dir).Vantage; at != "" && vfs.Within(at, vantage) {
			ours := k.IsAt(sum.Path)
			m.ours, m.Others = m.ours || ours, m.Others || !ours
		}
	}
	return m
}

// IsAt reports whether a path is one of the entity's files.
func (k *Seeker) IsAt(path string) bool {
	return slices.ContainsFunc(k.Places[:1+len(k.Alike)], func(w *workspace.Whereabouts) bool { return w.Is(path) })
}

// LinksIn returns the destinations in a file that lead to the entity's file or, for a skill, to its
// directory.
func (k *Seeker) LinksIn(f *file.File) []LinkPlace {
	var found []LinkPlace
	r := workspace.NewResolver(k.snapshot, f)
	for _, l := range LinkPlaces(f) {
		d := file.ParseDestination(l.Destination)
		if d.Kind != file.RelativePath || !k.mayLead(f, d) {
			continue
		}
		t := r.Resolve(l.Destination)
		if t.Exists != workspace.Present && t.Exists != workspace.OtherCase {
			continue
		}
		if slices.ContainsFunc(k.Places, func(w *workspace.Whereabouts) bool { return w.Is(t.Actual) }) {
			found = append(found, l)
		}
	}
	return found
}

// mayLead reports whether a destination may lead to the entity, judging by its last segment.
func (k *Seeker) mayLead(f *file.File, d file.Destination) bool {
	last := path.Base(d.Path)
	if last != "." && last != ".." && !slices.ContainsFunc(k.Places, func(w *workspace.Whereabouts) bool { return w.MayBe(last) }) {
		return false
	}
	return slices.ContainsFunc(index.TargetsOf(f, d), func(target string) bool {
		return slices.ContainsFunc(k.Places, func(w *workspace.Whereabouts) bool { return w.MayBe(target) })
	})
}

func (k *Seeker) sectionIn(f *file.File, add func(span text.Span, definition bool)) {
	own := k.IsAt(f.Path)
	if own && k.Heading < len(f.Doc.Markdown().Headings) {
		add(f.Doc.Markdown().Headings[k.Heading].TextSpan, true)
	}
	for _, l := range k.fragmentsIn(f, own) {
		_, fragment := l.Parts(f.Doc.Source)
		if fragment.IsEmpty() {
			fragment = l.Span
		}
		add(fragment, false)
	}
}

// fragmentsIn returns the destinations in a file, possibly the entity's own, whose fragments name the
// section.
func (k *Seeker) fragmentsIn(f *file.File, own bool) []LinkPlace {
	if f.IsData() {
		return nil
	}
	names := func(l LinkPlace) bool {
		return strings.EqualFold(file.ParseDestination(l.Destination).Fragment, k.slug)
	}
	var found []LinkPlace
	if own {
		for _, l := range LinkPlaces(f) {
			if file.ParseDestination(l.Destination).Kind == file.OwnFragment && names(l) {
				found = append(found, l)
			}
		}
	}
	return append(found, slices.DeleteFunc(k.LinksIn(f), func(l LinkPlace) bool { return !names(l) })...)
}

func (k *Seeker) labelIn(f *file.File, add func(span text.Span, definition bool)) {
	md := f.Doc.Markdown()
	for _, def := range md.Definitions {
		if def.Name == k.Name {
			add(def.Label, true)
		}
	}
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.ReferenceLink && l.Definition >= 0 && md.Definitions[l.Definition].Name == k.Name {
			add(l.Label, false)
		}
	}
}

func (k *Seeker) fileIn(f *file.File, add func(span text.Span, definition bool)) {
	if f.IsData() {
		for _, l := range k.assetsIn(f) {
			add(l.Span, false)
		}
		return
	}
	for _, l := range k.LinksIn(f) {
		add(l.PathOr(f.Doc.Source), false)
	}
	for _, m := range k.pathsIn(f) {
		add(m.Span, false)
	}
}

// PathOr returns the span of the path in a destination, or that of the whole destination if the path has no
// span of its own.
func (l LinkPlace) PathOr(source string) text.Span {
	if path, _ := l.Parts(source); !path.IsEmpty() {
		return path
	}
	return l.Span
}

// assetsIn returns the fields of a companion that name the file.
func (k *Seeker) assetsIn(f *file.File) []LinkPlace {
	return slices.DeleteFunc(Assets(f), func(l LinkPlace) bool {
		return !k.IsAt(filepath.Join(f.Skill, filepath.FromSlash(l.Destination)))
	})
}

// TopsOf returns the first segments of the relative paths to path from a file's directory, and from its skill
// directory.
func TopsOf(f *file.File, path string) []string {
	var tops []string
	for _, dir := range []string{f.Dir, f.Skill} {
		if rest, ok := vfs.CutDir(path, dir); ok {
			top, _, _ := strings.Cut(filepath.ToSlash(rest), "/")
			tops = append(tops, top)
		}
	}
	return tops
}

// pathsIn returns the paths in code that name the file, which must belong to the same skill.
func (k *Seeker) pathsIn(f *file.File) []PathMention {
	if f.Skill == "" || !vfs.Within(f.Skill, k.Path) || !strings.Contains(strings.ToLower(f.Doc.Source), strings.ToLower(filepath.Base(k.Path))) {
		return nil
	}
	var found []PathMention
	r := workspace.NewResolver(k.snapshot, f)
	for m := range PathMentionsBelow(f, TopsOf(f, k.Path)) {
		if t, ok := Path(r, m); ok && k.IsAt(t.Actual) {
			found = append(found, m)
		}
	}
	for m, t := range BareNames(k.snapshot, f, []string{filepath.Base(k.Path)}) {
		if k.IsAt(t.Actual) {
			found = append(found, m)
		}
	}
	return found
}
