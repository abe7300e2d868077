package skills_test

import (
	"strings"
	"testing"

	"skills-ls/skills"
)

// TestCountTokens compares counts with OpenAI's own tiktoken for o200k_base, and checks texts that are
// invalid UTF-8 or hostile.
func TestCountTokens(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "hello world": 2, "antidisestablishmentarianism": 6, "2 + 2 = 4": 7,
	} {
		if got := skills.CountTokens(text); got.Count != want || got.Method != "o200k_base" {
			t.Errorf("%q has %+v, want %d", text, got, want)
		}
	}
	for _, text := range []string{"\xff\xfe", strings.Repeat("a", 100_000), strings.Repeat(" \n", 50_000)} {
		if got := skills.CountTokens(text); got.Count == 0 || got.Count > len(text) {
			t.Errorf("%.10q... has %+v", text, got)
		}
	}
}

func BenchmarkCountTokens(b *testing.B) {
	text := strings.Repeat("Run the tests, then fix `it` and say what changed.\n", 200) // 10 KB
	skills.CountTokens(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		skills.CountTokens(text)
	}
}

func TestEstimateTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "技": 1, "技技": 2} {
		if got := skills.EstimateTokens(text); got != (skills.Tokens{Count: want, Method: "bytes/4"}) {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

// TestTokenCounter checks that a counter estimates until a text was counted exactly, and then counts within budgets.
func TestTokenCounter(t *testing.T) {
	loaded := 0
	c := &skills.TokenCounter{Loaded: func() { loaded++ }}
	const first, second = "antidisestablishmentarianism", "antidisestablishmentarianism, again"
	check := func(step string, got skills.Tokens, want int, tilde string) {
		t.Helper()
		if got.Count != want || got.Tilde() != tilde {
			t.Errorf("%s: %s%d, want %s%d", step, got.Tilde(), got.Count, tilde, want)
		}
	}
	budget := 1000
	check("before", c.Count(first), 7, "~")
	check("before, within a budget", c.CountWithin(&budget, first), 7, "~")
	check("too long", c.Exact(strings.Repeat("a", 300<<10)), 75<<10, "~")
	check("after one that is too long", c.Count(first), 7, "~")
	check("exactly", c.Exact(first), 6, "")
	check("after", c.Count(first), 6, "")

	budget = len(second)
	check("within the budget", c.CountWithin(&budget, second), 8, "")
	if budget != 0 {
		t.Errorf("%d bytes of the budget are left", budget)
	}
	check("a known one, without a budget", c.CountWithin(&budget, second), 8, "")
	check("another one, without a budget", c.CountWithin(&budget, "another one"), 3, "~")
	check("another one", c.Count("another one"), 2, "")
	if loaded != 1 {
		t.Errorf("loaded %d times", loaded)
	}
}
