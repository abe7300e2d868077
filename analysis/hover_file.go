package analysis

import (
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxShownText is the maximum size, in bytes, of a text file that is read for a hover.
const maxShownText = 256 << 10

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
func (c *cursor) firstLines(t target) string {
	language, ok := languages[strings.ToLower(filepath.Ext(t.actual))]
	if !ok || t.isDir || !c.snapshot.isConfined(c.file, t.actual) {
		return ""
	}
	info, err := c.snapshot.fs.Stat(t.actual)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxShownText {
		return ""
	}
	text, err := c.snapshot.fs.ReadFile(t.actual)
	if err != nil || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return ""
	}
	return excerptAs(language, strings.TrimPrefix(text, byteOrderMark))
}
