package skills

import (
	"fmt"
	"hash/maphash"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Tokens is the number of tokens of a text.
type Tokens struct {
	Count  int    `json:"count"`
	Method string `json:"method"` // how Count was determined: "o200k_base", "bytes/4" or "characters/4"
}

// exactMethod is the method of [CountTokens].
const exactMethod = "o200k_base"

// Tilde returns "~" for an estimate, and "" for an exact count.
func (t Tokens) Tilde() string {
	if t.Method == exactMethod {
		return ""
	}
	return "~"
}

// TokensByCharacter counts one token for every four code points, rounded up.
func TokensByCharacter(text string) Tokens {
	return Tokens{Count: (utf8.RuneCountInString(text) + 3) / 4, Method: "characters/4"}
}

// EstimateTokens counts one token for every four bytes of UTF-8, rounded up, as Codex does for the budget of
// its catalog (codex-rs/core-skills/src/render.rs @0899b7c4). It takes almost no time.
func EstimateTokens(text string) Tokens { return Tokens{Count: (len(text) + 3) / 4, Method: "bytes/4"} }

// o200k is OpenAI's encoding o200k_base. Its vocabulary is part of the program. Loading it takes a tenth of a
// second and some memory, so it is loaded on first use.
var o200k = sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(tokenizer.O200kBase) })

// maxCounted is the maximum size in bytes of a text whose tokens are counted. A megabyte takes a tenth of a
// second.
const maxCounted = 256 << 10

// maxBlank is the maximum length in runes of a run of white space for the encoding, whose time is quadratic
// in that length.
const maxBlank = 1000

// CountTokens counts the tokens of a text in the encoding o200k_base. Models of other vendors have other
// encodings, with about as many tokens for English prose. For a text that is too long, or has a very long run
// of white space, it returns an estimate.
func CountTokens(text string) Tokens {
	if len(text) > maxCounted {
		return EstimateTokens(text)
	}
	codec, err := o200k()
	if err != nil {
		panic(fmt.Sprintf("the built-in vocabulary: %v", err)) // the vocabulary is part of the program
	}
	blank := 0
	for _, r := range text {
		if blank++; !unicode.IsSpace(r) {
			blank = 0
		}
		if blank > maxBlank {
			return EstimateTokens(text)
		}
	}
	n, err := codec.Count(text)
	if err != nil {
		return EstimateTokens(text)
	}
	return Tokens{Count: n, Method: exactMethod}
}

// A TokenCounter remembers exact counts, and that the vocabulary is loaded. Until then it estimates, because the
// vocabulary takes 7 MB of memory and most sessions need no exact count. The zero value is ready to use. It is safe for
// concurrent use.
type TokenCounter struct {
	// Loaded is called once, by the goroutine that needed the vocabulary. It may be nil.
	Loaded func()

	mu     sync.Mutex
	counts map[uint64]Tokens // exact ones, by the hash of the text; nil until the vocabulary is loaded; guarded by mu
}

// maxCounts is the maximum number of counts that are remembered. They take half a megabyte.
const maxCounts = 1 << 14

var countSeed = maphash.MakeSeed()

// Exact is [CountTokens]. It loads the vocabulary.
func (c *TokenCounter) Exact(text string) Tokens {
	if tokens, _ := c.known(text); tokens.Method == exactMethod {
		return tokens
	}
	tokens := CountTokens(text)
	if tokens.Method == exactMethod && c.remember(text, tokens) && c.Loaded != nil {
		c.Loaded()
	}
	return tokens
}

// Count is Exact once the vocabulary is loaded, and otherwise an estimate.
func (c *TokenCounter) Count(text string) Tokens {
	if _, isLoaded := c.known(text); isLoaded {
		return c.Exact(text)
	}
	return EstimateTokens(text)
}

// CountWithin is like Count, but it also estimates if the exact count is not known yet and the text is longer than
// what is left of a budget in bytes.
func (c *TokenCounter) CountWithin(budget *int, text string) Tokens {
	tokens, isLoaded := c.known(text)
	if !isLoaded || tokens.Method == exactMethod || len(text) > *budget {
		return tokens
	}
	*budget -= len(text)
	return c.Exact(text)
}

// known returns the exact count of a text, or else an estimate. It also reports whether the vocabulary is loaded.
func (c *TokenCounter) known(text string) (tokens Tokens, isLoaded bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		return EstimateTokens(text), false
	}
	if tokens, ok := c.counts[maphash.String(countSeed, text)]; ok {
		return tokens, true
	}
	return EstimateTokens(text), true
}

// remember adds an exact count, and reports whether it is the first one.
func (c *TokenCounter) remember(text string, tokens Tokens) (isFirst bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	isFirst = c.counts == nil
	if isFirst || len(c.counts) >= maxCounts {
		c.counts = make(map[uint64]Tokens)
	}
	c.counts[maphash.String(countSeed, text)] = tokens
	return isFirst
}
