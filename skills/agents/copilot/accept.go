package copilot

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// descriptionLength is the length of a description that VS Code keeps, in UTF-16 units
// (promptSyntax/service/promptsServiceImpl.ts).
const descriptionLength = 1024

// accept reads a skill as computeSkillDiscoveryInfo does (promptSyntax/service/promptsServiceImpl.ts). VS
// Code loads every file, with the name of its directory and the description that it finds. The remarks are
// those of VS Code's editor on the header (languageProviders/promptValidator.ts 5264f215). The rules about
// links cover its remarks on the links in the body.
func accept(f skills.File) skills.Verdict { return judge(f, false) }

// acceptWithTool is accept for a model that has the tool skill.
func acceptWithTool(f skills.File) skills.Verdict { return judge(f, true) }

// judge is accept for a model with or without the tool skill.
func judge(f skills.File, skillTool bool) skills.Verdict {
	c := read(f)
	if c.Opened {
		c.remark(skillTool)
	}
	name := cmp.Or(kit.DirectoryName(f.Path), c.text("name")) // a file that was never saved has no path
	v := c.Verdict(name, cut(c.text("description"), descriptionLength))
	v.ModelOnly = c.text("user-invocable") == "false"
	v.HideIf(c.text("disable-model-invocation") == "true", kit.DisablesInvocation)
	v.HideIf(v.Description == "", kit.NoDescription)
	if strings.Contains(filepath.ToSlash(f.Path), "troubleshoot/SKILL.md") { // one of these is VS Code's own
		v.Hidden, v.Unlisted = true, "VS Code skips paths that contain `troubleshoot/SKILL.md`"
	}
	return v
}

// cut removes each "<" up to the next ">", unless nothing is between them, and cuts the rest to length UTF-16
// units. VS Code may split a character outside the basic plane. Here such a character is left out.
func cut(source string, length int) string {
	source = tag.ReplaceAllLiteralString(source, "")
	return source[:text.UTF16.Offset(source, length)]
}

var tag = regexp.MustCompile(`<[^>]+>`)

// A check is the header of a prompt file as PromptFileParser reads it (promptSyntax/promptFileParser.ts). It
// collects the remarks of VS Code's editor, in its order.
type check struct {
	kit.Report
	kit.Delimited
	root   *yamldialect.Node // not nil
	errors []yamldialect.Error
}

// read reads the header of a file. The first line must be three dashes and white space. The next such line
// ends the header. Without one, the header ends with the file. VS Code does not remove a byte order mark from
// a file that is not open, so that such a file has no header.
func read(f skills.File) *check {
	front := kit.DelimitedIn(f.Source, kit.LinesFrom(f.Source, 0), text.TrimRightJS)
	root, errors := yamldialect.ParseVSCode(f.Source[:front.Content.End], front.Content.Start)
	return &check{kit.NewReport(f), front, cmp.Or(root, &yamldialect.Node{Kind: yamldialect.Mapping}), errors}
}

// text returns the text of an attribute, or "" if the attribute is missing or not a scalar.
func (c *check) text(name string) string {
	e, _ := c.root.Entry(name)
	return text.DecodeUTF8(e.Value.Text)
}

// attributes are the attributes of a skill that VS Code supports (languageProviders/promptFileAttributes.ts
// 5264f215).
const attributes = "argument-hint, compatibility, context, description, disable-model-invocation, license, " +
	"metadata, name, user-invocable"

// remark adds all remarks, for a model with or without the tool skill.
func (c *check) remark(skillTool bool) {
	for _, e := range c.errors {
		c.RemarkIf(true, "error", "", e.Span(), text.DecodeUTF8(e.Message))
	}
	isMapping := c.root.Kind == yamldialect.Mapping
	c.RemarkIf(!isMapping, "error", "", c.Content, "Invalid header, expecting <key: value> pairs")
	for _, e := range c.root.Pairs {
		key := text.DecodeUTF8(e.Key.Text)
		c.RemarkIf(!slices.Contains(strings.Split(attributes, ", "), key), "hint", key, e.Span(),
			"Attribute '"+key+"' is not supported by VS Code agents. Supported: "+attributes+".")
	}
	hasName := c.mustBeText("name", "must not", "error")
	hasDescription := c.mustBeText("description", "should not", "error")
	c.mustBeText("argument-hint", "should not", "warning")
	c.mustBeBoolean("user-invocable")
	c.mustBeBoolean("disable-model-invocation")
	c.remarkIf(!hasName, "warning", "name", "Skill should provide a name.")
	name, folder := text.TrimJS(c.text("name")), kit.DirectoryName(c.Path)
	c.remarkIf(!kit.IsKebabAlphabet(name), "error", "name",
		"Skill name may only contain lowercase letters, numbers, and hyphens.")
	c.remarkIf(name != "" && folder != "" && folder != name, "warning", "name",
		"The skill name '"+name+"' should match the folder name '"+folder+"'.")
	c.remarkIf(!hasDescription, "warning", "description", "Skill should provide a description.")
	requiredIf := func(attribute, when string) {
		isFalse := !hasDescription && c.text(attribute) == "false"
		c.RemarkIf(isFalse, "error", "description", c.Place(attribute), "A description is required when "+
			when+", because the model needs a description to decide when to load the skill.")
	}
	requiredIf("user-invocable", "user-invocable is false")
	requiredIf("disable-model-invocation", "model invocation is enabled")
	c.remarkIf(!skillTool && text.TrimJS(c.text("context")) == "fork", "warning", "context",
		"The 'context: fork' attribute requires the skill tool to be enabled "+
			"(github.copilot.chat.skillTool.enabled).")
}

// remarkIf adds a remark on an attribute if something is wrong. A missing attribute is reported at the
// opening delimiter.
func (c *check) remarkIf(wrong bool, severity, name, message string) {
	c.RemarkIf(wrong, severity, name, c.Place(name), message)
}

// mustBeText reports whether there is an attribute, and adds a remark if it is not a text or is empty.
func (c *check) mustBeText(name, must, severity string) (found bool) {
	e, found := c.root.Entry(name)
	isText := e.Value.Kind == yamldialect.Scalar
	c.RemarkIf(!isText, "error", name, e.Span(), "The '"+name+"' attribute must be a string.")
	isEmpty := found && isText && text.TrimJS(e.Value.Text) == ""
	c.remarkIf(isEmpty, severity, name, "The '"+name+"' attribute "+must+" be empty.")
	return found
}

func (c *check) mustBeBoolean(name string) {
	e, found := c.root.Entry(name)
	isBoolean := e.Value.Text == "true" || e.Value.Text == "false"
	c.remarkIf(found && !isBoolean, "error", name, "The '"+name+"' attribute must be 'true' or 'false'.")
}
