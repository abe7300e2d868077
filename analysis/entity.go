package analysis

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// An entity is something that texts name in several places and that can be renamed.
type entity struct {
	kind entityKind
	// path is the file: a skill's SKILL.md, the file with a heading, a label or an argument, or the file that
	// is meant. alike has the other paths of a skill that is in several places, and the paths of the other
	// skills with its name.
	path  string
	alike []string
	// heading is the index of a section's heading in its file. name is a normalized label, or the name of an
	// argument.
	heading int
	name    string
	// at is the text at the cursor that names the entity. link is the link or definition that it belongs to,
	// nil for none.
	at   text.Span
	link *linkPlace
	// base is the directory that a path in code is relative to, empty for anything else.
	base string
}

type entityKind uint8

const (
	skillEntity   entityKind = iota
	sectionEntity            // a heading
	labelEntity              // a link reference definition
	fileEntity
	argumentEntity // an argument that the frontmatter of a skill names
)

// isLocal reports whether only its own file can name an entity of the kind.
func (k entityKind) isLocal() bool { return k == labelEntity || k == argumentEntity }

// entity returns the entity that the text at the cursor names.
func (c *cursor) entity() (entity, bool) {
	if m, ok := c.mention(); ok && !isVariable(c.source, m) {
		if found := c.mentioned(m); len(found) > 0 && (m.Kind != skills.SlashMention || c.snapshot.readsSlash(c.file)) {
			return c.skillMeant(m, found), true
		}
	}
	if s, ok := c.argumentEntity(); ok {
		return s, true
	}
	switch {
	case c.file.Kind == CompanionFile:
		return c.assetEntity()
	case c.file.isYAML():
		return entity{}, false
	}
	if s, ok := c.codeEntity(); ok {
		return s, true
	}
	if c.offset < c.bodyStart() {
		return c.nameEntity()
	}
	if s, ok := c.linkEntity(); ok {
		return s, true
	}
	return c.headingEntity()
}

// codeEntity returns the file that the path in code at the cursor leads to.
func (c *cursor) codeEntity() (entity, bool) {
	m, t, ok := c.pathMention()
	if !ok {
		return entity{}, false
	}
	s := entity{at: m.span, link: &linkPlace{m.span, m.path}}
	for _, dir := range c.file.pathBases(m.certain) {
		if filepath.Join(dir, filepath.FromSlash(m.path)) == t.abs {
			s.base = dir
		}
	}
	return c.pathEntity(t, s)
}

func (c *cursor) skillMeant(m skills.Mention, found []skills.Skill) entity {
	s := entity{kind: skillEntity, path: c.snapshot.FolderPath(found[0].Path), at: m.NameSpan}
	if m.NameSpan.IsEmpty() {
		s.at = m.Span
	}
	for _, other := range found[1:] {
		s.alike = append(s.alike, c.snapshot.FolderPath(other.Path))
	}
	return s
}

// nameEntity returns the skill if the cursor is on its name, or on the key of the name.
func (c *cursor) nameEntity() (entity, bool) {
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || e.Key != "name" || c.offset < e.KeySpan.Start || c.offset > max(e.ValueSpan.End, e.Colon) {
		return entity{}, false
	}
	return entity{kind: skillEntity, path: c.file.Path, at: insideQuotes(c.source, e.ValueSpan)}, true
}

// headingEntity returns the heading at the cursor.
func (c *cursor) headingEntity() (entity, bool) {
	headings := c.file.Doc.Markdown().Headings
	i := slices.IndexFunc(headings, func(h markdown.Heading) bool { return h.Span.Contains(c.offset) })
	if i < 0 || headings[i].Slug == "" {
		return entity{}, false
	}
	return entity{kind: sectionEntity, path: c.file.Path, heading: i, at: headings[i].TextSpan}, true
}

// linkEntity returns the target of the link or definition at the cursor, or its label.
func (c *cursor) linkEntity() (entity, bool) {
	md := c.file.Doc.Markdown()
	if l, ok := c.link(); ok {
		if l.Kind != markdown.ReferenceLink || l.Definition < 0 {
			return c.destinationEntity(linkPlace{l.Dest, l.Destination})
		}
		def := md.Definitions[l.Definition]
		if c.onLabel(l) {
			return entity{kind: labelEntity, path: c.file.Path, name: def.Name, at: l.Label}, true
		}
		return c.destinationEntity(linkPlace{def.Dest, def.Destination})
	}
	for _, def := range md.Definitions {
		switch {
		case def.Label.Contains(c.offset):
			return entity{kind: labelEntity, path: c.file.Path, name: def.Name, at: def.Label}, true
		case def.Span.Contains(c.offset):
			return c.destinationEntity(linkPlace{def.Dest, def.Destination})
		}
	}
	return entity{}, false
}

// destinationEntity returns the target of a destination: the file or skill if the cursor is on the path, else
// the heading that the fragment names, if there is one.
func (c *cursor) destinationEntity(l linkPlace) (entity, bool) {
	t := c.snapshot.newResolver(c.file).resolve(l.destination)
	if t.kind != ownFragment && t.kind != relativePath || t.exists != present && t.exists != otherCase {
		return entity{}, false
	}
	path, fragment := l.parts(c.source)
	onPath := t.kind == relativePath && path.Contains(c.offset) && !path.IsEmpty()
	if doc := c.snapshot.targetDoc(c.file, t); doc != nil && t.fragment != "" && !onPath {
		if h, ok := heading(doc, t.fragment); ok {
			i := slices.IndexFunc(doc.Markdown().Headings, func(other markdown.Heading) bool { return other.Span == h.Span })
			return entity{kind: sectionEntity, path: t.actual, heading: i, at: fragment, link: &l}, true
		}
	}
	if t.kind == ownFragment {
		return entity{}, false
	}
	return c.pathEntity(t, entity{at: path, link: &l})
}

// pathEntity returns the file or skill that a path leads to.
func (c *cursor) pathEntity(t target, s entity) (entity, bool) {
	s.kind, s.path = fileEntity, t.actual
	switch {
	case t.isDir:
		file, ok := c.skillIn(t.actual)
		if !ok {
			return entity{}, false
		}
		s.kind, s.path = skillEntity, file
	case isSkillFileName(filepath.Base(t.actual)):
		s.kind = skillEntity
	}
	return s, true
}

// assetEntity returns the file that the field of a companion at the cursor names.
func (c *cursor) assetEntity() (entity, bool) {
	for _, l := range c.file.assets() {
		if l.span.Contains(c.offset) {
			t := target{destination: destination{kind: relativePath, path: l.destination}}
			if c.snapshot.newResolver(c.file).follow(&t, c.file.Skill); t.exists == present && !t.isDir {
				return c.pathEntity(t, entity{at: l.span, link: &l})
			}
		}
	}
	return entity{}, false
}

// A linkPlace is a destination in a file.
type linkPlace struct {
	span        text.Span // without angle brackets or quotes
	destination string    // without escapes
}

// linkPlaces returns the destinations in a Markdown file, in no particular order. Those of references are in
// their definitions.
func (f *File) linkPlaces() []linkPlace {
	md := f.Doc.Markdown()
	places := make([]linkPlace, 0, len(md.Links)+len(md.Definitions))
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.InlineLink && !l.Dest.IsEmpty() {
			places = append(places, linkPlace{l.Dest, l.Destination})
		}
	}
	for _, def := range md.Definitions {
		places = append(places, linkPlace{def.Dest, def.Destination})
	}
	return places
}

// parts returns the spans of the path, without query and line number, and of the fragment, without the "#". A
// span is empty if there is no such part, or if the source does not tell where it is.
func (l linkPlace) parts(source string) (path, fragment text.Span) {
	d := parseDestination(l.destination)
	fragment = text.At(l.span.End)
	pathEnd := len(l.destination)
	if d.hash >= 0 {
		pathEnd = d.hash
		if at, ok := l.written(source, d.hash+1); ok {
			fragment.Start = at
		}
	}
	if d.kind != relativePath {
		return text.At(l.span.Start), fragment
	}
	bare, _, _ := strings.Cut(l.destination[:pathEnd], "?")
	at, ok := l.written(source, len(lineSuffix.ReplaceAllString(bare, "")))
	if !ok {
		return text.At(l.span.Start), fragment
	}
	return text.Span{Start: l.span.Start, End: at}, fragment
}

// maxEscaped limits the length of destinations with escapes, in bytes. No path is longer.
const maxEscaped = 4096

// written returns the offset in the source for an offset of the destination. If the source has escapes, it is
// the one that splits the source into the two unescaped parts of the destination.
func (l linkPlace) written(source string, offset int) (at int, ok bool) {
	text := l.span.Of(source)
	if text == l.destination {
		return l.span.Start + offset, true
	}
	if len(text) > maxEscaped {
		return 0, false
	}
	for i := range len(text) + 1 {
		if markdown.Unescape(text[:i]) == l.destination[:offset] && markdown.Unescape(text[i:]) == l.destination[offset:] {
			return l.span.Start + i, true
		}
	}
	return 0, false
}

// assets returns the file names in a companion.
func (f *File) assets() []linkPlace { return f.fields(assetFields()) }

// fields returns the values of fields of a companion, if they are written as YAML parses them.
func (f *File) fields(names []string) []linkPlace {
	if f.Kind != CompanionFile || len(f.Doc.Source) > mostOf(f.Kind) {
		return nil
	}
	root, _ := frontmatter.RecoverYAML(f.Doc.Source) // YAML that cannot be parsed names nothing
	var places []linkPlace
	for _, name := range names {
		v := root.Lookup(name)
		if !v.IsString() {
			continue
		}
		if span := insideQuotes(f.Doc.Source, v.Span); span.Of(f.Doc.Source) == v.Text {
			places = append(places, linkPlace{span, v.Text})
		}
	}
	return places
}

// promptFields are the companion keys whose values are text for the model, in which mentions have a meaning.
var promptFields = sync.OnceValue(func() []string { return companionFields(skills.PromptText) })

// allMentions returns the mentions in a file that may refer to a skill: in its prose, and in fields that are
// text for the model.
func (s *Snapshot) allMentions(f *File) []skills.Mention {
	if f.isYAML() {
		var found []skills.Mention
		for _, field := range f.fields(promptFields()) {
			found = append(found, fieldMentions(f.Doc.Source, field.span)...)
		}
		return found
	}
	var found []skills.Mention
	if f.Kind == SkillFile {
		for _, e := range f.Doc.Frontmatter.Entries {
			if isProseField(e.Key) {
				found = append(found, fieldMentions(f.Doc.Source, e.ValueSpan)...)
			}
		}
	}
	return append(found, s.mentions(f)...)
}

// fieldMentions returns the mentions in a field that is text for the model.
func fieldMentions(source string, value text.Span) []skills.Mention {
	found := agents.Codelia.Mentions(value.Of(source))
	for i := range found {
		m := &found[i]
		m.Span, m.NameSpan, m.PathSpan = m.Span.Shift(value.Start), m.NameSpan.Shift(value.Start), m.PathSpan.Shift(value.Start)
	}
	return found
}

// readsSlash reports whether an agent that a file is for reads "/name" as a mention. For other agents it is a
// path.
func (s *Snapshot) readsSlash(f *File) bool {
	dir := f.Skill
	if dir == "" {
		dir = f.Dir
	}
	at := s.standpoint(dir)
	return slices.ContainsFunc(at.concerned, takesSlash) || f.Kind == Instructions && slices.ContainsFunc(s.instructed(f), takesSlash)
}

func takesSlash(agent *skills.Agent) bool {
	return agent.Mentions != nil && slices.ContainsFunc(agent.Mentions("/a"), func(m skills.Mention) bool { return m.Kind == skills.SlashMention })
}

// insideQuotes returns a value without the quotes around it.
func insideQuotes(source string, value text.Span) text.Span {
	src := value.Of(source)
	if n := len(src); n >= 2 && (src[0] == '"' || src[0] == '\'') && src[n-1] == src[0] {
		return text.Span{Start: value.Start + 1, End: value.End - 1}
	}
	return value
}
