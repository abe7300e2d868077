package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills/vfs"
)

// knownLink is a baseline that has one broken link to gone.md in the skill "known".
const knownLink = `{"format": "skills-ls baseline", "version": 1, "files": {".agents/skills/known/SKILL.md": [
	{"rule": "link/broken", "severity": "warning", "fingerprint": "db11dc0959a7487e", "count": 1}]}}` + "\n"

// A baselineProject is a project on disk with a baseline, and a client of it.
type baselineProject struct {
	*testClient
	s    *server
	root string
}

func startBaselineProject(t *testing.T, capabilities, options string) *baselineProject {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &baselineProject{root: root}
	p.testClient, p.s = startMemory(t, session.Options{FS: vfs.Disk{}})
	p.write(".skills-ls.yaml", "baseline: .skills-ls-baseline.json\n")
	p.write(".skills-ls-baseline.json", knownLink)
	p.write(".agents/skills/known/SKILL.md", skillText("known", "[x](gone.md)"))
	p.write(".agents/skills/new/SKILL.md", skillText("new", "[x](gone.md)"))
	p.initialize(capabilities, fmt.Sprintf(`"rootUri":%q,"initializationOptions":%s`, position.PathURI(root), options))
	return p
}

func (p *baselineProject) uri(name string) string {
	return string(position.PathURI(filepath.Join(p.root, filepath.FromSlash(name))))
}

// write writes a file and reports the change.
func (p *baselineProject) write(name, text string) {
	writeWhole(p.t, filepath.Join(p.root, filepath.FromSlash(name)), text)
}

func (p *baselineProject) changed(name string, kind int) {
	p.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": p.uri(name), "type": kind}}})
}

// steps changes the baseline in each way, and an open skill, and calls want with the problems of the known skill.
func (p *baselineProject) steps(want func(step, known string)) {
	const known, baseline = ".agents/skills/known/SKILL.md", ".skills-ls-baseline.json"
	want("at first", "")
	p.open(p.uri(known), skillText("known", "[x](gone.md)"))
	want("opened", "")
	p.change(p.uri(known), 2, edit(4, 0, 4, 0, "\n"))
	want("the problem moves", "")
	p.change(p.uri(known), 3, edit(5, 4, 5, 8, "lost"))
	want("the problem changes", "link/broken@5:4")
	p.change(p.uri(known), 4, edit(5, 4, 5, 8, "gone"))
	want("and back", "")
	p.open(p.uri(baseline), knownLink)
	want("the baseline is opened", "")
	p.change(p.uri(baseline), 2, edit(0, 0, 0, 1, ""))
	want("the baseline is broken", "link/broken@5:4")
	p.change(p.uri(baseline), 3, edit(0, 0, 0, 0, "{"))
	want("the baseline is whole again", "")
	p.notify("textDocument/didClose", at(p.uri(baseline), 0, 0))
	want("the baseline is closed", "")
	p.write(baseline, strings.Replace(knownLink, "known", "other", 1))
	p.changed(baseline, 2)
	want("the baseline changes on disk", "link/broken@5:4")
	p.write(baseline, knownLink)
	p.changed(baseline, 2)
	want("and back", "")
	if err := os.Remove(filepath.Join(p.root, baseline)); err != nil {
		p.t.Fatal(err)
	}
	p.changed(baseline, 3)
	want("the baseline is deleted", "link/broken@5:4")
	p.write(baseline, knownLink)
	p.changed(baseline, 1)
	want("the baseline is created", "")
}

// TestBaselinePushed checks that no problem in the baseline is published, for open and closed files.
func TestBaselinePushed(t *testing.T) {
	t.Parallel()
	p := startBaselineProject(t, `{}`, `{"workspaceDiagnostics":true}`)
	shown := make(map[string]string)
	p.steps(func(step, known string) {
		t.Helper()
		for _, one := range settle(t, p.testClient, p.s) {
			shown[one.URI] = starts(one.Diagnostics)
		}
		if got := shown[p.uri(".agents/skills/known/SKILL.md")]; got != known {
			t.Errorf("%s: published is %q, want %q", step, got, known)
		}
		if got := shown[p.uri(".agents/skills/new/SKILL.md")]; got != "link/broken@4:4" {
			t.Errorf("%s: published of the other skill is %q", step, got)
		}
	})
}

// TestBaselinePulled is TestBaselinePushed for a client that pulls a document.
func TestBaselinePulled(t *testing.T) {
	t.Parallel()
	p := startBaselineProject(t, pulling, `{}`)
	p.steps(func(step, known string) {
		t.Helper()
		settle(t, p.testClient, p.s)
		if got := starts(pull(p.testClient, p.uri(".agents/skills/known/SKILL.md"), "").Items); got != known {
			t.Errorf("%s: pulled is %q, want %q", step, got, known)
		}
	})
}

// TestBaselinePulledWorkspace checks that closed files are reported without what is in the baseline, and again when
// it changes.
func TestBaselinePulledWorkspace(t *testing.T) {
	t.Parallel()
	p := startBaselineProject(t, pulling, `{}`)
	w := workspacePull{p.testClient, make(map[string]string)}
	root := p.uri(".agents/skills")
	wantLines(t, "at first", w.take(root, p.await(w.start("w1", nil), "w1").Result), "new/SKILL.md full link/broken@4:4")
	next := w.start("w2", nil)
	p.write(".skills-ls-baseline.json", strings.Replace(knownLink, "known", "new", 1))
	p.changed(".skills-ls-baseline.json", 2)
	wantLines(t, "another baseline", w.take(root, p.await(next, "w2").Result), "known/SKILL.md full link/broken@4:4", "new/SKILL.md full")
}

// TestBaselineElsewhere checks that problem counts, code actions and the action that fixes all leave out what is in
// the baseline.
func TestBaselineElsewhere(t *testing.T) {
	t.Parallel()
	p := startBaselineProject(t, `{}`, `{}`)
	settle(t, p.testClient, p.s)
	counts := func() string {
		var r InventoryResult
		p.result("skills/inventory", map[string]any{"problems": true}, &r)
		var list []string
		for _, skill := range r.Skills {
			list = append(list, fmt.Sprint(skill.Name, " ", skill.Problems.Warnings))
		}
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	if got, want := counts(), "known 0, new 1"; got != want {
		t.Errorf("warnings are %s, want %s", got, want)
	}
	actions := func(name string) int {
		uri := p.uri(".agents/skills/" + name + "/SKILL.md")
		params := map[string]any{"textDocument": map[string]any{"uri": uri}, "range": edit(4, 4, 4, 4, "")["range"], "context": map[string]any{"diagnostics": []any{}, "only": []string{"quickfix"}}}
		var list []json.RawMessage
		p.result("textDocument/codeAction", params, &list)
		return len(list)
	}
	if known, other := actions("known"), actions("new"); known != 0 || other == 0 {
		t.Errorf("%d quick fixes of a known problem, %d of another", known, other)
	}
}

// TestBaselineCommand checks what the client is asked to write, and what the command answers.
func TestBaselineCommand(t *testing.T) {
	t.Parallel()
	p := startBaselineProject(t, commandClient, `{"workspaceDiagnostics":true}`)
	p.answers["workspace/applyEdit"] = map[string]any{"applied": true}
	path := filepath.Join(p.root, ".skills-ls-baseline.json")
	want := jsonOf(baselineResult{2, 2, 1, []string{path}})
	if got := execute(p.testClient, commandBaseline); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	edit, n := p.lastAsked("workspace/applyEdit")
	for _, part := range []string{p.uri(".skills-ls-baseline.json"), `.agents/skills/known/SKILL.md`, `.agents/skills/new/SKILL.md`} {
		if n != 1 || !strings.Contains(edit, part) || strings.Contains(edit, `"kind":"create"`) {
			t.Errorf("%d edits, the last is %s, want %s", n, edit, part)
		}
	}
	for _, name := range []string{".skills-ls.yaml", ".skills-ls-baseline.json"} {
		if err := os.Remove(filepath.Join(p.root, name)); err != nil {
			t.Fatal(err)
		}
		p.changed(name, 3)
	}
	settle(t, p.testClient, p.s)
	want = jsonOf(baselineResult{2, 2, 2, []string{path, filepath.Join(p.root, ".skills-ls.yaml")}})
	if got := execute(p.testClient, commandBaseline, map[string]any{"cwd": p.root}); got != want {
		t.Errorf("without the files: got %s, want %s", got, want)
	}
	edit, n = p.lastAsked("workspace/applyEdit")
	if n != 2 || strings.Count(edit, `"kind":"create"`) != 2 || !strings.Contains(edit, `baseline: .skills-ls-baseline.json\n`) {
		t.Errorf("%d edits, the last is %s", n, edit)
	}
	p.write(".skills-ls-baseline.json", "{}\n")
	p.changed(".skills-ls-baseline.json", 1)
	if got, want := execute(p.testClient, commandBaseline), "error -32803 unwritten "+path; got != want {
		t.Errorf("of a file that is no baseline: %s, want %s", got, want)
	}
	if got, want := execute(p.testClient, commandBaseline, map[string]any{"cwd": filepath.Dir(p.root)}), "error -32602 not_found "+p.root; got != want {
		t.Errorf("of another directory: %s, want %s", got, want)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.changed(".skills-ls-baseline.json", 3)
	p.mu.Lock()
	p.answers["workspace/applyEdit"] = map[string]any{"applied": false, "failureReason": "read-only"}
	p.mu.Unlock()
	if m := p.call("workspace/executeCommand", map[string]any{"command": commandBaseline}); m.Error == nil || m.Error.Code != wire.CodeRequestFailed || !strings.Contains(m.Error.Message, "read-only") {
		t.Errorf("of an edit that failed: %+v, %s", m.Error, m.Result)
	}
}
