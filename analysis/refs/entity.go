// Package refs resolves what the text at a cursor names, and finds where else it is named: skills, files, headings, labels and
// arguments.
package refs

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// An Entity is something that texts name in several places and that can be renamed.
type Entity struct {
	Kind EntityKind
	// Path is the file: a skill's SKILL.md, the file with a heading, a label or an argument, or the file that
	// is meant. alike has the other paths of a skill that is in several places, and the paths of the other
	// skills with its name.
	Path  string
	Alike []string
	// Heading is the index of a section's heading in its file. name is a normalized label, or the name of an
	// argument.
	Heading int
	Name    string
	// At is the text at the cursor that names the entity. link is the link or definition that it belongs to,
	// nil for none.
	At   text.Span
	Link *LinkPlace
	// Base is the directory that a path in code is relative to, empty for anything else.
	Base string
}

type EntityKind uint8

const (
	SkillEntity   EntityKind = iota
	SectionEntity            // a heading
	LabelEntity              // a link reference definition
	FileEntity
	ArgumentEntity // an argument that the frontmatter of a skill names
)

// IsLocal reports whether only its own file can name an entity of the kind.
func (k EntityKind) IsLocal() bool { return k == LabelEntity || k == ArgumentEntity }

// Entity returns the entity that the text at the cursor names.
func (c *Cursor) Entity() (Entity, bool) {
	if m, ok := c.Mention(); ok && !IsVariable(c.Source, m) {
		if found := c.Mentioned(m); len(found) > 0 && (m.Kind != skills.SlashMention || ReadsSlash(c.Snapshot, c.File)) {
			return c.skillMeant(m, found), true
		}
	}
	if s, ok := c.argumentEntity(); ok {
		return s, true
	}
	switch {
	case c.File.Kind == file.CompanionFile:
		return c.assetEntity()
	case c.File.IsData():
		return Entity{}, false
	}
	if s, ok := c.codeEntity(); ok {
		return s, true
	}
	if c.Offset < c.BodyStart() {
		return c.nameEntity()
	}
	if s, ok := c.linkEntity(); ok {
		return s, true
	}
	return c.headingEntity()
}

// codeEntity returns the file that the path in code at the cursor leads to.
func (c *Cursor) codeEntity() (Entity, bool) {
	m, t, ok := c.PathMention()
	if !ok {
		return Entity{}, false
	}
	return c.pathEntity(t, Entity{At: m.Span, Link: &LinkPlace{m.Span, m.Path}, Base: t.Base})
}

func (c *Cursor) skillMeant(m skills.Mention, found []*skills.Skill) Entity {
	s := Entity{Kind: SkillEntity, Path: c.Snapshot.FolderPath(found[0].Path), At: m.NameSpan}
	if m.NameSpan.IsEmpty() {
		s.At = m.Span
	}
	if own, ok := installedNames(c.Snapshot, s.Path)[m.Name]; ok && !m.NameSpan.IsEmpty() {
		s.At.Start = s.At.End - len(own)
	}
	for _, other := range found[1:] {
		s.Alike = append(s.Alike, c.Snapshot.FolderPath(other.Path))
	}
	return s
}

// nameEntity returns the skill if the cursor is on its name, or on the key of the name.
func (c *Cursor) nameEntity() (Entity, bool) {
	e := c.Entry()
	if c.File.Kind != file.SkillFile || e == nil || e.Key != "name" || c.Offset < e.KeySpan.Start || c.Offset > max(e.ValueSpan.End, e.Colon) {
		return Entity{}, false
	}
	return Entity{Kind: SkillEntity, Path: c.File.Path, At: InsideQuotes(c.Source, e.ValueSpan)}, true
}

// headingEntity returns the heading at the cursor.
func (c *Cursor) headingEntity() (Entity, bool) {
	headings := c.File.Doc.Markdown().Headings
	i := slices.IndexFunc(headings, func(h markdown.Heading) bool { return h.Span.Contains(c.Offset) })
	if i < 0 || headings[i].Slug == "" {
		return Entity{}, false
	}
	return Entity{Kind: SectionEntity, Path: c.File.Path, Heading: i, At: headings[i].TextSpan}, true
}

// linkEntity returns the target of the link or definition at the cursor, or its label.
func (c *Cursor) linkEntity() (Entity, bool) {
	md := c.File.Doc.Markdown()
	if l, ok := c.Link(); ok {
		if l.Kind != markdown.ReferenceLink || l.Definition < 0 {
			return c.destinationEntity(LinkPlace{l.Dest, l.Destination})
		}
		def := md.Definitions[l.Definition]
		if c.onLabel(l) {
			return Entity{Kind: LabelEntity, Path: c.File.Path, Name: def.Name, At: l.Label}, true
		}
		return c.destinationEntity(LinkPlace{def.Dest, def.Destination})
	}
	for _, def := range md.Definitions {
		switch {
		case def.Label.Contains(c.Offset):
			return Entity{Kind: LabelEntity, Path: c.File.Path, Name: def.Name, At: def.Label}, true
		case def.Span.Contains(c.Offset):
			return c.destinationEntity(LinkPlace{def.Dest, def.Destination})
		}
	}
	return Entity{}, false
}

// destinationEntity returns the target of a destination: the file or skill if the cursor is on the path, else
// the heading that the fragment names, if there is one.
func (c *Cursor) destinationEntity(l LinkPlace) (Entity, bool) {
	t := workspace.NewResolver(c.Snapshot, c.File).Resolve(l.Destination)
	if t.Kind != file.OwnFragment && t.Kind != file.RelativePath || t.Exists != workspace.Present && t.Exists != workspace.OtherCase {
		return Entity{}, false
	}
	path, fragment := l.Parts(c.Source)
	onPath := t.Kind == file.RelativePath && path.Contains(c.Offset) && !path.IsEmpty()
	if doc := TargetDoc(c.Snapshot, c.File, t); doc != nil && t.Fragment != "" && !onPath {
		if h, ok := file.Heading(doc, t.Fragment); ok {
			i := slices.IndexFunc(doc.Markdown().Headings, func(other markdown.Heading) bool { return other.Span == h.Span })
			return Entity{Kind: SectionEntity, Path: t.Actual, Heading: i, At: fragment, Link: &l}, true
		}
	}
	if t.Kind == file.OwnFragment {
		return Entity{}, false
	}
	return c.pathEntity(t, Entity{At: path, Link: &l})
}

// pathEntity returns the file or skill that a path leads to.
func (c *Cursor) pathEntity(t workspace.Target, s Entity) (Entity, bool) {
	s.Kind, s.Path = FileEntity, t.Actual
	switch {
	case t.IsDir:
		file, ok := c.skillIn(t.Actual)
		if !ok {
			return Entity{}, false
		}
		s.Kind, s.Path = SkillEntity, file
	case file.IsSkillFileName(filepath.Base(t.Actual)):
		s.Kind = SkillEntity
	}
	return s, true
}

// assetEntity returns the file that the field of a companion at the cursor names.
func (c *Cursor) assetEntity() (Entity, bool) {
	for _, l := range Assets(c.File) {
		if l.Span.Contains(c.Offset) {
			t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: l.Destination}}
			if workspace.NewResolver(c.Snapshot, c.File).Follow(&t, c.File.Skill); t.Exists == workspace.Present && !t.IsDir {
				return c.pathEntity(t, Entity{At: l.Span, Link: &l})
			}
		}
	}
	return Entity{}, false
}

// A LinkPlace is a destination in a file.
type LinkPlace struct {
	Span        text.Span // without angle brackets or quotes
	Destination string    // without escapes
}

// LinkPlaces returns the destinations in a Markdown file, in no particular order. Those of references are in
// their definitions.
func LinkPlaces(f *file.File) []LinkPlace {
	md := f.Doc.Markdown()
	places := make([]LinkPlace, 0, len(md.Links)+len(md.Definitions))
	for i := range md.Links {
		if l := &md.Links[i]; l.Kind == markdown.InlineLink && !l.Dest.IsEmpty() {
			places = append(places, LinkPlace{l.Dest, l.Destination})
		}
	}
	for _, def := range md.Definitions {
		places = append(places, LinkPlace{def.Dest, def.Destination})
	}
	return places
}

// Parts returns the spans of the path, without query and line number, and of the fragment, without the "#". A
// span is empty if there is no such part, or if the source does not tell where it is.
func (l LinkPlace) Parts(source string) (path, fragment text.Span) {
	d := file.ParseDestination(l.Destination)
	fragment = text.At(l.Span.End)
	pathEnd := len(l.Destination)
	if d.Hash >= 0 {
		pathEnd = d.Hash
		if at, ok := l.written(source, d.Hash+1); ok {
			fragment.Start = at
		}
	}
	if d.Kind != file.RelativePath {
		return text.At(l.Span.Start), fragment
	}
	bare, _, _ := strings.Cut(l.Destination[:pathEnd], "?")
	at, ok := l.written(source, len(file.LineSuffix.ReplaceAllString(bare, "")))
	if !ok {
		return text.At(l.Span.Start), fragment
	}
	return text.Span{Start: l.Span.Start, End: at}, fragment
}

// maxEscaped limits the length of destinations with escapes, in bytes. No path is longer.
const maxEscaped = 4096

// written returns the offset in the source for an offset of the destination. If the source has escapes, it is
// the one that splits the source into the two unescaped parts of the destination.
func (l LinkPlace) written(source string, offset int) (at int, ok bool) {
	text := l.Span.Of(source)
	if text == l.Destination {
		return l.Span.Start + offset, true
	}
	if len(text) > maxEscaped {
		return 0, false
	}
	for i := range len(text) + 1 {
		if markdown.Unescape(text[:i]) == l.Destination[:offset] && markdown.Unescape(text[i:]) == l.Destination[offset:] {
			return l.Span.Start + i, true
		}
	}
	return 0, false
}

// Assets returns the file names in a companion.
func Assets(f *file.File) []LinkPlace { return fields(f, file.AssetFields()) }

// fields returns the values of fields of a companion, if they are written as YAML parses them.
func fields(f *file.File, names []string) []LinkPlace {
	if f.Kind != file.CompanionFile || len(f.Doc.Source) > file.MostOf(f.Kind) {
		return nil
	}
	root, _ := frontmatter.RecoverYAML(f.Doc.Source) // YAML that cannot be parsed names nothing
	var places []LinkPlace
	for _, name := range names {
		v := root.Lookup(name)
		if !v.IsString() {
			continue
		}
		if span := InsideQuotes(f.Doc.Source, v.Span); span.Of(f.Doc.Source) == v.Text {
			places = append(places, LinkPlace{span, v.Text})
		}
	}
	return places
}

// promptFields are the companion keys whose values are text for the model, in which mentions have a meaning.
var promptFields = sync.OnceValue(func() []string { return file.CompanionFields(skills.PromptText) })

// AllMentions returns the mentions in a file that may refer to a skill: in its prose, and in fields that are
// text for the model.
func AllMentions(s *workspace.Snapshot, f *file.File) []skills.Mention {
	if f.IsData() {
		var found []skills.Mention
		for _, field := range fields(f, promptFields()) {
			found = append(found, fieldMentions(f.Doc.Source, field.Span)...)
		}
		return found
	}
	var found []skills.Mention
	if f.Kind == file.SkillFile {
		for _, e := range f.Doc.Frontmatter.Entries {
			if IsProseField(e.Key) {
				found = append(found, fieldMentions(f.Doc.Source, e.ValueSpan)...)
			}
		}
	}
	return append(found, Mentions(s, f)...)
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

// ReadsSlash reports whether "/name" in a file is a mention: if an agent that the file is for reads it as one, or if the
// file is in no root and for no agent with mentions, as in a repository that is no agent's project. For other agents it
// is a path.
func ReadsSlash(s *workspace.Snapshot, f *file.File) bool {
	hasMentions := func(agent *skills.Agent) bool { return agent.Mentions != nil }
	list := readers(s, f)
	if root, _ := workspace.RootOf(f.Dir); root == "" && !slices.ContainsFunc(list, hasMentions) {
		return true
	}
	return slices.ContainsFunc(list, takesSlash)
}

// SlashReaders returns the agents that a file is for and that read "/name" as a mention.
func SlashReaders(s *workspace.Snapshot, f *file.File) []*skills.Agent {
	return slices.DeleteFunc(readers(s, f), func(agent *skills.Agent) bool { return !takesSlash(agent) })
}

// readers returns the agents that a file is for.
func readers(s *workspace.Snapshot, f *file.File) []*skills.Agent {
	list := slices.Clone(workspace.StandpointOf(s, f.SkillOrDir()).Concerned)
	if f.Kind == file.Instructions {
		list = append(list, workspace.Instructed(s, f)...)
	}
	return list
}

func takesSlash(agent *skills.Agent) bool {
	return agent.Mentions != nil && slices.ContainsFunc(agent.Mentions("/a"), func(m skills.Mention) bool { return m.Kind == skills.SlashMention })
}

// InsideQuotes returns a value without the quotes around it.
func InsideQuotes(source string, value text.Span) text.Span {
	src := value.Of(source)
	if n := len(src); n >= 2 && (src[0] == '"' || src[0] == '\'') && src[n-1] == src[0] {
		return text.Span{Start: value.Start + 1, End: value.End - 1}
	}
	return value
}
