package opencode

import (
	"strings"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// A matterRepair is a file as OpenCode rewrites it when its YAML does not parse.
type matterRepair struct {
	text  string
	lines []repairedLine // lines of the frontmatter, in order
}

// A repairedLine is a line of a repaired frontmatter.
type repairedLine struct {
	at   int       // offset in the repaired text
	from text.Span // the original line, without its line ending
	kept bool      // not rewritten
}

// repairMatter rewrites each line "key: value" with a colon in the value as a block scalar
// (fallbackSanitization in packages/opencode/src/config/markdown.ts @0a8a0ed8). It does not find a
// frontmatter after a byte order mark, or one with a language or spaces after the opening hyphens, and then
// leaves the text as it is. CRLF becomes a line feed.
func repairMatter(source string) matterRepair {
	content, _, ok := kit.Fenced(source)
	if !ok {
		return matterRepair{text: source}
	}
	frontmatter := content.Of(source)
	var b strings.Builder
	var lines []repairedLine
	at := content.Start
	for n, line := range strings.Split(frontmatter, "\n") {
		if n > 0 {
			b.WriteByte('\n')
		}
		from := text.Span{Start: at, End: at + len(line)}
		at = from.End + 1
		if from.End < content.End {
			line = strings.TrimSuffix(line, "\r") // otherwise it is not part of a CRLF
		}
		repaired := repairLine(line)
		lines = append(lines, repairedLine{content.Start + b.Len(), from, repaired == line})
		b.WriteString(repaired)
	}
	return matterRepair{strings.Replace(source, frontmatter, b.String(), 1), lines}
}

// repairable matches a line that OpenCode rewrites, if its value has a colon and no quotes.
var repairable = kit.RegexpJS(`^([a-zA-Z_][a-zA-Z0-9_]*)\s*:\s*(.*)$`)

// repairLine rewrites one line.
func repairLine(line string) string {
	match := repairable.FindStringSubmatch(line)
	if match == nil {
		return line
	}
	value := text.TrimJS(match[2])
	if strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") || !strings.Contains(value, ":") {
		return line
	}
	return match[1] + ": |-\n  " + value
}

// origin returns the span of the file for an offset in the repaired text: all of a line that was rewritten,
// or the rest of another.
func (r *matterRepair) origin(offset int) text.Span {
	var line repairedLine
	for _, l := range r.lines {
		if l.at <= offset {
			line = l
		}
	}
	if !line.kept {
		return line.from
	}
	at := min(line.from.Start+offset-line.at, line.from.End)
	return text.Span{Start: at, End: line.from.End}
}
