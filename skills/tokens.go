package skills

// Tokens is an estimate of what a text costs a model.
type Tokens struct {
	Count  int    `json:"count"`
	Method string `json:"method"` // how Count was found: "bytes/4"
}

// EstimateTokens counts one token for every four bytes of UTF-8, rounded up, as Codex does when it budgets its catalogue
// (codex-rs/core-skills/src/render.rs @0899b7c4).
func EstimateTokens(text string) Tokens { return Tokens{Count: (len(text) + 3) / 4, Method: "bytes/4"} }
