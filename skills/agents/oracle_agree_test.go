package agents

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
)

// TestOracleAgrees demands that the vectors in testdata are those that were recorded, none left out and none changed: what is in
// testdata alone would hold for nobody but itself.
func TestOracleAgrees(t *testing.T) {
	recorded := filepath.Join(agenttest.SharedDir(t), "oracle")
	own, theirs := entriesOf(t, filepath.Join(agenttest.OracleDir, "discovery")), entriesOf(t, filepath.Join(recorded, "discovery"))
	if !slices.Equal(own, theirs) {
		t.Errorf("workspaces %q, want %q", own, theirs)
	}
	for _, name := range own {
		if a, b := agenttest.ReadJSON[any](t, filepath.Join(agenttest.OracleDir, "discovery", name)), agenttest.ReadJSON[any](t, filepath.Join(recorded, "discovery", name)); !reflect.DeepEqual(a, b) {
			t.Errorf("%s differs from what was recorded", name)
		}
	}
	if a, b := agenttest.ReadJSON[any](t, filepath.Join(agenttest.OracleDir, "mentions.json")), agenttest.ReadJSON[any](t, filepath.Join(recorded, "mentions.json")); !reflect.DeepEqual(a, b) {
		t.Error("mentions.json differs from what was recorded")
	}
	if a, b := agenttest.ReadLines[any](t, filepath.Join(agenttest.OracleDir, "catalog.jsonl")), agenttest.ReadLines[any](t, filepath.Join(recorded, "catalog.jsonl.gz")); !reflect.DeepEqual(a, b) {
		t.Error("catalog.jsonl differs from what was recorded")
	}

	type injection = map[string]any
	synthetic := slices.DeleteFunc(agenttest.ReadLines[injection](t, filepath.Join(recorded, "injection.jsonl.gz")), func(c injection) bool { return c["corpus_dir"] != nil })
	kept := agenttest.ReadLines[injection](t, filepath.Join(agenttest.OracleDir, "injection.jsonl"))
	if len(kept) != len(synthetic) {
		t.Fatalf("%d injections, want %d", len(kept), len(synthetic))
	}
	for i, c := range kept {
		if want := synthetic[i]; !reflect.DeepEqual(expandAll(c, fileOf(c)), expandAll(want, fileOf(want))) {
			t.Errorf("injection %v differs from what was recorded", c["id"])
		}
	}
}

func entriesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// fileOf returns the text of the SKILL.md of a case of injection.
func fileOf(c map[string]any) string {
	times := func(v any) string {
		r, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		return strings.Repeat(r["text"].(string), int(r["times"].(float64)))
	}
	for _, f := range c["files_in_skill"].([]any) {
		f := f.(map[string]any)
		if f["path"] != "SKILL.md" {
			continue
		}
		if text, ok := f["content"].(string); ok {
			return text
		}
		head, _ := f["content_head"].(string)
		return times(f["repeat"]) + head + times(f["content_repeat"])
	}
	return ""
}

// expandAll puts the passages of a file into their places in all texts of a value.
func expandAll(v any, file string) any {
	switch v := v.(type) {
	case string:
		return agenttest.Expand(v, "${ROOT}", file)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = expandAll(v[i], file)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, value := range v {
			m[key] = expandAll(value, file)
		}
		return m
	}
	return v
}
