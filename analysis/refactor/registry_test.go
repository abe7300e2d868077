package refactor_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// TestRegistry checks the guarantees of every rule with its examples: those of its page, or those that no
// page can show.
//
//   - The rule finds something in each of its wrong examples, of which there is at least one, and nothing in
//     the right ones, which have no other problems either.
//   - Ranges are in their files, on character boundaries.
//   - Each fix, made by itself, leaves no diagnostic of the rule at that place, and adds none in any file.
//     A safe fix makes no agent reject the skill, or read another name or description, unless a better one.
//   - Applying all preferred fixes ends, and the second time there is nothing to fix.
//   - A comment that suppresses the diagnostic, if one is offered, does so and changes nothing else.
//   - The title of each fix is a short imperative.
//   - The rule describes its fixes if it offers any, and only then.
func TestRegistry(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			offered := false
			for i, e := range analysistest.ExamplesOf(t, r) {
				t.Run(fmt.Sprintf("%d_%s", i+1, map[bool]string{true: "wrong", false: "right"}[e.Wrong]), func(t *testing.T) {
					offered = checkExample(t, r, e) || offered
				})
			}
			if offered != (r.Fix() != "") {
				t.Errorf("some example has a fix: %v; the rule says of its fixes: %q", offered, r.Fix())
			}
		})
	}
}

// checkExample checks the guarantees for an example, and reports whether the rule offers a fix in it.
func checkExample(t *testing.T, r *rules.Rule, e analysistest.Example) (offered bool) {
	t.Helper()
	s, file := e.Workspace(t)
	found := rules.Diagnose(t.Context(), s, file)
	if (analysistest.Count(found, r.ID) > 0) != e.Wrong {
		t.Errorf("wrong is %v and these are the findings\n%sin\n%s", e.Wrong, analysistest.Describe(s, file, found), analysistest.Clip(e.Text))
	}
	for _, d := range found {
		if !e.Wrong && d.Severity >= diagnostic.Warning {
			t.Errorf("a right example has the finding %s: %s", d.Rule, d.Message)
		}
		analysistest.CheckRanges(t, s, file, d)
	}
	analysistest.CheckPhases(t, s, file)
	for i, d := range found {
		if d.Rule != r.ID {
			continue
		}
		checkDisable(t, s, file, found, d)
		for j := range d.Fixes {
			offered = true
			checkTitle(t, d.Fixes[j].Title)
			checkFixOfExample(t, e, i, j)
		}
	}
	if f, err := s.File(file); err == nil {
		checkFixAll(t, s, file, f.Doc.Source)
		checkFixAll(t, analysistest.WithTargets(s, analysistest.EveryTargets()[0]), file, f.Doc.Source)
	}
	return offered
}

var quotedValue = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")

// checkTitle checks the form of a fix's title: an imperative in sentence case without a period, short except
// for the values that it quotes.
func checkTitle(t *testing.T, title string) {
	t.Helper()
	own := quotedValue.ReplaceAllString(title, "")
	if utf8.RuneCountInString(own) > 60 || strings.HasSuffix(title, ".") || own == "" || own[0] < 'A' || own[0] > 'Z' || strings.Contains(own, ";") {
		t.Errorf("title %q: want a short imperative without a period", title)
	}
}

// checkFixOfExample makes one fix of one diagnostic of an example, and checks the guarantees for fixes.
func checkFixOfExample(t *testing.T, e analysistest.Example, finding, fix int) {
	t.Helper()
	s, file := e.Workspace(t) // a new one, because the fix changes the disk
	before := findAll(t, s, file)
	found := rules.Diagnose(t.Context(), s, file)
	d, verdicts := found[finding], verdictsBy(t, s, file)
	f := d.Fixes[fix].WithoutPlaceholder()
	at := landed(d.Span, f, file)
	file = analysistest.MakeFix(t, f, file)
	next := analysis.New(vfs.Disk{}, s.Config())
	if _, err := workspace.Scan(t.Context(), next, nil); err != nil {
		t.Fatal(err)
	}
	again := rules.Diagnose(t.Context(), next, file)
	fail := func(format string, args ...any) {
		t.Helper()
		doc, _ := next.File(file)
		t.Errorf("%q %s\nof %s: %s\nafter\n%s", f.Title, fmt.Sprintf(format, args...), d.Rule, d.Message, analysistest.Clip(doc.Doc.Source))
	}
	if is, was := countAt(again, d.Rule, at), countAt(found, d.Rule, d.Span); is >= was {
		fail("leaves %d of %d findings at its place", is, was)
	}
	after := findAll(t, next, file)
	for _, rule := range slices.Sorted(maps.Keys(after)) {
		// The author fills a placeholder in.
		if after[rule] > before[rule] && !(d.Fixes[fix].Snippet && rule == "body/placeholder") {
			fail("makes findings of %s\n%s", rule, analysistest.Describe(next, file, again))
		}
	}
	if !f.Safe {
		return
	}
	fixed, err := next.File(file)
	if err != nil {
		t.Fatal(err)
	}
	fm := &fixed.Doc.Frontmatter
	for id, is := range verdictsBy(t, next, file) {
		was := verdicts[id]
		if worse := worsened(e.Text, was, is); worse != "" {
			fail("makes it worse for %s, which %s", id, worse)
		}
		if was.Accepted && is.Name != was.Name && is.Name != fm.Name() {
			fail("makes %s read the name %q, not %q", id, is.Name, was.Name)
		}
		if was.Accepted && is.Description != was.Description && strings.TrimSpace(is.Description) != strings.TrimSpace(fm.Description()) {
			fail("makes %s read the description %q, not %q", id, is.Description, was.Description)
		}
	}
}

// findAll counts the diagnostics of a file and of all others in the workspace, by rule.
func findAll(t *testing.T, s *workspace.Snapshot, file string) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	paths := s.Files()
	if !slices.Contains(paths, file) {
		paths = append(paths, file)
	}
	for _, path := range paths {
		for _, d := range rules.Diagnose(t.Context(), s, path) {
			counts[d.Rule]++
		}
	}
	return counts
}

// verdictsBy returns the verdicts on a skill by agent ID, or nil if the file is not a skill.
func verdictsBy(t *testing.T, s *workspace.Snapshot, fl string) map[string]skills.Verdict {
	t.Helper()
	if s.KindOf(fl) != file.SkillFile {
		return nil
	}
	list := make(map[string]skills.Verdict)
	for _, agent := range agents.All() {
		list[agent.ID] = verdictOf(t, s, agent, fl)
	}
	return list
}

// landed returns the position of a span of a file after a fix.
func landed(span text.Span, fix diagnostic.Fix, file string) text.Span {
	moved := span
	for _, e := range diagnostic.InSourceOrder(fix.Edits) {
		grown := len(e.Text) - e.Span.Len()
		switch {
		case e.Path != file:
		case e.Span.End <= span.Start:
			moved = moved.Shift(grown)
		case e.Span.Start < span.End:
			moved.End = max(moved.Start, moved.End+grown)
		}
	}
	return moved
}

// countAt returns the number of diagnostics of a rule that touch a span.
func countAt(found []diagnostic.Diagnostic, rule string, span text.Span) int {
	n := 0
	for _, d := range found {
		if d.Rule == rule && d.Span.Overlaps(span) {
			n++
		}
	}
	return n
}

// checkDisable reports an error if the comment that suppresses a diagnostic does not do so, or changes
// anything else.
func checkDisable(t *testing.T, s *workspace.Snapshot, file string, found []diagnostic.Diagnostic, d diagnostic.Diagnostic) {
	t.Helper()
	fix, ok := refactor.Disable(s, file, d)
	if !ok {
		return
	}
	f, err := s.File(file)
	if err != nil {
		t.Fatal(err)
	}
	after := analysistest.Apply(t, f.Doc.Source, file, fix)
	next := s.With(workspace.Change{Path: file, Text: &after})
	again := rules.Diagnose(t.Context(), next, file)
	if analysistest.Count(again, d.Rule) >= analysistest.Count(found, d.Rule) {
		t.Errorf("%q does not silence %s: %s\nin\n%s", fix.Title, d.Rule, d.Message, analysistest.Clip(after))
	}
	for _, n := range again {
		if analysistest.Count(again, n.Rule) > analysistest.Count(found, n.Rule) {
			t.Errorf("%q makes a finding of %s: %s\nin\n%s", fix.Title, n.Rule, n.Message, analysistest.Clip(after))
		}
	}
	is := verdictsBy(t, next, file)
	for id, was := range verdictsBy(t, s, file) {
		if was.Accepted != is[id].Accepted || was.Name != is[id].Name || was.Description != is[id].Description {
			t.Errorf("%q makes %s read %+v, not %+v\nin\n%s", fix.Title, id, is[id], was, analysistest.Clip(after))
		}
	}
}

// hostile are pieces of text that are easily miscounted.
var hostile = []string{"\xff", "\xe2\x82", "\x00", "\r", "\r\n", "\ufeff", "😀", "e\u0301", "[", "---\n"}

// TestHostileRanges checks that ranges are in their files, on character boundaries, if the examples of the
// rules are cut off or contain unexpected text, above all at the spans that are reported.
func TestHostileRanges(t *testing.T) {
	hostile := hostile
	if testing.Short() {
		hostile = hostile[:3]
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			for _, e := range analysistest.ExamplesOf(t, r) {
				s, file := e.Workspace(t)
				everybody := analysistest.WithTargets(s, analysistest.EveryTargets()[0])
				source := e.Text[:min(len(e.Text), 4096)]
				places := []int{random.IntN(len(source) + 1)}
				for _, d := range rules.Diagnose(t.Context(), s, file) {
					if d.Rule == r.ID && d.Span.End <= len(source) && len(places) < 2 {
						places = append(places, d.Span.Start, d.Span.End)
					}
				}
				for _, part := range hostile {
					for _, at := range places {
						checkText(t, s, file, source[:at]+part)
						checkText(t, everybody, file, source[:at]+part+source[at:])
					}
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

// checkText checks the ranges of the diagnostics of a text.
func checkText(t *testing.T, s *workspace.Snapshot, file, text string) {
	t.Helper()
	s = s.With(workspace.Change{Path: file, Text: &text})
	for _, d := range rules.Diagnose(t.Context(), s, file) {
		analysistest.CheckRanges(t, s, file, d)
	}
}
