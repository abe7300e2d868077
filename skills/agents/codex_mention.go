package agents

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// codexNotMentioned are the environment variables that Codex never takes for skills, in any letter case.
var codexNotMentioned = []string{
	"path", "home", "user", "shell", "pwd", "tmpdir", "temp", "tmp", "lang", "term", "xdg_config_home",
}

func codexEnvironment() []skills.ReservedName {
	var names []skills.ReservedName
	for _, word := range codexNotMentioned {
		names = append(names, skills.ReservedName{
			Word: word,
			Why:  "Codex takes `$" + word + "` for an environment variable and ignores it, in a link too",
		})
	}
	return names
}

// mentionsCodex returns the mentions that can select a skill: plain ones, and links whose path is not an app, an MCP server
// or a plugin. The path of a link is without "skill://".
func mentionsCodex(text string) []skills.Mention {
	var mentions []skills.Mention
	for _, m := range CodexToolMentions(text) {
		if m.Kind == skills.LinkedMention {
			if !codexSkillPath(m.Path) {
				continue
			}
			m.Path = strings.TrimPrefix(m.Path, "skill://")
		}
		mentions = append(mentions, m)
	}
	return mentions
}

// CodexToolMentions returns all that Codex takes for mentions in a text, links to apps, MCP servers and plugins included.
// Paths are as written, without white space around them. It follows extract_tool_mentions in injection.rs.
func CodexToolMentions(text string) []skills.Mention {
	var mentions []skills.Mention
	lastClose := strings.LastIndexByte(text, ')')
	for i := 0; i < len(text); {
		next := strings.IndexAny(text[i:], "[$")
		if next < 0 {
			break
		}
		i += next
		m, ok := codexLink(text[:max(i, lastClose+1)], i)
		if !ok {
			m, ok = codexPlain(text, i)
		}
		if !ok {
			i++
			continue
		}
		if !slices.Contains(codexNotMentioned, lowerASCII(m.Name)) {
			mentions = append(mentions, m)
		}
		i = m.Span.End
	}
	return mentions
}

// codexPlain reads "$name" at start.
func codexPlain(source string, start int) (skills.Mention, bool) {
	if source[start] != '$' {
		return skills.Mention{}, false
	}
	name := text.Span{Start: start + 1, End: start + 1}
	for name.End < len(source) && isCodexName(source[name.End]) {
		name.End++
	}
	if name.IsEmpty() {
		return skills.Mention{}, false
	}
	return skills.Mention{
		Kind: skills.PlainMention, Span: text.Span{Start: start, End: name.End}, Name: name.Of(source), NameSpan: name,
	}, true
}

// codexLink reads "[$name](path)" at start. White space may stand before and inside the parentheses; the path ends at the
// first ")" wherever that is, and must not be blank.
func codexLink(source string, start int) (skills.Mention, bool) {
	if start+1 >= len(source) || source[start] != '[' {
		return skills.Mention{}, false
	}
	m, ok := codexPlain(source, start+1)
	end := m.Span.End
	if !ok || end == len(source) || source[end] != ']' {
		return skills.Mention{}, false
	}
	open := end + 1
	for open < len(source) && strings.IndexByte(" \t\n\f\r", source[open]) >= 0 {
		open++
	}
	if open == len(source) || source[open] != '(' {
		return skills.Mention{}, false
	}
	length := strings.IndexByte(source[open:], ')')
	if length < 0 {
		return skills.Mention{}, false
	}
	path := text.Span{Start: open + 1, End: open + length}
	m.Path = strings.TrimSpace(path.Of(source))
	if m.Path == "" {
		return skills.Mention{}, false
	}
	m.Kind = skills.LinkedMention
	m.Span = text.Span{Start: start, End: open + length + 1}
	m.PathSpan.Start = path.Start + strings.Index(path.Of(source), m.Path)
	m.PathSpan.End = m.PathSpan.Start + len(m.Path)
	return m, true
}

func isCodexName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == ':'
}

// lowerASCII lowers A to Z alone.
func lowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// codexSkillPath reports whether a linked path may be a skill's: it has none of the schemes of other tools.
func codexSkillPath(path string) bool {
	return !strings.HasPrefix(path, "app://") && !strings.HasPrefix(path, "mcp://") && !strings.HasPrefix(path, "plugin://")
}

// CodexSets returns the three sets that Codex makes of a text's mentions, sorted: the names of all skill mentions, the paths of
// all links, and the names that were mentioned plainly.
func CodexSets(mentions []skills.Mention) (names, paths, plain []string) {
	for _, m := range mentions {
		switch {
		case m.Kind == skills.PlainMention:
			names = append(names, m.Name)
			plain = append(plain, m.Name)
		default:
			paths = append(paths, m.Path)
			if codexSkillPath(m.Path) {
				names = append(names, m.Name)
			}
		}
	}
	for _, set := range []*[]string{&names, &paths, &plain} {
		slices.Sort(*set)
		*set = slices.Compact(*set)
	}
	return names, paths, plain
}

// A CodexMessage is what Codex has before it when it decides which skills a message selects.
type CodexMessage struct {
	// Chosen are skills that the user picked in the interface, by name and path; see [skills.LinkedMention].
	Chosen []skills.Mention
	Texts  []string
	// Skills are the catalogue, in its order. Disabled are paths of skills in it that the configuration switches off.
	Skills   []skills.Skill
	Disabled []string
	// Connectors are the slugs of the connectors that are available, in lower case: a plain mention of one is not a skill's.
	Connectors []string
}

// Select returns the skills whose text the message brings in, in order: those chosen, then for each text those linked and
// those mentioned plainly, in the catalogue's order. A plain mention counts only where one enabled skill alone has the name,
// no connector does, and nothing of that name was chosen. It follows collect_explicit_skill_mentions in injection.rs.
func (m *CodexMessage) Select() []skills.Skill {
	s := codexSelection{counts: make(map[string]int), names: make(map[string]bool), paths: make(map[string]bool)}
	for _, skill := range m.Skills {
		if !slices.Contains(m.Disabled, skill.Path) {
			s.enabled = append(s.enabled, skill)
			s.counts[skill.Name]++
		}
	}
	blocked := make(map[string]bool)
	for _, chosen := range m.Chosen {
		blocked[chosen.Name] = true
		s.add(func(skill skills.Skill) bool { return skill.Path == chosen.Path })
	}
	for _, text := range m.Texts {
		links, plain := make(map[string]bool), make(map[string]bool)
		for _, mention := range mentionsCodex(text) {
			if mention.Kind == skills.LinkedMention {
				links[mention.Path] = true
			} else {
				plain[mention.Name] = true
			}
		}
		s.add(func(skill skills.Skill) bool { return links[skill.Path] })
		s.add(func(skill skills.Skill) bool {
			return plain[skill.Name] && !blocked[skill.Name] && !s.names[skill.Name] && s.counts[skill.Name] == 1 &&
				!slices.Contains(m.Connectors, lowerASCII(skill.Name))
		})
	}
	return s.selected
}

type codexSelection struct {
	enabled  []skills.Skill
	counts   map[string]int  // enabled skills by name
	names    map[string]bool // of those selected
	paths    map[string]bool
	selected []skills.Skill
}

// add selects the enabled skills that match, each path once.
func (s *codexSelection) add(matches func(skills.Skill) bool) {
	for _, skill := range s.enabled {
		if !s.paths[skill.Path] && matches(skill) {
			s.paths[skill.Path], s.names[skill.Name] = true, true
			s.selected = append(s.selected, skill)
		}
	}
}
