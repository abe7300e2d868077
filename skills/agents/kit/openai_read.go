package kit

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// An OpenAIReader collects the reading of one file.
type OpenAIReader struct {
	skills.CompanionReading
	File   skills.CompanionFile
	Fields []skills.CompanionField
	Guide  string // severity of violations of OpenAI's guide for authors
}

// Read reads the fields that Codex reads.
func (r *OpenAIReader) Read(root *yamldialect.Node) {
	r.Face(root.Get("interface"))
	for _, tool := range root.Get("dependencies").Get("tools").List() {
		if d, ok := r.Tool(tool); ok {
			r.install(d, tool)
		}
	}
	r.Policy(root.Get("policy"))
}

func (r *OpenAIReader) ignore(code skills.Code, field string, at text.Span, what string) {
	r.Remarks = append(r.Remarks, skills.Remark{Code: code, Severity: "warning", Field: field, Span: at, Message: "ignoring " + field + ": " + what})
}

func (r *OpenAIReader) advise(code skills.Code, severity, field string, at text.Span, what string) {
	r.Advice = append(r.Advice, skills.Remark{Code: code, Severity: severity, Field: field, Span: at, Message: what})
}

func (r *OpenAIReader) take(field, text string, v *yamldialect.Node) {
	r.Taken = append(r.Taken, skills.Taken{Field: field, Text: text, Span: v.Span()})
}

// Face reads the fields that say how the skill is shown.
func (r *OpenAIReader) Face(v *yamldialect.Node) {
	const prefix = "interface."
	for _, f := range ChildFields(r.Fields, prefix) {
		value := v.Get(strings.TrimPrefix(f.Name, prefix))
		switch f.Form {
		case skills.AssetText:
			r.icon(f, value)
		case skills.ColorText:
			r.color(f, v, value)
		default:
			text := r.text(f, value)
			r.checkGuide(f, text, value)
		}
	}
}

// checkGuide compares a string that Codex uses with the recommendations of the guide.
func (r *OpenAIReader) checkGuide(f skills.CompanionField, text string, v *yamldialect.Node) {
	if text == "" {
		return
	}
	if n := utf8.RuneCountInString(text); f.Most > 0 && (n < f.Least || n > f.Most) {
		code := skills.CodeTooShort
		if n > f.Most {
			code = skills.CodeTooLong
		}
		r.advise(code, "information", f.Name, v.Span(), fmt.Sprintf("%d characters, OpenAI's guide recommends %d to %d", n, f.Least, f.Most))
	}
	if name := r.File.Name; f.Form == skills.PromptText && name != "" {
		r.checkMention(f, text, v.Span())
	}
}

// checkMention advises that a prompt mention the skill by its name, with or without that of its plugin. A
// prompt that mentions something else loads that instead. Without any mention the model may still choose the
// skill, as with OpenAI's own skills.
func (r *OpenAIReader) checkMention(f skills.CompanionField, prompt string, at text.Span) {
	_, bare, _ := strings.Cut(r.File.Name, ":")
	severity := "information"
	for _, m := range ToolMentions(prompt) {
		if m.Name == r.File.Name || m.Name == bare {
			return
		}
		if m.Name[0] >= 'a' && m.Name[0] <= 'z' { // an amount or a variable is not a mention
			severity = r.Guide
		}
	}
	r.advise(skills.CodeMention, severity, f.Name, at, "prompt does not mention \"$"+r.File.Name+"\", as OpenAI's guide recommends")
}

// text returns the value of a string on one line, or "" if Codex does not use it (resolve_str).
func (r *OpenAIReader) text(f skills.CompanionField, value *yamldialect.Node) string {
	if value == nil || value.Kind == yamldialect.Null {
		return ""
	}
	text := CollapseSpace(value.Text)
	switch {
	case text == "":
		r.ignore(skills.CodeEmpty, f.Name, value.Span(), "value is empty")
	case f.Limit > 0 && utf8.RuneCountInString(text) > f.Limit:
		r.ignore(skills.CodeTooLong, f.Name, value.Span(), fmt.Sprintf("exceeds maximum length of %d characters", f.Limit))
		text = ""
	default:
		r.take(f.Name, text, value)
	}
	return text
}

const hexDigits = "0123456789abcdefABCDEF"

// color reads a color (resolve_color_str). To YAML, a color without quotes is a comment, so that Codex finds
// none and reports nothing.
func (r *OpenAIReader) color(f skills.CompanionField, face, v *yamldialect.Node) {
	if v == nil {
		return
	}
	if v.Kind == yamldialect.Null {
		i := slices.IndexFunc(face.Pairs, func(p yamldialect.Pair) bool { return p.Value == v })
		end := face.Pairs[i].Key.End
		line, _, _ := strings.Cut(r.File.Source[end:], "\n")
		at := len(line) - len(strings.TrimLeft(line, ": \t"))
		word, _, _ := strings.Cut(strings.TrimRight(line[at:], "\r"), " ")
		if len(word) > 1 && word[0] == '#' && strings.Trim(word[1:], hexDigits) == "" {
			r.advise(skills.CodeComment, "warning", f.Name, text.Span{Start: end + at, End: end + at + len(word)}, "an unquoted color is a comment in YAML")
		}
		return
	}
	text := strings.TrimSpace(v.Text)
	switch {
	case text == "":
		r.ignore(skills.CodeEmpty, f.Name, v.Span(), "value is empty")
	case len(text) != len("#RRGGBB") || text[0] != '#' || strings.Trim(text[1:], hexDigits) != "":
		r.ignore(skills.CodeValue, f.Name, v.Span(), "expected #RRGGBB, got "+text)
	default:
		r.take(f.Name, text, v)
	}
}

// icon reads the path of an icon (resolve_asset_path). The plugin of a skill is the nearest directory above
// it with a manifest, as it would be after installation. In the project's own tree Codex knows no plugin.
func (r *OpenAIReader) icon(f skills.CompanionField, v *yamldialect.Node) {
	if v == nil || v.Text == "" || v.Kind == yamldialect.Null {
		return
	}
	at := v.Span()
	if strings.HasPrefix(v.Text, "/") {
		r.ignore(skills.CodePath, f.Name, at, "icon must be a relative assets path (not "+filepath.Join(r.File.Dir, "assets")+")")
		return
	}
	var parts []string
	for part := range strings.SplitSeq(v.Text, "/") {
		switch part {
		case "", ".":
		case "..":
			r.sharedIcon(f, v)
			return
		default:
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 || parts[0] != "assets" {
		r.ignore(skills.CodePath, f.Name, at, "icon path must be under assets/")
		return
	}
	r.take(f.Name, v.Text, v)
}

// sharedIcon reads the path of an icon that leaves the skill's directory (resolve_plugin_shared_asset_path).
func (r *OpenAIReader) sharedIcon(f skills.CompanionField, v *yamldialect.Node) {
	plugin := pluginRoot(r.File.FS, r.File.Dir)
	if plugin == "" {
		r.ignore(skills.CodePath, f.Name, v.Span(), "icon path must not contain '..'")
		return
	}
	if assets := filepath.Join(plugin, "assets"); !vfs.Within(assets, filepath.Join(r.File.Dir, filepath.FromSlash(path.Clean(v.Text)))) {
		r.ignore(skills.CodePath, f.Name, v.Span(), "icon path with '..' must resolve under plugin assets/")
		return
	}
	r.take(f.Name, v.Text, v)
}

// pluginRoot returns the nearest directory at or above dir that has a plugin manifest, or "" if there is
// none.
func pluginRoot(fsys vfs.FS, dir string) string {
	if fsys == nil {
		return ""
	}
	for dir := range vfs.Up(dir) {
		for _, manifest := range PluginManifests {
			if IsFile(fsys, filepath.Join(dir, filepath.FromSlash(manifest))) {
				return dir
			}
		}
	}
	return ""
}

// Tool reads a dependency of the skill (resolve_dependency_tool), and reports whether it is valid.
func (r *OpenAIReader) Tool(v *yamldialect.Node) (d skills.Dependency, ok bool) {
	texts := make(map[string]string)
	for _, f := range ChildFields(r.Fields, OpenAITools+".") {
		if f.Types != skills.String {
			continue
		}
		key := strings.TrimPrefix(f.Name, OpenAITools+".")
		value := v.Get(key)
		if f.Required && (value == nil || value.Kind == yamldialect.Null) {
			r.ignore(skills.CodeMissing, f.Name, v.Span(), "value is missing")
			return d, false
		}
		if texts[key] = r.text(f, value); f.Required && texts[key] == "" {
			return d, false
		}
	}
	d = skills.Dependency{
		Type: texts["type"], Value: texts["value"], Description: texts["description"],
		Transport: texts["transport"], Command: texts["command"], URL: texts["url"], Span: v.Span(),
	}
	r.Needs = append(r.Needs, d)
	return d, true
}

// install checks that Codex can handle a dependency: ask for a variable, or install a missing MCP server
// (mcp_dependency_to_server_config of core/src/mcp_skill_dependencies.rs 00b17c26).
func (r *OpenAIReader) install(d skills.Dependency, v *yamldialect.Node) {
	refuse := func(code skills.Code, severity, key string, at text.Span, what string) {
		r.Remarks = append(r.Remarks, skills.Remark{
			Code: code, Severity: severity, Field: OpenAITools + "." + key, Span: at,
			Message: "unable to auto-install MCP dependency " + d.Value + " for skill " + r.File.Name + ": " + what,
		})
	}
	switch kind := v.Get("type"); {
	case d.Type == openaiVariable:
		r.advise(skills.CodeValue, "information", OpenAIType, kind.Span(), "OpenAI's guide lists only the type \"mcp\"")
	case !strings.EqualFold(d.Type, openaiServer):
		r.advise(skills.CodeValue, "warning", OpenAIType, kind.Span(), "OpenAI's guide lists only the type \"mcp\", and Codex ignores other types")
	case d.Transport == "" || strings.EqualFold(d.Transport, openaiHTTP):
		if d.URL == "" {
			refuse(skills.CodeMissing, "information", "url", d.Span, "missing url for streamable_http dependency")
		}
	case strings.EqualFold(d.Transport, openaiStdio):
		if d.Command == "" {
			refuse(skills.CodeMissing, "information", "command", d.Span, "missing command for stdio dependency")
		} else if program, arguments, several := strings.Cut(d.Command, " "); several && !strings.ContainsAny(program, `/\`) {
			r.advise(skills.CodeValue, "warning", OpenAITools+".command", v.Get("command").Span(),
				"Codex reads the whole value as the program name: \""+program+"\" does not get \""+arguments+"\"")
		}
	default:
		refuse(skills.CodeValue, "warning", "transport", v.Get("transport").Span(), "unsupported transport "+d.Transport)
	}
}

// Policy records who may invoke the skill, and which products have it.
func (r *OpenAIReader) Policy(v *yamldialect.Node) {
	if allow := v.Get("allow_implicit_invocation"); allow != nil && allow.Kind == yamldialect.Boolean {
		r.take(OpenAISwitch, LowerASCII(allow.Text), allow)
	}
	for _, product := range v.Get("products").List() {
		r.take(OpenAIProducts, product.Text, product)
	}
}

// maxUnread is the number of pieces of advice on one file at which Unread stops.
const maxUnread = 100

// Unread advises about keys that the agent ignores without a message.
func (r *OpenAIReader) Unread(who string, v *yamldialect.Node, prefix string) {
	if v == nil {
		return
	}
	for _, item := range v.Items {
		r.Unread(who, item, prefix)
	}
	for _, pair := range v.Pairs {
		name := prefix + pair.Key.Text
		i := slices.IndexFunc(r.Fields, func(f skills.CompanionField) bool { return f.Name == name })
		at := pair.Key.Span()
		switch {
		case len(r.Advice) >= maxUnread:
			return
		case i < 0:
			r.advise(skills.CodeUnknownField, "information", name, at, who+" does not read it")
		case r.Fields[i].Former:
			r.advise(skills.CodeUnknownField, "information", name, at, who+" no longer reads it")
		case len(ChildFields(r.Fields, name+".")) > 0: // otherwise its keys are not known here
			r.Unread(who, pair.Value, name+".")
		}
	}
}

// PluginManifests are the paths of the file that makes a directory a plugin. The first match wins. The third
// is of July 2026 (weiyuhl/codex-rs bb1d375); openai/codex 10596f25 has the first two. A plugin.json in the
// directory itself, which newer versions accept as a manifest when they install a plugin, names no skills
// (zibuyu2015831/codex 67e69213, plugin_namespace_for_root_uri).
var PluginManifests = []string{".codex-plugin/plugin.json", ".claude-plugin/plugin.json", ".cursor-plugin/plugin.json"}

// Shapes removes values of the wrong type, with a remark for each.
func (r *OpenAIReader) Shapes(v *yamldialect.Node, prefix string) {
	for _, item := range v.Items {
		r.Shapes(item, prefix)
	}
	v.Pairs = slices.DeleteFunc(v.Pairs, func(pair yamldialect.Pair) bool {
		i := slices.IndexFunc(r.Fields, func(f skills.CompanionField) bool { return f.Name == prefix+pair.Key.Text })
		if i < 0 || pair.Value.Kind == yamldialect.Null {
			return false
		}
		f := r.Fields[i]
		if fieldType(pair.Value)&f.Types == 0 {
			r.ignore(skills.CodeType, f.Name, pair.Value.Span(), "expected "+f.Types.String())
			return true
		}
		r.Shapes(pair.Value, f.Name+".")
		if strings.HasPrefix(f.Name, "permissions.") && f.Values != nil && !slices.Contains(f.Values, pair.Value.Text) {
			r.ignore(skills.CodeValue, f.Name, pair.Value.Span(), "expected "+strings.Join(f.Values, " or "))
		}
		return false
	})
}

// fieldType returns the types that a value can be read as. A number or a boolean can also be read as a
// string.
func fieldType(v *yamldialect.Node) skills.FieldType {
	switch v.Kind {
	case yamldialect.Mapping:
		return skills.Mapping
	case yamldialect.Sequence:
		return skills.List
	case yamldialect.Boolean:
		return skills.Boolean | skills.String
	case yamldialect.Number:
		return skills.Number | skills.String
	}
	return skills.String
}
