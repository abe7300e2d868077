package complete

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/suppress"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills/text"
)

// completeSuppression completes a comment that suppresses rules: its verb, and the rule IDs after the verb.
// The second result reports whether the cursor is in such a comment, or in one that can become one.
func completeSuppression(c *refs.Cursor) ([]Completion, bool) {
	comment, inYAML := commentBefore(c)
	if comment == "" {
		return nil, false
	}
	at := strings.LastIndexAny(comment, " \t,") + 1
	word := comment[at:]
	site := text.Span{Start: c.Offset - len(word), End: c.Offset}
	for site.End < c.Line.End && isRuleByte(c.Source[site.End]) && !strings.HasPrefix(c.Source[site.End:], "--") {
		site.End++
	}
	if at == 0 {
		return completeVerb(c, word, site, inYAML)
	}
	if !strings.HasPrefix(comment, suppress.SuppressionMark) {
		return nil, false
	}
	named := strings.FieldsFunc(comment[:at], func(r rune) bool { return strings.ContainsRune(" \t,", r) })
	var found []Completion
	for _, r := range rules.All() {
		if slices.Contains(r.AppliesTo, c.File.Kind) && !slices.Contains(named, r.ID) {
			found = append(found, offerWord(len(found), r.ID, r.Default.String(), r.Summary(), site))
		}
	}
	return found, true
}

// completeVerb completes the first word of a comment.
func completeVerb(c *refs.Cursor, word string, site text.Span, inYAML bool) ([]Completion, bool) {
	if len(word) < 2 || !strings.HasPrefix(word, suppress.SuppressionMark) && !strings.HasPrefix(suppress.SuppressionMark, word) {
		return nil, false
	}
	verbs := suppress.SuppressionVerbs
	if inYAML {
		verbs = []string{suppress.DisableNextLine}
	}
	var found []Completion
	for i, verb := range verbs {
		found = append(found, offerWord(i, verb, "", "", site))
	}
	return found, true
}

func offerWord(i int, word, detail, doc string, site text.Span) Completion {
	return Completion{
		Kind: vocabulary.ValueCompletion, Label: word, Detail: detail, Doc: doc,
		Replace: site, Sort: fmt.Sprintf("%03d", i),
	}
}

func isRuleByte(b byte) bool { return b >= 'a' && b <= 'z' || b == '-' || b == '/' || b == '*' }

// commentBefore returns the text between the start of the comment at the cursor and the cursor, without
// leading spaces. It returns "" if the cursor is not in a comment that begins on its line.
func commentBefore(c *refs.Cursor) (text string, inYAML bool) {
	written := c.Written()
	if c.File.Kind == file.ManifestFile {
		return "", false // JSON has no comments
	}
	if c.File.IsYAML() || c.File.Kind == file.SkillFile && c.InFrontmatter() {
		text, isComment := strings.CutPrefix(strings.TrimLeft(written, " \t"), "#")
		if !isComment {
			return "", false
		}
		return strings.TrimLeft(text, "# \t"), true
	}
	open := strings.LastIndex(written, "<!--")
	if open < 0 || c.Line.Start+open < c.BodyStart() || strings.Contains(written[open:], "-->") {
		return "", false
	}
	if code, ok := c.CodeAround(c.Line.Start + open + 1); ok && strings.IndexByte("`~", c.Source[code.Start]) >= 0 {
		return "", false
	}
	return strings.TrimLeft(written[open+len("<!--"):], " \t"), false
}
