package skills

import (
	"fmt"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Tokens is what a text costs a model.
type Tokens struct {
	Count  int    `json:"count"`
	Method string `json:"method"` // how Count was found: "o200k_base", "bytes/4" or "characters/4"
}

// TokensByCharacter counts one token for every four code points, rounded up.
func TokensByCharacter(text string) Tokens {
	return Tokens{Count: (utf8.RuneCountInString(text) + 3) / 4, Method: "characters/4"}
}

// EstimateTokens counts one token for every four bytes of UTF-8, rounded up, as Codex does when it budgets its catalogue
// (codex-rs/core-skills/src/render.rs @0899b7c4). It costs nothing.
func EstimateTokens(text string) Tokens { return Tokens{Count: (len(text) + 3) / 4, Method: "bytes/4"} }

// o200k is OpenAI's encoding o200k_base. Its vocabulary is part of the program, and takes a tenth of a second and some memory to
// make ready, so that is left until somebody asks.
var o200k = sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(tokenizer.O200kBase) })

// maxCounted is how many bytes of a text are counted: a megabyte takes a tenth of a second.
const maxCounted = 256 << 10

// maxBlank is how many runes of white space in a row are given to the encoding, whose time grows with the square of them.
const maxBlank = 1000

// CountTokens counts the tokens of a text in the encoding o200k_base. The models of other makers have others; of English prose
// they make about as many. A text that is huge, or has an absurd amount of white space, is estimated.
func CountTokens(text string) Tokens {
	if len(text) > maxCounted {
		return EstimateTokens(text)
	}
	codec, err := o200k()
	if err != nil {
		panic(fmt.Sprintf("the built-in vocabulary: %v", err)) // it is a part of the program
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
