package yamldialect

import (
	"strings"
	"testing"
	"time"

	"skills-ls/skills/growthtest"
)

// hostileUnits are what hostile texts repeat.
var hostileUnits = []string{
	"[", "[],", "[a: b],", "{", "{a: ", "- ", "- a\n", "? ", "?\n", ": ", "a: b\n", "a:\n", "a: b: c\n", "<<: {a: b}\n", "{<<: *a},",
	"&a b\n", "&a,", "a: &a\n", "1:", "'", "\"", "\"\\", "a\n\n", "\n", "\r\n", "\u0085", "# c\n", "!", "!a ", "!a,", "%41", "| \n", "a: |\n b\n",
	"]", "x [", "é", "-", "...\n", "--- a\n", "\t",
}

// TestGrowth checks that the time of every reader grows with the length of a text and not with its square.
func TestGrowth(t *testing.T) {
	size := 60_000 // a quarter of the measured size
	if testing.Short() {
		size = 10_000
	}
	shape := Struct("S", Field{Name: "a", Shape: Any(), Default: true}, Field{Name: "b", Shape: Map(Any()), Default: true})
	for name, read := range map[string]func(text string){
		"pyyaml":     func(text string) { _, _ = LoadPyYAML(text) },
		"strictyaml": func(text string) { _, _ = LoadStrictYAML(text) },
		"serde":      func(text string) { _, _ = DecodeSerde(text, shape) },
		"serde any":  func(text string) { _, _ = DecodeSerde(text, Any()) },
		"eemeli":     func(text string) { LoadEemeli(text) },
		"js-yaml 4":  func(text string) { _, _ = LoadJSYAML(text, JSYAML4) },
		"js-yaml 3":  func(text string) { _, _ = LoadJSYAML(text, JSYAML3) },
		"untyped":    func(text string) { UntypedSerde(text) },
		"vscode":     func(text string) { ParseVSCode(text, 0) },
		"qwen":       func(text string) { LoadQwenLines(text) },
	} {
		t.Run(name, func(t *testing.T) {
			for head, size := range map[string]int{"": size, "a: [b, ": size, "&a {": min(size, 25_000)} {
				t.Run(strings.TrimSpace(head), func(t *testing.T) {
					for _, unit := range hostileUnits {
						growthtest.Linear(t, size, func(n int) time.Duration {
							text := head + strings.Repeat(unit, n/len(unit))
							return growthtest.Take(t, func() { read(text) })
						})
						if t.Failed() {
							t.Fatalf("unit %q", unit)
						}
					}
				})
			}
		})
	}
}
