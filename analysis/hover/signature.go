package hover

import (
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Signature describes the arguments of a skill.
type Signature struct {
	Label       string // "/name" and the argument hint
	Description string // of the skill
	Parameters  []Parameter
}

// A Parameter is an argument of a skill.
type Parameter struct {
	Span text.Span // in the label
	Name string    // from the field "arguments", or else the text in the label
}

// Signatures returns the arguments of the skills that the "/name" before a byte offset in its line may mean,
// and the index of the argument at the offset. It returns nil if the offset is not after such a mention and a
// space, if no agent that reads the mention reads an argument hint or names of arguments there, if all
// arguments are already typed, and if ctx is canceled.
func Signatures(ctx context.Context, s *workspace.Snapshot, path string, offset int) (list []Signature, active int) {
	c, ok := refs.CursorAt(ctx, s, path, offset)
	if !ok || c.File.Kind != file.SkillFile && c.File.Kind != file.Instructions || c.InCode(c.Offset) {
		return nil, 0
	}
	m, typed, ok := argumentsBefore(c)
	if !ok {
		return nil, 0
	}
	for _, agent := range refs.SlashReaders(s, c.File) {
		for _, skill := range c.Mentioned(m) {
			f, err := s.File(skill.Path)
			if err != nil {
				continue
			}
			if sig := signatureOf(f, agent, m.Name); len(sig.Parameters) > 0 {
				sig.Description = skill.Description
				list = append(list, sig)
			}
		}
		if list != nil {
			active = wordAt(agent, typed)
			break
		}
	}
	list = slices.DeleteFunc(list, func(sig Signature) bool { return active >= len(sig.Parameters) })
	return list, active
}

// argumentsBefore returns the last "/name" before the cursor in its line, and the text after it up to the
// cursor, which begins with a space.
func argumentsBefore(c *refs.Cursor) (m skills.Mention, typed string, ok bool) {
	for _, other := range refs.Mentions(c.Snapshot, c.File) {
		if other.Kind == skills.SlashMention && other.Span.Start >= c.Line.Start && other.Span.End < c.Offset {
			m, ok = other, true
		}
	}
	if !ok {
		return m, "", false
	}
	typed = c.Source[m.Span.End:c.Offset]
	return m, typed, typed[0] == ' ' || typed[0] == '\t'
}

// signatureOf returns what an agent shows of a skill's arguments. Without a hint, that is their names.
func signatureOf(f *file.File, agent *skills.Agent, name string) Signature {
	var names []string
	for _, n := range refs.ArgumentNames(f) {
		if workspace.Includes(n.Readers, agent) {
			names = append(names, n.Name)
		}
	}
	hint := refs.Hint(f, agent)
	words := slices.Clone(names)
	if hint == "" {
		hint = strings.Join(names, " ")
	} else {
		words = nil
		for _, n := range refs.HintedNames(f) {
			words = append(words, n.Name)
		}
	}
	sig := Signature{Label: "/" + name + " " + hint}
	at := len("/" + name + " ")
	for i, word := range words {
		start := strings.Index(sig.Label[at:], word)
		if start < 0 {
			break // its white space was folded
		}
		p := Parameter{Span: text.Span{Start: at + start, End: at + start + len(word)}, Name: word}
		if i < len(names) {
			p.Name = names[i]
		}
		sig.Parameters = append(sig.Parameters, p)
		at = p.Span.End
	}
	return sig
}

// wordAt returns the index of the argument at the end of a text, which an agent splits.
func wordAt(agent *skills.Agent, typed string) int {
	split := strings.Fields
	if agent.Placeholders != nil && agent.Placeholders.Split != nil {
		split = agent.Placeholders.Split
	}
	return max(0, len(split(typed+"x"))-1) // the x belongs to the last word or begins the next one
}
