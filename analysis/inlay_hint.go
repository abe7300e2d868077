package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// An InlayHint is text that editors show after an offset, as if it were part of the file.
type InlayHint struct {
	Offset   int // in bytes
	Label    string
	Argument bool // it describes an argument
}

// InlayHints returns what a SKILL.md does not say itself: after the name, the names of the skill in agents
// that use another one; after the description, how much of the limit is used; and after a numbered argument,
// which argument it is. The hints are in source order. It returns nil for other files, and if ctx is
// canceled.
func (s *Snapshot) InlayHints(ctx context.Context, path string) []InlayHint {
	f, err := s.File(path)
	if err != nil || f.Kind != SkillFile || ctx.Err() != nil {
		return nil
	}
	p := s.newPass(ctx, f)
	var list []InlayHint
	for i := range p.fm.Entries {
		e := &p.fm.Entries[i]
		if e.ValueSpan.IsEmpty() || e.Value == nil || e.Value.Kind != frontmatter.ScalarValue {
			continue
		}
		label := ""
		switch e.Key {
		case "name":
			label = p.otherNames(e)
		case "description":
			label = p.roomUsed(e)
		}
		if label != "" {
			list = append(list, InlayHint{Offset: textEnd(p.doc.Source, e.ValueSpan), Label: label})
		}
	}
	return append(list, p.argumentHints()...)
}

// otherNames returns the names of the skill in the targets that accept it under another name than that of its
// field.
func (p *pass) otherNames(e *frontmatter.Entry) string {
	type called struct {
		name string
		by   *skills.Agent
	}
	var others []called
	path := p.snapshot.judgedPath(p.file)
	for _, v := range p.verdicts {
		if !v.Accepted {
			continue
		}
		skill, refused := p.snapshot.adopt(v.agent, p.snapshot.describe(v.agent, p.file, path, v.Verdict))
		if refused == "" && skill.Name != e.Value.Text {
			others = append(others, called{skill.Name, v.agent})
		}
	}
	groups := groupBy(others, func(c called) string { return c.name })
	parts := make([]string, len(groups))
	for i, g := range groups {
		var by []*skills.Agent
		for _, c := range g.items {
			by = append(by, c.by)
		}
		parts[i] = shorten(g.key, 80) + " in " + titles(by)
	}
	return strings.Join(parts, ", ")
}

// roomUsed says how much of the limit of a description is used, in the target where it uses the largest
// share.
func (p *pass) roomUsed(e *frontmatter.Entry) string {
	text := e.Value.Text
	limits := &agents.Standard.Limits
	for i, v := range p.verdicts {
		own := &v.agent.Limits
		if own.Description > 0 && (i == 0 || limits.Unit.Len(text)*own.Description < own.Unit.Len(text)*limits.Description) {
			limits = own
		}
	}
	return fmt.Sprintf("%s of %s %s", grouped(limits.Unit.Len(text)), grouped(limits.Description), limits.Unit)
}

// argumentHints returns a hint after each numbered argument, with the name that the frontmatter has for it.
func (p *scope) argumentHints() []InlayHint {
	names := p.file.argumentNames()
	readers := p.concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	hinted := p.hintedNames()
	var list []InlayHint
	for _, use := range p.placeholderUses() {
		if use.kind != positionalPlaceholder {
			continue
		}
		replacing := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool { return includes(use.left, agent) })
		meanings := groupBy(replacing, func(agent *skills.Agent) string {
			place := use.place(agent)
			if place < 0 || place >= max(maxOrdinal, len(names)) {
				return ""
			}
			return cmp.Or(nameOf(names, place, agent), nameOf(hinted, place, agent), ordinal(place+1)+" argument")
		})
		var parts []string
		for _, g := range meanings {
			switch {
			case g.key == "":
			case len(meanings) == 1:
				parts = append(parts, g.key)
			default:
				parts = append(parts, g.key+" in "+titles(g.items))
			}
		}
		if len(parts) > 0 {
			list = append(list, InlayHint{Offset: use.span.End, Label: shorten(strings.Join(parts, ", "), 80), Argument: true})
		}
	}
	return list
}

// hintedNames returns the words, without brackets, of the hint that agents show while the user types
// arguments. The words stand for the arguments in order.
func (p *scope) hintedNames() []declaredName {
	if e, ok := p.fm.Entry("argument-hint"); ok {
		return hintWords(e.Value, agents.Readers("argument-hint"))
	}
	if e, ok := p.fm.Entry("metadata"); ok {
		return hintWords(e.Value.Lookup("argument-hint"), agents.Readers("metadata.argument-hint"))
	}
	return nil
}

// hintWords returns the words of a hint. Text in brackets is one word.
func hintWords(v *frontmatter.Value, readers []*skills.Agent) []declaredName {
	var words []declaredName
	for _, item := range scalarsOf(v) {
		text := item.Text
		for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
			end := strings.IndexAny(text, " \t\r\n")
			for _, brackets := range []string{"[]", "<>", "()"} {
				if text[0] == brackets[0] {
					end = strings.IndexByte(text, brackets[1]) + 1
				}
			}
			if end <= 0 {
				end = len(text)
			}
			if word := strings.Trim(text[:end], "[]<>(). \t"); word != "" && len(words) < maxOrdinal {
				words = append(words, declaredName{name: word, place: len(words), readers: readers})
			}
			text = text[end:]
		}
	}
	return words
}
