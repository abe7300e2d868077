package remcochat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/vfs"
)

// TestFixture follows the manual procedure of the skill with which RemcoChat's design validates a skills
// system (section 12), except that nothing is run: discovery, catalog, invocation with and without tools,
// activation, resources and refusals.
func TestFixture(t *testing.T) {
	const name = "skills-system-validation"
	root, err := filepath.Abs(filepath.Join(corpustest.ModuleRoot(), "testdata", "remcochat"))
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, Agent, skills.Vantage{Cwd: root}, nil)
	if err != nil || len(catalog.Offered()) != 1 || len(catalog.Errors) > 0 {
		t.Fatalf("%+v, %v", catalog, err)
	}
	skill := catalog.Offered()[0]
	text := Agent.Catalog(catalog.Offered(), Agent.Limits.Listing).Content
	if !strings.Contains(text, `"name": "`+name+`"`) || strings.Contains(text, skill.Path) {
		t.Errorf("catalogue %s", text)
	}
	if m := Agent.Mentions("/" + name + " please"); len(m) != 1 || m[0].Name != skill.Name {
		t.Errorf("mentions %+v", m)
	}
	source, err := os.ReadFile(skill.Path)
	if err != nil {
		t.Fatal(err)
	}
	got := Agent.Inject(skills.Load{Skill: skill, Source: string(source), FS: vfs.Disk{}})
	for _, part := range []string{`"license":"MIT"`, `"metadata":{"version":"1"}`, `"allowed-tools":"Bash"`, "BODY-MARKER"} {
		if !strings.Contains(got.Content, part) {
			t.Errorf("%s is not in %s", part, got.Content)
		}
	}
	if notes := strings.Join(got.Notes, "\n"); strings.Contains(got.Content, "unknown-key") || !strings.Contains(notes, "RemcoChat ignores `unknown-key`.") || !strings.Contains(notes, `Call skillsActivate first with name="`+name+`".`) ||
		!strings.Contains(notes, "Tool calling is unavailable for this model") {
		t.Errorf("%s with the notes %s", got.Content, notes)
	}
	for path, want := range map[string]string{
		"references/REFERENCE.md": "REFERENCE-MARKER", "assets/fixture.json": "FIXTURE-MARKER", "scripts/echo.sh": "echo SCRIPT-MARKER",
		"../SKILL.md": "Path traversal is not allowed.", "/etc/hosts": "Absolute paths are not allowed.", "references/none.md": "Resource not found.",
	} {
		answer := Agent.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: vfs.Disk{}})
		if !strings.Contains(answer.Content+answer.Refused, want) {
			t.Errorf("%s: %+v, want %s", path, answer, want)
		}
	}
}
