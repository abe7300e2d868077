package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// mendCompanion returns the fixes for a remark. A fix that would hide the skill from the model, or stop
// hiding it, is never safe.
func mendCompanion(p *Pass, c companionRemark) []diagnostic.Fix {
	fixes := mendRemark(p, c)
	if meant := meantKeyOf(p, c); c.Field == hidingField(c) || meant.name != "" && meant.name == hidingField(c) {
		return unpreferred(fixes)
	}
	return fixes
}

// hidingField returns the field with which an agent that reads the companion hides the skill from the model,
// or "" if no agent has such a field.
func hidingField(c companionRemark) string {
	for _, agent := range c.agents {
		if agent.HiddenBy != nil {
			return agent.HiddenBy.Field
		}
	}
	return ""
}

func mendRemark(p *Pass, c companionRemark) []diagnostic.Fix {
	switch c.Code {
	case skills.CodeYAML:
		return mendCompanionLine(p, c)
	case skills.CodeUnknownField:
		if !c.field.Former {
			return mendKey(p, c)
		}
	case skills.CodeComment:
		if color := fixedColor(c.Span.Of(p.Doc.Source)); color != "" {
			return respellScalar(p, "Quote the color", c.Span, color, true)
		}
	case skills.CodePath:
		return mendIcon(p, c)
	case skills.CodeMention:
		return mendPrompt(p, c)
	case skills.CodeType:
		return mendType(p, c)
	case skills.CodeValue:
		v := scalarAt(p, c.Span)
		if v == nil {
			return nil
		}
		if c.field.Form == skills.ColorText {
			if color := fixedColor(v.Text); color != "" {
				return respellScalar(p, "Change to "+InQuotes(color), c.Span, color, true)
			}
			return nil
		}
		if word := match.MeantWord(v.Text, c.field.Values); word != "" && word != v.Text {
			return respellScalar(p, "Change to "+InQuotes(word), c.Span, word, match.SameWord(v.Text, word) || match.OnlyNear(v.Text, word, c.field.Values))
		}
	}
	return nil
}

var hexColor = regexp.MustCompile(`^(?:#|0x)?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)

// fixedColor returns a color in the form "#RRGGBB", or an empty string if text is not a color in hexadecimal
// digits.
func fixedColor(text string) string {
	m := hexColor.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return ""
	}
	digits := m[1]
	if len(digits) == 3 {
		digits = strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:], 2)
	}
	return "#" + digits
}

// respellScalar returns a fix that replaces the scalar at span by text. It keeps the scalar's quotes if
// possible, and adds quotes if the text needs them.
func respellScalar(p *Pass, title string, span text.Span, text string, preferred bool) []diagnostic.Fix {
	written := Quote(text)
	switch first := span.Of(p.Doc.Source); {
	case strings.HasPrefix(first, "'") && !strings.ContainsAny(text, "'\r\n"):
		written = "'" + text + "'"
	case !strings.HasPrefix(first, `"`) && IsPlain(text):
		written = text
	}
	if span.Start > 0 && strings.IndexByte(" \t\r\n[{,", p.Doc.Source[span.Start-1]) < 0 {
		written = " " + written // in "key:#123456", span covers only the comment
	}
	return oneFix(title, preferred, p.Edit(span, written))
}

// IsPlain reports whether text can be written without quotes anywhere in YAML and is read as a string then. It returns
// false also for text with characters that are not printable.
func IsPlain(text string) bool {
	if strings.ContainsAny(text, "#:,[]{}\"'`&*!|<>%@?") || strings.TrimSpace(text) != text ||
		strings.HasPrefix(text, "-") || strings.HasPrefix(text, "...") ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return false
	}
	return frontmatter.PlainTag(text) == "!!str"
}

// mendIcon offers a path that agents use: the path without white space around it, or the file in assets/ that
// it means.
func mendIcon(p *Pass, c companionRemark) []diagnostic.Fix {
	v := scalarAt(p, c.Span)
	if v == nil {
		return nil
	}
	if text := strings.TrimSpace(v.Text); text != v.Text && strings.HasPrefix(strings.TrimPrefix(text, "./"), "assets/") && !strings.Contains(text, "..") {
		return respellScalar(p, "Remove the white space", c.Span, text, true)
	}
	_, fixes := nearIconFixes(p, v.Text, c.Span)
	return fixes
}

// nearIconFixes returns the files that a path may mean, and the fixes that change the path to them. A fix is
// preferred if the path names the only one except for case, separators and parent directories.
func nearIconFixes(p *Pass, written string, span text.Span) (near []string, fixes []diagnostic.Fix) {
	written = strings.ReplaceAll(written, `\`, "/")
	near = nearIcons(p, written)
	for _, file := range near {
		same := len(near) == 1 && match.SameWord(path.Base(written), path.Base(file))
		fixes = append(fixes, respellScalar(p, "Change to "+InQuotes(file), span, file, same)...)
	}
	return near, fixes
}

// nearIcons returns at most three files in the skill's assets/ that a path may mean: those whose path differs
// by a typo, or else those with the same name or only another extension.
func nearIcons(p *Pass, text string) []string {
	want := strings.ToLower(path.Join("assets", strings.TrimPrefix(path.Clean("/"+text), "/assets")))
	var near, same []string
	for _, file := range refs.SkillFiles(p.Snapshot, p.File.Skill) {
		rel, ok := vfs.CutDir(file, p.File.Skill)
		rel = strings.ReplaceAll(rel, `\`, "/")
		lower := strings.ToLower(rel)
		switch {
		case !ok || !strings.HasPrefix(rel, "assets/"):
		case lower == want || match.EditDistance(lower, want, 2) <= 2 && refs.WithoutDigits(lower) != refs.WithoutDigits(want):
			near = append(near, likePath("./", rel))
		case path.Base(lower) == path.Base(want) || strings.TrimSuffix(lower, path.Ext(lower)) == strings.TrimSuffix(want, path.Ext(want)):
			same = append(same, likePath("./", rel))
		}
	}
	if len(near) > 0 {
		return near[:min(len(near), 3)]
	}
	return same[:min(len(same), 3)]
}

// mendPrompt offers to mention the skill. It adds the sigil to the name in the prompt, corrects a misspelled
// mention, or else puts a mention before the prompt.
func mendPrompt(p *Pass, c companionRemark) []diagnostic.Fix {
	v, name := scalarAt(p, c.Span), c.of.Skill.Name
	if v == nil || name == "" || v.Style == frontmatter.LiteralBlock || v.Style == frontmatter.FoldedBlock {
		return nil
	}
	source := p.Doc.Source
	bare := regexp.MustCompile(`(^|[\s"'(])(` + regexp.QuoteMeta(name) + `)($|[^\w:-])`)
	if m := bare.FindStringSubmatchIndex(c.Span.Of(source)); m != nil {
		at := c.Span.Start + m[4]
		if at > c.Span.Start { // a plain scalar may begin with the sigil too, but quotes are better there
			return oneFix("Write "+InQuotes("$"+name), true, p.Edit(text.At(at), "$"))
		}
	}
	for _, m := range agents.Codex.Mentions(c.Span.Of(source)) {
		if m.Kind == skills.PlainMention && match.Nearest(m.Name, []string{name}) != "" {
			return oneFix("Change to "+InQuotes("$"+name), false, p.Edit(m.NameSpan.Shift(c.Span.Start), name))
		}
	}
	return respellScalar(p, "Begin with "+InQuotes("Use $"+name), c.Span, "Use $"+name+". "+strings.Join(strings.Fields(v.Text), " "), false)
}

// mendType offers a value of the expected type, if it is clear which.
func mendType(p *Pass, c companionRemark) []diagnostic.Fix {
	v := scalarAt(p, c.Span)
	if v == nil {
		return nil
	}
	switch {
	case c.field.Types == skills.Boolean:
		word := map[string]string{"true": "true", "yes": "true", "on": "true", "1": "true", "false": "false", "no": "false", "off": "false", "0": "false"}[strings.ToLower(strings.TrimSpace(v.Text))]
		if word != "" {
			return p.changeTo(word, true, c.Span)
		}
	case c.field.Types == skills.List && c.field.Values != nil && v.Style != frontmatter.LiteralBlock && v.Style != frontmatter.FoldedBlock && !v.IsNull():
		return oneFix("Convert to a list", true, p.Edit(c.Span, "["+c.Span.Of(p.Doc.Source)+"]"))
	}
	return nil
}

// mendCompanionLine offers to edit the line with the error so that the file becomes valid YAML: it quotes the
// line's value or replaces tabs by spaces.
func mendCompanionLine(p *Pass, c companionRemark) []diagnostic.Fix {
	source, offset := p.Doc.Source, c.Span.Start
	line := lines.FirstLine(source, lines.LineStart(source, min(offset, len(source))))
	src := line.Of(source)
	valid := func(e diagnostic.Edit) bool {
		_, err := frontmatter.ParseYAML(diagnostic.ApplyEdits(source, []diagnostic.Edit{e}))
		return err == nil
	}
	if at := workspace.TabIndent(src); at >= 0 {
		blanks := src[:len(src)-len(strings.TrimLeft(src, " \t"))]
		e := p.Edit(text.Span{Start: line.Start, End: line.Start + len(blanks)}, strings.ReplaceAll(blanks, "\t", "  "))
		if valid(e) {
			return oneFix("Replace tabs with spaces", true, e)
		}
	}
	key, rest, ok := strings.Cut(src, ":")
	value := strings.TrimSpace(rest)
	if !ok || value == "" || strings.ContainsRune(`"'|>`, rune(value[0])) {
		return nil
	}
	start := line.Start + len(key) + 1 + strings.Index(rest, value)
	e := p.Edit(text.Span{Start: start, End: start + len(value)}, Quote(value))
	if !valid(e) {
		return nil
	}
	name := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(key), "-"))
	safe := strings.IndexByte("[{&*!", value[0]) < 0 && slices.ContainsFunc(c.of.Companion.Fields, func(f skills.CompanionField) bool {
		return LastKey(f.Name) == name && f.Types == skills.String
	})
	return oneFix("Quote the value of "+InQuotes(name), safe, e)
}
