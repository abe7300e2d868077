package describe

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
)

// MaxShownText is the maximum size, in bytes, of a text file that is read for a hover.
const MaxShownText = 256 << 10

// languages maps the extensions of the files whose first lines a hover shows to the info strings of code
// fences.
var languages = map[string]string{
	".bash": "sh", ".c": "c", ".cfg": "ini", ".cs": "csharp", ".css": "css", ".csv": "", ".go": "go", ".html": "html", ".ini": "ini",
	".java": "java", ".js": "js", ".json": "json", ".jsonl": "json", ".kt": "kotlin", ".lua": "lua", ".mjs": "js", ".php": "php", ".pl": "perl",
	".ps1": "powershell", ".py": "python", ".r": "r", ".rb": "ruby", ".rs": "rust", ".sh": "sh", ".sql": "sql", ".swift": "swift",
	".toml": "toml", ".ts": "ts", ".tsx": "tsx", ".txt": "", ".xml": "xml", ".yaml": "yaml", ".yml": "yaml", ".zsh": "sh",
}

// firstLines returns the beginning of a text file other than Markdown, in a code fence. It returns "" for
// other files, and for a file that must not be read.
func firstLines(c *refs.Cursor, t workspace.Target) string {
	language, ok := languages[strings.ToLower(filepath.Ext(t.Actual))]
	if !ok || t.IsDir || !refs.IsConfined(c.Snapshot, c.File, t.Actual) {
		return ""
	}
	info, err := c.Snapshot.FS().Stat(t.Actual)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxShownText {
		return ""
	}
	text, err := c.Snapshot.FS().ReadFile(t.Actual)
	if err != nil || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	return excerptAs(language, strings.TrimPrefix(text, hiddentext.ByteOrderMark))
}
