package kit

import (
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// KebabMentions returns all matches of \$([a-z0-9]+(?:-[a-z0-9]+)*), including repeated ones.
func KebabMentions(source string) (mentions []skills.Mention) {
	for _, at := range Matches(kebabMention, source) {
		name := text.Span{Start: at.Start + 1, End: at.End}
		mentions = append(mentions, skills.Mention{
			Kind: skills.PlainMention, Span: at, Name: name.Of(source), NameSpan: name,
		})
	}
	return mentions
}

var kebabMention = regexp.MustCompile(`\$[a-z0-9]+(?:-[a-z0-9]+)*`)

// EnvironmentNames are environment variables, in lowercase. Codex never reads them as skills, in any case.
var EnvironmentNames = []string{
	"path", "home", "user", "shell", "pwd", "tmpdir", "temp", "tmp", "lang", "term", "xdg_config_home",
}

// SkillMentions returns the mentions that can select a skill: plain ones, and links that do not name an app,
// an MCP server or a plugin. It removes "skill://" from the path of a link.
func SkillMentions(text string) []skills.Mention {
	var mentions []skills.Mention
	for _, m := range ToolMentions(text) {
		if m.Kind == skills.LinkedMention {
			if !IsSkillPath(m.Path) {
				continue
			}
			m.Path = strings.TrimPrefix(m.Path, "skill://")
		}
		mentions = append(mentions, m)
	}
	return mentions
}

// ToolMentions returns all mentions, including links to apps, MCP servers and plugins. Paths are as written,
// without white space around them. It follows extract_tool_mentions in Codex's injection.rs.
func ToolMentions(text string) []skills.Mention {
	var mentions []skills.Mention
	lastClose := strings.LastIndexByte(text, ')')
	for i := 0; i < len(text); {
		next := strings.IndexAny(text[i:], "[$")
		if next < 0 {
			break
		}
		i += next
		m, ok := linkedMention(text[:max(i, lastClose+1)], i)
		if !ok {
			m, ok = plainMention(text, i)
		}
		if !ok {
			i++
			continue
		}
		if !slices.Contains(EnvironmentNames, LowerASCII(m.Name)) {
			mentions = append(mentions, m)
		}
		i = m.Span.End
	}
	return mentions
}

// plainMention reads "$name" at start.
func plainMention(source string, start int) (skills.Mention, bool) {
	if source[start] != '$' {
		return skills.Mention{}, false
	}
	name := text.Span{Start: start + 1, End: start + 1}
	for name.End < len(source) && isMentionByte(source[name.End]) {
		name.End++
	}
	if name.IsEmpty() {
		return skills.Mention{}, false
	}
	return skills.Mention{
		Kind: skills.PlainMention, Span: text.Span{Start: start, End: name.End}, Name: name.Of(source), NameSpan: name,
	}, true
}

// linkedMention reads "[$name](path)" at start. White space is allowed before and inside the parentheses. The
// path ends at the first ")" and must not be blank.
func linkedMention(source string, start int) (skills.Mention, bool) {
	if start+1 >= len(source) || source[start] != '[' {
		return skills.Mention{}, false
	}
	m, ok := plainMention(source, start+1)
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

func isMentionByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == ':'
}

// LowerASCII changes A to Z to lowercase, and nothing else.
func LowerASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// IsSkillPath reports whether a link can lead to a skill: its path has no scheme of another tool.
func IsSkillPath(path string) bool {
	return !strings.HasPrefix(path, "app://") && !strings.HasPrefix(path, "mcp://") && !strings.HasPrefix(path, "plugin://")
}
