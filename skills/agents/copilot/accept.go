package copilot

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// descriptionLength is the length of a description that VS Code keeps, in UTF-16 units
// (promptSyntax/service/promptsServiceImpl.ts).
const descriptionLength = 1024

// A file is the header of a prompt file as PromptFileParser reads it (promptSyntax/promptFileParser.ts).
type file struct {
	header text.Span         // without the delimiters' lines; its start is 0 if the file has no header
	root   *yamldialect.Node // not nil
	errors []yamldialect.Error
}

// read reads a file. The first line must be three dashes and white space. The next such line ends the header.
// Without one, the header ends with the file. VS Code does not remove a byte order mark from a file that is
// not open, so that such a file has no header.
func read(source string) file {
	f := file{root: &yamldialect.Node{Kind: yamldialect.Mapping}}
	front := kit.DelimitedIn(source, kit.LinesFrom(source, 0), text.TrimRightJS)
	if front.Opened {
		_, start := text.LineAt(source, 0, front.Content.End)
		root, errors := yamldialect.ParseVSCode(source[:front.Content.End], start)
		f = file{text.Span{Start: start, End: front.Content.End}, cmp.Or(root, f.root), errors}
	}
	return f
}

// text returns the text of a scalar attribute, or "" if the attribute is missing or not a scalar.
func (f *file) text(name string) string {
	e, _ := f.root.Entry(name)
	return e.Value.Text
}

// accept reads a skill as computeSkillDiscoveryInfo does (promptSyntax/service/promptsServiceImpl.ts). VS
// Code loads every file, with the name of its directory and the description that it finds. The remarks are
// those of VS Code's editor on the header (languageProviders/promptValidator.ts 5264f215). The rules about
// links cover its remarks on the links in the body.
func accept(f skills.File) skills.Verdict { return judge(f, false) }

// acceptWithTool is accept for a model that has the tool skill.
func acceptWithTool(f skills.File) skills.Verdict { return judge(f, true) }

func judge(f skills.File, skillTool bool) skills.Verdict {
	source := text.DecodeUTF8(f.Source)
	file := read(source)
	r := remarks{kit.NewReport(f), &file}
	if file.header.Start > 0 {
		r.all(skillTool)
	}
	v := r.Verdict(kit.DirectoryName(f.Path), cut(file.text("description"), descriptionLength))
	v.ModelOnly = file.text("user-invocable") == "false"
	v.Hidden = file.text("disable-model-invocation") == "true" || v.Description == ""
	if isLeftOut(f.Path) {
		v.Hidden, v.Unlisted = true, "VS Code skips paths that contain `troubleshoot/SKILL.md`"
	}
	if v.Name == "" { // the file has no path yet
		v.Name = file.text("name")
	}
	if source != f.Source { // spans of another text
		for i := range v.Remarks {
			v.Remarks[i].Span = text.Span{}
		}
	}
	return v
}

// adoptOlder rejects the skills that validateAndSanitizeSkillFile rejected in versions before 00eacc90, with
// the messages of its log.
func adoptOlder(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	return func(s skills.Skill) (skills.Skill, bool, string) {
		source, _ := fsys.ReadFile(s.Path) // it was just read
		file := read(text.DecodeUTF8(source))
		switch name := cut(file.text("name"), 64); {
		case file.text("name") == "":
			return s, false, "Agent skill file missing name attribute"
		case file.text("description") == "":
			return s, false, "Agent skill file missing description attribute"
		case name != kit.DirectoryName(s.Path):
			return s, false, `Agent skill name "` + name + `" does not match folder name "` + kit.DirectoryName(s.Path) + `"`
		}
		return s, true, ""
	}
}

// cut removes each "<" up to the next ">", unless nothing is between them, and cuts the rest to length UTF-16
// units. VS Code may split a character outside the basic plane. Here such a character is left out.
func cut(source string, length int) string {
	source = tag.ReplaceAllLiteralString(source, "")
	return source[:text.UTF16.Offset(source, length)]
}

var tag = regexp.MustCompile(`<[^>]+>`)

// attributes are the attributes of a skill that VS Code supports, sorted
// (languageProviders/promptFileAttributes.ts 5264f215).
var attributes = []string{
	"argument-hint", "compatibility", "context", "description", "disable-model-invocation", "license", "metadata", "name", "user-invocable",
}

// remarks collects VS Code's remarks on a header, in its order.
type remarks struct {
	kit.Report
	file *file
}

func (r *remarks) all(skillTool bool) {
	for _, e := range r.file.errors {
		r.RemarkIf(true, "error", "", e.Span(), e.Message)
	}
	isMapping := r.file.root.Kind == yamldialect.Mapping
	r.RemarkIf(!isMapping, "error", "", r.file.header, "Invalid header, expecting <key: value> pairs")
	for _, e := range r.file.root.Pairs {
		r.RemarkIf(!slices.Contains(attributes, e.Key.Text), "hint", e.Key.Text, e.Span(),
			"Attribute '"+e.Key.Text+"' is not supported by VS Code agents. Supported: "+
				strings.Join(attributes, ", ")+".")
	}
	r.mustBeText("name", "must not", "error")
	r.mustBeText("description", "should not", "error")
	r.mustBeText("argument-hint", "should not", "warning")
	r.mustBeBoolean("user-invocable")
	r.mustBeBoolean("disable-model-invocation")
	r.name()
	r.description()
	e, _ := r.file.root.Entry("context")
	r.RemarkIf(!skillTool && text.TrimJS(e.Value.Text) == "fork", "warning", "context", e.Value.Span(),
		"The 'context: fork' attribute requires the skill tool to be enabled (github.copilot.chat.skillTool.enabled).")
}

func (r *remarks) mustBeText(name, must, severity string) {
	e, ok := r.file.root.Entry(name)
	isText := e.Value.Kind == yamldialect.Scalar
	r.RemarkIf(!isText, "error", name, e.Span(), "The '"+name+"' attribute must be a string.")
	r.RemarkIf(ok && isText && text.TrimJS(e.Value.Text) == "", severity, name, e.Value.Span(),
		"The '"+name+"' attribute "+must+" be empty.")
}

func (r *remarks) mustBeBoolean(name string) {
	e, ok := r.file.root.Entry(name)
	isBoolean := e.Value.Text == "true" || e.Value.Text == "false"
	r.RemarkIf(ok && !isBoolean, "error", name, e.Value.Span(),
		"The '"+name+"' attribute must be 'true' or 'false'.")
}

// opening is the span at which VS Code reports a missing attribute: the three dashes.
var opening = text.Span{Start: 0, End: 3}

func (r *remarks) name() {
	e, ok := r.file.root.Entry("name")
	name, folder := text.TrimJS(e.Value.Text), kit.DirectoryName(r.Path)
	r.RemarkIf(!ok, "warning", "name", opening, "Skill should provide a name.")
	r.RemarkIf(!kit.IsKebabAlphabet(name), "error", "name", e.Value.Span(),
		"Skill name may only contain lowercase letters, numbers, and hyphens.")
	r.RemarkIf(name != "" && folder != "" && folder != name, "warning", "name", e.Value.Span(),
		"The skill name '"+name+"' should match the folder name '"+folder+"'.")
}

func (r *remarks) description() {
	if _, ok := r.file.root.Entry("description"); ok {
		return
	}
	const because = ", because the model needs a description to decide when to load the skill."
	r.RemarkIf(true, "warning", "description", opening, "Skill should provide a description.")
	e, _ := r.file.root.Entry("user-invocable")
	r.RemarkIf(e.Value.Text == "false", "error", "description", e.Value.Span(),
		"A description is required when user-invocable is false"+because)
	e, _ = r.file.root.Entry("disable-model-invocation")
	r.RemarkIf(e.Value.Text == "false", "error", "description", e.Value.Span(),
		"A description is required when model invocation is enabled"+because)
}
