package refs

import (
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// maxHinted is the maximum number of words read from an argument hint.
const maxHinted = 10

// HintedNames returns the words, without brackets, of the hint that agents show while the user types
// arguments. The words stand for the arguments in order.
func HintedNames(f *file.File) []DeclaredName {
	v, key := hintOf(f)
	return hintWords(v, agents.Readers(key))
}

// Hint returns the argument hint of a SKILL.md as an agent that reads it shows it, with the items of a list in
// brackets. It returns "" if there is none.
func Hint(f *file.File, agent *skills.Agent) string {
	v, key := hintOf(f)
	if _, reads := agent.Reads(key); !reads {
		return ""
	}
	var items []string
	for _, item := range file.ScalarsOf(v) {
		text := strings.Join(strings.Fields(item.Text), " ")
		if v.Kind == frontmatter.SequenceValue {
			text = "[" + text + "]"
		}
		items = append(items, text)
	}
	return strings.Join(items, " ")
}

// hintOf returns the value of the argument hint, or nil, and the field that has it.
func hintOf(f *file.File) (v *frontmatter.Value, key string) {
	if e, ok := f.Doc.Frontmatter.Entry(HintField); ok {
		return e.Value, HintField
	}
	if e, ok := f.Doc.Frontmatter.Entry("metadata"); ok {
		v = e.Value.Lookup(HintField)
	}
	return v, "metadata." + HintField
}

// hintWords returns the words of a hint. Text in brackets is one word, and so is an item of a list.
func hintWords(v *frontmatter.Value, readers []*skills.Agent) []DeclaredName {
	var words []DeclaredName
	for _, item := range file.ScalarsOf(v) {
		text := item.Text
		for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
			end := strings.IndexAny(text, " \t\r\n")
			for _, brackets := range []string{"[]", "<>", "()"} {
				if text[0] == brackets[0] {
					end = strings.IndexByte(text, brackets[1]) + 1
				}
			}
			if end <= 0 || v.Kind == frontmatter.SequenceValue {
				end = len(text)
			}
			if word := strings.Trim(text[:end], "[]<>(). \t"); word != "" && len(words) < maxHinted {
				words = append(words, DeclaredName{Name: word, Place: len(words), Readers: readers})
			}
			text = text[end:]
		}
	}
	return words
}
