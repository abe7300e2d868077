package rules_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
)

// companionWorkspace has a skill with icons. The tests replace its agents/openai.yaml.
const companionWorkspace = `
-- .git/HEAD --
-- .agents/skills/demo/SKILL.md --
---
name: demo
description: Demonstrates things. Use when asked for a demonstration.
---
Text.
-- .agents/skills/demo/assets/icon.svg --
-- .agents/skills/demo/assets/Logo.png --
-- .agents/skills/demo/assets/a b.png --
-- .agents/skills/demo/agents/openai.yaml --
`

// TestCompanion checks the diagnostics of a file with either line ending. It also checks that each fix
// removes its diagnostic and leaves valid YAML, and that it adds no other diagnostic unless the file was
// ignored before or the rule is openai-yaml/schema. A line of want is "severity rule text", then "-> text
// after the fix" for a preferred fix.
func TestCompanion(t *testing.T) {
	long := strings.Repeat("x", 65)
	s, root := analysistest.Workspace(t, companionWorkspace)
	path := filepath.Join(root, ".agents", "skills", "demo", "agents", "openai.yaml")
	for _, tt := range []struct{ name, source, want string }{
		{"nothing", "", ""},
		{"a mark of the byte order", "\ufeffinterface:\n  display_name: Demo\n", ""},
		{"all of it", "interface:\n  display_name: Demo\n  icon_small: ./assets/icon.svg\n  icon_large: assets//Logo.png\n  brand_color: '#aabbcc'\n  default_prompt: Use $demo\npolicy: {products: [CODEX]}\n", ""},
		{"a list", "- a\n", "warning openai-yaml/schema - a"},
		{"not UTF-8", "interface: \xff\n", "warning openai-yaml/schema \xff"},
		{"a colon", "interface:\n  display_name: Demo: more\n", "warning openai-yaml/schema : -> interface:\n  display_name: \"Demo: more\"\n"},
		{"a colon with quotes", "interface:\n  display_name: The \"demo\": more\n", "warning openai-yaml/schema : -> interface:\n  display_name: 'The \"demo\": more'\n"},
		{"a tab", "interface:\n\tdisplay_name: Demo\n", "warning openai-yaml/schema \t -> interface:\n  display_name: Demo\n"},
		{"an at sign", "interface:\n  display_name: @demo\n", "warning openai-yaml/schema @ -> interface:\n  display_name: \"@demo\"\n"},
		{"a bracket that nothing closes", "interface:\n  display_name: [Demo", "warning openai-yaml/schema [Demo"},
		{"a key twice", "interface: {}\npolicy: {}\ninterface: {}\n", "warning openai-yaml/schema interface"},
		{"another spelling", "interface:\n  displayName: \"Demo\"\n", "warning openai-yaml/schema displayName -> interface:\n  display_name: \"Demo\"\n"},
		{"another spelling in quotes", "'Interface': {\"display_name\": x}\n", "warning openai-yaml/schema 'Interface' -> 'interface': {\"display_name\": x}\n"},
		{"both spellings", "interface:\n  display_name: a\n  display-name: b\n", "warning openai-yaml/schema display-name"},
		{"another place", "display_name: Demo\npolicy: {}\n", "warning openai-yaml/schema display_name -> interface:\n  display_name: Demo\npolicy: {}\n"},
		{
			"another place, of which there is one", "display_name: Demo # title\ninterface:\n    default_prompt: $demo\n",
			"warning openai-yaml/schema display_name -> interface:\n    display_name: Demo # title\n    default_prompt: $demo\n",
		},
		{
			"another place, which stands before", "interface:\n  default_prompt: $demo\ndisplay_name: Demo\n",
			"warning openai-yaml/schema display_name -> interface:\n  display_name: Demo\n  default_prompt: $demo\n",
		},
		{"another place, which is full", "interface: {display_name: x}\ndisplay_name: Demo\n", "warning openai-yaml/schema display_name"},
		{"a key of nobody's", "version: 1\n", "information openai-yaml/schema version"},
		{"permissions", "permissions: {network: true}\n", "information openai-yaml/schema permissions"},
		{"a text that is a list", "interface: {display_name: [a]}\n", "warning openai-yaml/schema [a]"},
		{"what else is wrong in a file that is ignored", "interface: {display_name: [a], brand_color: red, short: x}\npolicy: {allow_implicit_invocation: 'no'}\n", "warning openai-yaml/schema [a]\n" +
			"warning openai-yaml/color red\ninformation openai-yaml/schema short\nwarning openai-yaml/policy 'no'"},
		{"a text that the guide finds long, in a file that is ignored", "interface: {short_description: " + long + "}\npolicy: {products: [api]}\n", "information openai-yaml/length " + long + "\nwarning openai-yaml/policy api"},
		{"an empty text", "interface: {display_name: ' '}\n", "warning openai-yaml/schema ' '"},
		{"a long text", "interface: {display_name: " + long + "}\n", "warning openai-yaml/length " + long},
		{"a short text", "interface: {short_description: Short}\n", "information openai-yaml/length Short"},
		{"a comment", "interface:\n  brand_color: #abc123 # blue\n", "warning openai-yaml/color #abc123 -> interface:\n  brand_color: \"#abc123\" # blue\n"},
		{"another comment", "interface:\n  brand_color: # none yet\n", ""},
		{"a colour as a comment", "interface:\n  brand_color: #abc123\n", "warning openai-yaml/color #abc123 -> interface:\n  brand_color: \"#abc123\"\n"},
		{"three digits", "interface: {brand_color: '#a1F'}\n", "warning openai-yaml/color '#a1F' -> interface: {brand_color: '#aa11FF'}\n"},
		{"no sign", "interface:\n  brand_color: aabbcc\n", "warning openai-yaml/color aabbcc -> interface:\n  brand_color: \"#aabbcc\"\n"},
		{"a name", "interface:\n  brand_color: red\n", "warning openai-yaml/color red"},
		{"an icon elsewhere", "interface: {icon_small: icon.svg}\n", "warning openai-yaml/icon icon.svg -> interface: {icon_small: ./assets/icon.svg}\n"},
		{"an icon in other letters", "interface: {icon_small: ./assets/logo.png}\n", "warning openai-yaml/icon ./assets/logo.png -> interface: {icon_small: ./assets/Logo.png}\n"},
		{"an icon with a slip", "interface: {icon_small: \"assets/icom.svg\"}\n", "warning openai-yaml/icon \"assets/icom.svg\""},
		{"an icon with white space", "interface: {icon_small: \" assets/icon.svg\"}\n", "warning openai-yaml/icon \" assets/icon.svg\" -> interface: {icon_small: \"assets/icon.svg\"}\n"},
		{"an icon with another system's separator", "interface: {icon_small: assets\\icon.svg}\n", "warning openai-yaml/icon assets\\icon.svg -> interface: {icon_small: ./assets/icon.svg}\n"},
		{"an icon with a blank", "interface: {icon_small: a b.png}\n", "warning openai-yaml/icon a b.png -> interface: {icon_small: ./assets/a b.png}\n"},
		{"an icon that is nowhere", "interface: {icon_small: assets/other.svg}\n", "warning openai-yaml/icon assets/other.svg"},
		{"a directory", "interface: {icon_small: assets}\n", "warning openai-yaml/icon assets"},
		{"an icon outside", "interface: {icon_small: ../x.svg}\n", "warning openai-yaml/icon ../x.svg"},
		{"a prompt with the name", "interface: {default_prompt: Use demo now}\n", "information openai-yaml/prompt Use demo now -> interface: {default_prompt: Use $demo now}\n"},
		{"a prompt with another name", "interface: {default_prompt: Use $dmeo}\n", "warning openai-yaml/prompt Use $dmeo"},
		{"a prompt without", "interface: {default_prompt: Go on}\n", "information openai-yaml/prompt Go on"},
		{"a tool without a value", "dependencies:\n  tools:\n  - type: mcp\n    url: x\n", "warning openai-yaml/dependency type: mcp"},
		{"a tool of a type with a slip", "dependencies: {tools: [{type: mpc-x, value: x}, {type: env-var, value: X}]}\n", "warning openai-yaml/dependency mpc-x\n" +
			"warning openai-yaml/dependency env-var -> dependencies: {tools: [{type: mpc-x, value: x}, {type: env_var, value: X}]}\n"},
		{"a variable", "dependencies: {tools: [{type: env_var, value: X}]}\n", "information openai-yaml/dependency env_var"},
		{"a transport with a slip", "dependencies: {tools: [{type: mcp, value: x, url: y, transport: \"Streamable-HTTP\"}]}\n", "warning openai-yaml/dependency \"Streamable-HTTP\" -> " +
			"dependencies: {tools: [{type: mcp, value: x, url: y, transport: \"streamable_http\"}]}\n"},
		{"a transport of another kind", "dependencies: {tools: [{type: mcp, value: x, url: y, transport: sse}]}\n", "warning openai-yaml/dependency sse"},
		{"no program", "dependencies: {tools: [{type: mcp, value: x, transport: stdio}]}\n", "information openai-yaml/dependency {type: mcp, value: x, transport: stdio}"},
		{"a program with arguments", "dependencies: {tools: [{type: mcp, value: x, transport: stdio, command: npx -y x}]}\n", "warning openai-yaml/dependency npx -y x"},
		{"a program in a directory", "dependencies: {tools: [{type: mcp, value: x, transport: stdio, command: /opt/a b/x}]}\n", ""},
		{"a key of newer versions", "dependencies: {tools: [{type: mcp, value: x, url: y, oauth: {callbackPort: 1}}]}\n", ""},
		{"a key that lists have, too", "description: x\n", "information openai-yaml/schema description"},
		{"a switch in quotes", "policy: {allow_implicit_invocation: 'No'}\n", "warning openai-yaml/policy 'No'"},
		{"a switch that is none", "policy: {allow_implicit_invocation: perhaps}\n", "warning openai-yaml/policy perhaps"},
		{"a product", "policy: {products: [codex, Codex]}\n", "warning openai-yaml/policy Codex"},
		{"a product without a list", "policy:\n  products: codex\n", "warning openai-yaml/policy codex"},
		{"a product of nobody's", "policy: {products: [other]}\n", "warning openai-yaml/policy other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, ending := range []string{"\n", "\r\n"} {
				source := strings.ReplaceAll(tt.source, "\n", ending)
				got := strings.ReplaceAll(companionFindings(t, s, path, source), "\r\n", "\n")
				if got != tt.want {
					t.Errorf("with %q: got\n%s\nwant\n%s", ending, got, tt.want)
				}
			}
		})
	}
}

// companionFindings describes the diagnostics of a text, and tests their fixes.
func companionFindings(t *testing.T, s *workspace.Snapshot, path, source string) string {
	t.Helper()
	s = s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	found := rules.Diagnose(t.Context(), s, path)
	var lines []string
	for _, d := range found {
		line := fmt.Sprintf("%s %s %s", d.Severity, d.Rule, d.Span.Of(source))
		for _, fix := range d.Fixes {
			after := analysistest.Apply(t, source, path, fix)
			next := s.With(workspace.Change{Path: path, Text: &after, Time: time.Unix(2, 0)})
			again := rules.Diagnose(t.Context(), next, path)
			if countSame(again, d) >= countSame(found, d) {
				t.Errorf("after %q the finding is still there: %s\n%q", fix.Title, d.Text(), after)
			}
			for _, n := range again {
				if d.Rule != "openai-yaml/schema" && analysistest.CountFrom(n.Severity, again, n.Rule) > analysistest.CountFrom(n.Severity, found, n.Rule) && !strings.Contains(d.Text(), "whole file") {
					t.Errorf("%q adds %s: %s\n%q", fix.Title, n.Rule, n.Text(), after)
				}
			}
			if _, err := frontmatter.ParseYAML(after); err != nil {
				t.Errorf("%q leaves no YAML: %v\n%q", fix.Title, err, after)
			}
			if fix.Preferred {
				line += " -> " + after
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestCompanionOfSeveral checks, for a file that several agents read, which of them are asked and what each
// reports.
func TestCompanionOfSeveral(t *testing.T) {
	const skill = "---\nname: demo\ndescription: Demonstrates things. Use when asked for a demonstration.\n---\nText.\n"
	const wrong = "interface: {display_name: [x]}\npermissions: {network: [true], mode: all}\ndependencies: {tools: [{type: mcp, value: x}]}\n"
	for _, tt := range []struct{ targets, file, other, want string }{
		{"agent-skills", "openai.yaml", "", "codex openai-yaml/schema [x]\ncodex openai-yaml/schema permissions\ncodex openai-yaml/dependency {type: mcp, value: x}"},
		{"codex", "openai.yaml", "", "codex openai-yaml/schema [x]\ncodex openai-yaml/schema permissions\ncodex openai-yaml/dependency {type: mcp, value: x}"},
		{"openoxide", "openai.yaml", "", "codex,openoxide openai-yaml/schema [x]\nopenoxide openai-yaml/schema [true]\nopenoxide openai-yaml/schema all\ncodex openai-yaml/dependency {type: mcp, value: x}"},
		{"openoxide", "openai.yaml", "openoxide.yaml", "codex openai-yaml/schema [x]\ncodex openai-yaml/schema permissions\ncodex openai-yaml/dependency {type: mcp, value: x}"},
		{"codex", "openoxide.yaml", "", "openoxide openai-yaml/schema [x]\nopenoxide openai-yaml/schema [true]\nopenoxide openai-yaml/schema all"},
		{"codex", "other.yaml", "", ""},
	} {
		archive := "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [" + tt.targets + "]\n-- .agents/skills/demo/SKILL.md --\n" + skill +
			"-- .agents/skills/demo/agents/" + tt.file + " --\n" + wrong
		if tt.other != "" {
			archive += "-- .agents/skills/demo/agents/" + tt.other + " --\n"
		}
		s, root := analysistest.Workspace(t, archive)
		var lines []string
		for _, d := range analysistest.Diagnose(s, root, ".agents/skills/demo/agents/"+tt.file) {
			lines = append(lines, strings.Join(d.Affected(), ",")+" "+d.Rule+" "+d.Span.Of(wrong))
		}
		if got := strings.Join(lines, "\n"); got != tt.want {
			t.Errorf("%s for %s: got\n%s\nwant\n%s", tt.file, tt.targets, got, tt.want)
		}
	}
}

// TestCompanionSwitches checks that two contradicting switches are reported once.
func TestCompanionSwitches(t *testing.T) {
	for _, tt := range []struct{ skill, companion, want string }{
		{"disable-model-invocation: true", "policy: {allow_implicit_invocation: false}", ""},
		{"disable-model-invocation: true", "policy: {}", "SKILL.md warning field/policy disable-model-invocation"},
		{"disable-model-invocation: true", "", "SKILL.md warning field/policy disable-model-invocation"},
		{"disable-model-invocation: true", "policy: {allow_implicit_invocation: true}", "openai.yaml warning openai-yaml/policy true"},
		{"disable-model-invocation: false", "policy: {allow_implicit_invocation: false}", "openai.yaml information openai-yaml/policy false"},
		{"disable-model-invocation: false", "policy: {allow_implicit_invocation: true}", ""},
		{"disable-model-invocation: true", "policy: {allow_implicit_invocation: 'no'}", "SKILL.md warning field/policy disable-model-invocation\nopenai.yaml warning openai-yaml/policy 'no'"},
		{"license: MIT", "policy: {allow_implicit_invocation: true}", ""},
	} {
		s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: [codex]\n-- .agents/skills/demo/SKILL.md --\n"+
			"---\nname: demo\ndescription: Demonstrates things. Use when asked for a demonstration.\n"+tt.skill+"\n---\nText.\n"+
			"-- .agents/skills/demo/agents/openai.yaml --\n"+tt.companion+"\n")
		var lines []string
		for _, name := range []string{"SKILL.md", "agents/openai.yaml"} {
			path := filepath.Join(root, ".agents", "skills", "demo", filepath.FromSlash(name))
			f, err := s.File(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range rules.Diagnose(t.Context(), s, path) {
				if strings.HasSuffix(d.Rule, "/policy") {
					lines = append(lines, fmt.Sprintf("%s %s %s %s", filepath.Base(name), d.Severity, d.Rule, d.Span.Of(f.Doc.Source)))
				}
			}
		}
		if got := strings.Join(lines, "\n"); got != tt.want {
			t.Errorf("%s and %s: got\n%s\nwant\n%s", tt.skill, tt.companion, got, tt.want)
		}
	}
}

// TestCompanionKind checks which files are companions.
func TestCompanionKind(t *testing.T) {
	s, root := analysistest.Workspace(t, `
-- .git/HEAD --
-- skills/demo/SKILL.md --
---
name: demo
description: Demonstrates.
---
-- skills/demo/agents/openai.yaml --
-- skills/demo/agents/openai.yml --
-- skills/demo/agents/x.yaml --
-- skills/demo/openai.yaml --
-- skills/demo/more/agents/openai.yaml --
-- agents/openai.yaml --
`)
	for path, want := range map[string]file.Kind{
		"skills/demo/agents/openai.yaml": file.CompanionFile, "skills/demo/agents/openoxide.yaml": file.CompanionFile,
		"skills/demo/agents/openai.yml": file.NotOurs, "skills/demo/agents/x.yaml": file.NotOurs, "skills/demo/openai.yaml": file.NotOurs,
		"skills/demo/more/agents/openai.yaml": file.NotOurs, "agents/openai.yaml": file.NotOurs,
	} {
		if got := s.KindOf(filepath.Join(root, filepath.FromSlash(path))); got != want {
			t.Errorf("%s is %d, want %d", path, got, want)
		}
	}
}

// TestCompanionHostile checks that the number of diagnostics is limited for files of the maximum size that is
// analyzed and for larger files.
func TestCompanionHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	s, root := analysistest.Workspace(t, companionWorkspace)
	path := filepath.Join(root, ".agents", "skills", "demo", "agents", "openai.yaml")
	for _, piece := range []string{
		"a", "- ", "[", "{a: ", "a: b\n", "dependencies:\n", "'", "\"", "&a ", "#", "\t", "? ", "- - ", "|\n", "\n", "\r", "\xff", "interface: {", "  display-name: x\n", "*a\n", "display_name: y\n", "    - x: a\n",
	} {
		for _, head := range []string{"", "interface:\n", "dependencies:\n  tools:\n", "policy:\n  products: ["} {
			source := head + strings.Repeat(piece, (config.MaxSettings-len(head))/len(piece))
			found := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)}), path)
			if len(found) > 4*rules.MaxCompanionRemarks {
				t.Errorf("%q behind %q: %d findings", piece, head, len(found))
			}
			if analysistest.Count(found, "file/limit") > 0 {
				t.Errorf("%q behind %q: of %d bytes not all are analysed", piece, head, len(source))
			}
		}
	}
	large := strings.Repeat("a: b\n", config.MaxSettings)
	if found := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &large, Time: time.Unix(1, 0)}), path); len(found) != 1 || analysistest.Count(found, "file/limit") != 1 {
		t.Errorf("of %d bytes: %+v", len(large), found)
	}
}

// TestCompanionMessages checks the messages that depend on the content of the file.
func TestCompanionMessages(t *testing.T) {
	s, root := analysistest.Workspace(t, companionWorkspace)
	path := filepath.Join(root, ".agents", "skills", "demo", "agents", "openai.yaml")
	for _, tt := range []struct{ source, want string }{
		{"interface: {display_name: " + strings.Repeat("é ", 65) + "}\n", "\"interface.display_name\" has 129 characters: the limit is 64"},
		{"interface: {short_description: " + strings.Repeat("x", 65) + "}\npolicy: {products: [api]}\n", "65 characters, OpenAI's guide recommends 25 to 64"},
		{"policy: {products: [api]}\n", "invalid policy.products \"api\": expected chatgpt, codex or atlas"},
		{"a: [\n", "invalid YAML: did not find expected node content, while parsing a flow node"},
		{"interface: {brand_color: red}\n", "invalid color \"red\": write \"#RRGGBB\""},
		{"dependencies: {tools: [{type: mcp}]}\n", "dependency has no \"value\""},
	} {
		found := rules.Diagnose(t.Context(), s.With(workspace.Change{Path: path, Text: &tt.source, Time: time.Unix(1, 0)}), path)
		if len(found) == 0 || found[0].Text() != tt.want {
			t.Errorf("%q: got %+v, want %s", tt.source, found, tt.want)
		}
	}
}
