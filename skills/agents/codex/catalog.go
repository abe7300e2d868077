package codex

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// Budgets of the catalog (render.rs 428dd6c6).
const (
	listedChars       = 8000 // if the context window is not known
	listedPercent     = 2    // of the context window, in tokens
	descriptionLength = 1024 // code points of a description that the model sees
	warnedShortening  = 100  // code points that each description loses on average; Codex warns above this
)

// budgetOf returns the budget of Codex's catalog for a context window of the given size in tokens. 0 or less
// means that the size is not known.
func budgetOf(contextWindow int) skills.Budget {
	if contextWindow <= 0 {
		return skills.Budget{Chars: listedChars}
	}
	share := contextWindow / 100 * listedPercent
	return skills.Budget{Tokens: max(1, share+contextWindow%100*listedPercent/100)}
}

// catalog renders the developer message with the skills that the model may choose, as build_available_skills
// and render_available_skills_body do. It is empty without such skills. If the catalog exceeds the budget,
// descriptions are shortened evenly, then left out, and then skills are left out, unless aliases for the
// roots leave room for more.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	list = slices.DeleteFunc(slices.Clone(list), func(s skills.Skill) bool { return s.Hidden })
	text := skills.CatalogText{Total: len(list)}
	if len(list) == 0 {
		return text
	}
	slices.SortStableFunc(list, func(a, b skills.Skill) int {
		return cmp.Or(promptRank(a.Scope)-promptRank(b.Scope), kit.CompareNameAndPath(a, b))
	})
	lines := make([]line, len(list))
	for i, s := range list {
		lines[i] = newLine(s)
	}
	limit := newLimit(budget)
	chosen := limit.render(lines)
	if len(chosen.dropped) > 0 || chosen.lost > 0 {
		if aliased, ok := limit.renderAliased(lines, list); ok && limit.better(aliased, chosen) {
			chosen = aliased
		}
	}
	text.Content = "<skills_instructions>" + joinSections(chosen.roots, chosen.lines) + "</skills_instructions>"
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

// promptRank returns the rank of a scope in the prompt, which differs from [skills.Scope.Rank].
func promptRank(s skills.Scope) int {
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

// joinSections joins the parts of the message.
func joinSections(roots, lines []string) string {
	intro, usage := intro, usage
	if len(roots) > 0 {
		intro, usage = introAliased, usageAliased
		roots = append([]string{"### Skill roots"}, roots...)
	}
	parts := slices.Concat([]string{"", "## Skills", intro}, roots, []string{"### Available skills"}, lines, []string{"### How to use skills", usage, ""})
	return strings.Join(parts, "\n")
}

// A line is the entry of a skill.
type line struct {
	name, description, path string
	whole                   int // code points of the description in the line, without the ellipsis
	more                    bool
}

func newLine(s skills.Skill) line {
	head, more := visible(s.Description)
	l := line{name: s.Name, description: head, path: slashes(s.Path), whole: utf8.RuneCountInString(head), more: more}
	if more {
		l.description += ellipsis
	}
	return l
}

// slashes returns a path as the catalog writes it.
func slashes(path string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(path, "\ufffd"), `\`, "/")
}

// ellipsis ends a description that is cut.
const ellipsis = "..."

// visible returns the part of a description that the model sees, without [ellipsis], and reports whether
// there is more.
func visible(description string) (head string, more bool) {
	if _, more = kit.RustChars(description, descriptionLength); !more {
		return description, false
	}
	head, _ = kit.RustChars(description, descriptionLength-len(ellipsis))
	return head, true
}

// with renders the line with a part of its description.
func (l line) with(description string) string {
	if description != "" {
		description += " "
	}
	return "- " + l.name + ": " + description + "(file: " + l.path + ")"
}

// A limit is a budget in tokens or in characters.
type limit struct {
	tokens bool // otherwise characters
	limit  int
}

func newLimit(budget skills.Budget) limit {
	const unlimited = int(^uint(0) >> 1)
	switch {
	case budget.Tokens > 0:
		return limit{tokens: true, limit: budget.Tokens}
	case budget.Chars > 0:
		return limit{limit: budget.Chars}
	}
	return limit{limit: unlimited}
}

func (b limit) cost(text string) int { return b.of(utf8.RuneCountInString(text), len(text)) }

// of returns the cost of a text with the given numbers of characters and bytes. In tokens, it is the bytes
// divided by four, rounded up.
func (b limit) of(chars, bytes int) int {
	if b.tokens {
		return (bytes + 3) / 4
	}
	return chars
}

// used returns how much of the budget a list uses.
func (b limit) used(r rendering) skills.Budget {
	if b.tokens {
		return skills.Budget{Tokens: b.sum(r)}
	}
	return skills.Budget{Chars: b.sum(r)}
}

func (b limit) line(line string) int { return b.cost(line + "\n") }

// A rendering is a list that fits a budget.
type rendering struct {
	roots   []string // lines of the table of aliases
	lines   []string
	dropped []int // indexes of the skills left out
	chars   []int // length of each description in characters, by the skill's index; nil if none is shortened
	lost    int   // characters cut from descriptions
}

// shortened returns the skills in the list whose descriptions are cut. It does not include skills that were
// left out.
func (r rendering) shortened(lines []line, list []skills.Skill) []skills.Shortened {
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

// render keeps all lines if they fit, or else the beginnings of their descriptions, or else the lines that
// fit without a description.
func (b limit) render(lines []line) rendering {
	var r rendering
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
			head, _ := kit.RustChars(lines[i].description, chars)
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

// share distributes the rest of the budget, one character of each description at a time, and returns how many
// each gets.
func (b limit) share(lines []line, left int) []int {
	type dealt struct {
		rest               string // of the description
		base, chars, bytes int    // cost without a description; lengths with the part distributed so far
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

// warning returns Codex's warning to the user about a list of total skills, or "" if Codex does not warn.
func (b limit) warning(r rendering, total int) string {
	share, ofShare := "", ""
	if b.tokens {
		share, ofShare = "2% ", " of 2%"
	}
	switch omitted := len(r.dropped); {
	case omitted == 1:
		return fmt.Sprintf(exceeded, ofShare, omitted, "skill was")
	case omitted > 1:
		return fmt.Sprintf(exceeded, ofShare, omitted, "skills were")
	case (r.lost+total-1)/total > warnedShortening:
		return fmt.Sprintf(shortened, share)
	}
	return ""
}
