package analysis

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

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
func (s *Snapshot) References(ctx context.Context, path string, offset int) []Reference {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return nil
	}
	about, ok := c.entity()
	if !ok {
		return nil
	}
	k := s.newSeeker(ctx, about)
	if about.kind.isLocal() {
		return k.in(c.file)
	}
	return k.everywhere()
}

// Highlights is like [Snapshot.References], within the file.
func (s *Snapshot) Highlights(ctx context.Context, path string, offset int) []Reference {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return nil
	}
	about, ok := c.entity()
	if !ok {
		return nil
	}
	return s.newSeeker(ctx, about).in(c.file)
}

// A seeker finds the places that name an entity. It is safe for concurrent use.
type seeker struct {
	ctx      context.Context
	snapshot *Snapshot
	entity
	names []string // that mentions of a skill may use
	slug  string   // of a section
	// places are the targets of links to the entity: its file, and for a skill also its directory.
	places []*whereabouts

	mu    sync.Mutex
	meant map[reading]meaning // see [seeker.meaning]; guarded by mu
}

// A reading holds everything that the meaning of a name depends on.
type reading struct {
	name, vantage, root, agents string
	instructed                  string // the agents that read the file of instructions
	bare                        bool   // an agent preloads the name
}

// A meaning reports whether a name may refer to the skill, and to others.
type meaning struct{ ours, others bool }

func (s *Snapshot) newSeeker(ctx context.Context, about entity) *seeker {
	k := &seeker{ctx: ctx, snapshot: s, entity: about, meant: make(map[reading]meaning)}
	for _, path := range append([]string{about.path}, about.alike...) {
		k.places = append(k.places, s.newWhereabouts(path))
	}
	switch about.kind {
	case skillEntity:
		for _, path := range append([]string{about.path}, about.alike...) {
			dir := filepath.Dir(path)
			k.places = append(k.places, s.newWhereabouts(dir))
			k.names = append(k.names, filepath.Base(dir))
			if head, ok := s.head(path); ok && head.name != "" {
				k.names = append(k.names, head.name)
			}
		}
		k.names = sorted(k.names)
	case sectionEntity:
		if f, err := s.File(about.path); err == nil && about.heading < len(f.Doc.Markdown().Headings) {
			k.slug = f.Doc.Markdown().Headings[about.heading].Slug
		}
	}
	return k
}

// everywhere returns the places in all files, sorted.
func (k *seeker) everywhere() []Reference {
	paths := k.snapshot.candidates(k.places, k.names)
	found := make([][]Reference, len(paths))
	skills.Parallel(len(paths), func(i int) {
		if k.ctx.Err() != nil {
			return
		}
		if f, err := k.snapshot.File(paths[i]); err == nil && f.Kind != NotOurs {
			found[i] = k.in(f)
		}
	})
	if k.ctx.Err() != nil {
		return nil
	}
	return slices.Concat(found...)
}

// in returns the places in a file, sorted.
func (k *seeker) in(f *File) []Reference {
	var found []Reference
	add := func(span text.Span, definition bool) {
		found = append(found, Reference{Path: f.Path, Span: span, Definition: definition})
	}
	switch k.kind {
	case skillEntity:
		k.skillIn(f, add)
	case sectionEntity:
		k.sectionIn(f, add)
	case labelEntity:
		k.labelIn(f, add)
	case fileEntity:
		k.fileIn(f, add)
	case argumentEntity:
		k.argumentIn(f, add)
	}
	slices.SortFunc(found, func(a, b Reference) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return slices.CompactFunc(found, func(a, b Reference) bool { return a.Span == b.Span })
}

func (k *seeker) skillIn(f *File, add func(span text.Span, definition bool)) {
	if f.Kind == SkillFile && k.isAt(f.Path) {
		if e, ok := f.Doc.Frontmatter.Entry("name"); ok && !e.ValueSpan.IsEmpty() {
			add(insideQuotes(f.Doc.Source, e.ValueSpan), true)
		}
	}
	mentioned := make(map[text.Span]bool) // the paths of links that are mentions
	for _, m := range k.mentionsIn(f) {
		mentioned[m.PathSpan] = true
		add(m.NameSpan, false)
	}
	if f.isYAML() {
		return
	}
	for _, l := range k.linksIn(f) {
		if !mentioned[l.span] {
			add(l.pathOr(f.Doc.Source), false)
		}
	}
}

// mentionsIn returns the mentions of the skill in a file.
func (k *seeker) mentionsIn(f *File) []skills.Mention {
	var found []skills.Mention
	p := &scope{ctx: k.ctx, snapshot: k.snapshot, file: f, doc: f.Doc}
	for _, m := range append(k.snapshot.preloads(f), k.snapshot.allMentions(f)...) {
		switch {
		case m.Kind == skills.LinkedMention:
			if path, _ := p.mentionedPath(m); path == "" || !k.isAt(path) {
				continue
			}
		case !slices.Contains(k.names, m.Name) || isVariable(f.Doc.Source, m) || !k.means(f, m):
			continue
		}
		found = append(found, m)
	}
	return found
}

// means reports whether a mention in a file may refer to the skill by its name alone.
func (k *seeker) means(f *File, m skills.Mention) bool {
	return (m.Kind != skills.SlashMention || k.snapshot.readsSlash(f)) && k.meaning(f, m).ours
}

// meaning returns what the name in a mention refers to in a file.
func (k *seeker) meaning(f *File, mention skills.Mention) meaning {
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	at := k.snapshot.standpoint(dir)
	key := reading{name: mention.Name, vantage: at.vantage, agents: strings.Join(ids(at.targets()), " "), bare: mention.Kind == skills.BareMention}
	if f.Kind == Instructions {
		key.instructed = strings.Join(ids(k.snapshot.instructed(f)), " ")
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
	for _, skill := range k.snapshot.knownTo(k.ctx, f, mention).named(mention.Name) {
		ours := k.isAt(skill.Path)
		m.ours, m.others = m.ours || ours, m.others || !ours
	}
	if !m.ours && !m.others {
		m = k.uncatalogued(f, at.vantage, mention)
	}
	k.mu.Lock()
	k.meant[key] = m
	k.mu.Unlock()
	return m
}

// uncatalogued is [seeker.meaning] for a name that is in no agent's catalog. A skill that all agents reject
// still counts, because the user may be about to fix it.
func (k *seeker) uncatalogued(f *File, vantage string, mention skills.Mention) (m meaning) {
	for _, sum := range k.snapshot.called(mention.Name) {
		dir := filepath.Dir(sum.path)
		if mention.Kind == skills.BareMention && !k.snapshot.mayPreload(f, dir) {
			continue
		}
		if at := k.snapshot.standpoint(dir).vantage; at != "" && vfs.Within(at, vantage) {
			ours := k.isAt(sum.path)
			m.ours, m.others = m.ours || ours, m.others || !ours
		}
	}
	return m
}

// isAt reports whether a path is one of the entity's files.
func (k *seeker) isAt(path string) bool {
	return slices.ContainsFunc(k.places[:1+len(k.alike)], func(w *whereabouts) bool { return w.is(path) })
}

// linksIn returns the destinations in a file that lead to the entity's file or, for a skill, to its
// directory.
func (k *seeker) linksIn(f *File) []linkPlace {
	var found []linkPlace
	r := k.snapshot.newResolver(f)
	for _, l := range f.linkPlaces() {
		d := parseDestination(l.destination)
		if d.kind != relativePath || !k.mayLead(f, d) {
			continue
		}
		t := r.resolve(l.destination)
		if t.exists != present && t.exists != otherCase {
			continue
		}
		if slices.ContainsFunc(k.places, func(w *whereabouts) bool { return w.is(t.actual) }) {
			found = append(found, l)
		}
	}
	return found
}

// mayLead reports whether a destination may lead to the entity, judging by its last segment.
func (k *seeker) mayLead(f *File, d destination) bool {
	last := path.Base(d.path)
	if last != "." && last != ".." && !slices.ContainsFunc(k.places, func(w *whereabouts) bool { return w.mayBe(last) }) {
		return false
	}
	return slices.ContainsFunc(targetsOf(f, d), func(target string) bool {
		return slices.ContainsFunc(k.places, func(w *whereabouts) bool { return w.mayBe(target) })
	})
}

func (k *seeker) sectionIn(f *File, add func(span text.Span, definition bool)) {
	own := k.isAt(f.Path)
	if own && k.heading < len(f.Doc.Markdown().Headings) {
		add(f.Doc.Markdown().Headings[k.heading].TextSpan, true)
	}
	for _, l := range k.fragmentsIn(f, own) {
		_, fragment := l.parts(f.Doc.Source)
		if fragment.IsEmpty() {
			fragment = l.span
		}
		add(fragment, false)
	}
}

// fragmentsIn returns the destinations in a file, possibly the entity's own, whose fragments name the
// section.
func (k *seeker) fragmentsIn(f *File, own bool) []linkPlace {
	if f.isYAML() {
		return nil
	}
	names := func(l linkPlace) bool { return strings.EqualFold(parseDestination(l.destination).fragment, k.slug) }
	var found []linkPlace
	if own {
		for _, l := range f.linkPlaces() {
			if parseDestination(l.destination).kind == ownFragment && names(l) {
				found = append(found, l)
			}
		}
	}
	return append(found, slices.DeleteFunc(k.linksIn(f), func(l linkPlace) bool { return !names(l) })...)
}

func (k *seeker) labelIn(f *File, add func(span text.Span, definition bool)) {
	md := f.Doc.Markdown()
	for _, def := range md.Definitions {
		if def.Name == k.name {
			add(def.Label, true)
		}
	}
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.ReferenceLink && l.Definition >= 0 && md.Definitions[l.Definition].Name == k.name {
			add(l.Label, false)
		}
	}
}

func (k *seeker) fileIn(f *File, add func(span text.Span, definition bool)) {
	if f.isYAML() {
		for _, l := range k.assetsIn(f) {
			add(l.span, false)
		}
		return
	}
	for _, l := range k.linksIn(f) {
		add(l.pathOr(f.Doc.Source), false)
	}
	for _, m := range k.pathsIn(f) {
		add(m.span, false)
	}
}

// pathOr returns the span of the path in a destination, or that of the whole destination if the path has no
// span of its own.
func (l linkPlace) pathOr(source string) text.Span {
	if path, _ := l.parts(source); !path.IsEmpty() {
		return path
	}
	return l.span
}

// assetsIn returns the fields of a companion that name the file.
func (k *seeker) assetsIn(f *File) []linkPlace {
	return slices.DeleteFunc(f.assets(), func(l linkPlace) bool {
		return !k.isAt(filepath.Join(f.Skill, filepath.FromSlash(l.destination)))
	})
}

// topsOf returns the first segments of the relative paths to path from a file's directory, and from its skill
// directory.
func topsOf(f *File, path string) []string {
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
func (k *seeker) pathsIn(f *File) []pathMention {
	if f.Skill == "" || !vfs.Within(f.Skill, k.path) || !strings.Contains(strings.ToLower(f.Doc.Source), strings.ToLower(filepath.Base(k.path))) {
		return nil
	}
	var found []pathMention
	r := k.snapshot.newResolver(f)
	for m := range f.pathMentionsBelow(topsOf(f, k.path)) {
		if t, _, ok := r.path(m); ok && k.isAt(t.actual) {
			found = append(found, m)
		}
	}
	for m, t := range k.snapshot.bareNames(f, []string{filepath.Base(k.path)}) {
		if k.isAt(t.actual) {
			found = append(found, m)
		}
	}
	return found
}
