package watchlist_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/watchlist"
	"skills-ls/analysis/workspace"
)

// describeRoots formats watched roots as "path reach", with a "+" after those inside the workspace. The paths
// are slash-separated and relative to root. Paths outside root are left out.
func describeRoots(root string, roots []watchlist.WatchedRoot) []string {
	var list []string
	for _, r := range roots {
		rel, err := filepath.Rel(root, r.Path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		line := filepath.ToSlash(rel) + " " + [...]string{"itself", "entries", "names", "below"}[r.Reach]
		if r.Inside {
			line += "+"
		}
		list = append(list, line)
	}
	return list
}

// TestWatchedRoots checks which paths are watched.
func TestWatchedRoots(t *testing.T) {
	for _, test := range []struct {
		name     string
		files    string // a txtar archive
		open     []string
		vantages []string
		env      map[string]string
		want     []string // some of the watched paths
		not      []string // beginnings of paths that are not watched
	}{
		{
			name:  "roots that exist and roots that do not",
			files: "-- ws/.agents/skills/a/SKILL.md --\n-- home/x --\n",
			want: []string{
				"ws names+", "ws/.agents/skills below+", "ws/.claude/skills below+", "ws/skills below+",
				"home/.agents/skills below", ".git itself", ".codelia itself", "CLAUDE.md itself",
			},
			not: []string{"ws/.agents/skills/a", "home entries", ". entries"},
		},
		{
			name:  "the roots of a repository around the workspace",
			files: "-- .git/HEAD --\n-- ws/x --\n",
			want:  []string{".agents/skills below", "ws/.agents/skills below+"},
		},
		{
			name:  "a package of a monorepo whose file is open",
			files: "-- ws/.git/HEAD --\n-- ws/packages/p/.agents/skills/a/SKILL.md --\n",
			open:  []string{"ws/packages/p/.agents/skills/a/SKILL.md"},
			want: []string{
				"ws/packages/p/.agents/skills below+", "ws/packages/.agents/skills below+",
				"ws/packages/p/.agents/.claude-plugin/plugin.json itself+",
			},
			not: []string{"ws/packages entries", "ws/packages/p entries"},
		},
		{
			name:  "a skill outside of every root",
			files: "-- ws/mine/SKILL.md --\n-- ws/mine/references/x.md --\n",
			open:  []string{"ws/mine/references/x.md"},
			want:  []string{"ws/mine below+"},
		},
		{
			name:  "open files that are not ours",
			files: "-- ws/x --\n",
			open:  []string{"ws/deep/main.go", "untitled:SKILL.md"},
			not:   []string{"deep", "untitled"},
		},
		{
			name:  "an open file outside of the workspace",
			files: "-- ws/x --\n-- notes/AGENTS.md --\n",
			open:  []string{"notes/AGENTS.md"},
			want:  []string{"notes entries", "notes/.agents/skills below"},
		},
		{
			name:  "an open file outside of the workspace whose SKILL.md may come",
			files: "-- ws/x --\n-- out/.git/HEAD --\n-- out/my-skill/references/deep/guide.md --\n",
			open:  []string{"out/my-skill/references/deep/guide.md"},
			want:  []string{"out/my-skill/references/SKILL.md itself", "out/my-skill/SKILL.md itself", "out/SKILL.md itself"},
		},
		{
			name:     "where a request stood",
			files:    "-- ws/x --\n-- other/x --\n",
			vantages: []string{"other/deep"},
			want:     []string{"other/deep entries", "other/deep/.agents/skills below", "other/.git itself"},
		},
		{
			name:  "markers of the environment",
			files: "-- ws/x --\n",
			env:   map[string]string{"CODELIA_AGENTS_MARKERS": ".root, .top"},
			want:  []string{".root itself", ".top itself", "ws/.root itself+"},
		},
		{
			name:  "roots that settings name",
			files: "-- ws/.skills-ls.yaml --\nroots: [tools/prompts, tools/none, ../out]\n-- ws/tools/prompts/x --\n-- out/x --\n",
			want:  []string{"ws/tools/prompts below+", "ws/tools/none below+"},
			not:   []string{"out"},
		},
		{
			name:  "a link to a skill elsewhere",
			files: "-- ws/.agents/skills/a->../../../elsewhere/a --\n-- elsewhere/a/SKILL.md --\n",
			want:  []string{"elsewhere/a below", "ws/.agents/skills below+"},
		},
		{
			name:  "a link to a file elsewhere",
			files: "-- ws/.agents/skills/a/SKILL.md->../../../../elsewhere/a.md --\n-- elsewhere/a.md --\n",
			want:  []string{"elsewhere/a.md itself"},
			not:   []string{"elsewhere below", "elsewhere entries"},
		},
		{
			name:  "a link to nothing",
			files: "-- ws/.agents/skills/a->../../../elsewhere/a --\n",
			want:  []string{"elsewhere/a itself"},
		},
		{
			name: "links on the way",
			files: "-- ws/.agents/skills/a->../../../elsewhere/now/a --\n-- elsewhere/now->v1 --\n-- elsewhere/v1/a->../../pool/a --\n" +
				"-- pool/a/SKILL.md --\n-- pool/a/more->../../rest --\n-- rest/x --\n",
			want: []string{"elsewhere/now itself", "elsewhere/v1/a itself", "pool/a below"},
			not:  []string{"now/", "rest"}, // it leaves the skill directory
		},
		{
			name:  "a root that is a link",
			files: "-- ws/.agents->../shared --\n-- shared/skills/a/SKILL.md --\n",
			want:  []string{"ws/.agents itself+", "shared/skills below"},
			not:   []string{"ws/.agents/skills"},
		},
		{
			name:  "a home that is a link",
			files: "-- home->real --\n-- real/x --\n-- ws/x --\n",
			want:  []string{"home itself", "real/.agents/skills below"},
			not:   []string{"home/"},
		},
		{
			name:  "links that lead in circles, and to everything",
			files: "-- ws/.agents/skills/a->b --\n-- ws/.agents/skills/b->a --\n-- ws/.agents/skills/up->../.. --\n-- ws/.agents/skills/root->../../.. --\n-- ws/.agents/skills/home->../../../home --\n-- home/x --\n",
			want:  []string{"ws names+", "ws/.agents/skills below+"},
			not:   []string{"ws below", ". entries", ". below", "home entries", "home below"}, // nothing behind them is read
		},
		{
			name:  "a link among what is not looked at",
			files: "-- ws/.agents/skills/a/node_modules/x->../../../../../elsewhere --\n-- elsewhere/x --\n",
			not:   []string{"elsewhere"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, test.files)
			at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
			s = s.WithConfig(workspace.Config{Folders: []string{at("ws")}, Home: at("home"), Env: test.env})
			text := "text"
			for _, name := range test.open {
				if !strings.Contains(name, ":") {
					name = at(name)
				}
				s = s.With(workspace.Change{Path: name, Text: &text})
			}
			var vantages []string
			for _, v := range test.vantages {
				vantages = append(vantages, at(v))
			}
			got := describeRoots(root, watchlist.WatchedRoots(s, vantages...))
			for _, want := range test.want {
				if !slices.Contains(got, want) {
					t.Errorf("%s is missing", want)
				}
			}
			for _, line := range got {
				for _, not := range test.not {
					if strings.HasPrefix(line, not) {
						t.Errorf("%s is watched", line)
					}
				}
			}
			if t.Failed() {
				t.Logf("watched:\n%s", strings.Join(got, "\n"))
			}
		})
	}
}

// TestWatchedLinks checks that the targets of links in open files are watched as far as they may be read. If
// a directory on the way to a target is missing, it is watched, too, because it may be created as a symbolic
// link.
func TestWatchedLinks(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- ws/.agents/skills/a/SKILL.md --
[own](references/a.md) ![picture](../../../docs/p%20q.png) [twice][ref]
[web](https://example.org/x.md) [fragment](#x) [absolute](/etc/passwd) [outside](../../../../out.md) [template](<name>.md)

[ref]: ../../../docs/guide.md#intro
-- ws/.agents/skills/a/references/b.md --
[from here or from the skill](c.md)
-- ws/AGENTS.md --
[linked](link/x.md) [a line](src/main.go:12)
-- ws/plugin/.claude-plugin/plugin.json --
{"name": "tools", "hooks": "./hooks.json", "commands": ["../../x.md", "./*.md"]}
-- ws/link->real --
-- ws/real/x.md --
-- ws/closed/AGENTS.md --
[closed](y.md)
`)
	s = s.WithConfig(workspace.Config{Folders: []string{filepath.Join(root, "ws")}})
	for _, name := range []string{"ws/.agents/skills/a/SKILL.md", "ws/.agents/skills/a/references/b.md", "ws/AGENTS.md", "ws/plugin/.claude-plugin/plugin.json"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		s = s.With(workspace.Change{Path: path, Text: &f.Doc.Source})
	}
	got := describeRoots(root, watchlist.WatchedLinks(s))
	want := []string{
		"ws/.agents/skills/a/c.md itself+", "ws/.agents/skills/a/references/a.md itself+", "ws/.agents/skills/a/references/c.md itself+",
		"ws/docs itself+", "ws/docs/guide.md itself+", "ws/docs/p q.png itself+",
		"ws/link itself+", "ws/plugin/hooks.json itself+", "ws/real/x.md itself+", "ws/src itself+", "ws/src/main.go itself+",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestMarkKnown checks that MarkKnown marks the added and removed paths that closed files depend on.
func TestMarkKnown(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- ws/.agents/skills/a/SKILL.md --
[run](scripts/run.sh) [main](../../../src/main.go)
-- ws/docs/guide.md --
-- ws/src/main.go --
-- ws/src/other.go --
`)
	s = s.WithConfig(workspace.Config{Folders: []string{filepath.Join(root, "ws")}})
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	asked := make(map[string]bool)
	var got, want []string
	for name, known := range map[string]bool{
		"ws/.agents/skills/a": true, "ws/.agents/skills/a/scripts": true, "ws/.agents/skills/a/scripts/run.sh": true,
		"ws": true, "ws/docs": true, "ws/src": true, "ws/src/main.go": true,
		"ws/src/other.go": false, "ws/doc": false, "ws/docs/pictures": false, "other": false,
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		asked[path] = false
		if known {
			want = append(want, path)
		}
	}
	watchlist.MarkKnown(s, asked)
	for path, known := range asked {
		if known {
			got = append(got, path)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestWatchedIgnored checks that the target of a link in a closed file is watched by itself if it is in an
// ignored directory.
func TestWatchedIgnored(t *testing.T) {
	s, root := analysistest.Workspace(t, "-- ws/.gitignore --\ndist\n-- ws/AGENTS.md --\n[built](dist/a.js) [source](src/a.js)\n")
	s = s.WithConfig(workspace.Config{Folders: []string{filepath.Join(root, "ws")}})
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	got := describeRoots(root, watchlist.WatchedRoots(s))
	if !slices.Contains(got, "ws/dist/a.js itself+") || slices.Contains(got, "ws/src/a.js itself+") {
		t.Errorf("watched:\n%s", strings.Join(got, "\n"))
	}
}

func TestOursByName(t *testing.T) {
	for _, test := range []struct {
		path              string
		moved, inContents bool
	}{
		{"/w/SKILL.md", true, true},
		{"/w/skill.MD", true, true},
		{"/w/rules.mdc", true, true},
		{"/w/.skills-ls.yaml", true, true},
		{"/w/skills-ls.yaml", true, true},
		{"/w/strict.skills-ls.yaml", true, true},
		{"/w/not-skills-ls.yaml", false, false},
		{"/w/.gitignore", true, true},
		{"/w/agents/openai.yaml", true, true},
		{"/w/other/openai.yaml", false, false},
		{"/w/.codelia", true, false},
		{"/w/.git", true, false},
		{"/w/.jj", true, false},
		{"/w/opencode.json", true, true},
		{"/w/.claude/settings.local.json", true, true},
		{"/w/other/settings.json", false, false},
		{"/w/config.toml", true, true},
		{"/w/skills", true, false},
		{"/w/.agents", true, false},
		{"/w/.claude-plugin/plugin.json", true, true},
		{"/w/.agents/plugins/marketplace.json", true, true},
		{"/w/plugin.json", true, false},
		{"/w/main.go", false, false},
		{"/w/src", false, false},
		{"/", false, false},
	} {
		if got := fmt.Sprint(file.OursByName(test.path, true), file.OursByName(test.path, false)); got != fmt.Sprint(test.moved, test.inContents) {
			t.Errorf("%s: %s", test.path, got)
		}
	}
}
