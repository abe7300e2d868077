package hiddentext_test

import (
	"strings"
	"testing"
	"unicode"

	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/rules"
)

// TestInvisible checks how many characters of Unicode count as invisible, and that the scan finds each.
func TestInvisible(t *testing.T) {
	ignorable := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		unseen := hiddentext.IsInvisible(r) || hiddentext.IsDirection(r) || r == 0xad
		if unseen && (r < 0xfff9 || r > 0xfffb) {
			ignorable++
		}
		if (unseen || hiddentext.IsPrivateUse(r)) && !hiddentext.MayHide[string(r)[0]] {
			t.Errorf("U+%04X is passed over", r)
		}
	}
	if want := 4174; ignorable != want { // of Default_Ignorable_Code_Point in DerivedCoreProperties.txt
		t.Errorf("%d characters are invisible, want %d", ignorable, want)
	}
}

// hiddenIn returns the kinds of the hidden parts of a text, and the text with their code points named. Text
// between two "¦" is code.
func hiddenIn(text string) (kinds []hiddentext.HiddenKind, shown string) {
	inCode := func(at int) bool { return strings.Count(text[:at], "¦")%2 == 1 }
	var out strings.Builder
	at := 0
	for _, h := range hiddentext.FindHidden(text, inCode, 99) {
		kinds = append(kinds, h.Kind)
		out.WriteString(text[at:h.Span.Start] + "[" + rules.NameCodePoints(h.Span.Of(text), false) + "]")
		at = h.Span.End
	}
	return kinds, out.String() + text[at:]
}

// TestNotHidden checks characters that belong to emoji, to scripts and to code.
func TestNotHidden(t *testing.T) {
	for name, text := range map[string]string{
		"family":                   "👨\u200d👩\u200d👧\u200d👦",
		"skin tones":               "👩🏽\u200d🚀 🧑🏻\u200d🤝\u200d🧑🏿",
		"gender":                   "🤷\u200d♀\ufe0f 🏃🏾\u200d♂\ufe0f",
		"pirate and rainbow flags": "🏴\u200d☠\ufe0f 🏳\ufe0f\u200d🌈",
		"heart on fire":            "❤\ufe0f\u200d🔥",
		"shaking head":             "🙂\u200d↔\ufe0f",
		"emoji to come":            "\U0001faff\u200d\U0001f7eb",
		"England":                  "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"Scotland":                 "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
		"Wales":                    "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f.",
		"Texas":                    "🏴\U000e0075\U000e0073\U000e0074\U000e0078\U000e007f",
		"country flags":            "🇫🇷🇩🇪",
		"emoji presentation":       "⚠\ufe0f ✔\ufe0f ℹ\ufe0f ©\ufe0f ‼\ufe0f 〰\ufe0f ㊗\ufe0f",
		"text presentation":        "☎\ufe0e",
		"keycaps":                  "1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3",
		"emoji in code":            "¦echo ⚠\ufe0f 👨\u200d💻¦",
		"Persian":                  "می\u200cخواهم کتاب\u200cها",
		"Arabic with a joiner":     "ه\u200d",
		"Hindi":                    "क्\u200dष and क्\u200cष",
		"Sinhala":                  "ශ්\u200dරී",
		"Malayalam":                "ന്\u200d",
		"Khmer":                    "ភាសា\u200bខ្មែរ",
		"Thai":                     "ภาษา\u200bไทย",
		"Chinese emphasis":         "这是**重点**\u200b内容, **“引用”**\u200b和",
		"Chinese variant":          "葛\U000e0100",
		"Mongolian":                "ᠮᠣᠩ\u180bᠭᠣᠯ",
		"soft hyphen in a word":    "Donau\u00addampf\u00adschiff",
		"byte order mark":          "\ufeff# Title",
		"Hebrew with marks":        "קובץ \u200eREADME.md\u200e כאן",
		"Arabic with an isolate":   "اقرأ \u2066README.md\u2069 أولا",
		"Hebrew with an embedding": "\u202bשלום hello\u202c",
		"over two lines":           "\u202bשלום\nעולם\u202c",
		"Arabic letter mark":       "عدد \u061c5-3",
		"icon font in code":        "¦\ue0b0 \uf17c \U000f0001¦",
		"Arabic number sign":       "\u0600١٢",
		"Egyptian":                 "\U00013080\U00013430\U00013081",
	} {
		if kinds, shown := hiddenIn(text); len(kinds) > 0 {
			t.Errorf("%s: %s", name, shown)
		}
	}
}

func TestHidden(t *testing.T) {
	for _, tt := range []struct {
		text, shown string
		kind        hiddentext.HiddenKind
	}{
		{"ig\u200bnore", "ig[U+200B]nore", hiddentext.Invisible},
		{"a\u2060\u200b\u2060b", "a[U+2060 and U+200B]b", hiddentext.Invisible},
		{"left\u200cover", "left[U+200C]over", hiddentext.Invisible},
		{"a\u200db", "a[U+200D]b", hiddentext.Invisible},
		{"👨\u200d and", "👨[U+200D] and", hiddentext.Invisible},
		// Only a joiner next to a letter has a function.
		{"می\u200c\u200c\u200c\u200cخواهم", "می\u200c[U+200C]\u200cخواهم", hiddentext.Invisible},
		{"sin\u2061(x)", "sin[U+2061](x)", hiddentext.Invisible},
		{"one\ufefftwo", "one[U+FEFF]two", hiddentext.Invisible},
		{"\ufeff\ufeff# Title", "\ufeff[U+FEFF]# Title", hiddentext.Invisible},
		{"a\ufe0f", "a[U+FE0F]", hiddentext.Invisible},
		{"## \ufe0f Title", "## [U+FE0F] Title", hiddentext.Invisible},
		{"⚠\ufe0f\ufe0f", "⚠\ufe0f[U+FE0F]", hiddentext.Invisible},
		{"👍\ufe0f\U000e0158\U000e0155\U000e0159", "👍\ufe0f[U+E0158, U+E0155 and U+E0159]", hiddentext.Invisible},
		{"x\u3164y", "x[U+3164]y", hiddentext.Invisible},
		{"no flag \U000e0067\U000e0062\U000e007f", "no flag [U+E0067, U+E0062 and U+E007F]", hiddentext.Tags},
		{"🏴\U000e0067\U000e0062", "🏴[U+E0067 and U+E0062]", hiddentext.Tags},
		{"🏴\U000e0069\U000e0067\U000e006e\U000e006f\U000e0072\U000e0065\U000e0021\U000e007f", "🏴[U+E0069, U+E0067, U+E006E, U+E006F and 4 more]", hiddentext.Tags},
		{"if \u202e admin \u202c", "if [U+202E] admin \u202c", hiddentext.Direction},
		{"שלום \u202eabc\u202c", "שלום [U+202E]abc\u202c", hiddentext.Direction},
		{"a \u2066b\u2069 c", "a [U+2066]b\u2069 c", hiddentext.Direction},
		{"שלום\n\na \u2066b\u2069 c", "שלום\n\na [U+2066]b\u2069 c", hiddentext.Direction},
		{"C:\\\u200eUsers", "C:\\[U+200E]Users", hiddentext.Direction},
		{"שלום \u2067abc", "שלום [U+2067]abc", hiddentext.Direction},
		{"¦git\u00adhub¦", "¦git[U+00AD]hub¦", hiddentext.SoftHyphen},
		{"a \u00ad b", "a [U+00AD] b", hiddentext.SoftHyphen},
		{"\ue200cite\u202e\ue202x\ue201 \u202c", "[U+E200, U+202E, U+E202 and U+E201] \u202c", hiddentext.Citation},
		{"* \uf0b7 a", "* [U+F0B7] a", hiddentext.PrivateUse},
		{"x \ue200cite\ue202turn0search1\ue202turn0search2\ue201.", "x [U+E200, U+E202 and U+E201].", hiddentext.Citation},
		{"¦x \ue200cite\ue202turn0search1\ue201¦", "¦x [U+E200, U+E202 and U+E201]¦", hiddentext.Citation},
	} {
		kinds, shown := hiddenIn(tt.text)
		if len(kinds) != 1 || kinds[0] != tt.kind || shown != tt.shown {
			t.Errorf("%q: %v, %q, want %v, %q", tt.text, kinds, shown, tt.kind, tt.shown)
		}
	}
}

func TestSpelling(t *testing.T) {
	var tagged, selected strings.Builder
	for _, c := range []byte("Ignore it.") {
		tagged.WriteRune(0xe0000 + rune(c))
		selected.WriteRune(0xe0100 - 16 + rune(c))
	}
	for _, text := range []string{tagged.String(), selected.String()} {
		if got := rules.Spelling(text); got != "Ignore it." {
			t.Errorf("%q spells %q", text, got)
		}
	}
	if got := rules.Spelling("\ufe0f\ufe0f\ufe0f\u200b"); got != "" {
		t.Errorf("nothing to read spells %q", got)
	}
}
