package hiddentext_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/hiddentext"
)

// garble decodes the UTF-8 bytes of text as Windows-1252, or as Latin-1 if Windows-1252 does not define a
// byte.
func garble(text string) string {
	var out strings.Builder
	for i := range len(text) {
		if b := text[i]; b == 0x81 || b == 0x8d || b == 0x8f || b == 0x90 || b == 0x9d {
			out.WriteRune(rune(b))
		} else {
			out.WriteRune(charmap.Windows1252.DecodeByte(b))
		}
	}
	return out.String()
}

func TestGarbled(t *testing.T) {
	for _, text := range []string{
		"don’t", "“quoted”", "an en–dash and an em—dash", "wait…", "a → b", "✅ done", "⚠️ careful", "├── src\n│   └── main.go", "café", "Málaga", "naïve",
		"Größe", "Übung", "3 × 4 ≥ 12", "20 °C", "§ 5", "© 2026", "100 €", "™", "日本語", "你好，世界", "Привет", "złoty", "👍🏽", "👨‍👩‍👧", "مرحبا", "안녕",
	} {
		wrong := garble(text)
		if got := restore(wrong); got != text {
			t.Errorf("%q: %q becomes %q", text, wrong, got)
		}
		twice := garble(wrong)
		if got := restore(twice); got != text && got != wrong {
			t.Errorf("%q, garbled twice: %q becomes %q", text, twice, got)
		}
		if found := hiddentext.FindGarbled(text, 9); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
	if got := restore(garble("a\u200bb")); got != "ab" {
		t.Errorf("a zero width space that was garbled becomes %q", got)
	}
}

// TestNotGarbled lists text that is not garbled although its characters, read as bytes, are UTF-8.
func TestNotGarbled(t *testing.T) {
	for _, text := range []string{
		"„Spaß“", "„MENÜ“", "« voilà »", "à « vous »", "le café…”", "MAÇÃ”", "IRMÃ’S", "“Ã”", "“Â”", "HÂ»", "1 Å²", "kÅ³ and µÅ²", "Ü™", "ß–Laut", "É…", "CAFɔ",
		"naïve à l’œuvre", "œuvre", "Ångström", "São Paulo", "Ærø – Ø…", "ÀÉÎÕÜ",
	} {
		if found := hiddentext.FindGarbled(text, 9); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

// restore returns text with its garbled runs restored.
func restore(text string) string {
	var edits []diagnostic.Edit
	for _, g := range hiddentext.FindGarbled(text, 99) {
		edits = append(edits, diagnostic.Edit{Span: g.Span, Text: g.Restored})
	}
	return diagnostic.ApplyEdits(text, edits)
}
