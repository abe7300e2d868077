package analysis

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// mendCompanion returns the fixes for a remark. A fix that would hide the skill from the model, or stop
// hiding it, is never safe.
func (p *pass) mendCompanion(c companionRemark) []Fix {
	fixes := p.mendRemark(c)
	if meant := p.meantKey(c); c.Field == hidingField(c) || meant.name != "" && meant.name == hidingField(c) {
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

func (p *pass) mendRemark(c companionRemark) []Fix {
	switch c.Code {
	case skills.CodeYAML:
		return p.mendCompanionLine(c)
	case skills.CodeUnknownField:
		if !c.field.Former {
			return p.mendKey(c)
		}
	case skills.CodeComment:
		if color := mendedColor(c.Span.Of(p.doc.Source)); color != "" {
			return p.respellScalar("Put the colour in quotes", c.Span, color, true)
		}
	case skills.CodePath:
		return p.mendIcon(c)
	case skills.CodeMention:
		return p.mendPrompt(c)
	case skills.CodeType:
		return p.mendType(c)
	case skills.CodeValue:
		v := p.scalarAt(c.Span)
		if v == nil {
			return nil
		}
		if c.field.Form == skills.ColorText {
			if color := mendedColor(v.Text); color != "" {
				return p.respellScalar("Change to `"+color+"`", c.Span, color, true)
			}
			return nil
		}
		if word := meantWord(v.Text, c.field.Values); word != "" && word != v.Text {
			return p.respellScalar("Change to `"+word+"`", c.Span, word, sameWord(v.Text, word) || onlyNear(v.Text, word, c.field.Values))
		}
	}
	return nil
}

// meantWord returns the word that text most likely means: one with the same spelling except for case,
// hyphens, underscores and spaces, or else the nearest one.
func meantWord(text string, words []string) string {
	if i := slices.IndexFunc(words, func(w string) bool { return bareWord(w) == bareWord(text) }); i >= 0 {
		return words[i]
	}
	return nearest(text, words)
}

// bareWord returns word in lowercase, without hyphens, underscores and spaces.
func bareWord(word string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(word))
}

var hexColor = regexp.MustCompile(`^(?:#|0x)?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)

// mendedColor returns a color in the form "#RRGGBB", or an empty string if text is not a color in hexadecimal
// digits.
func mendedColor(text string) string {
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
func (p *pass) respellScalar(title string, span text.Span, text string, preferred bool) []Fix {
	written := quote(text)
	switch first := span.Of(p.doc.Source); {
	case strings.HasPrefix(first, "'") && !strings.ContainsAny(text, "'\r\n"):
		written = "'" + text + "'"
	case !strings.HasPrefix(first, `"`) && isPlain(text):
		written = text
	}
	if span.Start > 0 && strings.IndexByte(" \t\r\n[{,", p.doc.Source[span.Start-1]) < 0 {
		written = " " + written // in "key:#123456", span covers only the comment
	}
	return []Fix{{Title: title, Safe: preferred, Preferred: preferred, Edits: []Edit{p.edit(span, written)}}}
}

// isPlain reports whether text can be written without quotes anywhere in YAML and is read as a string then.
func isPlain(text string) bool {
	if strings.ContainsAny(text, "\r\n#:,[]{}\"'`&*!|>%@?") || strings.TrimSpace(text) != text || strings.HasPrefix(text, "-") {
		return false
	}
	v, err := frontmatter.ParseYAML(text)
	return err == nil && v.IsString()
}

// mendIcon offers a path that agents use: the path without white space around it, or the file in assets/ that
// it means.
func (p *pass) mendIcon(c companionRemark) []Fix {
	v := p.scalarAt(c.Span)
	if v == nil {
		return nil
	}
	if text := strings.TrimSpace(v.Text); text != v.Text && strings.HasPrefix(strings.TrimPrefix(text, "./"), "assets/") && !strings.Contains(text, "..") {
		return p.respellScalar("Remove the white space", c.Span, text, true)
	}
	near := p.nearIcons(strings.ReplaceAll(v.Text, `\`, "/"))
	var fixes []Fix
	for _, file := range near {
		fixes = append(fixes, p.respellScalar("Change to `"+file+"`", c.Span, file, len(near) == 1 && sameIcon(v.Text, file))...)
	}
	return fixes
}

// sameIcon reports whether two paths name the same file, except for case, separators and parent directories.
func sameIcon(a, b string) bool {
	return sameWord(path.Base(strings.ReplaceAll(a, `\`, "/")), path.Base(b))
}

// nearIcons returns at most three files in the skill's assets/ that a path may mean: those whose path differs
// by a typo, or else those with the same name or only another extension.
func (p *pass) nearIcons(text string) []string {
	want := strings.ToLower(path.Join("assets", strings.TrimPrefix(path.Clean("/"+text), "/assets")))
	var near, same []string
	for _, file := range p.snapshot.skillFiles(p.file.Skill) {
		rel, ok := vfs.CutDir(file, p.file.Skill)
		rel = strings.ReplaceAll(rel, `\`, "/")
		lower := strings.ToLower(rel)
		switch {
		case !ok || !strings.HasPrefix(rel, "assets/"):
		case lower == want || editDistance(lower, want, 2) <= 2 && withoutDigits(lower) != withoutDigits(want):
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
func (p *pass) mendPrompt(c companionRemark) []Fix {
	v, name := p.scalarAt(c.Span), c.of.skill.Name
	if v == nil || name == "" || v.Style == frontmatter.LiteralBlock || v.Style == frontmatter.FoldedBlock {
		return nil
	}
	source := p.doc.Source
	bare := regexp.MustCompile(`(^|[\s"'(])(` + regexp.QuoteMeta(name) + `)($|[^\w:-])`)
	if m := bare.FindStringSubmatchIndex(c.Span.Of(source)); m != nil {
		at := c.Span.Start + m[4]
		if at > c.Span.Start { // a plain scalar may begin with the sigil too, but quotes are better there
			return []Fix{{Title: "Write `$" + name + "`", Safe: true, Preferred: true, Edits: []Edit{p.edit(text.At(at), "$")}}}
		}
	}
	for _, m := range agents.Codex.Mentions(c.Span.Of(source)) {
		if m.Kind == skills.PlainMention && nearest(m.Name, []string{name}) != "" {
			return []Fix{{Title: "Change to `$" + name + "`", Edits: []Edit{p.edit(m.NameSpan.Shift(c.Span.Start), name)}}}
		}
	}
	return p.respellScalar("Begin with `Use $"+name+"`", c.Span, "Use $"+name+". "+strings.Join(strings.Fields(v.Text), " "), false)
}

// mendType offers a value of the expected type, if it is clear which.
func (p *pass) mendType(c companionRemark) []Fix {
	v := p.scalarAt(c.Span)
	if v == nil {
		return nil
	}
	switch {
	case c.field.Types == skills.Boolean:
		word := map[string]string{"true": "true", "yes": "true", "on": "true", "1": "true", "false": "false", "no": "false", "off": "false", "0": "false"}[strings.ToLower(strings.TrimSpace(v.Text))]
		if word != "" {
			return []Fix{{Title: "Change to `" + word + "`", Safe: true, Preferred: true, Edits: []Edit{p.edit(c.Span, word)}}}
		}
	case c.field.Types == skills.List && c.field.Values != nil && v.Style != frontmatter.LiteralBlock && v.Style != frontmatter.FoldedBlock && !v.IsNull():
		return []Fix{{Title: "Make a list of it", Safe: true, Preferred: true, Edits: []Edit{p.edit(c.Span, "["+c.Span.Of(p.doc.Source)+"]")}}}
	}
	return nil
}

// mendCompanionLine offers to edit the line with the error so that the file becomes valid YAML: it quotes the
// line's value or replaces tabs by spaces.
func (p *pass) mendCompanionLine(c companionRemark) []Fix {
	source, offset := p.doc.Source, c.Span.Start
	line := firstLine(source, lineStart(source, min(offset, len(source))))
	src := line.Of(source)
	valid := func(e Edit) bool {
		_, err := frontmatter.ParseYAML(applyEdits(source, []Edit{e}))
		return err == nil
	}
	if at := tabIndent(src); at >= 0 {
		blanks := src[:len(src)-len(strings.TrimLeft(src, " \t"))]
		e := p.edit(text.Span{Start: line.Start, End: line.Start + len(blanks)}, strings.ReplaceAll(blanks, "\t", "  "))
		if valid(e) {
			return []Fix{{Title: "Replace tabs by spaces", Safe: true, Preferred: true, Edits: []Edit{e}}}
		}
	}
	key, rest, ok := strings.Cut(src, ":")
	value := strings.TrimSpace(rest)
	if !ok || value == "" || strings.ContainsRune(`"'|>`, rune(value[0])) {
		return nil
	}
	start := line.Start + len(key) + 1 + strings.Index(rest, value)
	e := p.edit(text.Span{Start: start, End: start + len(value)}, quote(value))
	if !valid(e) {
		return nil
	}
	name := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(key), "-"))
	safe := strings.IndexByte("[{&*!", value[0]) < 0 && slices.ContainsFunc(c.of.companion.Fields, func(f skills.CompanionField) bool {
		return lastKey(f.Name) == name && f.Types == skills.String
	})
	return []Fix{{Title: "Quote the value of `" + name + "`", Safe: safe, Preferred: safe, Edits: []Edit{e}}}
}
