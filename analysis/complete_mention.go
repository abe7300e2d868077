package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
)

// A namesake is a name with the known skills that have it, each real file once.
type namesake struct {
	name   string
	skills []skills.Skill
	own    bool // the asking file's own skill is among them
}

// namesakes returns the known skills by name, sorted.
func (s *Snapshot) namesakes(c *cursor) []namesake {
	var list []namesake
	index := make(map[string]int)
	for _, skill := range s.known(c.ctx, c.file).all() {
		i, ok := index[skill.Name]
		if !ok {
			i = len(list)
			index[skill.Name] = i
			list = append(list, namesake{name: skill.Name})
		}
		list[i].skills = append(list[i].skills, skill)
	}
	own := s.realPath(c.file.Skill)
	for i := range list {
		list[i].own = slices.ContainsFunc(list[i].skills, func(skill skills.Skill) bool { return skill.Dir == c.file.Skill || skill.Dir == own })
		list[i].skills = s.distinct(list[i].skills)
	}
	slices.SortFunc(list, func(a, b namesake) int { return strings.Compare(a.name, b.name) })
	return list
}

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
	insert, replace skills.Span // from the sigil on
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
	site.insert, site.replace = skills.Span{Start: start, End: c.offset}, skills.Span{Start: start, End: end}
	site.inBrackets = before == '['
	site.closed = end < c.line.End && c.source[end] == ']'
	return site, true
}

// isNameByte reports whether the byte can stand in a mentioned name.
func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == ':'
}

// completeMention offers the known skills behind a "$", and behind a "/" where a name can begin there.
func (c *cursor) completeMention() []Completion {
	site, ok := c.mentionSite()
	if !ok {
		return nil
	}
	typed := c.source[site.insert.Start+1 : c.offset]
	var found []Completion
	for _, same := range c.snapshot.namesakes(c) {
		if strings.IndexFunc(same.name, func(r rune) bool { return r >= 0x80 || !isNameByte(byte(r)) }) >= 0 {
			continue // no runtime can be told of it by a mention
		}
		if site.sigil == '/' && (!strings.HasPrefix(same.name, typed) || kebab(same.name) != same.name) {
			continue
		}
		found = append(found, c.offerMention(site, same)...)
	}
	return found
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
		if rest, ok := skills.CutDir(path, folder); ok && rest != "" {
			return filepath.ToSlash(rest)
		}
	}
	if s.cfg.Home != "" {
		for _, home := range []string{s.cfg.Home, s.realPath(s.cfg.Home)} {
			if rest, ok := skills.CutDir(path, home); ok {
				return filepath.ToSlash(filepath.Join("~", rest))
			}
		}
	}
	return filepath.ToSlash(path)
}
