package rules_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
)

func TestBodySize(t *testing.T) {
	skill := func(body string) string {
		return "-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x. Use when asked.\n---\n" + body + "\n"
	}
	targets := func(list string) string { return "-- .skills-ls.yaml --\ntargets: [" + list + "]\n" }
	lines := func(n int) string { return strings.TrimSuffix(strings.Repeat("Text.\n", n), "\n") }
	long := func(has, advised string) string {
		return "information: body has " + has + ": the standard recommends fewer than " + advised
	}
	cut := targets("remcochat") + "agents: {remcochat: {max_skill_md_bytes: 1000}}\n"
	tests := []struct{ name, archive, want string }{
		{"nothing", skill(""), ""},
		{"lines", skill(lines(500)), ""},
		{"one line more", skill(lines(501)), long("501 lines", "500")},
		{"blank lines around", skill("\n\n" + lines(500) + "\n\n\n"), ""},
		{"tokens", skill(strings.Repeat("x", 20_000)), ""},
		{"one byte more", skill(strings.Repeat("x", 20_001)), long("about 5001 tokens", "5000")},
		{"both", skill(strings.Repeat(strings.Repeat("x", 49)+"\n", 600)), long("600 lines and about 7500 tokens", "500 and 5000")},
		{"no frontmatter", "-- .agents/skills/x/SKILL.md --\n" + lines(600) + "\n", ""},
		{"what Claude Code keeps", targets("claude-code") + skill(strings.Repeat("x", 24_000)), "information: body has about 6000 tokens: compaction keeps 5000 tokens of a skill [claude-code]"},
		{"lines for Claude Code", targets("claude-code") + skill(lines(501)), long("501 lines", "500")},
		{"own lines", "-- .skills-ls.yaml --\nlimits: {lines: 100}\n" + skill(lines(101)), "information: body has 101 lines: the project allows 100"},
		{"own lines, larger", "-- .skills-ls.yaml --\nlimits: {lines: 600}\n" + skill(lines(600)), ""},
		{"own lines, and the standard's tokens", "-- .skills-ls.yaml --\nlimits: {lines: 100}\n" + skill(lines(100)+strings.Repeat("x", 20_000)), "information: body has about 5150 tokens: the standard recommends fewer than 5000"},
		{"own tokens, for Claude Code", targets("claude-code") + "limits: {tokens: 5500, lines: 600}\n" + skill(strings.Repeat("x", 24_000)), "information: body has about 6000 tokens: the project allows 5500 [claude-code]"},
		{"cut", cut + skill(lines(200)), "warning: the model does not see the file from here on: 1000 of 1253 bytes are read [remcochat]"},
		{"cut and long", cut + skill(lines(600)), "warning: the model does not see the file from here on: 1000 of 3653 bytes are read [remcochat]"},
		{"whole", targets("remcochat") + skill(lines(200)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Scanned(t, tt.archive)
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			if got := said(t, s, path, "body/size"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if got := said(t, isolated(s), path, "body/size"); got != tt.want {
				t.Errorf("alone: got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestCountLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "a\n": 2, "a\nb": 2, "a\r\nb\r\nc": 3, "a\rb\n\rc": 4, "\r\n": 2} {
		if got := rules.CountLines(text); got != want {
			t.Errorf("%q has %d lines, want %d", text, got, want)
		}
	}
}
