package codex

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// TestOpenAIYAML compares with what Codex logs about an agents/openai.yaml (core-skills/src/loader.rs
// 6162409b): each line is a remark with the text at its span, a piece of advice after "guide:", or a
// dependency after "needs:".
func TestOpenAIYAML(t *testing.T) {
	long := strings.Repeat("x", 1025)
	for _, tt := range []struct{ name, source, want string }{
		{"nothing", "", ""},
		{"null", "interface:\ndependencies:\npolicy:\n", ""},
		{
			"all of it",
			"interface:\n  display_name: Demo\n  short_description: A skill that demonstrates a thing\n  icon_small: ./assets/s.png\n  icon_large: assets//l.svg\n" +
				"  brand_color: \"#aBc012\"\n  default_prompt: Use $demo now\ndependencies:\n  tools:\n  - {type: mcp, value: github, description: d, transport: streamable_http, url: 'https://x'}\n" +
				"policy: {allow_implicit_invocation: false, products: [codex, ATLAS]}\nother: 1\n",
			"guide: other: Codex does not read it\nneeds: mcp github d streamable_http https://x",
		},
		{"empty", "interface: {display_name: ' ', short_description: '', default_prompt: \"\\n\"}", "' ': ignoring interface.display_name: value is empty\n" +
			"'': ignoring interface.short_description: value is empty\n\"\\n\": ignoring interface.default_prompt: value is empty"},
		{"too long", "interface:\n  display_name: " + long[:65] + "\n  default_prompt: " + long + "\n", long[:65] + ": ignoring interface.display_name: exceeds maximum length of 64 characters\n" +
			long + ": ignoring interface.default_prompt: exceeds maximum length of 1024 characters"},
		{"characters, not bytes", "interface:\n  display_name: " + strings.Repeat("é", 64) + "\n", ""},
		{"white space", "interface:\n  display_name: " + long[:32] + strings.Repeat(" ", 40) + long[:31] + "\n", ""},
		{"a color", "interface: {brand_color: ' red '}", "' red ': ignoring interface.brand_color: expected #RRGGBB, got red"},
		{"a short color", "interface: {brand_color: '#fff'}", "'#fff': ignoring interface.brand_color: expected #RRGGBB, got #fff"},
		{"a color with other letters", "interface: {brand_color: '#ffffgg'}", "'#ffffgg': ignoring interface.brand_color: expected #RRGGBB, got #ffffgg"},
		{"an empty color", "interface: {brand_color: ' '}", "' ': ignoring interface.brand_color: value is empty"},
		{"a color without quotes", "interface:\n  brand_color: #aabbcc\n", "guide: #aabbcc: an unquoted color is a comment in YAML"},
		{"an absolute icon", "interface: {icon_small: /a.png}", "/a.png: ignoring interface.icon_small: icon must be a relative assets path (not " + filepath.FromSlash("/s/demo/assets") + ")"},
		{"an icon elsewhere", "interface: {icon_small: images/a.png, icon_large: a.png}", "images/a.png: ignoring interface.icon_small: icon path must be under assets/\n" +
			"a.png: ignoring interface.icon_large: icon path must be under assets/"},
		{"an icon outside", "interface: {icon_large: assets/../../a.png}", "assets/../../a.png: ignoring interface.icon_large: icon path must not contain '..'"},
		{"an empty icon", "interface: {icon_large: ''}", ""},
		{"a tool without a type", "dependencies:\n  tools:\n  - value: x\n", "value: x: ignoring dependencies.tools.type: value is missing"},
		{"a tool without a value", "dependencies: {tools: [{type: mcp}]}", "{type: mcp}: ignoring dependencies.tools.value: value is missing"},
		{"an empty tool", "dependencies: {tools: [{type: ' ', value: x}]}", "' ': ignoring dependencies.tools.type: value is empty"},
		{"a tool with a long type", "dependencies: {tools: [{type: " + long[:65] + ", value: x}]}", long[:65] + ": ignoring dependencies.tools.type: exceeds maximum length of 64 characters"},
		{"a tool with a long address", "dependencies: {tools: [{type: mcp, value: x, url: " + long + "}]}", long + ": ignoring dependencies.tools.url: exceeds maximum length of 1024 characters\n" +
			"{type: mcp, value: x, url: " + long + "}: unable to auto-install MCP dependency x for skill tools:demo: missing url for streamable_http dependency\nneeds: mcp x"},
		{"a server without an address", "dependencies: {tools: [{type: MCP, value: x}]}", "{type: MCP, value: x}: unable to auto-install MCP dependency x for skill tools:demo: missing url for streamable_http dependency\nneeds: MCP x"},
		{"a server without a program", "dependencies: {tools: [{type: mcp, value: x, transport: STDIO}]}", "{type: mcp, value: x, transport: STDIO}: unable to auto-install MCP dependency x for skill tools:demo: missing command for stdio dependency\nneeds: mcp x STDIO"},
		{"a server behind another transport", "dependencies: {tools: [{type: mcp, value: x, transport: sse}]}", "sse: unable to auto-install MCP dependency x for skill tools:demo: unsupported transport sse\nneeds: mcp x sse"},
		{"a tool of no type that is known", "dependencies: {tools: [{type: cli, value: gh}]}", "guide: cli: OpenAI's guide lists only the type \"mcp\", and Codex ignores other types\nneeds: cli gh"},
		{"keys that are not read", "interface: {colour: red}\nbrand_color: x\npermissions: {network: true}\ndependencies: {tools: [{type: mcp, value: x, url: y, args: []}], more: 1}\n", "guide: colour: Codex does not read it\n" +
			"guide: brand_color: Codex does not read it\nguide: permissions: Codex no longer reads it\nguide: args: Codex does not read it\nguide: more: Codex does not read it\nneeds: mcp x y"},
		{"another tool", "dependencies: {tools: [{type: env_var, value: TOKEN}]}", "guide: env_var: OpenAI's guide lists only the type \"mcp\"\nneeds: env_var TOKEN"},
		{"a short blurb", "interface: {short_description: Short}", "guide: Short: 5 characters, OpenAI's guide recommends 25 to 64"},
		{"a prompt without the name", "interface: {default_prompt: Use it}", "guide: Use it: prompt does not mention \"$tools:demo\", as OpenAI's guide recommends"},
		{"a prompt with the whole name", "interface: {default_prompt: \"Use $tools:demo\"}", ""},
		{"another type", "interface: {display_name: [x]}", "ignored\n[x]: ignoring /s/demo/agents/openai.yaml: invalid openai.yaml: interface.display_name: invalid type: sequence, expected a string at line 1 column 27"},
		{"a policy of another type", "policy: {allow_implicit_invocation: 'no'}", "ignored\n'no': ignoring /s/demo/agents/openai.yaml: invalid openai.yaml: " +
			"policy.allow_implicit_invocation: invalid type: string \"no\", expected a boolean at line 1 column 37"},
		{"another product", "policy: {products: [codex, Codex]}", "ignored\nCodex: ignoring /s/demo/agents/openai.yaml: invalid openai.yaml: policy.products[1]: unknown variant `Codex`"},
		{"not UTF-8", "a\xff", "ignored\n\xff: ignoring /s/demo/agents/openai.yaml: failed to read openai.yaml: invalid utf-8 sequence of 1 bytes from index 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readOpenAIYAML(skills.CompanionFile{Path: "/s/demo/agents/openai.yaml", Dir: filepath.FromSlash("/s/demo"), Name: "tools:demo", Source: tt.source})
			if got := agenttest.CompanionLines(tt.source, r); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestOpenAIIcons checks the icons that the skills of a plugin share.
func TestOpenAIIcons(t *testing.T) {
	dir := treetest.Dir(t)
	manifest := "{}"
	agenttest.WriteTree(t, dir, []agenttest.Node{{Path: ".codex-plugin/plugin.json", Content: &manifest}, {Path: "skills/demo/agents", Dir: true}})
	for icon, want := range map[string]string{
		"../../assets/a.png":        "",
		"assets/../../../assets/a":  "",
		"../../images/a.png":        "ignoring interface.icon_small: icon path with '..' must resolve under plugin assets/",
		"../../../assets/a.png":     "ignoring interface.icon_small: icon path with '..' must resolve under plugin assets/",
		"../../assets/../../secret": "ignoring interface.icon_small: icon path with '..' must resolve under plugin assets/",
	} {
		r := readOpenAIYAML(skills.CompanionFile{Dir: filepath.Join(dir, "skills", "demo"), Source: "interface: {icon_small: " + icon + "}", FS: vfs.Disk{}})
		got := ""
		if len(r.Remarks) > 0 {
			got = r.Remarks[0].Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", icon, got, want)
		}
	}
}

// FuzzOpenAIYAML checks that everything that a reading reports is in the file.
func FuzzOpenAIYAML(f *testing.F) {
	for _, seed := range []string{
		"interface:\n  brand_color: #fff\n  icon_small: ../a\ndependencies:\n  tools:\n  - type: x\n", "policy: {products: [x]}", "interface: &a {display_name: ''}\nother: *a\n",
		"a\xff", "interface: {icon_large: [}", "interface: {brand_color: ~ # x\n}", "dependencies: {tools: [~, {}]}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		file := skills.CompanionFile{Path: "/s/d/agents/openai.yaml", Dir: "/s/d", Name: "d", Source: source}
		agenttest.CheckCompanion(t, file, readOpenAIYAML(file))
	})
}
