package manifest_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/file"
	"skills-ls/analysis/manifest"
	"skills-ls/skills/text"
)

// roleOf returns the role of a manifest below a root.
func roleOf(tb testing.TB, path string) file.ManifestRole {
	tb.Helper()
	role, ok := file.ManifestOf(filepath.Join(string(filepath.Separator), "root", filepath.FromSlash(path)))
	if !ok {
		tb.Fatalf("%s is not a manifest", path)
	}
	return role
}

// TestExtras checks where comments and trailing commas are found.
func TestExtras(t *testing.T) {
	for source, want := range map[string]string{
		`{"a": "// no, /* no */,}"}`:              "",
		`{"a": [1, 2,], // b, c` + "\n" + `}`:     `commas ["," ","] comments ["// b, c"]`,
		"{/* a\n b */ \"a\": 1, /**/ /***/}//\n":  `commas [","] comments ["/* a\n b */" "/**/" "/***/" "//"]`,
		text.ByteOrderMark + "{\"a\": 1,} // é\n": `commas [","] comments ["// é"]`,
		`{"a": 1}`:            "",
		"{\"a\": 1 // b\r\n}": `comments ["// b"]`,
		`{"a": 1`:             "",
	} {
		d := manifest.Read(roleOf(t, ".claude-plugin/plugin.json"), source)
		got := ""
		if len(d.Commas) > 0 {
			got += fmt.Sprintf("commas %q ", textsOf(source, d.Commas))
		}
		if len(d.Comments) > 0 {
			got += fmt.Sprintf("comments %q", textsOf(source, d.Comments))
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%q: got %s, want %s", source, got, want)
		}
	}
}

func textsOf(source string, spans []text.Span) (list []string) {
	for _, s := range spans {
		list = append(list, s.Of(source))
	}
	return list
}

// TestPaths checks which paths a manifest names, and where they start from.
func TestPaths(t *testing.T) {
	for _, test := range []struct{ path, source, want string }{
		{".claude-plugin/plugin.json", `{"skills": ["./a", "."], "hooks": {"x": "./b"}, "mcpServers": "https://example.com/x.mcpb"}`, "/root/a /root"},
		{".claude-plugin/plugin.json", `{"commands": {"x": {"source": "./x.md"}, "y": {"content": "./y"}}, "experimental": {"themes": "./t"}}`, "/root/x.md /root/t"},
		{".claude-plugin/marketplace.json", `{"plugins": [{"source": "./p", "skills": ["./s"]}, {"source": {"source": "url", "url": "./x"}, "skills": ["./s"]}]}`, "/root/p /root/p/s -"},
		{".claude-plugin/marketplace.json", `{"metadata": {"pluginRoot": "./plugins"}, "plugins": [{"source": "p"}, {"source": "."}, {"source": "./p"}]}`, "/root/plugins/p rooted /root /root/p"},
		{".claude-plugin/marketplace.json", `{"metadata": {"pluginRoot": "./"}, "plugins": [{"source": "p"}]}`, "/root/p rooted"},
		{".cursor-plugin/marketplace.json", `{"metadata": {"pluginRoot": "plugins"}, "plugins": [{"source": "p"}]}`, "/root/plugins/p rooted"},
		{".agents/plugins/marketplace.json", `{"metadata": {"pluginRoot": "./plugins"}, "plugins": [{"source": "p"}]}`, "/root/p"},
		{".claude-plugin/marketplace.json", `{"plugins": [{"source": "../p", "skills": "./s"}]}`, "/p -"},
		{".agents/plugins/marketplace.json", `{"plugins": [{"source": {"source": "local", "path": "./p"}}, {"source": "git@example.com:a/b.git"}]}`, "/root/p"},
		{".cursor-plugin/marketplace.json", `{"plugins": [{"source": "p", "rules": "r/*.mdc"}, 7, {"source": "https://example.com/p"}]}`, "/root/p /root/p/r/*.mdc"},
		{".cursor-plugin/plugin.json", `["./a"]`, ""},
	} {
		var got []string
		for _, p := range manifest.Paths(manifest.Read(roleOf(t, test.path), test.source)) {
			abs := filepath.ToSlash(strings.TrimPrefix(p.Abs(), filepath.VolumeName(p.Abs())))
			if abs == "" {
				abs = "-"
			}
			if p.Rooted {
				abs += " rooted"
			}
			if p.Rooted && p.IsUndotted() {
				t.Errorf("%s: %s counts as undotted", test.source, p.Value.Text)
			}
			got = append(got, abs)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, want %s", test.source, got, test.want)
		}
	}
}

// TestSites checks the place at the "‸" in finished and unfinished JSON.
func TestSites(t *testing.T) {
	for marked, want := range map[string]string{
		`{‸}`:                         `key "" in [] taken []`,
		`{"na‸"}`:                     `key "na" in [] quoted closed taken []`,
		`{"na‸`:                       `key "na" in [] quoted taken []`,
		`{"a": 1, "na‸: 2, "b": 3}`:   `key "na: 2, " in [] quoted closed more taken [a : 3}]`,
		`{"a": 1, "na‸": 2, "b": 3}`:  `key "na" in [] quoted closed colon taken [a b]`,
		`{"a": {"b": [‸]}, "c": 1}`:   `value "" in [a b] taken []`,
		`{"a": {"b": [{"c": "x‸"}]}}`: `value "x" in [a b c] quoted closed taken []`,
		`{"a": t‸}`:                   `value "t" in [a] taken []`,
		"{\n  ‸\n  \"b\": 1\n}":       `key "" in [] more taken [b]`,
		`{"a": "x\"‸y", "b": 2}`:      `value "x\"y" in [a] quoted closed taken []`,
		"{\"a\": \"x‸\n}":             `value "x" in [a] quoted taken []`,
		`‸{}`:                         "none",
		`{}‸`:                         "none",
		`{"a": {"b": 1}, ‸`:           `key "" in [] taken [a]`,
	} {
		before, after, _ := strings.Cut(marked, "‸")
		source := before + after
		site, ok := manifest.SiteAt(source, len(before))
		got := "none"
		if ok {
			kind := map[bool]string{true: "key", false: "value"}[site.IsKey]
			got = fmt.Sprintf("%s \"%s\" in %v", kind, site.Token.Of(source), site.Path)
			for _, flag := range []struct {
				on   bool
				name string
			}{{site.Quoted, "quoted"}, {site.Closed, "closed"}, {site.Colon, "colon"}, {site.More, "more"}} {
				if flag.on {
					got += " " + flag.name
				}
			}
			got += fmt.Sprintf(" taken %v", site.Taken)
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", marked, got, want)
		}
	}
}

// FuzzManifest checks that no text makes the package panic, and that all spans are in the file.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "[]", "null", `{"name": 1, "name": "x",}`, `{"plugins": [{"name": "a", "source": {"source": "local"}}, {"name": "a"}, 1]}`,
		`{"userConfig": {"a": {"type": "x"}}, "skills": ["../x", "./a", 2], "hooks": null}`, "\ufeff{\"a\": /* x */ 1}", `{"a": "`, `{"metadata": {"pluginRoot": "./x"}}`,
		strings.Repeat("[", 200), strings.Repeat(`{"a":`, 200),
	} {
		f.Add(seed, len(seed)/2)
	}
	f.Fuzz(func(t *testing.T, source string, offset int) {
		if len(source) > 1<<12 {
			return
		}
		inside := func(what string, s text.Span) {
			if s.Start < 0 || s.Start > s.End || s.End > len(source) {
				t.Errorf("%s: %v is not in %q", what, s, source)
			}
		}
		for _, path := range file.ManifestEnds() {
			d := manifest.Read(roleOf(t, path), source)
			for _, s := range slices.Concat(d.Comments, d.Commas) {
				inside("extra", s)
			}
			for _, p := range manifest.Check(d) {
				inside("problem", p.Span)
				inside("first", p.First)
			}
			for _, p := range manifest.Paths(d) {
				inside("path", manifest.Inside(p.Value))
				_, _, _ = p.Abs(), p.Leaves(), p.IsUndotted()
			}
		}
		if offset >= 0 && offset <= len(source) {
			if site, ok := manifest.SiteAt(source, offset); ok {
				inside("token", site.Token)
				if offset < site.Token.Start || offset > site.Token.End {
					t.Errorf("the offset %d is not in the token %v of %q", offset, site.Token, source)
				}
			}
		}
	})
}
