package kit

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

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
	lastClose := strings.LastIndexByte(text, ')') // a link that is not closed must not be read to the end
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

// mentionBytes are the bytes of a name.
const mentionBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-:"

// plainMention reads "$name" at start.
func plainMention(source string, start int) (skills.Mention, bool) {
	rest, ok := strings.CutPrefix(source[start:], "$")
	if !ok {
		return skills.Mention{}, false
	}
	after := strings.TrimLeft(rest, mentionBytes)
	name := text.Span{Start: start + 1, End: len(source) - len(after)}
	if name.IsEmpty() {
		return skills.Mention{}, false
	}
	return skills.Mention{
		Kind: skills.PlainMention, Span: text.Span{Start: start, End: name.End}, Name: name.Of(source), NameSpan: name,
	}, true
}

// linkedMention reads "[$name](path)" at start. White space is allowed before and inside the parentheses. The
// path ends at the first ")", which the source has, and must not be blank.
func linkedMention(source string, start int) (skills.Mention, bool) {
	if !strings.HasPrefix(source[start:], "[") {
		return skills.Mention{}, false
	}
	m, ok := plainMention(source, start+1)
	if !ok {
		return skills.Mention{}, false
	}
	rest, closed := strings.CutPrefix(source[m.Span.End:], "]")
	rest, opened := strings.CutPrefix(strings.TrimLeft(rest, " \t\n\f\r"), "(")
	if !closed || !opened {
		return skills.Mention{}, false
	}
	path := text.Span{Start: len(source) - len(rest)}
	path.End = path.Start + strings.IndexByte(rest, ')')
	m.PathSpan = path.TrimFunc(source, unicode.IsSpace)
	m.Kind, m.Path = skills.LinkedMention, m.PathSpan.Of(source)
	m.Span = text.Span{Start: start, End: path.End + 1}
	return m, m.Path != ""
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
