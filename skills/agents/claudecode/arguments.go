package claudecode

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Claude Code substitutes strings as code.claude.com/docs/en/skills (Available string substitutions)
// describes for 2.1.281: first the arguments, in one pass over the file, then the variables, including those
// in the arguments.
//
//	2.1.9    ${CLAUDE_SESSION_ID}
//	2.1.69   ${CLAUDE_SKILL_DIR}
//	2.1.120  ${CLAUDE_EFFORT}
//	2.1.163  a backslash before a placeholder
//	2.1.196  ${CLAUDE_PROJECT_DIR}
//	2.1.210  a number without an argument stays in the text instead of becoming empty

// arguments are what the user or the model passes to a skill.
type arguments struct {
	raw   string
	words []string
	names map[string]int // index of each name that the frontmatter declares
}

func newArguments(raw *string, names []string) arguments {
	a := arguments{names: make(map[string]int)}
	for i, name := range names {
		if _, ok := a.names[name]; !ok {
			a.names[name] = i
		}
	}
	if raw != nil {
		a.raw = *raw
		a.words = split(*raw)
	}
	return a
}

// split splits arguments at white space like a shell: quotes of either kind group words, and a quoted word
// may be empty. Not established: that an unclosed quote extends to the end, that a backslash escapes the next
// character except in single quotes, and what becomes of `$x` and of a shell's operators.
func split(raw string) []string {
	var words []string
	var word []rune
	var quote rune
	any, escaped := false, false
	for _, r := range raw {
		switch {
		case escaped:
			word, escaped = append(word, r), false
		case r == '\\' && quote != '\'':
			any, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			any, quote = true, r
		case quote == 0 && unicode.IsSpace(r):
			if any {
				words, word, any = append(words, string(word)), word[:0], false
			}
		default:
			word, any = append(word, r), true
		}
	}
	if escaped {
		word = append(word, '\\')
	}
	if any {
		words = append(words, string(word))
	}
	return words
}

// placeholder matches what can be a placeholder: all arguments, one by its number, or one by its name. Not
// established: what may follow. Here, no letter, digit or underscore may follow a declared name, and anything
// may follow the others.
var placeholder = regexp.MustCompile(`\$(?:ARGUMENTS(?:\[(\d+)\])?|(\d+)|[\w-]+)`)

// substitute puts the arguments in place of the placeholders in a draft, and reports whether there was one.
func (a arguments) substitute(d *kit.Draft) (received bool) {
	source := d.String()
	var places []text.Span
	var values []string
	for _, at := range placeholder.FindAllStringSubmatchIndex(source, -1) {
		place := text.Span{Start: at[0], End: at[1]}
		value, found := a.raw, true
		switch number := max(at[2], at[4]); {
		case number >= 0:
			value, found = a.word(source[number:max(at[3], at[5])])
		case !strings.HasPrefix(place.Of(source), "$ARGUMENTS"):
			var length int
			if length, value, found = a.named(place.Of(source)); !found {
				continue
			}
			place.End = place.Start + length
		}
		switch {
		case isEscaped(source[:place.Start]): // the backslash goes
			places, values = append(places, text.Span{Start: place.Start - 1, End: place.Start}), append(values, "")
		case found:
			places, values = append(places, place), append(values, value)
			received = true
		}
	}
	d.Replace(skills.SegmentSubstituted, places, func(i int) (value, note string) { return values[i], "" })
	return received
}

// isEscaped reports whether a text ends in exactly one backslash. Two or more stay in the text and escape
// nothing.
func isEscaped(before string) bool {
	return strings.HasSuffix(before, `\`) && !strings.HasSuffix(before, `\\`)
}

// maxName is the maximum length of a declared name in bytes. Longer names never match.
const maxName = 200

// named matches the longest declared name after a dollar sign: letters, digits, underscores and hyphens, not
// followed by a letter, digit or underscore.
func (a arguments) named(text string) (length int, value string, found bool) {
	end := 1
	for end < len(text) && end <= maxName && (kit.IsWordJS(text[end]) || text[end] == '-') {
		end++
	}
	for ; end > 1; end-- {
		if end < len(text) && kit.IsWordJS(text[end]) {
			continue
		}
		if place, ok := a.names[text[1:end]]; ok {
			if place < len(a.words) {
				value = a.words[place]
			}
			return end, value, true
		}
	}
	return 0, "", false
}

// word returns the argument at a decimal index, counted from 0, and reports whether there is one.
func (a arguments) word(place string) (string, bool) {
	i, err := strconv.Atoi(place)
	if err != nil || i >= len(a.words) { // an index that overflows an int exceeds the number of arguments
		return "", false
	}
	return a.words[i], true
}

// A variable has the value of a variable. If the value is empty, the variable stays in the text and note says
// why.
type variable struct{ value, note string }

// Variables that Claude Code replaces in every skill, and only in skills of plugins.
var (
	everywhere = []string{"${CLAUDE_SESSION_ID}", "${CLAUDE_SKILL_DIR}", "${CLAUDE_EFFORT}", "${CLAUDE_PROJECT_DIR}"}
	inPlugins  = []string{"${CLAUDE_PLUGIN_ROOT}", "${CLAUDE_PLUGIN_DATA}"}
)

// meanings describes the variables (skills, Available string substitutions, and plugins-reference,
// Environment variables).
var meanings = map[string]string{
	"${CLAUDE_SESSION_ID}":  "the ID of the session",
	"${CLAUDE_SKILL_DIR}":   "the directory of the skill's `SKILL.md`",
	"${CLAUDE_EFFORT}":      "the level of reasoning effort, such as `high`",
	"${CLAUDE_PROJECT_DIR}": "the directory of the project",
	"${CLAUDE_PLUGIN_ROOT}": "the directory of the skill's plugin",
	"${CLAUDE_PLUGIN_DATA}": "the plugin's directory for persistent data",
}

// environment lists prefixes of the documented environment variables that a shell of Claude Code may have
// (code.claude.com/docs/en/env-vars, hooks and plugins-reference). About a hundred begin with CLAUDE_CODE_.
var environment = []string{"${CLAUDE_CODE_", "${CLAUDE_CONFIG_DIR}", "${CLAUDE_ENV_FILE}", "${CLAUDE_PLUGIN_OPTION_"}

const variablePrefix = "${CLAUDE_"

// variables returns the variables that Claude Code replaces in a skill, by their text. Those of plugins are
// included only for a skill in a plugin.
func variables(l skills.Load) map[string]variable {
	const inSession = "Claude Code inserts a value that only a running session has"
	variables := map[string]variable{
		"${CLAUDE_SESSION_ID}":  {note: inSession},
		"${CLAUDE_EFFORT}":      {note: inSession},
		"${CLAUDE_SKILL_DIR}":   {value: l.Skill.Dir, note: inSession},
		"${CLAUDE_PROJECT_DIR}": {value: l.Cwd, note: inSession},
	}
	if l.FS == nil || l.Skill.Dir == "" {
		return variables
	}
	if root, _ := newPlugins(l.FS).of(l.Skill.Dir); root != "" {
		variables["${CLAUDE_PLUGIN_ROOT}"] = variable{value: root}
		variables["${CLAUDE_PLUGIN_DATA}"] = variable{note: inSession}
	}
	return variables
}

var variablePattern = regexp.MustCompile(`\$\{CLAUDE_\w*\}`)

// substituteVariables replaces variables in a draft.
func substituteVariables(d *kit.Draft, variables map[string]variable) {
	source := d.String()
	places := slices.DeleteFunc(kit.Matches(variablePattern, source), func(at text.Span) bool {
		_, ok := variables[at.Of(source)]
		return !ok
	})
	d.Replace(skills.SegmentSubstituted, places, func(i int) (value, note string) {
		written := places[i].Of(source)
		v := variables[written]
		if v.value != "" {
			return v.value, ""
		}
		return written, v.note
	})
}
