package main

import (
	"bytes"
	"testing"
)

// TestDraw fails unless a draw has thirty findings of a rule at most, keeps verdicts, and does not depend on the order of the findings.
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
