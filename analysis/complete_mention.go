package analysis

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// maxNames is how many names of skills are offered at most: each goes over the wire with every letter that is typed.
const maxNames = 100

// A namesake is a name with the known skills that have it, each real file once.
type namesake struct {
	name   string
	skills []skills.Skill
	own    bool // the asking file's own skill is among them
}

// namesakes returns known skills by name, sorted: all of those whose name is wanted, or where these have more than maxNames names, as many
// that fit best what is typed.
func (c *cursor) namesakes(typed string, wanted func(name string) bool) []namesake {
	s := c.snapshot
	known := s.known(c.ctx, c.file)
	names, all := known.names(wanted)
	if !all {
		c.more = true
		found := newBestNames(typed, wanted)
		for index := range known.indexes() {
			found.addSorted(index.Names())
		}
		names = found.kept
	}
	list := make([]namesake, 0, len(names))
	own := s.realPath(c.file.Skill)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		namesakes := known.named(name)
		list = append(list, namesake{
			name:   name,
			skills: s.distinct(namesakes),
			own:    slices.ContainsFunc(namesakes, func(skill skills.Skill) bool { return skill.Dir == c.file.Skill || skill.Dir == own }),
		})
	}
	return list
}

// names returns the known names that are wanted, and false where they are more than maxNames.
func (k known) names(wanted func(name string) bool) (names map[string]bool, all bool) {
	names = make(map[string]bool)
	for index := range k.indexes() {
		for name := range index.Names() {
			if wanted(name) {
				names[name] = true
			}
			if len(names) > maxNames {
				return nil, false
			}
		}
	}
	return names, true
}

// bestNames are the maxNames names of some lists that are wanted and fit best what is typed.
type bestNames struct {
	pattern fuzzyPattern
	wanted  func(name string) bool
	found   best[rankedName]
	kept    map[string]bool // the names in found
}

type rankedName struct {
	rank fuzzyRank
	name string
}

func newBestNames(typed string, wanted func(name string) bool) *bestNames {
	return &bestNames{
		pattern: newFuzzyPattern(typed), wanted: wanted,
		found: best[rankedName]{limit: maxNames, compare: func(a, b rankedName) int {
			return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.name, b.name))
		}},
		kept: make(map[string]bool, maxNames+1),
	}
}

// addSorted takes the names of a sorted list that fit better than what is there.
func (b *bestNames) addSorted(names iter.Seq[string]) {
	for name := range names {
		last, full := b.found.last()
		if full && last.rank == exactFit && name >= last.name {
			return // nothing fits better, and what fits as well comes later
		}
		if full && last.rank <= prefixFit && !b.pattern.mayBegin(name) || !b.pattern.mayFit(name) || !b.wanted(name) || b.kept[name] {
			continue
		}
		worst := scatteredFit
		if full {
			worst = last.rank
		}
		text := newFuzzyText(name)
		r := rankedName{b.pattern.rank(&text, worst), name}
		if r.rank == noFit || !b.found.takes(r) {
			continue
		}
		if full {
			delete(b.kept, last.name)
		}
		b.found.add(r)
		b.kept[name] = true
	}
}

// sorted returns the names by name.
func (b *bestNames) sorted() []string { return slices.Sorted(maps.Keys(b.kept)) }

// distinct leaves of skills that are one file under several paths the first.
func (s *Snapshot) distinct(list []skills.Skill) []skills.Skill {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(skill skills.Skill) bool {
		real := s.realPath(skill.Path)
		again := seen[real]
		seen[real] = true
		return again
	})
}

// realPath returns the path with its links resolved, or as it is where that fails.
func (s *Snapshot) realPath(path string) string {
	if real, err := s.fs.RealPath(path); err == nil {
		return real
	}
	return path
}

// A mentionSite is where a mention is being typed.
type mentionSite struct {
	insert, replace text.Span // from the sigil on
	sigil           byte
	inBrackets      bool // "[$": the text of a link
	closed          bool // the bracket is closed behind the name
}

// mentionSite finds the sigil before the cursor.
func (c *cursor) mentionSite() (mentionSite, bool) {
	start := c.offset
	for start > c.line.Start && isNameByte(c.source[start-1]) {
		start--
	}
	if start == c.line.Start || c.source[start-1] != '$' && c.source[start-1] != '/' {
		return mentionSite{}, false
	}
	start--
	site := mentionSite{sigil: c.source[start]}
	before := byte(' ')
	if start > c.line.Start {
		before = c.source[start-1]
	}
	switch {
	case site.sigil == '/' && strings.IndexByte(" \t(*_", before) < 0:
		return mentionSite{}, false // a path
	case site.sigil == '$' && (isNameByte(before) && strings.IndexByte("_-:", before) < 0 || before == '$' || before == '\\'):
		return mentionSite{}, false // a price, a formula, an escape
	}
	end := c.offset
	for end < c.line.End && (isNameByte(c.source[end]) && c.source[end] != ':' || c.source[end] == ':' && end+1 < c.line.End && isNameByte(c.source[end+1])) {
		end++
	}
	site.insert, site.replace = text.Span{Start: start, End: c.offset}, text.Span{Start: start, End: end}
	site.inBrackets = before == '['
	site.closed = end < c.line.End && c.source[end] == ']'
	return site, true
}

// isNameByte reports whether the byte can stand in a mentioned name.
func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == ':'
}

// isMentionable reports whether an agent can be told of a skill of the name by a mention.
func isMentionable(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !isNameByte(byte(r)) }) < 0
}

// isOneLine reports whether a name can be written on a line: one that is given as a block of text may end with a line ending.
func isOneLine(name string) bool { return strings.IndexFunc(name, unicode.IsControl) < 0 }

// completeMention offers the known skills behind a "$", and behind a "/" where a name can begin there and an agent that the file is for takes
// it for one.
func (c *cursor) completeMention() []Completion {
	site, ok := c.mentionSite()
	if !ok || site.sigil == '/' && !c.snapshot.readsSlash(c.file) {
		return nil
	}
	typed := c.source[site.insert.Start+1 : c.offset]
	namesakes := c.namesakes(typed, func(name string) bool { return site.takes(name, typed) })
	found := make([]Completion, 0, len(namesakes))
	for _, same := range namesakes {
		found = append(found, c.offerMention(site, same)...)
	}
	return found
}

// takes reports whether a skill's name can be mentioned at the site, where some of it is typed.
func (site *mentionSite) takes(name, typed string) bool {
	return isMentionable(name) && (site.sigil != '/' || strings.HasPrefix(name, typed) && kebab(name) == name)
}

// offerMention offers a name as it is, and where it does not say which skill is meant, or a link has been begun, with paths.
func (c *cursor) offerMention(site mentionSite, same namesake) []Completion {
	name := string(site.sigil) + same.name
	plain := Completion{
		Kind: MentionCompletion, Label: name, Detail: c.snapshot.whereabouts(same.skills), About: Subject{Skill: same.name},
		Insert: site.insert, Replace: site.replace, Text: name, Filter: name, Sort: "0" + same.name,
	}
	if same.own {
		plain.Sort = "1" + same.name // a skill has little reason to name itself
	}
	found := []Completion{plain}
	if site.sigil != '$' || c.file.isYAML() || c.offset < c.bodyStart() || site.closed || !site.inBrackets && len(same.skills) < 2 {
		return found
	}
	for i, skill := range same.skills {
		path, ok := c.relative(skill.Path)
		if !ok {
			continue
		}
		link := plain
		link.Text = name + "](" + encodeSegments(path, false) + ")"
		if !site.inBrackets {
			link.Text = "[" + link.Text
		}
		link.Label = "[" + name + "](" + path + ")"
		link.Detail = string(skill.Scope)
		link.About.Path = skill.Path
		link.Sort = fmt.Sprintf("%s %03d", plain.Sort, i)
		found = append(found, link)
	}
	return found
}

// relative returns the slash-separated path to a file from the asking file's directory.
func (c *cursor) relative(path string) (string, bool) {
	if c.file.Dir == "" {
		return "", false
	}
	rel, err := filepath.Rel(c.file.Dir, c.snapshot.FolderPath(path))
	return filepath.ToSlash(rel), err == nil
}

// whereabouts says in a few words where the skills of one name lie.
func (s *Snapshot) whereabouts(list []skills.Skill) string {
	if len(list) > 1 {
		return fmt.Sprintf("ambiguous: %d skills", len(list))
	}
	return string(list[0].Scope) + " " + s.shownPath(list[0].Dir)
}

// skillsDoc describes skills of one name in Markdown.
func (s *Snapshot) skillsDoc(list []skills.Skill) string {
	if len(list) == 1 {
		return escapeMarkdown(list[0].Description)
	}
	var out strings.Builder
	for _, skill := range list {
		fmt.Fprintf(&out, "- %s (%s): %s\n", codeSpan(s.shownPath(skill.Path)), skill.Scope, escapeMarkdown(skill.Description))
	}
	return out.String()
}

// shownPath returns a path as people know it: relative to a workspace folder or to the home directory, with slashes.
func (s *Snapshot) shownPath(path string) string {
	path = s.FolderPath(path)
	for _, folder := range s.cfg.Folders {
		if rest, ok := vfs.CutDir(path, folder); ok && rest != "" {
			return filepath.ToSlash(rest)
		}
	}
	if s.cfg.Home != "" {
		for _, home := range []string{s.cfg.Home, s.realPath(s.cfg.Home)} {
			if rest, ok := vfs.CutDir(path, home); ok {
				return filepath.ToSlash(filepath.Join("~", rest))
			}
		}
	}
	return filepath.ToSlash(path)
}
