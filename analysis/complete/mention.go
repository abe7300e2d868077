package complete

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// maxNames limits how many skill names are offered, since the server sends them all again with every typed
// character.
const maxNames = 100

// A namedSkills is a name with the known skills that have it, each real file once.
type namedSkills struct {
	name   string
	skills []*skills.Skill
	own    bool // the skill of the cursor's file is one of them
}

// skillsByName returns the known skills with a wanted name, grouped by name and sorted. If there are more than
// maxNames names, it returns those that best fit what the user has typed.
func skillsByName(c *refs.Cursor, typed string, wanted func(name string) bool) []namedSkills {
	s := c.Snapshot
	known := vantage.VisibleSkills(c.Ctx, s, c.File)
	names, all := names(known, wanted)
	if !all {
		c.More = true
		found := newBestNames(typed, wanted)
		for index := range known.Indexes() {
			found.AddSorted(index.Names())
		}
		names = found.kept
	}
	list := make([]namedSkills, 0, len(names))
	own := s.RealPath(c.File.Skill)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		named := known.Named(name)
		list = append(list, namedSkills{
			name:   name,
			skills: vantage.Distinct(s, named),
			own:    slices.ContainsFunc(named, func(skill *skills.Skill) bool { return skill.Dir == c.File.Skill || skill.Dir == own }),
		})
	}
	return list
}

// names returns the known names that are wanted. It returns false if there are more than maxNames.
func names(k vantage.Visible, wanted func(name string) bool) (names map[string]bool, all bool) {
	names = make(map[string]bool)
	for index := range k.Indexes() {
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
	pattern match.FuzzyPattern
	wanted  func(name string) bool
	Found   index.Best[rankedName]
	kept    map[string]bool // the names in found
}

type rankedName struct {
	Rank match.FuzzyRank
	Name string
}

func newBestNames(typed string, wanted func(name string) bool) *bestNames {
	return &bestNames{
		pattern: match.NewFuzzyPattern(typed), wanted: wanted,
		Found: index.Best[rankedName]{Limit: maxNames, Compare: func(a, b rankedName) int {
			return cmp.Or(cmp.Compare(a.Rank, b.Rank), strings.Compare(a.Name, b.Name))
		}},
		kept: make(map[string]bool, maxNames+1),
	}
}

// AddSorted adds the names of a sorted list that fit better than those already found.
func (b *bestNames) AddSorted(names iter.Seq[string]) {
	for name := range names {
		last, full := b.Found.Last()
		if full && last.Rank == match.ExactFit && name >= last.Name {
			return // nothing fits better, and equally good names come later
		}
		if full && last.Rank <= match.PrefixFit && !b.pattern.MayBegin(name) || !b.pattern.MayFit(name) || !b.wanted(name) || b.kept[name] {
			continue
		}
		worst := match.ScatteredFit
		if full {
			worst = last.Rank
		}
		text := match.NewFuzzyText(name)
		r := rankedName{b.pattern.Rank(&text, worst), name}
		if r.Rank == match.NoFit || !b.Found.Takes(r) {
			continue
		}
		if full {
			delete(b.kept, last.Name)
		}
		b.Found.Add(r)
		b.kept[name] = true
	}
}

// sorted returns the names in order.
func (b *bestNames) sorted() []string { return slices.Sorted(maps.Keys(b.kept)) }

// A mentionSite is a mention that the user is typing.
type mentionSite struct {
	replace    text.Span // begins at the sigil
	sigil      string    // empty for the skill of a plugin
	inBrackets bool      // "[$": the text of a link
	closed     bool      // the name is followed by a closing bracket
}

// mentionSiteOf returns the mention that the user is typing at the cursor.
func mentionSiteOf(c *refs.Cursor) (mentionSite, bool) {
	start := c.Offset
	for start > c.Line.Start && index.IsNameByte(c.Source[start-1]) {
		start--
	}
	if start == c.Line.Start || c.Source[start-1] != '$' && c.Source[start-1] != '/' {
		return mentionSite{}, false
	}
	start--
	site := mentionSite{sigil: c.Source[start : start+1]}
	before := byte(' ')
	if start > c.Line.Start {
		before = c.Source[start-1]
	}
	switch {
	case site.sigil == "/" && strings.IndexByte(" \t(*_", before) < 0:
		return mentionSite{}, false // a path
	case site.sigil == "$" && (index.IsNameByte(before) && strings.IndexByte("_-:", before) < 0 || before == '$' || before == '\\'):
		return mentionSite{}, false // a price, a formula, an escape
	}
	end := nameEnd(c)
	site.replace = text.Span{Start: start, End: end}
	site.inBrackets = before == '['
	site.closed = end < c.Line.End && c.Source[end] == ']'
	return site, true
}

// nameEnd returns the end of the name at the cursor.
func nameEnd(c *refs.Cursor) int {
	end := c.Offset
	for end < c.Line.End && (index.IsNameByte(c.Source[end]) && c.Source[end] != ':' || c.Source[end] == ':' && end+1 < c.Line.End && index.IsNameByte(c.Source[end+1])) {
		end++
	}
	return end
}

// completePluginMention offers the skills of a plugin of the workspace after its name and a colon, in prose or in a code
// span.
func completePluginMention(c *refs.Cursor) []Completion {
	if c.InCode(c.Offset) && refs.CodeSpanAt(c.File.Doc.Markdown(), c.Offset-1) == nil {
		return nil
	}
	start := c.Offset
	for start > c.Line.Start && index.IsNameByte(c.Source[start-1]) {
		start--
	}
	typed := c.Source[start:c.Offset]
	plugin, own, ok := strings.Cut(typed, ":")
	if !ok || !index.MayBegin(c.Source, start) || strings.Contains(own, ":") || !vantage.HasPlugin(c.Snapshot, c.File.Dir, plugin) {
		return nil
	}
	site := mentionSite{replace: text.Span{Start: start, End: nameEnd(c)}}
	var found []Completion
	for _, same := range skillsByName(c, typed, func(name string) bool { return site.takes(name, plugin+":") }) {
		found = append(found, offerMention(c, site, same)...)
	}
	return found
}

// completeMention offers the known skills after a "$". It also does after a "/", if a name can begin there
// and an agent that the file is for reads it as a mention.
func completeMention(c *refs.Cursor) []Completion {
	site, ok := mentionSiteOf(c)
	if !ok || site.sigil == "/" && !refs.ReadsSlash(c.Snapshot, c.File) {
		return nil
	}
	typed := c.Source[site.replace.Start+1 : c.Offset]
	groups := skillsByName(c, typed, func(name string) bool { return site.takes(name, typed) })
	found := make([]Completion, 0, len(groups))
	for _, same := range groups {
		found = append(found, offerMention(c, site, same)...)
	}
	return found
}

// takes reports whether a skill's name can be mentioned at the site, given the part of it that is typed.
func (site *mentionSite) takes(name, typed string) bool {
	return index.IsMentionable(name) && (site.sigil == "$" || strings.HasPrefix(name, typed) && index.IsSlashName(name))
}

// offerMention offers a name. If several skills have it, or if the user has begun a link, it also offers
// links with paths.
func offerMention(c *refs.Cursor, site mentionSite, same namedSkills) []Completion {
	name := site.sigil + same.name
	plain := Completion{
		Kind: vocabulary.MentionCompletion, Label: name, Detail: whereabouts(c.Snapshot, same.skills), About: Subject{Skill: same.name},
		Replace: site.replace, Filter: name, Sort: "0" + same.name,
	}
	if same.own {
		plain.Sort = "1" + same.name // a skill has little reason to name itself
	}
	found := []Completion{plain}
	if site.sigil != "$" || c.File.IsData() || c.Offset < c.BodyStart() || site.closed || !site.inBrackets && len(same.skills) < 2 {
		return found
	}
	for i, skill := range same.skills {
		path := relative(c, skill.Path)
		link := plain
		link.Text = name + "](" + refs.EncodeSegments(path, false) + ")"
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

// relative returns the slash-separated path of a file, relative to the directory of the cursor's file.
func relative(c *refs.Cursor, path string) string {
	return rules.FromDir(c.File.Dir, c.Snapshot.FolderPath(path))
}

// whereabouts returns a short text on where the skills with one name are.
func whereabouts(s *workspace.Snapshot, list []*skills.Skill) string {
	if len(list) > 1 {
		return fmt.Sprintf("ambiguous: %d skills", len(list))
	}
	return string(list[0].Scope) + " " + vantage.ShownPath(s, list[0].Dir)
}

// skillsDoc describes skills with the same name in Markdown.
func skillsDoc(s *workspace.Snapshot, list []*skills.Skill) string {
	if len(list) == 1 {
		return render.Escape(list[0].Description)
	}
	var out strings.Builder
	for _, skill := range list {
		fmt.Fprintf(&out, "- %s (%s): %s\n", render.CodeSpan(vantage.ShownPath(s, skill.Path)), skill.Scope, render.Escape(skill.Description))
	}
	return out.String()
}
