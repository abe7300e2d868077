package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// completeSuppression completes a comment that suppresses rules: its verb, and the rule IDs after the verb.
// The second result reports whether the cursor is in such a comment, or in one that can become one.
func (c *cursor) completeSuppression() ([]Completion, bool) {
	comment, inYAML := c.commentBefore()
	if comment == "" {
		return nil, false
	}
	at := strings.LastIndexAny(comment, " \t,") + 1
	word := comment[at:]
	site := text.Span{Start: c.offset - len(word), End: c.offset}
	for site.End < c.line.End && isRuleByte(c.source[site.End]) && !strings.HasPrefix(c.source[site.End:], "--") {
		site.End++
	}
	if at == 0 {
		return c.completeVerb(word, site, inYAML)
	}
	if !strings.HasPrefix(comment, suppressionMark) {
		return nil, false
	}
	named := strings.FieldsFunc(comment[:at], func(r rune) bool { return strings.ContainsRune(" \t,", r) })
	var found []Completion
	for _, r := range Rules() {
		if slices.Contains(r.appliesTo, c.file.Kind) && !slices.Contains(named, r.ID) {
			found = append(found, c.offerWord(len(found), r.ID, r.Default.String(), upperFirst(r.Summary)+".", site))
		}
	}
	return found, true
}

// completeVerb completes the first word of a comment.
func (c *cursor) completeVerb(word string, site text.Span, inYAML bool) ([]Completion, bool) {
	if len(word) < 2 || !strings.HasPrefix(word, suppressionMark) && !strings.HasPrefix(suppressionMark, word) {
		return nil, false
	}
	verbs := suppressionVerbs
	if inYAML {
		verbs = []string{disableNextLine}
	}
	var found []Completion
	for i, verb := range verbs {
		found = append(found, c.offerWord(i, verb, "", "", site))
	}
	return found, true
}

func (c *cursor) offerWord(i int, word, detail, doc string, site text.Span) Completion {
	return Completion{
		Kind: ValueCompletion, Label: word, Detail: detail, Doc: doc, Text: word, Filter: word, Sort: fmt.Sprintf("%03d", i),
		Insert: text.Span{Start: site.Start, End: c.offset}, Replace: site,
	}
}

func isRuleByte(b byte) bool { return b >= 'a' && b <= 'z' || b == '-' || b == '/' || b == '*' }

// commentBefore returns the text between the start of the comment at the cursor and the cursor, without
// leading spaces. It returns "" if the cursor is not in a comment that begins on its line.
func (c *cursor) commentBefore() (text string, inYAML bool) {
	written := c.written()
	if c.file.isYAML() || c.file.Kind == SkillFile && c.inFrontmatter() {
		text, isComment := strings.CutPrefix(strings.TrimLeft(written, " \t"), "#")
		if !isComment {
			return "", false
		}
		return strings.TrimLeft(text, "# \t"), true
	}
	open := strings.LastIndex(written, "<!--")
	if open < 0 || c.line.Start+open < c.bodyStart() || strings.Contains(written[open:], "-->") {
		return "", false
	}
	if code, ok := c.codeAround(c.line.Start + open + 1); ok && strings.IndexByte("`~", c.source[code.Start]) >= 0 {
		return "", false
	}
	return strings.TrimLeft(written[open+len("<!--"):], " \t"), false
}
