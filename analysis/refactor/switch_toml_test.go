package refactor_test

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// tomlSwitchFor returns the switch of the skill "deploy" in a file beside it.
func tomlSwitchFor(source string, on bool) *refactor.TomlSwitch {
	dir, _ := filepath.Abs(filepath.FromSlash("/ws"))
	return &refactor.TomlSwitch{
		Setting: "skills.config", Name: "deploy", Path: filepath.Join(dir, "deploy", "SKILL.md"), On: on,
		File: filepath.Join(dir, ".codex", "config.toml"), Source: source,
	}
}

// throw returns the text with the skill switched. It returns false if that is refused.
func throw(t *refactor.TomlSwitch) (text string, ok bool) {
	root, fault := skills.TOML.Parse(t.Source)
	if fault != nil || root == nil {
		return "", false
	}
	text = diagnostic.ApplyEdits(t.Source, t.Edits(root))
	return text, t.Holds(text)
}

// TestSwitchTOML checks that switching a skill off and on changes nothing else in a configuration file and
// keeps the comments.
func TestSwitchTOML(t *testing.T) {
	path := skills.TOML.Quote(tomlSwitchFor("", false).Path)
	entry := func(state string) string {
		return "[[skills.config]]\npath = " + path + "\nenabled = " + state + "\n"
	}
	for _, test := range []struct {
		name   string
		source string
		off    string // empty if refused
		on     string // likewise
	}{
		{"comments alone", "# mine\n", "# mine\n\n" + entry("false"), "# mine\n\n" + entry("true")},
		{"a blank line at the end", "a = 1\n\n", "a = 1\n\n" + entry("false"), "a = 1\n\n" + entry("true")},
		{"no line end at the end", "[a]\nb = 1 # x", "[a]\nb = 1 # x\n\n" + entry("false"), "[a]\nb = 1 # x\n\n" + entry("true")},
		{
			"CRLF", "a = 1\r\n", strings.ReplaceAll("a = 1\n\n"+entry("false"), "\n", "\r\n"),
			strings.ReplaceAll("a = 1\n\n"+entry("true"), "\n", "\r\n"),
		},
		{
			"another skill", "[[skills.config]]\nname = \"other\"\nenabled = false\n[model]\nx = 1\n",
			"[[skills.config]]\nname = \"other\"\nenabled = false\n[model]\nx = 1\n\n" + entry("false"),
			"[[skills.config]]\nname = \"other\"\nenabled = false\n[model]\nx = 1\n\n" + entry("true"),
		},
		{
			"its path", "[[skills.config]]\nenabled  =  true # so far\npath = " + path + "\n[model]\n",
			"[[skills.config]]\nenabled  =  false # so far\npath = " + path + "\n[model]\n",
			"[[skills.config]]\nenabled  =  true # so far\npath = " + path + "\n[model]\n",
		},
		{
			"a path from the file", "[[skills.config]]\npath = \"../deploy/SKILL.md\"\nenabled = true",
			"[[skills.config]]\npath = \"../deploy/SKILL.md\"\nenabled = false", "[[skills.config]]\npath = \"../deploy/SKILL.md\"\nenabled = true",
		},
		{
			"twice, of which the last counts", entry("true") + entry("false"),
			entry("true") + entry("false"), entry("true") + entry("true"),
		},
		{
			"a name, which may be others' too", "[[skills.config]]\nname = ' deploy '\nenabled = false\n",
			"[[skills.config]]\nname = ' deploy '\nenabled = false\n\n" + entry("false"), "[[skills.config]]\nname = ' deploy '\nenabled = false\n\n" + entry("true"),
		},
		{
			"a name behind its path", entry("true") + "[[skills.config]]\nname = 'deploy'\nenabled = false\n",
			entry("true") + "[[skills.config]]\nname = 'deploy'\nenabled = false\n\n" + entry("false"), entry("true") + "[[skills.config]]\nname = 'deploy'\nenabled = false\n\n" + entry("true"),
		},
		{
			"entries that do not count", "[[skills.config]]\nname = 'deploy'\npath = " + path + "\nenabled = true\n",
			"[[skills.config]]\nname = 'deploy'\npath = " + path + "\nenabled = true\n\n" + entry("false"),
			"[[skills.config]]\nname = 'deploy'\npath = " + path + "\nenabled = true\n\n" + entry("true"),
		},
		{
			"a list", "skills = { config = [{name = 'other', enabled = false}] } # x\n",
			"skills = { config = [{path = " + path + ", enabled = false}, {name = 'other', enabled = false}] } # x\n",
			"skills = { config = [{path = " + path + ", enabled = true}, {name = 'other', enabled = false}] } # x\n",
		},
		{
			"a list over lines", "[skills]\nconfig = [\n  {name = 'other', enabled = false}, # ]\n]\n",
			"[skills]\nconfig = [{path = " + path + ", enabled = false},\n  {name = 'other', enabled = false}, # ]\n]\n",
			"[skills]\nconfig = [{path = " + path + ", enabled = true},\n  {name = 'other', enabled = false}, # ]\n]\n",
		},
		{
			"an empty list", "skills.config = [ # none\n]\n",
			"skills.config = [{path = " + path + ", enabled = false} # none\n]\n", "skills.config = [{path = " + path + ", enabled = true} # none\n]\n",
		},
		{
			"its path in a list", "skills.config = [{enabled=true, path=" + path + "}]\n",
			"skills.config = [{enabled=false, path=" + path + "}]\n", "skills.config = [{enabled=true, path=" + path + "}]\n",
		},
		{"a name in a list, behind which the path must stand", "skills.config = [{name = 'deploy', enabled = true}]", "", ""},
		{"a table in brackets", "skills = {include_instructions = true}\n", "", ""},
		{"another kind", "skills = 1\n", "", ""},
		{"another kind of list", "[skills]\nconfig = 'none'\n", "", ""},
		{"a table for the list", "[skills.config]\na = 1\n", "", ""},
	} {
		for want, on := range map[string]bool{test.off: false, test.on: true} {
			if test.off == test.on {
				want = ""
			}
			got, ok := throw(tomlSwitchFor(test.source, on))
			if !ok {
				got = ""
			}
			if got != want {
				t.Errorf("%s, on %t:\n got %q\nwant %q", test.name, on, got, want)
			}
		}
	}
	odd := &refactor.TomlSwitch{Setting: "skills.config", Path: string(filepath.Separator) + "it's \x7f \"q\" \\ é\tx", File: "config.toml"}
	if got := odd.Fresh(); !odd.Holds(got) {
		t.Errorf("a new file is %q", got)
	}
}

// FuzzSwitchTOML checks that a text has the same values after the switch, except for one entry.
func FuzzSwitchTOML(f *testing.F) {
	path := skills.TOML.Quote(tomlSwitchFor("", false).Path)
	for _, seed := range []string{
		"# x", "a = 1\r\n[b]\r\n", "[[skills.config]]\npath = " + path + "\nenabled = true\n[skills]\n", "skills = {config = [{enabled = false, name = 'deploy'},]}",
		"skills.config = [ # [\n]", "\ufeff'skills'.\"config\" = [{path = '../deploy/SKILL.md', enabled = true}]", "[[skills.config]]\nname.x = 1\n[skills.config.enabled]\n",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, source string, on bool) {
		sw := tomlSwitchFor(source, on)
		got, ok := throw(sw)
		if !ok {
			return
		}
		before, _ := skills.TOML.Parse(source)
		after, _ := skills.TOML.Parse(got)
		was, is := before.Lookup(sw.Setting), after.Lookup(sw.Setting)
		if was == nil {
			was = &frontmatter.Value{Kind: frontmatter.SequenceValue}
		}
		last := sw.Last(is)
		changed := 0
		for _, item := range is.Items {
			if item == last && len(is.Items) > len(was.Items) {
				continue
			}
			if plainOf(item) != plainOf(was.Items[changed]) && item != last {
				t.Errorf("%q became %q", source, got)
			}
			changed++
		}
		if changed != len(was.Items) {
			t.Errorf("of %q, %d entries are %d in %q", source, len(was.Items), changed, got)
		}
		was.Items, is.Items = nil, nil
		if before.Lookup(sw.Setting) == nil {
			return // the table of a new list is new, too
		}
		if diff := cmp.Diff(plainOf(before), plainOf(after)); diff != "" {
			t.Errorf("%q became %q: %s", source, got, diff)
		}
	})
}

// plainOf formats a value without its positions.
func plainOf(v *frontmatter.Value) string {
	out := strconv.Itoa(int(v.Kind)) + v.Tag + strconv.Quote(v.Text)
	for _, p := range v.Pairs {
		out += "," + plainOf(p.Key) + ":" + plainOf(p.Value)
	}
	for _, item := range v.Items {
		out += ";" + plainOf(item)
	}
	return "(" + out + ")"
}

// inventoryOf returns the inventory of Codex in a workspace.
func inventoryOf(t *testing.T, s *workspace.Snapshot) vantage.Inventory {
	t.Helper()
	list, err := vantage.Inventories(context.Background(), s, vantage.InventoryQuery{Agents: []string{"codex"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, inv := range list {
		if inv.Asked {
			return inv
		}
	}
	t.Fatal("nothing is known of Codex")
	return vantage.Inventory{}
}

// TestSwitchCodex checks where the switch of Codex is: in the user's own file if that is in the workspace.
// Otherwise the user has to change the file.
func TestSwitchCodex(t *testing.T) {
	files := "-- ws/.git/HEAD --\n" + analysistest.SkillFile("ws/.agents/skills", "third", "Is the third. Use when asked for it.", "Do it.") +
		"-- ws/.codex/config.toml --\n# mine\n-- home/.codex/config.toml --\nskills = 1\n-- other/config.toml --\nskills = 1\n"
	for _, test := range []struct{ name, home, env, file, shown string }{
		{"the home directory", "ws", "", "ws/.codex/config.toml", ""},
		{"CODEX_HOME in the workspace", "home", "ws/.codex", "ws/.codex/config.toml", ""},
		{"the home directory elsewhere", "home", "", "home/.codex/config.toml", "~/.codex/config.toml"},
		{"CODEX_HOME elsewhere", "home", "other", "other/config.toml", "ROOT/other/config.toml"},
		{"CODEX_HOME in the home directory", "home", "home/x", "home/x/config.toml", "~/x/config.toml"},
		{"CODEX_HOME in the workspace under another name", "home", "ws/x", "ws/x/config.toml", "x/config.toml"},
		{"a relative CODEX_HOME", "home", "?", "", ""},
		{"no home", "", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, root := analysistest.Workspace(t, files)
			at := func(path string) string {
				if path == "" {
					return ""
				}
				return filepath.Join(root, filepath.FromSlash(path))
			}
			env := map[string]string{"CODEX_HOME": at(test.env)}
			if test.env == "?" {
				env["CODEX_HOME"] = "codex"
			}
			fsys := &analysistest.Readings{FS: vfs.Disk{}}
			s := analysis.New(fsys, workspace.Config{Folders: []string{at("ws")}, Home: at(test.home), Env: env})
			inv := inventoryOf(t, s)
			if len(inv.Entries) != 1 {
				t.Fatalf("entries %+v", inv.Entries)
			}
			e := inv.Entries[0]
			manual := inv.Manual != nil
			if manual != (test.shown != "") || manual != (e.Lines != "") {
				t.Fatalf("manual %+v, lines %q", inv.Manual, e.Lines)
			}
			fix, err := refactor.SwitchSkill(context.Background(), s, refactor.SwitchQuery{Path: e.Path, Agent: "codex"})
			if !manual {
				if test.file == "" {
					if e.Switch != nil || err == nil {
						t.Errorf("switch %+v, error %v", e.Switch, err)
					}
					return
				}
				if err != nil || e.Switch == nil || e.Switch.File != at(test.file) || fix.Edits[0].Path != at(test.file) {
					t.Errorf("switch %+v, fix %+v, error %v", e.Switch, fix, err)
				}
				return
			}
			shown := "`" + strings.ReplaceAll(test.shown, "ROOT", filepath.ToSlash(root)) + "`"
			if inv.Manual.File != at(test.file) || !strings.Contains(inv.Manual.Note, shown) {
				t.Errorf("manual %+v, want %s", inv.Manual, shown)
			}
			if want := "[[skills.config]]\npath = " + skills.TOML.Quote(e.Path) + "\nenabled = false\n"; e.Switch != nil || e.Lines != want {
				t.Errorf("switch %+v, lines %q", e.Switch, e.Lines)
			}
			if err == nil || err.Error() != inv.Manual.Note {
				t.Errorf("error %v", err)
			}
			for _, name := range fsys.Names {
				if name == at(test.file) {
					t.Errorf("%s was read", name)
				}
			}
		})
	}
}

// TestSwitchRefused checks the reasons why a skill is not switched off.
func TestSwitchRefused(t *testing.T) {
	for _, test := range []struct{ files, want string }{
		{"-- .codex/config.toml --\na = \n", "`.codex/config.toml` cannot be changed: invalid TOML: "},
		{"-- .codex/config.toml --\nskills = {}\n", "`.codex/config.toml` has another value at `skills.config`: edit the file"},
		{"-- .codex/config.toml->/etc/hostname --\n", "`.codex/config.toml` cannot be changed: symbolic link leaves the project"},
		{"-- .codex/config.toml/x --\n", "`.codex/config.toml` cannot be read"},
	} {
		_, root := analysistest.Workspace(t, analysistest.DeployAnd+test.files)
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}, Home: root})
		_, err := refactor.SwitchSkill(context.Background(), s, refactor.SwitchQuery{Path: filepath.Join(root, ".agents", "skills", "third", "SKILL.md"), Agent: "codex"})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %s", test.files, err, test.want)
		}
	}
}
