package skills

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// A Query is a search for skills.
type Query struct {
	Text  string
	Limit int    // maximum number of results; 0 means the default, less means 1
	Scope Scope  // empty means all scopes
	Cwd   string // what a relative path in Text is relative to
}

// Reason is why a skill was found.
type Reason string

const (
	ExactPath    Reason = "exact_path"
	ExactName    Reason = "exact_name"
	Prefix       Reason = "prefix"
	TokenOverlap Reason = "token_overlap"
)

// A Found is a result of a search.
type Found struct {
	Skill  Skill  `json:"skill"`
	Score  int    `json:"score"`
	Reason Reason `json:"reason"`
}

// A SearchResult contains the best results.
type SearchResult struct {
	Results   []Found `json:"results"` // best first; never nil
	Count     int     `json:"count"`   // len(Results)
	Truncated bool    `json:"truncated"`
}

// Search finds skills by path (1000 points), name (900), the beginning of the name (700), or words shared
// with name and description (100 and one more for each word). It ignores case. Results with equal scores are
// sorted by scope, then by path. A blank query finds nothing.
//
// This is Codelia's skill_search (packages/runtime/src/skills/resolver.ts @48e27ff0).
func (c *Catalog) Search(q Query, limits SearchLimits) SearchResult {
	results := []Found{}
	text := text.TrimJS(q.Text)
	if text == "" {
		return SearchResult{Results: results}
	}
	m := matcher{query: lowerJS(text), path: lowerJS(Vantage{Cwd: q.Cwd}.resolve(text)), words: make(map[string]bool)}
	for _, word := range words(m.query) {
		m.words[word] = true
	}
	for _, s := range c.Skills {
		if q.Scope != "" && s.Scope != q.Scope {
			continue
		}
		if score, reason := m.score(s); score > 0 {
			results = append(results, Found{s, score, reason})
		}
	}
	slices.SortStableFunc(results, func(a, b Found) int {
		return cmp.Or(b.Score-a.Score, a.Skill.Scope.Rank()-b.Skill.Scope.Rank(), Collate(a.Skill.Path, b.Skill.Path))
	})
	limit := max(1, min(cmp.Or(limits.Max, 50), cmp.Or(q.Limit, limits.Default, 8)))
	shown := min(limit, len(results))
	return SearchResult{Results: results[:shown:shown], Count: shown, Truncated: len(results) > limit}
}

type matcher struct {
	query, path string // in lowercase
	words       map[string]bool
}

func (m *matcher) score(s Skill) (int, Reason) {
	name, path := lowerJS(s.Name), lowerJS(s.Path)
	switch {
	case path == m.query || path == m.path:
		return 1000, ExactPath
	case name == m.query:
		return 900, ExactName
	case strings.HasPrefix(name, m.query):
		return 700, Prefix
	}
	shared := make(map[string]bool)
	for _, word := range words(lowerJS(s.Name + " " + s.Description)) {
		if m.words[word] {
			shared[word] = true
		}
	}
	if len(shared) == 0 {
		return 0, ""
	}
	return 100 + len(shared), TokenOverlap
}

// words splits a lowercase text at everything except a-z and 0-9.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// lowerJS lowercases a text as ECMAScript does, except for the Greek final sigma: the Turkish dotted capital
// becomes two characters.
func lowerJS(text string) string {
	return strings.ToLower(strings.ReplaceAll(text, "İ", "i̇"))
}
