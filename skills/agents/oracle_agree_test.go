package agents

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
)

// TestOracleAgrees checks that the cases in testdata are those that were recorded: none is missing and none
// was changed.
func TestOracleAgrees(t *testing.T) {
	for _, oracle := range agenttest.Oracles {
		t.Run(oracle.Name, func(t *testing.T) {
			checkOracle(t, oracle, filepath.Join(agenttest.SharedDir(t), oracle.Name))
		})
	}
}

// checkOracle compares an oracle with the directory in which it was recorded.
func checkOracle(t *testing.T, oracle agenttest.Oracle, recorded string) {
	t.Helper()
	for _, dir := range []string{"discovery", "mentions"} {
		names := entriesOf(t, filepath.Join(oracle.Dir(), dir))
		if want := entriesOf(t, filepath.Join(recorded, dir)); !slices.Equal(names, want) {
			t.Errorf("%s has %q, want %q", dir, names, want)
		}
		for _, name := range names {
			checkSame[any](t, filepath.Join(oracle.Dir(), dir, name), filepath.Join(recorded, dir, name))
		}
	}
	if mentions := filepath.Join(recorded, "mentions.json"); entriesOf(t, filepath.Join(recorded, "mentions")) == nil {
		checkSame[any](t, filepath.Join(oracle.Dir(), "mentions.json"), mentions)
	}
	if got, want := agenttest.ReadLines[any](t, filepath.Join(oracle.Dir(), "catalog.jsonl")), agenttest.ReadLines[any](t, filepath.Join(recorded, "catalog.jsonl.gz")); !reflect.DeepEqual(got, want) {
		t.Error("catalog.jsonl differs from what was recorded")
	}

	type injection = map[string]any
	synthetic := slices.DeleteFunc(agenttest.ReadLines[injection](t, filepath.Join(recorded, "injection.jsonl.gz")), func(c injection) bool { return c["corpus_dir"] != nil })
	kept := agenttest.ReadLines[injection](t, filepath.Join(oracle.Dir(), "injection.jsonl"))
	if len(kept) != len(synthetic) {
		t.Fatalf("%d injections, want %d", len(kept), len(synthetic))
	}
	for i, c := range kept {
		if want := synthetic[i]; !reflect.DeepEqual(expandAll(c, fileOf(c)), expandAll(want, fileOf(want))) {
			t.Errorf("injection %v differs from what was recorded", c["id"])
		}
	}
}

// checkSame compares two JSON files.
func checkSame[T any](t *testing.T, file, recorded string) {
	t.Helper()
	if got, want := agenttest.ReadJSON[T](t, file), agenttest.ReadJSON[T](t, recorded); !reflect.DeepEqual(got, want) {
		t.Errorf("%s differs from what was recorded", file)
	}
}

// entriesOf returns the names in a directory, or nil if it does not exist.
func entriesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// fileOf returns the text of the SKILL.md of an injection case.
func fileOf(c map[string]any) string {
	times := func(v any) string {
		r, ok := v.(map[string]any)
		if !ok {
			return ""
		}
		return strings.Repeat(r["text"].(string), int(r["times"].(float64)))
	}
	files, _ := c["files_in_skill"].([]any)
	for _, f := range files {
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

// expandAll expands the passages of a file in all strings of a value.
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
