package main

import (
	"slices"
	"testing"

	"skills-ls/analysis/rules"
)

// rare are the rules of which the corpus has no problem to judge. A new rule is not among them: it is a preview,
// or docs/precision.tsv has its verdicts.
var rare = []string{
	"file/unreadable", "file/encoding", "file/limit", "file/location", "frontmatter/unclosed",
	"frontmatter/not-mapping", "frontmatter/duplicate-key", "frontmatter/type", "frontmatter/delimiter",
	"name/missing", "name/empty", "name/length", "name/reserved", "name/ambiguous", "description/missing",
	"description/empty", "description/budget", "description/overlap", "allowed-tools/unknown",
	"allowed-tools/unbalanced", "field/value", "field/combination", "field/policy", "hooks/schema",
	"paths/glob", "openai-yaml/schema", "openai-yaml/length", "openai-yaml/color", "openai-yaml/icon",
	"openai-yaml/dependency", "openai-yaml/prompt", "openai-yaml/policy", "body/empty", "body/envelope",
	"argument/index", "shell/permission", "link/case", "link/fragment",
	"link/backslash", "link/reference", "mention/unknown", "mention/path", "mention/ambiguous",
	"resource/limits", "suppression/unused", "config/syntax", "config/unknown", "config/value",
	"config/path", "config/native", "plugin/syntax", "plugin/field", "plugin/name", "plugin/path",
	"plugin/duplicate",
}

// TestEveryRuleIsJudged checks that the table has verdicts about every rule, except previews and rare ones.
func TestEveryRuleIsJudged(t *testing.T) {
	_, rows := judged(t)
	for _, r := range rules.All() {
		isJudged := slices.ContainsFunc(rows, func(row row) bool { return row.rule == r.ID })
		if !isJudged && !r.Is(rules.Preview) && !slices.Contains(rare, r.ID) {
			t.Errorf("%s has no verdicts in docs/precision.tsv: set Preview until it has", r.ID)
		}
		if isJudged && slices.Contains(rare, r.ID) {
			t.Errorf("%s has verdicts: remove it from rare", r.ID)
		}
	}
}
