package agenttest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/treetest"
)

// The checks in this file compare agents whose own code was run with the vectors of the oracle.

// Acceptance checks the agent's verdict on every file of the corpus: the message for a rejected file, the
// name and the description for a loaded one.
func Acceptance(t *testing.T, agent *skills.Agent) {
	t.Helper()
	AcceptanceAt(t, agent, func(_, real string) string { return real })
}

// AcceptanceAt is Acceptance for an agent that was run on the files under paths other than the real ones.
// pathOf chooses between the two paths of a file, which differ if a link leads to the file.
func AcceptanceAt(t *testing.T, agent *skills.Agent, pathOf func(path, real string) string) {
	t.Helper()
	files := CorpusFiles(t)
	want := CorpusVerdicts(t, agent.ID)
	if len(want) != 1003 {
		t.Errorf("%d files, want 1003", len(want))
	}
	for _, w := range want {
		file, ok := files[w.Path]
		if !ok {
			t.Errorf("%s: not in the corpus", w.Path)
			continue
		}
		d := skills.Parse(file.Source)
		path := "/corpus/" + pathOf(file.Path, file.Real)
		v := agent.Accept(skills.File{Path: path, Source: file.Source, Frontmatter: &d.Frontmatter})
		CheckVerdict(t, w.Path, file.Source, v)
		message, refusal := FirstMessage(v), strings.NewReplacer("${PATH}", path, "${DIR}", filepath.Dir(path)).Replace(ValueOf(w.Error))
		switch {
		case v.Accepted != w.Accepted:
			t.Errorf("%s: accepted %t, want %t (%+v)", w.Path, v.Accepted, w.Accepted, v.Refusals)
		case !w.Accepted && message != refusal:
			t.Errorf("%s: %q, want %q", w.Path, message, refusal)
		case w.Accepted && (v.Name != ValueOf(w.Name) || v.Description != ValueOf(w.Description)):
			t.Errorf("%s: %q, %q, want %q, %q", w.Path, v.Name, v.Description, ValueOf(w.Name), ValueOf(w.Description))
		}
	}
}

func ValueOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// CheckVerdict checks the invariants of a verdict: every refusal has a code and a span in the source that
// splits no line ending, and Accepted agrees with the refusals.
func CheckVerdict(t *testing.T, file, source string, v skills.Verdict) {
	t.Helper()
	refused := false
	for _, r := range v.Refusals {
		refused = refused || !r.WouldBe
		if r.Span.Start < 0 || r.Span.Start > r.Span.End || r.Span.End > len(source) {
			t.Errorf("%s: %s of %s lies at %v of %d bytes", file, r.Code, r.Field, r.Span, len(source))
		} else if partsLineEnding(source, r.Span.Start) || partsLineEnding(source, r.Span.End) {
			t.Errorf("%s: %s of %s is at %v and splits a line ending", file, r.Code, r.Field, r.Span)
		}
		if r.Code == "" {
			t.Errorf("%s: refusal %+v without a code", file, r)
		}
	}
	if v.Accepted == refused {
		t.Errorf("%s: accepted %t with the refusals %+v", file, v.Accepted, v.Refusals)
	}
}

func FirstMessage(v skills.Verdict) string {
	if len(v.Refusals) == 0 {
		return ""
	}
	return v.Refusals[0].Message
}

// A Refusal is a file and the refusals expected for it: code, field and the quoted text at the span, joined
// by "; ". A "!" marks those that are WouldBe.
type Refusal = struct{ Name, Source, Path, Want string }

// Refusals checks the codes and spans of refusals, which agents say little about.
func Refusals(t *testing.T, agent *skills.Agent, tests []Refusal) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			d := skills.Parse(tt.Source)
			v := agent.Accept(skills.File{Path: filepath.FromSlash(tt.Path), Source: tt.Source, Frontmatter: &d.Frontmatter})
			CheckVerdict(t, tt.Name, tt.Source, v)
			var got []string
			for _, r := range v.Refusals {
				quoted, _ := json.Marshal(r.Span.Of(tt.Source))
				text := string(r.Code) + " " + r.Field + " " + strings.ReplaceAll(string(quoted), "\ufeff", `\ufeff`)
				if r.WouldBe {
					text += "!"
				}
				got = append(got, text)
			}
			if got := strings.Join(got, "; "); got != tt.Want {
				t.Errorf("got  %s\nwant %s", got, tt.Want)
			}
		})
	}
}

// A Discovered is what an agent reported about a workspace.
type Discovered struct {
	Throws string
	Skills []struct{ Name, Path, Description, Scope string }
	Errors []skills.LoadError

	Unspecified struct {
		Winners map[string][]string `json:"winner_varies"` // by name: every path that won at least once
	}
}

// Discovery checks what the agent finds in each recorded workspace: its skills by name, description and path,
// and its errors. There must be as many workspaces as cases says. configure applies the options of a case to
// a copy of the agent; it may be nil.
func Discovery(t *testing.T, agent *skills.Agent, cases int, configure func(*skills.Agent, json.RawMessage, string)) {
	t.Helper()
	all := DiscoveryCases(t, agent.ID)
	if len(all) != cases {
		t.Errorf("%d cases, want %d", len(all), cases)
	}
	for _, c := range all {
		t.Run(c.ID, func(t *testing.T) {
			root, v := c.Vantage(t)
			configured := *agent
			configured.Roots = slices.DeleteFunc(slices.Clone(agent.Roots), func(r skills.Root) bool { return r.Base == skills.FromSystem }) // directories of this machine
			if configure != nil {
				configure(&configured, json.RawMessage(Expand(string(c.Options[agent.ID]), root, "")), root)
			}
			catalog, err := skills.BuildCatalog(t.Context(), newGuardedFS(t), &configured, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			var want Discovered
			if err := json.Unmarshal([]byte(Expand(string(c.Expected[agent.ID]), root, "")), &want); err != nil {
				t.Fatal(err)
			}
			for i, s := range want.Skills {
				if strings.HasPrefix(s.Path, "./") { // some agents report a path as the configuration spells it
					want.Skills[i].Path = filepath.Join(v.Cwd, s.Path)
				}
			}
			checkDiscovered(t, catalog, want, agent.Duplicates == skills.AnyWins)
			checkScopes(t, catalog, want)
		})
	}
}

// checkScopes compares the scope of each skill with the agent's own word for it, if the agent has one.
func checkScopes(t *testing.T, got *skills.Catalog, want Discovered) {
	t.Helper()
	words := make(map[string]string) // by path
	for _, f := range got.Files() {
		words[f.Path] = got.Roots[f.Root].Root.Word
	}
	for _, s := range want.Skills {
		if word := words[s.Path]; word != "" && s.Scope != "" && word != s.Scope {
			t.Errorf("%s is of the scope %q, want %q", s.Path, word, s.Scope)
		}
	}
}

// checkDiscovered compares a catalog with what the agent found. If any of several skills with one name may
// win, at least one of those that won must be in the catalog.
func checkDiscovered(t *testing.T, got *skills.Catalog, want Discovered, anyWins bool) {
	t.Helper()
	if ended := len(got.Ended()) > 0; ended != (want.Throws != "") {
		t.Errorf("the scan ended at %q, want %q", got.Ended(), want.Throws)
	}
	var a, b []string
	open := make(map[string][]string) // by name, the paths of skills any of which may win
	for _, s := range got.Offered() {
		winners := want.Unspecified.Winners[s.Name]
		if anyWins && (winners != nil || len(got.Named(s.Name)) > 1) {
			open[s.Name] = append(open[s.Name], s.Path)
		} else if winners == nil {
			a = append(a, fmt.Sprintf("%s at %s: %q", s.Name, s.Path, s.Description))
		} else if !slices.Contains(winners, s.Path) {
			t.Errorf("%s is at %s, want one of %q", s.Name, s.Path, winners)
		}
	}
	for _, s := range want.Skills {
		winners := want.Unspecified.Winners[s.Name]
		if candidates := open[s.Name]; candidates != nil {
			if winners == nil {
				winners = []string{s.Path}
			}
			if !slices.ContainsFunc(winners, func(path string) bool { return slices.Contains(candidates, path) }) {
				t.Errorf("%s is at one of %q, want %q", s.Name, candidates, winners)
			}
			delete(open, s.Name)
		} else if winners == nil {
			b = append(b, fmt.Sprintf("%s at %s: %q", s.Name, s.Path, s.Description))
		}
	}
	for name, paths := range open {
		t.Errorf("%s is at %q, and was not found", name, paths)
	}
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		t.Errorf("skills\n%q\nwant\n%q", a, b)
	}
	if want.Throws != "" && len(got.Ended()) > 0 { // the error that ended the scan is an error of the file
		want.Errors = append(want.Errors, skills.LoadError{Path: got.Ended()[0], Message: want.Throws})
	}
	want.Errors = slices.DeleteFunc(want.Errors, func(e skills.LoadError) bool { // for a directory that is named like a skill file
		isDir := strings.Contains(e.Message, "EISDIR: illegal operation on a directory")
		return isDir && slices.ContainsFunc(got.Unread, func(u skills.LoadError) bool { return u.Path == e.Path })
	})
	byPath := func(x, y skills.LoadError) int { return skills.Collate(x.Path, y.Path) }
	slices.SortFunc(want.Errors, byPath)
	if errs := slices.SortedFunc(slices.Values(got.Errors), byPath); !slices.Equal(errs, want.Errors) {
		t.Errorf("errors\n%+v\nwant\n%+v", errs, want.Errors)
	}
}

// An injectionCase is a skill and what each agent injected for it.
type injectionCase struct {
	ID        string                     `json:"id"`
	Skill     string                     `json:"skill"`
	Files     []Node                     `json:"files_in_skill"`
	Tree      []Node                     `json:"files"`      // a whole workspace, instead of Files
	SkillPath string                     `json:"skill_path"` // of the SKILL.md in Tree
	CorpusDir string                     `json:"corpus_dir"`
	DirName   string                     `json:"dir_name"`
	Options   map[string]json.RawMessage `json:"options"`
	Expected  map[string]json.RawMessage `json:"expected"`
}

// layOut writes the case's tree, or its skill in the workspace directory below, and returns the path of the
// SKILL.md.
func (c *injectionCase) layOut(t *testing.T, root, below string) string {
	t.Helper()
	if c.SkillPath != "" {
		WriteTree(t, root, c.Tree)
		return filepath.Join(root, filepath.FromSlash(c.SkillPath))
	}
	dir := filepath.Join(root, "ws", filepath.FromSlash(below))
	if c.CorpusDir == "" {
		dir = filepath.Join(dir, c.Skill)
		WriteTree(t, dir, c.Files)
		return filepath.Join(dir, "SKILL.md")
	}
	dir = filepath.Join(dir, c.DirName)
	for name, file := range CorpusFiles(t) {
		if rel, ok := strings.CutPrefix(name, c.CorpusDir+"/"); ok && name == file.Real {
			WriteTree(t, dir, []Node{{Path: rel, Content: &file.Source}})
		}
	}
	return filepath.Join(dir, "SKILL.md")
}

// An InjectionTest is one case of loading a skill.
type InjectionTest struct {
	injectionCase
	root     string // ${ROOT}
	Load     skills.Load
	expected json.RawMessage
}

// EachInjection calls test for each skill that the agent loaded, from the repository and from the corpus. It
// writes the skill to the workspace directory below.
func EachInjection(t *testing.T, agent *skills.Agent, below string, test func(*testing.T, *InjectionTest)) {
	t.Helper()
	oracle := OracleOf(t, agent.ID)
	t.Run("synthetic", func(t *testing.T) {
		cases := ReadLines[injectionCase](t, filepath.Join(oracle.Dir(), "injection.jsonl"))
		if len(cases) != oracle.Synthetic {
			t.Errorf("%d cases, want %d", len(cases), oracle.Synthetic)
		}
		for _, c := range cases {
			t.Run(c.ID, func(t *testing.T) { runInjection(t, agent, below, c, test) })
		}
	})
	t.Run("corpus", func(t *testing.T) {
		cases := slices.DeleteFunc(ReadLines[injectionCase](t, filepath.Join(SharedDir(t), oracle.Name, "injection.jsonl.gz")), func(c injectionCase) bool { return c.CorpusDir == "" })
		if len(cases) != oracle.Corpus {
			t.Errorf("%d cases, want %d", len(cases), oracle.Corpus)
		}
		for _, c := range cases {
			t.Run(c.ID, func(t *testing.T) { runInjection(t, agent, below, c, test) })
		}
	})
}

// A loadedRecord tells whether an agent loaded the skill of an injection case.
type loadedRecord struct {
	NotRecorded string `json:"not_recorded"`
	Loaded      *bool
}

func runInjection(t *testing.T, agent *skills.Agent, below string, c injectionCase, test func(*testing.T, *InjectionTest)) {
	if c.Expected[agent.ID] == nil {
		t.Skip("the case is about other agents")
	}
	var recorded loadedRecord
	if err := json.Unmarshal(c.Expected[agent.ID], &recorded); err != nil {
		t.Fatal(err)
	}
	if recorded.NotRecorded != "" {
		t.Skip(recorded.NotRecorded)
	}
	root := treetest.Dir(t)
	cwd := filepath.Join(root, "ws")
	path := c.layOut(t, root, below)
	catalog, err := skills.BuildCatalog(t.Context(), newGuardedFS(t), agent, skills.Vantage{Cwd: cwd, Home: filepath.Join(root, "home")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	offered := catalog.Offered()
	i := slices.IndexFunc(offered, func(s skills.Skill) bool { return s.Path == path })
	if loaded := recorded.Loaded == nil || *recorded.Loaded; loaded != (i >= 0) {
		t.Fatalf("%s is offered: %t, want %t (%+v)", path, i >= 0, loaded, catalog.Errors)
	}
	if i < 0 {
		return
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	load := skills.Load{Skill: offered[i], Source: string(source), FS: newGuardedFS(t), Cwd: cwd, Roots: catalog.Roots}
	if at, ok := catalog.Place(path); ok {
		load.Root = load.Roots[catalog.Files()[at].Root].Root
	}
	test(t, &InjectionTest{injectionCase: c, root: root, Load: load, expected: c.Expected[agent.ID]})
}

// Want decodes the expected result into value. It does not expand placeholders; see [InjectionTest.Text].
func (c *InjectionTest) Want(t *testing.T, value any) {
	t.Helper()
	if err := json.Unmarshal(c.expected, value); err != nil {
		t.Fatal(err)
	}
}

// Text returns an expected text with the placeholders for the root and for passages of the file expanded.
func (c *InjectionTest) Text(expected string) string { return Expand(expected, c.root, c.Load.Source) }

// CheckInjection checks the invariants of an injection: segments cover the content without gaps, and copied
// text equals its source.
func CheckInjection(t *testing.T, got skills.Injection, source string) {
	t.Helper()
	end := 0
	for _, s := range got.Segments {
		if s.Start != end || s.End <= s.Start {
			t.Fatalf("segment %+v begins at %d, want %d", s, s.Start, end)
		}
		end = s.End
		if s.Source != nil && s.Note == "" && s.Kind != skills.SegmentSubstituted && s.Source.Of(source) != s.Of(got.Content) {
			t.Errorf("segment %v differs from its source %v", s.Span, *s.Source)
		}
	}
	if end != len(got.Content) {
		t.Errorf("segments end at %d of %d bytes", end, len(got.Content))
	}
}

// CheckSegments compares the segments with want: the kind of each, its text in the source if it has one, and
// "!" if it has a note, joined by "|".
func CheckSegments(t *testing.T, got skills.Injection, source, want string) {
	t.Helper()
	list := make([]string, len(got.Segments))
	for i, s := range got.Segments {
		list[i] = string(s.Kind)
		if s.Source != nil {
			list[i] += " " + s.Source.Of(source)
		}
		if s.Note != "" {
			list[i] += "!"
		}
	}
	if got := strings.Join(list, "|"); got != want {
		t.Errorf("segments %s, want %s", got, want)
	}
}

func Clip(text string) string {
	if len(text) > 4000 {
		return text[:2000] + "\n[...]\n" + text[len(text)-2000:]
	}
	return text
}

// A catalogCase is a list of skills and the catalog that each agent makes of it.
type catalogCase struct {
	ID     string
	Root   string `json:"recorded_root"`
	Skills []struct {
		Name        string
		Description string `json:"frontmatter_description"`
	}
	Expected map[string]json.RawMessage
}

// EachCatalog calls test for each list of skills, as the agent reads and orders them.
func EachCatalog(t *testing.T, agent *skills.Agent, test func(t *testing.T, list []skills.Skill, root string, expected json.RawMessage)) {
	t.Helper()
	for _, c := range ReadLines[catalogCase](t, filepath.Join(OracleOf(t, agent.ID).Dir(), "catalog.jsonl")) {
		t.Run(c.ID, func(t *testing.T) {
			var list []skills.Skill
			for _, s := range c.Skills {
				dir := c.Root + "/ws/.agents/skills/" + s.Name
				source := "---\nname: " + s.Name + "\ndescription: " + s.Description + "\n---\n\n# " + s.Name + "\n"
				v := agent.Accept(skills.File{Path: dir + "/SKILL.md", Source: source})
				if !v.Accepted {
					t.Fatalf("%s: %+v", s.Name, v.Refusals)
				}
				list = append(list, skills.Skill{
					Name: v.Name, Description: v.Description, Path: dir + "/SKILL.md", Dir: dir, Scope: skills.ScopeRepo,
					Exposure: v.Exposure,
				})
			}
			if agent.Walk.LastFirst { // the order of discovery in one directory
				slices.SortFunc(list, func(a, b skills.Skill) int { return strings.Compare(b.Dir, a.Dir) })
			}
			slices.SortStableFunc(list, agent.Order)
			test(t, list, c.Root, c.Expected[agent.ID])
		})
	}
}

// CheckCatalogText compares the text and the counts of a catalog with want. mark occurs once in each entry.
func CheckCatalogText(t *testing.T, got skills.CatalogText, list []skills.Skill, want, mark string) {
	t.Helper()
	if got.Content != want {
		t.Errorf("catalogue\n%s\nwant\n%s", Clip(got.Content), Clip(want))
	}
	if got.Total != len(list) || got.Entries+len(got.Dropped) != len(list) || got.Truncated != (len(got.Dropped) > 0) ||
		got.Entries != strings.Count(want, mark) {
		t.Errorf("%d of %d entries, %d dropped, truncated %t", got.Entries, got.Total, len(got.Dropped), got.Truncated)
	}
}

// partsLineEnding reports whether an offset is between the two bytes of a CRLF.
func partsLineEnding(source string, offset int) bool {
	return offset > 0 && strings.HasPrefix(source[offset-1:], "\r\n")
}
