package runtimes

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/runtimes/internal/serdeyaml"
)

// Lengths in code points of the texts in agents/openai.yaml (loader.rs 6162409b), and what the guide for authors asks of two of
// them (skill-creator's references/openai_yaml.md 8303c5fa).
const (
	openaiShortLength = 64   // of titles, types and transports
	openaiLongLength  = 1024 // of all other texts

	openaiBlurbLeast, openaiBlurbMost = 25, 64 // of interface.short_description, in the guide
)

// openaiProducts are the variants of Product with their aliases (protocol/src/protocol.rs, of July 2026).
var openaiProducts = []string{"chatgpt", "CHATGPT", "codex", "CODEX", "atlas", "ATLAS"}

// codexCompanion is the file beside a SKILL.md that Codex reads.
var codexCompanion = skills.Companion{
	Path: codexPolicyFile,
	Doc: "How Codex shows the skill, what the skill needs, and who may invoke it. A field that does not hold what it should is ignored, " +
		"and so is the whole file where a value is of another type.",
	Fields: []skills.Field{
		{Name: "interface", Types: skills.Mapping, Doc: "How the skill is shown."},
		{Name: "interface.display_name", Types: skills.String, Doc: "Title of the skill, at most 64 characters."},
		{
			Name: "interface.short_description", Types: skills.String,
			Doc: "One line about the skill for lists. Codex takes at most 1,024 characters; its guide asks for 25 to 64.",
		},
		{Name: "interface.icon_small", Types: skills.String, Doc: "Path of a small icon below the skill's `assets/`; a plugin's skill may reach the plugin's own `assets/` with `..`."},
		{Name: "interface.icon_large", Types: skills.String, Doc: "Path of a large icon below the skill's `assets/`; a plugin's skill may reach the plugin's own `assets/` with `..`."},
		{Name: "interface.brand_color", Types: skills.String, Doc: "Colour of the skill, written `#RRGGBB`. Quote it: YAML takes the rest of the line for a comment."},
		{
			Name: "interface.default_prompt", Types: skills.String,
			Doc: "Text that a person starts the skill with, at most 1,024 characters. The guide asks that it mention the skill as `$name`.",
		},
		{Name: "dependencies", Types: skills.Mapping, Doc: "What the skill needs."},
		{Name: "dependencies.tools", Types: skills.List, Doc: "Tools that the skill needs, each with a `type` and a `value`."},
		{Name: "dependencies.tools.type", Types: skills.String, Required: true, Doc: "Kind of the tool, at most 64 characters. The guide knows `mcp` alone."},
		{Name: "dependencies.tools.value", Types: skills.String, Required: true, Doc: "Name of the tool, such as that of an MCP server, at most 1,024 characters."},
		{Name: "dependencies.tools.description", Types: skills.String, Doc: "What the tool is for, at most 1,024 characters."},
		{Name: "dependencies.tools.transport", Types: skills.String, Doc: "How an MCP server is reached, such as `streamable_http`, at most 64 characters."},
		{Name: "dependencies.tools.command", Types: skills.String, Doc: "Command that starts an MCP server, at most 1,024 characters."},
		{Name: "dependencies.tools.url", Types: skills.String, Doc: "Address of an MCP server, at most 1,024 characters."},
		{Name: "policy", Types: skills.Mapping, Doc: "Who may invoke the skill."},
		{
			Name: "policy.allow_implicit_invocation", Types: skills.Boolean, Default: "true",
			Doc: "`false` keeps the skill out of what the model is told of, so that only a mention brings it in.",
		},
		{
			Name: "policy.products", Types: skills.List, Values: openaiProducts,
			Doc: "Products that have the skill, each in small or in capital letters. Without any all have it; without `codex` Codex does not.",
		},
	},
	Read: readOpenAIYAML,
}

// readOpenAIYAML reads the file as load_skill_metadata does (core-skills/src/loader.rs 6162409b). Codex logs what it ignores.
func readOpenAIYAML(f skills.CompanionFile) skills.CompanionReading {
	r := openaiReader{file: f}
	ignore := func(what string, at skills.Span) skills.CompanionReading {
		return skills.CompanionReading{Ignored: true, Remarks: []skills.Remark{{Severity: "warning", Span: at, Message: "ignoring " + f.Path + ": " + what}}}
	}
	if !utf8.ValidString(f.Source) {
		message, at := rustNotUTF8(f.Source)
		return ignore("failed to read openai.yaml: "+message, at)
	}
	root, err := serdeyaml.Decode(f.Source, codexMetadata)
	if err != nil {
		return ignore("invalid openai.yaml: "+err.Message, skills.Span{Start: err.Start, End: err.End})
	}
	for i, product := range root.Get("policy").Get("products").List() {
		if !slices.Contains(openaiProducts, product.Text) {
			return ignore(fmt.Sprintf("invalid openai.yaml: policy.products[%d]: unknown variant `%s`", i, product.Text), spanOfSerde(product))
		}
	}
	r.face(root.Get("interface"))
	for _, tool := range root.Get("dependencies").Get("tools").List() {
		r.tool(tool)
	}
	return r.CompanionReading
}

type openaiReader struct {
	skills.CompanionReading
	file skills.CompanionFile
}

func spanOfSerde(v *serdeyaml.Value) skills.Span { return skills.Span{Start: v.Start, End: v.End} }

func (r *openaiReader) ignore(field string, at skills.Span, what string) {
	r.Remarks = append(r.Remarks, skills.Remark{Severity: "warning", Field: field, Span: at, Message: "ignoring " + field + ": " + what})
}

func (r *openaiReader) advise(field string, v *serdeyaml.Value, what string) {
	r.Advice = append(r.Advice, skills.Remark{Severity: "information", Field: field, Span: spanOfSerde(v), Message: what})
}

// face reads how the skill is shown.
func (r *openaiReader) face(v *serdeyaml.Value) {
	r.text(v, "interface.", "display_name", openaiShortLength)
	if blurb := r.text(v, "interface.", "short_description", openaiLongLength); blurb != "" {
		if n := utf8.RuneCountInString(blurb); n < openaiBlurbLeast || n > openaiBlurbMost {
			r.advise("interface.short_description", v.Get("short_description"),
				fmt.Sprintf("OpenAI's guide asks for %d to %d characters; this has %d", openaiBlurbLeast, openaiBlurbMost, n))
		}
	}
	r.icon(v, "icon_small")
	r.icon(v, "icon_large")
	r.color(v)
	if prompt := r.text(v, "interface.", "default_prompt", openaiLongLength); prompt != "" && r.file.Name != "" && !promptMentions(prompt, r.file.Name) {
		r.advise("interface.default_prompt", v.Get("default_prompt"), "OpenAI's guide asks that the prompt mention the skill, as `$"+r.file.Name+"`")
	}
}

// text reads a text on one line, empty where there is none that Codex takes (resolve_str).
func (r *openaiReader) text(v *serdeyaml.Value, prefix, key string, most int) string {
	value := v.Get(key)
	if value == nil || value.Kind == serdeyaml.Null {
		return ""
	}
	text := collapseRust(value.Text)
	switch {
	case text == "":
		r.ignore(prefix+key, spanOfSerde(value), "value is empty")
	case utf8.RuneCountInString(text) > most:
		r.ignore(prefix+key, spanOfSerde(value), fmt.Sprintf("exceeds maximum length of %d characters", most))
		text = ""
	}
	return text
}

// color reads a colour (resolve_color_str). One without quotes is a comment to YAML, so that Codex sees none and says nothing.
func (r *openaiReader) color(face *serdeyaml.Value) {
	const key, field = "brand_color", "interface.brand_color"
	v := face.Get(key)
	if v == nil {
		return
	}
	if v.Kind == serdeyaml.Null {
		i := slices.IndexFunc(face.Pairs, func(p serdeyaml.Pair) bool { return p.Key == key })
		end := face.Pairs[i].KeyEnd
		line, _, _ := strings.Cut(r.file.Source[end:], "\n")
		if at := strings.IndexByte(line, '#'); at >= 0 {
			comment := skills.Span{Start: end + at, End: end + len(strings.TrimRight(line, " \t\r"))}
			r.Advice = append(r.Advice, skills.Remark{
				Severity: "information", Field: field, Span: comment, Message: "YAML takes this for a comment, so that there is no colour; it has to stand in quotes",
			})
		}
		return
	}
	text := strings.TrimSpace(v.Text)
	switch {
	case text == "":
		r.ignore(field, spanOfSerde(v), "value is empty")
	case len(text) != len("#RRGGBB") || text[0] != '#' || strings.Trim(text[1:], "0123456789abcdefABCDEF") != "":
		r.ignore(field, spanOfSerde(v), "expected #RRGGBB, got "+text)
	}
}

// icon reads the path of an icon (resolve_asset_path). The plugin of a skill is here the nearest directory above it with a
// manifest, as it would be once it is installed; in the tree of the project itself Codex knows none.
func (r *openaiReader) icon(face *serdeyaml.Value, key string) {
	v := face.Get(key)
	if v == nil || v.Text == "" || v.Kind == serdeyaml.Null {
		return
	}
	field, at := "interface."+key, spanOfSerde(v)
	if strings.HasPrefix(v.Text, "/") {
		r.ignore(field, at, "icon must be a relative assets path (not "+filepath.Join(r.file.Dir, "assets")+")")
		return
	}
	var parts []string
	for part := range strings.SplitSeq(v.Text, "/") {
		switch part {
		case "", ".":
		case "..":
			r.sharedIcon(field, v)
			return
		default:
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 || parts[0] != "assets" {
		r.ignore(field, at, "icon path must be under assets/")
	}
}

// sharedIcon reads the path of an icon that leaves the skill's directory (resolve_plugin_shared_asset_path).
func (r *openaiReader) sharedIcon(field string, v *serdeyaml.Value) {
	plugin := codexPluginRoot(r.file.FS, r.file.Dir)
	if plugin == "" {
		r.ignore(field, spanOfSerde(v), "icon path must not contain '..'")
		return
	}
	if assets := filepath.Join(plugin, "assets"); !skills.Within(assets, filepath.Join(r.file.Dir, filepath.FromSlash(path.Clean(v.Text)))) {
		r.ignore(field, spanOfSerde(v), "icon path with '..' must resolve under plugin assets/")
	}
}

// codexPluginRoot returns the nearest directory at or above another that has a plugin's manifest, empty for none.
func codexPluginRoot(fsys skills.FS, dir string) string {
	if fsys == nil {
		return ""
	}
	for {
		for _, manifest := range codexManifests {
			if info, err := fsys.Stat(filepath.Join(dir, filepath.FromSlash(manifest))); err == nil && info.Mode().IsRegular() {
				return dir
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// tool reads something that the skill needs (resolve_dependency_tool).
func (r *openaiReader) tool(v *serdeyaml.Value) {
	const prefix = "dependencies.tools."
	d := skills.Dependency{Span: spanOfSerde(v)}
	required := func(key string, most int) (text string) {
		if value := v.Get(key); value == nil || value.Kind == serdeyaml.Null {
			r.ignore(prefix+key, spanOfSerde(v), "value is missing")
			return ""
		}
		return r.text(v, prefix, key, most)
	}
	if d.Type = required("type", openaiShortLength); d.Type == "" {
		return
	}
	if d.Value = required("value", openaiLongLength); d.Value == "" {
		return
	}
	d.Description = r.text(v, prefix, "description", openaiLongLength)
	d.Transport = r.text(v, prefix, "transport", openaiShortLength)
	d.Command = r.text(v, prefix, "command", openaiLongLength)
	d.URL = r.text(v, prefix, "url", openaiLongLength)
	r.Needs = append(r.Needs, d)
	if d.Type != "mcp" {
		r.advise(prefix+"type", v.Get("type"), "OpenAI's guide knows dependencies of the type `mcp` alone")
	}
}

// promptMentions reports whether a text mentions a skill by its name, with or without that of its plugin.
func promptMentions(text, name string) bool {
	_, bare, _ := strings.Cut(name, ":")
	return slices.ContainsFunc(CodexToolMentions(text), func(m skills.Mention) bool { return m.Name == name || m.Name == bare })
}
