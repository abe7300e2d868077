package runtimes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

// An injectionCase is a skill and what runtimes made of it on loading.
type injectionCase struct {
	ID        string                     `json:"id"`
	Skill     string                     `json:"skill"`
	Files     []node                     `json:"files_in_skill"`
	CorpusDir string                     `json:"corpus_dir"`
	DirName   string                     `json:"dir_name"`
	Expected  map[string]json.RawMessage `json:"expected"`
}

// layOut puts the skill below dir and returns the path of its SKILL.md.
func (c *injectionCase) layOut(t *testing.T, dir string) string {
	t.Helper()
	if c.CorpusDir == "" {
		dir = filepath.Join(dir, c.Skill)
		lay(t, dir, c.Files)
		return filepath.Join(dir, "SKILL.md")
	}
	dir = filepath.Join(dir, c.DirName)
	for name, file := range corpusFiles(t) {
		if rel, ok := strings.CutPrefix(name, c.CorpusDir+"/"); ok && name == file.Real {
			lay(t, dir, []node{{Path: rel, Content: &file.Source}})
		}
	}
	return filepath.Join(dir, "SKILL.md")
}

func TestCodeliaInjection(t *testing.T) {
	cases := readLines[injectionCase](t, filepath.Join(oracleDir, "injection.jsonl"))
	if len(cases) != 27 {
		t.Errorf("%d synthetic cases, want 27", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) { testCodeliaInjection(t, c) })
	}
}

func TestCodeliaInjectionOfCorpus(t *testing.T) {
	cases := readLines[injectionCase](t, filepath.Join(sharedDir(t), "oracle", "injection.jsonl.gz"))
	run := 0
	for _, c := range cases {
		if c.CorpusDir != "" {
			run++
			t.Run(c.ID, func(t *testing.T) { testCodeliaInjection(t, c) })
		}
	}
	if run != 30 {
		t.Errorf("%d cases of the corpus, want 30", run)
	}
}

func testCodeliaInjection(t *testing.T, c injectionCase) {
	var want struct {
		Text           string
		FilesTruncated bool `json:"files_truncated"`
		FileCount      int  `json:"file_count"`
	}
	if err := json.Unmarshal(c.Expected["codelia"], &want); err != nil || want.Text == "" {
		t.Fatalf("expected %s: %v", c.Expected["codelia"], err)
	}
	root := realTempDir(t)
	path := c.layOut(t, filepath.Join(root, "ws", ".agents", "skills"))
	catalog, err := skills.BuildCatalog(t.Context(), skills.Disk{}, Codelia, skills.Vantage{Cwd: filepath.Join(root, "ws")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(catalog.Skills, func(s skills.Skill) bool { return s.Path == path })
	if i < 0 {
		t.Fatalf("%s is not in the catalogue: %+v", path, catalog.Errors)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	load := skills.Load{Skill: catalog.Skills[i], Source: string(source), FS: skills.Disk{}}
	got := injectCodelia(load)
	checkInjection(t, got, load.Source)
	if text := expand(want.Text, root, load.Source); got.Content != text {
		t.Errorf("content\n%s\nwant\n%s", clip(got.Content), clip(text))
	}
	if got.FilesTruncated != want.FilesTruncated || len(got.Files) != want.FileCount {
		t.Errorf("%d files, truncated %t; want %d, %t", len(got.Files), got.FilesTruncated, want.FileCount, want.FilesTruncated)
	}
}

// checkInjection demands what holds of every injection.
func checkInjection(t *testing.T, got skills.Injection, source string) {
	t.Helper()
	end := 0
	for _, s := range got.Segments {
		if s.Start != end || s.End <= s.Start {
			t.Fatalf("segment %+v begins at %d, want %d", s, s.Start, end)
		}
		end = s.End
		if s.Source != nil && s.Note == "" && s.Source.Of(source) != s.Of(got.Content) {
			t.Errorf("segment %v differs from its source %v", s.Span, *s.Source)
		}
	}
	if end != len(got.Content) {
		t.Errorf("segments end at %d of %d bytes", end, len(got.Content))
	}
}

func clip(text string) string {
	if len(text) > 4000 {
		return text[:2000] + "\n[...]\n" + text[len(text)-2000:]
	}
	return text
}

func TestCodeliaReminder(t *testing.T) {
	at := int64(1700000000123)
	load := skills.Load{
		Skill:         skills.Skill{Name: "a", Path: `/x & "y"/a/SKILL.md`, MtimeMs: at},
		LoadedMtimeMs: &at,
	}
	want := `<skill_context_reminder name="a" path="/x &amp; &quot;y&quot;/a/SKILL.md">Skill already loaded in this session. Reuse previous context.</skill_context_reminder>`
	got := injectCodelia(load)
	checkInjection(t, got, "")
	if got.Content != want || got.Files != nil {
		t.Errorf("got  %s\nwant %s", got.Content, want)
	}
	at++
	load.Skill.MtimeMs++
	if load.LoadedMtimeMs = new(int64); !strings.HasPrefix(injectCodelia(load).Content, "<skill_context ") {
		t.Error("a changed skill was not loaded again")
	}
}

func TestCodeliaSegments(t *testing.T) {
	const front, body = "---\nname: a\ndescription: D.\n---\n", "\nBody \xff.\n"
	got := injectCodelia(skills.Load{Skill: skills.Skill{Name: "a", Path: "/s/a/SKILL.md", Dir: "/s/a"}, Source: front + body})
	checkInjection(t, got, front+body)
	var kinds []string
	for _, s := range got.Segments {
		kinds = append(kinds, string(s.Kind))
	}
	if want := "envelope frontmatter body envelope files envelope"; strings.Join(kinds, " ") != want {
		t.Errorf("segments %v, want %s", kinds, want)
	}
	if s := got.Segments[2]; s.Of(got.Content) != "\nBody \ufffd." || s.Source == nil || s.Source.Of(front+body) != "\nBody \xff." || s.Note == "" {
		t.Errorf("body %+v %q", s, s.Of(got.Content))
	}
	const files = "<skill_files>\n\n</skill_files>\n"
	if s := got.Segments[4]; s.Of(got.Content) != files {
		t.Errorf("files %q, want %q", s.Of(got.Content), files)
	}
}

func TestCodeliaBase(t *testing.T) {
	for _, tt := range []struct {
		dir       string
		separator byte
		want      string
	}{
		{"/s/a", '/', "file:///s/a/"},
		{"/", '/', "file:///"},
		{"/a b/é%", '/', "file:///a b/é%/"},
		{`C:\s\a`, '\\', "file://C:/s/a/"},
		{`C:\`, '\\', "file://C:/"},
		{`\\host\share\a`, '\\', "file:////host/share/a/"},
	} {
		if got := codeliaBase(tt.dir, tt.separator); got != tt.want {
			t.Errorf("codeliaBase(%q) = %q, want %q", tt.dir, got, tt.want)
		}
	}
}

// TestCodeliaCatalog renders the recorded catalogues from skills that lie where they were recorded, since the budget counts
// paths.
func TestCodeliaCatalog(t *testing.T) {
	type catalogCase struct {
		ID     string
		Skills []struct {
			Name        string
			Description string `json:"frontmatter_description"`
		}
		Root     string `json:"recorded_root"`
		Expected struct {
			Codelia []struct {
				Config struct{ MaxEntries, MaxBytes int }
				Text   *string
			}
		}
	}
	cases := readLines[catalogCase](t, filepath.Join(oracleDir, "catalog.jsonl"))
	if len(cases) != 9 {
		t.Errorf("%d cases, want 9", len(cases))
	}
	for _, c := range cases {
		var list []skills.Skill
		for _, s := range c.Skills {
			dir := c.Root + "/ws/.agents/skills/" + s.Name
			source := "---\nname: " + s.Name + "\ndescription: " + s.Description + "\n---\n\n# " + s.Name + "\n"
			v := acceptCodelia(skills.File{Path: dir + "/SKILL.md", Source: source})
			if !v.Accepted {
				t.Fatalf("%s: %s: %+v", c.ID, s.Name, v.Refusals)
			}
			list = append(list, skills.Skill{Name: v.Name, Description: v.Description, Path: dir + "/SKILL.md", Dir: dir, Scope: skills.ScopeRepo})
		}
		slices.SortStableFunc(list, Codelia.Compare)
		for _, e := range c.Expected.Codelia {
			got := catalogCodelia(list, skills.Budget{Entries: e.Config.MaxEntries, Bytes: e.Config.MaxBytes})
			want := ""
			if e.Text != nil {
				want = strings.ReplaceAll(*e.Text, "${ROOT}", c.Root)
			}
			if got.Content != want {
				t.Errorf("%s %+v\n%s\nwant\n%s", c.ID, e.Config, clip(got.Content), clip(want))
			}
			if got.Total != len(list) || got.Entries+len(got.Dropped) != len(list) || got.Truncated != (len(got.Dropped) > 0) ||
				got.Entries != strings.Count(want, "<skill>") {
				t.Errorf("%s %+v: %d of %d entries, %d dropped, truncated %t", c.ID, e.Config, got.Entries, got.Total, len(got.Dropped), got.Truncated)
			}
		}
	}
}
