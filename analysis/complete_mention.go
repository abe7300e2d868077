package analysis

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// maxNames limits how many skill names are offered, since the server sends them all again with every typed
// character.
const maxNames = 100

// A namesake is a name with the known skills that have it, each real file once.
type namesake struct {
	name   string
	skills []skills.Skill
	own    bool // the skill of the cursor's file is one of them
}

// namesakes returns the known skills with a wanted name, grouped by name and sorted. If there are more than
// maxNames names, it returns those that best fit what the user has typed.
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

// names returns the known names that are wanted. It returns false if there are more than maxNames.
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

// bestNames are the maxNames wanted names of some lists that best fit what the user has typed.
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

// addSorted adds the names of a sorted list that fit better than those already found.
func (b *bestNames) addSorted(names iter.Seq[string]) {
	for name := range names {
		last, full := b.found.last()
		if full && last.rank == exactFit && name >= last.name {
			return // nothing fits better, and equally good names come later
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

// sorted returns the names in order.
func (b *bestNames) sorted() []string { return slices.Sorted(maps.Keys(b.kept)) }

// A mentionSite is a mention that the user is typing.
type mentionSite struct {
	insert, replace text.Span // both begin at the sigil
	sigil           byte
	inBrackets      bool // "[$": the text of a link
	closed          bool // the name is followed by a closing bracket
}

// mentionSite returns the mention that the user is typing at the cursor.
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

// completeMention offers the known skills after a "$". It also does after a "/", if a name can begin there
// and an agent that the file is for reads it as a mention.
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

// takes reports whether a skill's name can be mentioned at the site, given the part of it that is typed.
func (site *mentionSite) takes(name, typed string) bool {
	return isMentionable(name) && (site.sigil != '/' || strings.HasPrefix(name, typed) && kebab(name) == name)
}

// offerMention offers a name. If several skills have it, or if the user has begun a link, it also offers
// links with paths.
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

// relative returns the slash-separated path of a file, relative to the directory of the cursor's file. It
// returns false for a buffer without a file.
func (c *cursor) relative(path string) (string, bool) {
	if c.file.Dir == "" {
		return "", false
	}
	rel, err := filepath.Rel(c.file.Dir, c.snapshot.FolderPath(path))
	return filepath.ToSlash(rel), err == nil
}

// whereabouts returns a short text on where the skills with one name are.
func (s *Snapshot) whereabouts(list []skills.Skill) string {
	if len(list) > 1 {
		return fmt.Sprintf("ambiguous: %d skills", len(list))
	}
	return string(list[0].Scope) + " " + s.shownPath(list[0].Dir)
}

// skillsDoc describes skills with the same name in Markdown.
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
