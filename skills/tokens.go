package skills

import (
	"fmt"
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
	return Tokens{Count: n, Method: "o200k_base"}
}
