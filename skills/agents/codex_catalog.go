package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
)

// Budgets of the list (render.rs 428dd6c6).
const (
	codexListedChars       = 8000 // where the context window is not known
	codexListedPercent     = 2    // of the context window, in tokens
	codexDescriptionLength = 1024 // code points of a description that the model sees
	codexWarnedShortening  = 100  // code points that each description must lose on average for a warning
)

// codexBudget returns what Codex's list may take of a context window of so many tokens; 0 and less mean that it is not known.
func codexBudget(contextWindow int) skills.Budget {
	if contextWindow <= 0 {
		return skills.Budget{Chars: codexListedChars}
	}
	share := contextWindow / 100 * codexListedPercent
	return skills.Budget{Tokens: max(1, share+contextWindow%100*codexListedPercent/100)}
}

// catalogCodex renders the developer message with the skills that the model may choose: build_available_skills and
// render_available_skills_body. It is empty without any. Where the list exceeds the budget, descriptions are shortened
// evenly, then left out, then skills are, unless aliases for the roots leave room for more.
func catalogCodex(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool { return s.Hidden })
	text := skills.CatalogText{Total: len(list)}
	if len(list) == 0 {
		return text
	}
	slices.SortStableFunc(list, func(a, b skills.Skill) int {
		return cmp.Or(codexPromptRank(a.Scope)-codexPromptRank(b.Scope), compareCodex(a, b))
	})
	lines := make([]codexLine, len(list))
	for i, s := range list {
		lines[i] = newCodexLine(s)
	}
	limit := newCodexLimit(budget)
	chosen := limit.render(lines)
	if len(chosen.dropped) > 0 || chosen.lost > 0 {
		if aliased, ok := limit.renderAliased(lines, list); ok && limit.better(aliased, chosen) {
			chosen = aliased
		}
	}
	text.Content = "<skills_instructions>" + codexList(chosen.roots, chosen.lines) + "</skills_instructions>"
	text.Entries, text.Used = len(chosen.lines), limit.used(chosen)
	for _, i := range chosen.dropped {
		text.Dropped = append(text.Dropped, list[i])
	}
	text.Truncated = len(text.Dropped) > 0
	text.Shortened = chosen.shortened(lines, list)
	if warning := limit.warning(chosen, len(list)); warning != "" {
		text.Notes = append(text.Notes, "Codex warns the user: "+warning)
	}
	return text
}

// codexPromptRank orders scopes in the list, other than in the catalogue.
func codexPromptRank(s skills.Scope) int {
	switch s {
	case skills.ScopeSystem:
		return 0
	case skills.ScopeAdmin:
		return 1
	case skills.ScopeRepo:
		return 2
	default:
		return 3
	}
}

// codexList joins the parts of the message.
func codexList(roots, lines []string) string {
	intro, usage := codexIntro, codexUsage
	if len(roots) > 0 {
		intro, usage = codexIntroAliased, codexUsageAliased
		roots = append([]string{"### Skill roots"}, roots...)
	}
	parts := slices.Concat([]string{"", "## Skills", intro}, roots, []string{"### Available skills"}, lines, []string{"### How to use skills", usage, ""})
	return strings.Join(parts, "\n")
}

// A codexLine is a skill in the list.
type codexLine struct {
	name, description, path string
	whole                   int // code points of the description that are there, without the mark that there were more
	more                    bool
}

func newCodexLine(s skills.Skill) codexLine {
	head, more := codexVisible(s.Description)
	l := codexLine{name: s.Name, description: head, path: codexSlashes(s.Path), whole: utf8.RuneCountInString(head), more: more}
	if more {
		l.description += codexMore
	}
	return l
}

// codexSlashes is how the list writes a path.
func codexSlashes(path string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(path, "\ufffd"), `\`, "/")
}

// codexMore ends a description that is cut.
const codexMore = "..."

// codexVisible is as much of a description as the model sees before [codexMore], and whether there is more.
func codexVisible(description string) (head string, more bool) {
	if _, more = rustChars(description, codexDescriptionLength); !more {
		return description, false
	}
	head, _ = rustChars(description, codexDescriptionLength-len(codexMore))
	return head, true
}

// with renders the line with a part of its description.
func (l codexLine) with(description string) string {
	if description != "" {
		description += " "
	}
	return "- " + l.name + ": " + description + "(file: " + l.path + ")"
}

// A codexLimit is a budget in one of its two units.
type codexLimit struct {
	tokens bool // else characters
	limit  int
}

func newCodexLimit(budget skills.Budget) codexLimit {
	const unlimited = int(^uint(0) >> 1)
	switch {
	case budget.Tokens > 0:
		return codexLimit{tokens: true, limit: budget.Tokens}
	case budget.Chars > 0:
		return codexLimit{limit: budget.Chars}
	}
	return codexLimit{limit: unlimited}
}

func (b codexLimit) cost(text string) int { return b.of(utf8.RuneCountInString(text), len(text)) }

// of is what a text of so many characters and bytes costs: a token for every four bytes begun.
func (b codexLimit) of(chars, bytes int) int {
	if b.tokens {
		return (bytes + 3) / 4
	}
	return chars
}

// used is what a list takes of the budget.
func (b codexLimit) used(r codexRendering) skills.Budget {
	if b.tokens {
		return skills.Budget{Tokens: b.sum(r)}
	}
	return skills.Budget{Chars: b.sum(r)}
}

func (b codexLimit) line(line string) int { return b.cost(line + "\n") }

// A codexRendering is a list that keeps to a budget.
type codexRendering struct {
	roots   []string // lines of the table of aliases
	lines   []string
	dropped []int // indexes of the skills left out
	chars   []int // how many characters each description has, by the skills' indexes; nil where none is shortened
	lost    int   // characters of descriptions left out
}

// shortened returns the skills in the list of which it does not hold the whole description.
func (r codexRendering) shortened(lines []codexLine, list []skills.Skill) []skills.Shortened {
	var found []skills.Shortened
	dropped := r.dropped
	for i, l := range lines {
		if len(dropped) > 0 && dropped[0] == i {
			dropped = dropped[1:]
			continue
		}
		s := skills.Shortened{Skill: list[i], Kept: l.whole, Alone: l.more}
		if r.chars != nil && r.chars[i] < utf8.RuneCountInString(l.description) {
			s.Kept, s.Alone = min(r.chars[i], l.whole), false
		} else if !l.more {
			continue
		}
		found = append(found, s)
	}
	return found
}

// render keeps all of the lines where they fit, else their descriptions' beginnings, else those lines that fit without any.
func (b codexLimit) render(lines []codexLine) codexRendering {
	var r codexRendering
	full, least := 0, 0
	for _, l := range lines {
		full += b.line(l.with(l.description))
		least += b.line(l.with(""))
	}
	switch {
	case full <= b.limit:
		for _, l := range lines {
			r.lines = append(r.lines, l.with(l.description))
		}
	case least <= b.limit:
		r.chars = b.share(lines, b.limit-least)
		for i, chars := range r.chars {
			head, _ := rustChars(lines[i].description, chars)
			r.lines = append(r.lines, lines[i].with(head))
			r.lost += utf8.RuneCountInString(lines[i].description) - chars
		}
	default:
		r.chars = make([]int, len(lines))
		used := 0
		for i, l := range lines {
			bare := l.with("")
			if cost := b.line(bare); used+cost <= b.limit {
				used += cost
				r.lines = append(r.lines, bare)
			} else {
				r.dropped = append(r.dropped, i)
			}
			r.lost += utf8.RuneCountInString(l.description)
		}
	}
	return r
}

// share deals out what is left of the budget in turns, a character of each description at a time, and returns how many each gets.
func (b codexLimit) share(lines []codexLine, left int) []int {
	type dealt struct {
		rest               string // of the description
		base, chars, bytes int    // cost without a description; lengths with the part that is dealt out
		cost               int
	}
	chars, all := make([]int, len(lines)), make([]dealt, len(lines))
	for i, l := range lines {
		bare := l.with("") + "\n"
		all[i] = dealt{rest: l.description, base: b.cost(bare), chars: utf8.RuneCountInString(bare) + 1, bytes: len(bare) + 1}
	}
	for changed := true; changed; {
		changed = false
		for i := range all {
			d := &all[i]
			if d.rest == "" {
				continue
			}
			_, n := utf8.DecodeRuneInString(d.rest)
			cost := b.of(d.chars+1, d.bytes+n) - d.base
			if cost-d.cost > left {
				continue
			}
			left -= cost - d.cost
			d.cost, d.rest = cost, d.rest[n:]
			d.chars, d.bytes = d.chars+1, d.bytes+n
			chars[i]++
			changed = true
		}
	}
	return chars
}

// warning is what Codex tells the user of a list of so many skills, empty for nothing.
func (b codexLimit) warning(r codexRendering, total int) string {
	share, ofShare := "", ""
	if b.tokens {
		share, ofShare = "2% ", " of 2%"
	}
	switch omitted := len(r.dropped); {
	case omitted == 1:
		return fmt.Sprintf(codexExceeded, ofShare, omitted, "skill was")
	case omitted > 1:
		return fmt.Sprintf(codexExceeded, ofShare, omitted, "skills were")
	case (r.lost+total-1)/total > codexWarnedShortening:
		return fmt.Sprintf(codexShortened, share)
	}
	return ""
}
