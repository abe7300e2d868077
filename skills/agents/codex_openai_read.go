package agents

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

// readOpenAIYAML reads the file as load_skill_metadata does (core-skills/src/loader.rs 6162409b). Codex logs what it ignores.
func readOpenAIYAML(f skills.CompanionFile) skills.CompanionReading {
	root, fault, ok := decodeOpenAIYAML(f.Source)
	if !ok {
		fault.Message = "ignoring " + f.Path + ": " + fault.Message
		return skills.CompanionReading{Ignored: true, Remarks: []skills.Remark{fault}, WouldBe: openaiWouldBe(f, fault)}
	}
	r := openaiReader{file: f, fields: openaiFields, guide: "warning"}
	r.read(root)
	if all, err := yamldialect.DecodeSerde(f.Source, yamldialect.Map(yamldialect.Any())); err == nil {
		r.unread("Codex", all, "")
	}
	return r.CompanionReading
}

// openaiWouldBe returns what else there would be to say of a file that Codex ignores for one thing in it, as far as it is YAML.
func openaiWouldBe(f skills.CompanionFile, fault skills.Remark) []skills.Remark {
	root, err := yamldialect.DecodeSerde(f.Source, yamldialect.Map(yamldialect.Any()))
	if err != nil {
		return nil
	}
	r := openaiReader{file: f, fields: openaiFields, guide: "warning"}
	r.shapes(root, "")
	r.read(root)
	r.unread("Codex", root, "")
	return slices.DeleteFunc(slices.Concat(r.Remarks, r.Advice), func(m skills.Remark) bool { return m.Span == fault.Span })
}

// An openaiReader collects what is made of one file.
type openaiReader struct {
	skills.CompanionReading
	file   skills.CompanionFile
	fields []skills.CompanionField
	guide  string // the severity of what OpenAI's guide for authors demands
}

// read reads what Codex reads of a file.
func (r *openaiReader) read(root *yamldialect.SerdeValue) {
	r.face(root.Get("interface"))
	for _, tool := range root.Get("dependencies").Get("tools").List() {
		if d, ok := r.tool(tool); ok {
			r.install(d, tool)
		}
	}
	r.policy(root.Get("policy"))
}

func (r *openaiReader) ignore(code skills.Code, field string, at text.Span, what string) {
	r.Remarks = append(r.Remarks, skills.Remark{Code: code, Severity: "warning", Field: field, Span: at, Message: "ignoring " + field + ": " + what})
}

func (r *openaiReader) advise(code skills.Code, severity, field string, at text.Span, what string) {
	r.Advice = append(r.Advice, skills.Remark{Code: code, Severity: severity, Field: field, Span: at, Message: what})
}

func (r *openaiReader) take(field, text string, v *yamldialect.SerdeValue) {
	r.Taken = append(r.Taken, skills.Taken{Field: field, Text: text, Span: spanOfSerde(v)})
}

// face reads how the skill is shown.
func (r *openaiReader) face(v *yamldialect.SerdeValue) {
	const prefix = "interface."
	for _, f := range childFields(r.fields, prefix) {
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

// checkGuide compares a text that is taken with what the guide asks for.
func (r *openaiReader) checkGuide(f skills.CompanionField, text string, v *yamldialect.SerdeValue) {
	if text == "" {
		return
	}
	if n := utf8.RuneCountInString(text); f.Most > 0 && (n < f.Least || n > f.Most) {
		code := skills.CodeTooShort
		if n > f.Most {
			code = skills.CodeTooLong
		}
		r.advise(code, "information", f.Name, spanOfSerde(v), fmt.Sprintf("OpenAI's guide asks for %d to %d characters; this has %d", f.Least, f.Most, n))
	}
	if name := r.file.Name; f.Form == skills.PromptText && name != "" {
		r.checkMention(f, text, spanOfSerde(v))
	}
}

// checkMention advises of a prompt that does not mention the skill by its name, with or without that of its plugin. One that mentions
// something else brings that in; without any mention the model may choose the skill nevertheless, as OpenAI's own skills have it.
func (r *openaiReader) checkMention(f skills.CompanionField, prompt string, at text.Span) {
	_, bare, _ := strings.Cut(r.file.Name, ":")
	severity := "information"
	for _, m := range CodexToolMentions(prompt) {
		if m.Name == r.file.Name || m.Name == bare {
			return
		}
		if m.Name[0] >= 'a' && m.Name[0] <= 'z' { // an amount or a variable is none
			severity = r.guide
		}
	}
	r.advise(skills.CodeMention, severity, f.Name, at, "OpenAI's guide asks that the prompt mention the skill, as `$"+r.file.Name+"`")
}

// text reads a text on one line, empty where there is none that Codex takes (resolve_str).
func (r *openaiReader) text(f skills.CompanionField, value *yamldialect.SerdeValue) string {
	if value == nil || value.Kind == yamldialect.SerdeNull {
		return ""
	}
	text := collapseRust(value.Text)
	switch {
	case text == "":
		r.ignore(skills.CodeEmpty, f.Name, spanOfSerde(value), "value is empty")
	case f.Limit > 0 && utf8.RuneCountInString(text) > f.Limit:
		r.ignore(skills.CodeTooLong, f.Name, spanOfSerde(value), fmt.Sprintf("exceeds maximum length of %d characters", f.Limit))
		text = ""
	default:
		r.take(f.Name, text, value)
	}
	return text
}

const hexDigits = "0123456789abcdefABCDEF"

// color reads a colour (resolve_color_str). One without quotes is a comment to YAML, so that Codex sees none and says nothing.
func (r *openaiReader) color(f skills.CompanionField, face, v *yamldialect.SerdeValue) {
	if v == nil {
		return
	}
	if v.Kind == yamldialect.SerdeNull {
		i := slices.IndexFunc(face.Pairs, func(p yamldialect.SerdePair) bool { return p.Value == v })
		end := face.Pairs[i].KeyEnd
		line, _, _ := strings.Cut(r.file.Source[end:], "\n")
		at := len(line) - len(strings.TrimLeft(line, ": \t"))
		word, _, _ := strings.Cut(strings.TrimRight(line[at:], "\r"), " ")
		if len(word) > 1 && word[0] == '#' && strings.Trim(word[1:], hexDigits) == "" {
			r.advise(skills.CodeComment, "warning", f.Name, text.Span{Start: end + at, End: end + at + len(word)}, "YAML takes this for a comment, so that there is no colour; it has to stand in quotes")
		}
		return
	}
	text := strings.TrimSpace(v.Text)
	switch {
	case text == "":
		r.ignore(skills.CodeEmpty, f.Name, spanOfSerde(v), "value is empty")
	case len(text) != len("#RRGGBB") || text[0] != '#' || strings.Trim(text[1:], hexDigits) != "":
		r.ignore(skills.CodeValue, f.Name, spanOfSerde(v), "expected #RRGGBB, got "+text)
	default:
		r.take(f.Name, text, v)
	}
}

// icon reads the path of an icon (resolve_asset_path). The plugin of a skill is here the nearest directory above it with a
// manifest, as it would be once it is installed; in the tree of the project itself Codex knows none.
func (r *openaiReader) icon(f skills.CompanionField, v *yamldialect.SerdeValue) {
	if v == nil || v.Text == "" || v.Kind == yamldialect.SerdeNull {
		return
	}
	at := spanOfSerde(v)
	if strings.HasPrefix(v.Text, "/") {
		r.ignore(skills.CodePath, f.Name, at, "icon must be a relative assets path (not "+filepath.Join(r.file.Dir, "assets")+")")
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
func (r *openaiReader) sharedIcon(f skills.CompanionField, v *yamldialect.SerdeValue) {
	plugin := codexPluginRoot(r.file.FS, r.file.Dir)
	if plugin == "" {
		r.ignore(skills.CodePath, f.Name, spanOfSerde(v), "icon path must not contain '..'")
		return
	}
	if assets := filepath.Join(plugin, "assets"); !vfs.Within(assets, filepath.Join(r.file.Dir, filepath.FromSlash(path.Clean(v.Text)))) {
		r.ignore(skills.CodePath, f.Name, spanOfSerde(v), "icon path with '..' must resolve under plugin assets/")
		return
	}
	r.take(f.Name, v.Text, v)
}

// codexPluginRoot returns the nearest directory at or above another that has a plugin's manifest, empty for none.
func codexPluginRoot(fsys vfs.FS, dir string) string {
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
func (r *openaiReader) tool(v *yamldialect.SerdeValue) (d skills.Dependency, ok bool) {
	d.Span = spanOfSerde(v)
	for _, f := range childFields(r.fields, openaiTools+".") {
		if f.Types != skills.String {
			continue
		}
		value := v.Get(strings.TrimPrefix(f.Name, openaiTools+"."))
		if f.Required && (value == nil || value.Kind == yamldialect.SerdeNull) {
			r.ignore(skills.CodeMissing, f.Name, d.Span, "value is missing")
			return d, false
		}
		text := r.text(f, value)
		if f.Required && text == "" {
			return d, false
		}
		switch f.Name {
		case openaiType:
			d.Type = text
		case openaiValue:
			d.Value = text
		case openaiTools + ".description":
			d.Description = text
		case openaiTools + ".transport":
			d.Transport = text
		case openaiTools + ".command":
			d.Command = text
		case openaiTools + ".url":
			d.URL = text
		}
	}
	r.Needs = append(r.Needs, d)
	return d, true
}

// install checks that Codex can do something for a dependency: ask for a variable, or install an MCP server that is not there
// (mcp_dependency_to_server_config of core/src/mcp_skill_dependencies.rs 00b17c26).
func (r *openaiReader) install(d skills.Dependency, v *yamldialect.SerdeValue) {
	refuse := func(code skills.Code, severity, key string, at text.Span, what string) {
		r.Remarks = append(r.Remarks, skills.Remark{
			Code: code, Severity: severity, Field: openaiTools + "." + key, Span: at,
			Message: "unable to auto-install MCP dependency " + d.Value + " for skill " + r.file.Name + ": " + what,
		})
	}
	switch kind := v.Get("type"); {
	case d.Type == openaiVariable:
		r.advise(skills.CodeValue, "information", openaiType, spanOfSerde(kind), "OpenAI's guide knows dependencies of the type `mcp` alone")
	case !strings.EqualFold(d.Type, openaiServer):
		r.advise(skills.CodeValue, "warning", openaiType, spanOfSerde(kind), "OpenAI's guide knows dependencies of the type `mcp` alone, and nothing is done with others")
	case d.Transport == "" || strings.EqualFold(d.Transport, openaiHTTP):
		if d.URL == "" {
			refuse(skills.CodeMissing, "information", "url", d.Span, "missing url for streamable_http dependency")
		}
	case strings.EqualFold(d.Transport, openaiStdio):
		if d.Command == "" {
			refuse(skills.CodeMissing, "information", "command", d.Span, "missing command for stdio dependency")
		} else if program, arguments, several := strings.Cut(d.Command, " "); several && !strings.ContainsAny(program, `/\`) {
			r.advise(skills.CodeValue, "warning", openaiTools+".command", spanOfSerde(v.Get("command")),
				"Codex takes all of this for the name of a program, and gives it no arguments: `"+strings.ReplaceAll(arguments, "`", "'")+"` does not reach `"+program+"`")
		}
	default:
		refuse(skills.CodeValue, "warning", "transport", spanOfSerde(v.Get("transport")), "unsupported transport "+d.Transport)
	}
}

// policy notes who may invoke the skill, and in which products it is.
func (r *openaiReader) policy(v *yamldialect.SerdeValue) {
	if allow := v.Get("allow_implicit_invocation"); allow != nil && allow.Kind == yamldialect.SerdeBoolean {
		r.take(openaiSwitch, lowerASCII(allow.Text), allow)
	}
	for _, product := range v.Get("products").List() {
		r.take(openaiProducts, product.Text, product)
	}
}

// openaiMostUnread is how many keys that nobody reads are told of one file.
const openaiMostUnread = 100

// unread advises of keys that the agent passes over without a word.
func (r *openaiReader) unread(who string, v *yamldialect.SerdeValue, prefix string) {
	if v == nil {
		return
	}
	for _, item := range v.Items {
		r.unread(who, item, prefix)
	}
	for _, pair := range v.Pairs {
		name := prefix + pair.Key
		i := slices.IndexFunc(r.fields, func(f skills.CompanionField) bool { return f.Name == name })
		at := text.Span{Start: pair.KeyStart, End: pair.KeyEnd}
		switch {
		case len(r.Advice) >= openaiMostUnread:
			return
		case i < 0:
			r.advise(skills.CodeUnknownField, "information", name, at, who+" does not read it")
		case r.fields[i].Former:
			r.advise(skills.CodeUnknownField, "information", name, at, who+" does not read it any more")
		case len(childFields(r.fields, name+".")) > 0: // else what is in it is not known here
			r.unread(who, pair.Value, name+".")
		}
	}
}
