package lsp

import (
	"fmt"
	"testing"
	"time"
	"unicode/utf8"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// FuzzPlaces sends all queries for an arbitrary skill and an arbitrary position to a view. The answers must
// come in time and pass a [rangeCheck].
func FuzzPlaces(f *testing.F) {
	f.Add(skillText("demo", "# Title", "[a](b.md#c), $deploy [$x](../x/SKILL.md)", "[r]: <d e>"), 60, uint8(0))
	f.Add("---\nname: X\ndescription: a: b\n\tc: [\n---\n```\n", 20, uint8(1))
	f.Add("\ufeff--- \r\nname:é\r\n...\r\n![😀](<a b> \"t\")\r", 30, uint8(2))
	f.Add("", 0, uint8(1))
	f.Add("\ufeff0", 0, uint8(0))
	files := memoryFiles{
		"/ws/.agents/skills/deploy/SKILL.md":      skillText("deploy"),
		"/ws/.agents/skills/demo/references/é.md": "# Ünder 😀\r\n\r\n## The end\r",
		"/ws/.agents/skills/demo/scripts/run.sh":  "exit 0\n",
	}
	u := position.PathURI(nativePath("/ws/.agents/skills/demo/SKILL.md"))
	f.Fuzz(func(t *testing.T, text string, place int, coding uint8) {
		if len(text) > 4<<10 || !utf8.ValidString(text) {
			t.Skip("longer than it needs to be, or not UTF-8, which JSON always is")
		}
		// go test's -timeout does not apply to fuzzing, and a hang would not say which input caused it.
		watchdog := time.AfterFunc(30*time.Minute, func() { panic(fmt.Sprintf("no answers about %q", text)) })
		defer watchdog.Stop()
		s := session.NewSession(analysis.New(files, workspace.Config{Folders: []string{nativePath("/ws")}, Home: nativePath("/home/user")}))
		encoding := encodings[int(coding)%len(encodings)]
		startChecked(t, s, encoding)
		check := newRangeCheck(t, s, files, u, text, encoding)
		check.document()
		check.workspace("")
		if place = place % (len(text) + 1); place < 0 {
			place = -place
		}
		check.at(place)
	})
}
