package analysis

import (
	"fmt"
	"image"
	_ "image/gif" // the formats whose size is told
	_ "image/jpeg"
	_ "image/png"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Larger files are not read for a hover.
const (
	maxShownText  = 256 << 10 // bytes
	maxShownImage = 4 << 20   // bytes
)

// languages are the words for the languages of files that a hover shows the first lines of, by the extension.
var languages = map[string]string{
	".bash": "sh", ".c": "c", ".cfg": "ini", ".cs": "csharp", ".css": "css", ".csv": "", ".go": "go", ".html": "html", ".ini": "ini",
	".java": "java", ".js": "js", ".json": "json", ".jsonl": "json", ".kt": "kotlin", ".lua": "lua", ".mjs": "js", ".php": "php", ".pl": "perl",
	".ps1": "powershell", ".py": "python", ".r": "r", ".rb": "ruby", ".rs": "rust", ".sh": "sh", ".sql": "sql", ".swift": "swift",
	".toml": "toml", ".ts": "ts", ".tsx": "tsx", ".txt": "", ".xml": "xml", ".yaml": "yaml", ".yml": "yaml", ".zsh": "sh",
}

// firstLines shows the beginning of a file of text that is no Markdown; empty for others, and where the file must not be read.
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

// imageSize returns the size of an image in pixels, to follow its size in bytes; empty for other files. The file may be looked at.
func (c *cursor) imageSize(path string, size int64) string {
	if !slices.Contains([]string{".png", ".jpg", ".jpeg", ".gif"}, strings.ToLower(filepath.Ext(path))) || size > maxShownImage {
		return ""
	}
	text, err := c.snapshot.fs.ReadFile(path)
	if err != nil {
		return ""
	}
	config, _, err := image.DecodeConfig(strings.NewReader(text))
	if err != nil {
		return ", no image that can be shown"
	}
	return fmt.Sprintf(", %d × %d pixels", config.Width, config.Height)
}
