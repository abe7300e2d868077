package agents

import (
	"strings"
	"unicode"

	"skills-ls/skills/yamldialect"
)

// repairCodex quotes the values that keep a frontmatter from being YAML, line by line: those on one line in which a colon comes
// before white space, and those which look like a list, a mapping or a reserved character and are none. It is false where
// nothing was changed. It follows repair_frontmatter_scalar_fields (loader.rs 6162409b).
func repairCodex(frontmatter string) (repaired string, changed bool) {
	var lines []string
	block := -1 // the indentation of the block scalar that the line may belong to
	for span := range rustLines(frontmatter) {
		line := span.Of(frontmatter)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (isRustBlank(line) || indent > block) {
			lines = append(lines, line)
			continue
		}
		block = -1
		quoted, isBlock := quoteCodex(line)
		if isBlock {
			block = indent
		}
		changed = changed || quoted != line
		lines = append(lines, quoted)
	}
	return strings.Join(lines, "\n"), changed
}

// quoteCodex returns a line with its value quoted where that is needed, and whether a block scalar begins in it.
func quoteCodex(line string) (quoted string, block bool) {
	key, value, ok := strings.Cut(line, ":")
	if !ok || isRustBlank(key) || value != "" && !unicode.IsSpace(firstRune(value)) {
		return line, false
	}
	text := strings.TrimLeftFunc(value, unicode.IsSpace)
	blank := value[:len(value)-len(text)]
	scalar, comment := cutCodexComment(text)
	scalar = strings.TrimRightFunc(scalar, unicode.IsSpace)
	if scalar == "" {
		return line, false
	}
	wrong := hasCodexColon(scalar)
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

// cutCodexComment splits a value at the first "#" that begins it or follows white space; the white space goes to the comment.
func cutCodexComment(text string) (scalar, comment string) {
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '#')
		if i < 0 {
			return text, ""
		}
		if at += i; at == 0 || endsInSpace(text[:at]) {
			end := len(strings.TrimRightFunc(text[:at], unicode.IsSpace))
			return text[:end], text[end:]
		}
	}
}

// hasCodexColon reports whether white space follows a colon.
func hasCodexColon(scalar string) bool {
	for {
		_, after, ok := strings.Cut(scalar, ":")
		if !ok {
			return false
		}
		if unicode.IsSpace(firstRune(after)) {
			return true
		}
		scalar = after
	}
}
