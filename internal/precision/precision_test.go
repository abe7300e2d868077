package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/rules"
)

// TestDraw checks that a draw has at most thirty diagnostics per rule, keeps verdicts, and does not depend on
// the order of the diagnostics.
func TestDraw(t *testing.T) {
	var found []finding
	for line := range 100 {
		found = append(found, finding{place{"link/broken", "a/SKILL.md", line + 1}, "warning"})
	}
	found = append(found, finding{place{"body/empty", "a/SKILL.md", 4}, "warning"}, finding{place{"body/empty", "a/SKILL.md", 4}, "warning"})
	rows := draw(found, map[place]row{{"body/empty", "a/SKILL.md", 4}: {verdict: "right", why: "nothing follows"}})
	if len(rows) != 1+perRule || rows[0].verdict != "right" || rows[0].total != 1 || rows[1].total != 100 {
		t.Fatalf("drawn are %d, the first %+v", len(rows), rows[0])
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	again := draw(found, nil)
	for i := range rows {
		if again[i].place != rows[i].place {
			t.Fatalf("drawn is %v, and in another order %v", rows[i].place, again[i].place)
		}
	}
	var out bytes.Buffer
	if err := writeRows(&out, rows); err != nil {
		t.Fatal(err)
	}
	read, err := readRows(&out)
	if err != nil || len(read) != len(rows) || read[0] != rows[0] {
		t.Fatalf("read back are %d rows, the first %+v: %v", len(read), read[0], err)
	}
}

// TestDrawnAnew checks that a rule with its own seed gets another draw, that no other rule does, and that the
// table states the seed.
func TestDrawnAnew(t *testing.T) {
	var found []finding
	for line := range 100 {
		found = append(found, finding{place{"link/broken", "a/SKILL.md", line + 1}, "warning"}, finding{place{"body/size", "a/SKILL.md", line + 1}, "information"})
	}
	drawn := func() (map[string][]row, string) {
		rows := make(map[string][]row)
		list := draw(found, nil)
		for _, r := range list {
			rows[r.rule] = append(rows[r.rule], r)
		}
		var out bytes.Buffer
		if err := writeRows(&out, list); err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(out.String(), "\n")
		if read, err := readRows(&out); err != nil || !slices.Equal(read, list) {
			t.Errorf("read back are %d rows of %d: %v", len(read), len(list), err)
		}
		return rows, first
	}
	own := seeds
	t.Cleanup(func() { seeds = own })

	seeds = nil
	before, line := drawn()
	if want := "# seed " + seed; line != want {
		t.Errorf("the table begins with %q, want %q", line, want)
	}
	seeds = map[string]string{"link/broken": seed + "/2", "body/empty": seed + "/3"}
	after, line := drawn()
	if want := "# seed " + seed + "; body/empty " + seed + "/3; link/broken " + seed + "/2"; line != want {
		t.Errorf("the table begins with %q, want %q", line, want)
	}
	if !slices.Equal(before["body/size"], after["body/size"]) {
		t.Error("a rule without a seed of its own was drawn anew")
	}
	if slices.Equal(before["link/broken"], after["link/broken"]) {
		t.Error("a rule with a seed of its own was not drawn anew")
	}
}

// TestSeeds checks that each seed belongs to an existing rule and differs from the common one.
func TestSeeds(t *testing.T) {
	for rule, own := range seeds {
		if !slices.ContainsFunc(rules.All(), func(r *rules.Rule) bool { return r.ID == rule }) {
			t.Errorf("there is no rule %s", rule)
		}
		if own == seed {
			t.Errorf("%s is not drawn anew", rule)
		}
	}
}
