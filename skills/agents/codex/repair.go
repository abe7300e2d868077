package codex

import (
	"regexp"
	"strings"
	"unicode"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/yamldialect"
)

// repair quotes the values that make a frontmatter invalid YAML, line by line: values on one line with a
// colon before white space, and values that begin like a list, a mapping or a reserved character and are not
// valid YAML. It reports false if nothing changed. It follows repair_frontmatter_scalar_fields (loader.rs
// 6162409b).
func repair(frontmatter string) (repaired string, changed bool) {
	var lines []string
	block := -1 // the indentation of the block scalar that the line may belong to
	for span := range kit.RustLines(frontmatter) {
		line := span.Of(frontmatter)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (kit.IsRustBlank(line) || indent > block) {
			lines = append(lines, line)
			continue
		}
		block = -1
		quoted, isBlock := quote(line)
		if isBlock {
			block = indent
		}
		changed = changed || quoted != line
		lines = append(lines, quoted)
	}
	return strings.Join(lines, "\n"), changed
}

// quote returns a line with its value quoted if necessary, and reports whether a block scalar begins in it.
func quote(line string) (quoted string, block bool) {
	key, value, ok := strings.Cut(line, ":")
	text := strings.TrimLeftFunc(value, unicode.IsSpace)
	blank := value[:len(value)-len(text)]
	if !ok || kit.IsRustBlank(key) || value != "" && blank == "" {
		return line, false
	}
	scalar, comment := text, ""
	if at := comments.FindStringIndex(text); at != nil {
		scalar, comment = text[:at[0]], text[at[0]:]
	}
	scalar = strings.TrimRightFunc(scalar, unicode.IsSpace)
	if scalar == "" {
		return line, false
	}
	wrong := colon.MatchString(scalar)
	switch scalar[0] {
	case '|', '>':
		return line, true
	case '\'', '"':
		return line, false
	case '[', '{', '@', '`':
		wrong = wrong || !yamldialect.UntypedSerde(scalar)
	}
	if !wrong {
		return line, false
	}
	return key + ":" + blank + "'" + strings.ReplaceAll(scalar, "'", "''") + "'" + comment, false
}

// Expressions with Rust's white space.
var (
	comments = regexp.MustCompile(`(?:^|[\t-\r\x{85}\pZ]+)#`)
	colon    = regexp.MustCompile(`:[\t-\r\x{85}\pZ]`)
)
