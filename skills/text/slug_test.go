package text

import "testing"

// TestSlug checks slugs against the results of github-slugger and String.prototype.toLowerCase.
func TestSlug(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"plain", "plain"},
		{"Two Words", "two-words"},
		{"camelCase", "camelcase"},
		{"snake_case", "snake_case"},
		{" a ", "-a-"},
		{"-a-", "-a-"},
		{"a  b", "a--b"},
		{"a - b", "a---b"},
		{"a\tb\nc", "abc"},
		{"What's new?", "whats-new"},
		{"f(x, [y])", "fx-y"},
		{"v1.2.3", "v123"},
		{"a/b & c", "ab--c"},
		{"$100", "100"},
		{"Ünïcödé", "ünïcödé"},
		{"İstanbul", "i̇stanbul"},
		{"ΟΔΟΣ Σ", "οδος-σ"},
		{"ẞ", "ß"},
		{"Привет 你好", "привет-你好"},
		{"🚀 Launch", "-launch"},
		{"😀_😀", "_"},
		{"👩‍💻", ""},
		{"em—dash, en–dash", "emdash-endash"},
		{"“quoted” ’tis", "quoted-tis"},
		{"½ ² ①", "--"},
		{"Ⅷ ⓐ", "ⅷ-ⓐ"},
		{"e\u0301", "e\u0301"},
		{"한국어 हिन्दी ไทย", "한국어-हिन्दी-ไทย"},
		{"a\u00a0b\u2003c", "abc"},
		{"\xff a", "-a"},
		{"\u200bzero", "zero"},
	} {
		if got := Slug(test.text); got != test.want {
			t.Errorf("Slug(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// TestSlugger checks the results of one Slugger for slugs in this order, against those of github-slugger.
func TestSlugger(t *testing.T) {
	var s Slugger
	for _, test := range []struct{ slug, want string }{
		{"a", "a"},
		{"a", "a-1"},
		{"a", "a-2"},
		{"a-1", "a-1-1"},
		{"a-1", "a-1-2"},
		{"b-1", "b-1"},
		{"b", "b"},
		{"b", "b-2"},
		{"", ""},
		{"", "-1"},
		{"-1", "-1-1"},
		{"constructor", "constructor"},
	} {
		if got := s.Unique(test.slug); got != test.want {
			t.Errorf("Unique(%q) = %q, want %q", test.slug, got, test.want)
		}
	}
}

func BenchmarkSlug(b *testing.B) {
	for _, text := range []string{"how-to", "When to use it", "Привет: мир"} {
		b.Run("", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Slug(text)
			}
		})
	}
}
