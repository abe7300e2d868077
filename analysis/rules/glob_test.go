package rules_test

import "testing"

func TestGlobs(t *testing.T) {
	const warning = "warning [claude-code] "
	testFields(t, "paths/glob", []fieldTest{
		{"globs", "claude-code", "paths: \"src/**/*.{ts,tsx}, lib/*.[ch], a\\\\[b, docs/[!a]*.md\"\n", "", ""},
		{"routes", "claude-code", "paths:\n  - app/[[...slug]]/page.tsx\n  - \"{{cookiecutter.name}}/**\"\n", "", ""},
		{"brace", "claude-code", "paths: src/**/*.{ts,tsx\n", warning + "src/**/*.{ts,tsx", ""},
		{"brace in a list", "claude-code", "paths:\n  - lib/*.ts\n  - \"src/*.{ts,tsx\"\n", warning + "src/*.{ts,tsx", ""},
		{"no brace", "claude-code", "paths: lib/*.ts, src/*.ts} \n", warning + "src/*.ts}", ""},
		{"bracket", "claude-code", "paths: lib/*.[ch, src/*.ts\n", warning + "lib/*.[ch", ""},
		{"backslash", "claude-code", "paths: src\\\n", warning + "src\\", ""},
		{"empty set", "claude-code", "paths: a[]b\n", warning + "a[]b", ""},
		{"folded", "claude-code", "paths: >-\n  src/*.{ts,\n  tsx\n", warning + ">-\n  src/*.{ts,\n  tsx", ""},
		{"for two", "claude-code, cursor", "paths: \"{a\"\n", "warning [claude-code cursor] {a", ""},
		{"the older name", "claude-code, cursor", "globs: \"{a\"\n", "warning [cursor] {a", ""},
		{"read by nobody", "codex", "paths: \"{a\"\n", "", ""},
		{"nothing", "claude-code", "paths:\n", "", ""},
		{"commas", "claude-code", "paths: \",, a,\"\n", "", ""},
		{"a mapping", "claude-code", "paths: {a: b}\n", "", ""},
	})
}
