package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
)

// soakSnippets are texts that edits insert. Together they form everything that the server checks, whole and
// in pieces.
var soakSnippets = []string{
	"", "", "x", " ", "\n", "\r", "\r\n", "\n\n", "é", "😀", "e\u0301", "\ufeff", "\u2028", "\t", "\x00", "中文", "\u200b",
	"---\n", "---\r\n", "...\n", "name: ", "description: ", "license: MIT\n", "allowed-tools: Read, Bash(git:*)\n", "metadata:\n  a: b\n",
	"# Title 😀\n", "## Ünder\n", "```sh\nrun $HOME\n", "```\n", "~~~\n", "> ", "- ", "1. ", "<!-- ", " -->", "[r]: references/guide.md#x \"t\"\n",
	"[guide](references/guide.md)", "[a](references/ünder.md#title)", "![i](<a b.png>)", "[gone](gone.md#no)", "[r]", "[", "](", ")", "`", "$", "@", "/",
	"$ARGUMENTS", "$1", "<skill>", "*", "**", "_", "\\", "&amp;", "http://example.com/", "../", "{a: [", "'", "\"", ": ", "#", "|", ">-\n  folded\n",
	"The quick brown fox jumps. ", "Use when a test asks for it. ",
}

// someText returns a random text that an author could write.
func (s *soak) someText() string {
	switch {
	case s.chance(40):
		return pick(s, soakSnippets)
	case s.chance(30):
		return "$" + pick(s, soakNames) + " "
	case s.chance(30):
		return "name: " + pick(s, soakNames) + "\n"
	case s.chance(20):
		return "[x](../" + pick(s, soakNames) + "/SKILL.md)"
	}
	var b strings.Builder
	for range s.random.IntN(6) {
		b.WriteString(pick(s, soakSnippets))
	}
	return b.String()
}

// skill returns the whole text of a skill, usually a valid one.
func (s *soak) skill(name string) string {
	var b strings.Builder
	if s.chance(10) {
		name = pick(s, soakNames)
	}
	if s.chance(70) {
		name = strings.NewReplacer("%20", " ", "%C3%BC", "ü").Replace(name)
	}
	fmt.Fprintf(&b, "---\nname: %s\ndescription: Does %s. Use when a test asks for it.\n---\n# %s\n\n", name, pick(s, soakNames), name)
	for range s.random.IntN(8) {
		b.WriteString(s.someText())
	}
	text := b.String() + "\n"
	switch {
	case s.chance(10):
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case s.chance(3):
		text = strings.ReplaceAll(text, "\n", "\r")
	case s.chance(2):
		text = strings.Repeat(text, 100)
	}
	return text
}

// fileText returns a possible content for the file at the path.
func (s *soak) fileText(path string) string {
	switch {
	case filepath.Base(path) == "SKILL.md":
		return s.skill(filepath.Base(filepath.Dir(path)))
	case filepath.Ext(path) == ".json":
		return pick(s, []string{
			"", "{", "{}", `{"skills": {"enabled": false}}`, `{"skillOverrides": {"demo": "off", "deploy": "user-invocable-only"}}`, `{"skillOverrides": 5}`,
			`{"permission": {"skill": {"de*": "deny"}}, "skills": {"paths": ["packages/p", "../two", "/"]}}`,
		})
	case filepath.Base(path) == "openai.yaml":
		return pick(s, []string{
			"", "interface: {", "interface:\n  icon_small: assets/icon.svg\n  default_prompt: Use $demo\n", "policy: {allow_implicit_invocation: 'no'}\n",
			"interface:\n  brand_color: #fff\n  displayName: \"grün\"\npolicy:\n  allow_implicit_invocation: true\n",
		})
	case filepath.Ext(path) == ".yaml":
		return pick(s, []string{"", "targets: [codex]\n", "rules: {link/broken: off}\n", "rules: {name/directory: error}\n", "roots: [packages/p]\n", ": {", "ignore: ['**/demo/**']\n"})
	}
	return "# Title\n\n" + s.someText() + s.someText() + "\n"
}
