package lsp

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/rules"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
)

func TestRulePages(t *testing.T) {
	cache := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	dir := rulePages(cache, "v1:2/3", log)
	if rel, err := filepath.Rel(cache, dir); err != nil || !filepath.IsLocal(rel) || strings.Contains(filepath.ToSlash(rel), ":") {
		t.Fatalf("the pages are in %s, want them below %s", dir, cache)
	}
	for _, rule := range rules.All() {
		page, err := os.ReadFile(convert.RulePage(dir, rule.ID))
		if err != nil || string(page) != rule.Doc() {
			t.Errorf("%s: the page is not the rule's documentation (%v)", rule.ID, err)
		}
	}

	// A damaged page is written again. No other file is left behind.
	damaged := convert.RulePage(dir, "name/format")
	if err := os.WriteFile(damaged, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	rulePages(cache, "v1:2/3", log)
	if page, err := os.ReadFile(damaged); err != nil || len(page) < 100 {
		t.Errorf("a damaged page stays: %q, %v", page, err)
	}
	entries, err := os.ReadDir(filepath.Dir(damaged))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".md" {
			t.Errorf("%s was left behind", e.Name())
		}
	}

	// If the cache cannot be written, codes have no links, and nothing else fails.
	file := filepath.Join(cache, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := rulePages(file, "v1", log); got != "" {
		t.Errorf("pages in %s, which is a file", got)
	}
	if got := rulePages("", "v1", log); got != "" {
		t.Errorf("pages in %s without a cache", got)
	}
}

func TestCodeDescription(t *testing.T) {
	v := &session.View{Client: &session.Client{RulePages: "/c/rules"}}
	if got := convert.CodeDescription(v, "name/format"); got.Href != "" {
		t.Errorf("%q for a client that shows no links", got.Href)
	}
	v.Client.CodeDescriptions = true
	if got := convert.CodeDescription(v, "name/format"); filepath.Separator == '/' && got.Href != "file:///c/rules/name_format.md" {
		t.Errorf("got %q", got.Href)
	}
	v.Settings.DocsBaseURL = "https://docs.example/rules/"
	if got := convert.CodeDescription(v, "name/format"); got.Href != "https://docs.example/rules/name/format" {
		t.Errorf("got %q", got.Href)
	}
}
