package outline

import (
	"context"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// A TokenKind is the kind of a [Token].
type TokenKind uint8

const (
	KeyToken     TokenKind = iota // a key of the frontmatter
	MentionToken                  // a mention of a skill, including its sigil
	ArgumentToken
	VariableToken // another variable that an agent replaces
	CommandToken  // a command that an agent runs before the model reads the text
)

// TokenModifiers is a set of flags that distinguish tokens of one kind.
type TokenModifiers uint8

const (
	UnknownToken    TokenModifiers = 1 << iota // of a key: no known agent reads it
	UnresolvedToken                            // of a mention: there is no such skill
	AmbiguousToken                             // of a mention: several skills have its name
	UnreplacedToken                            // of a placeholder or a command: some target passes it to the model as written
)

// A Token is a piece of text with a meaning beyond its Markdown or YAML.
type Token struct {
	Span      text.Span // never empty
	Kind      TokenKind
	Modifiers TokenModifiers
}

// Tokens returns the tokens of a file in source order, without overlaps. It returns nil for YAML and JSON,
// for files that are [file.NotOurs], and if the context is canceled.
func Tokens(ctx context.Context, s *workspace.Snapshot, path string) []Token {
	f, err := s.File(path)
	if err != nil || f.Kind == file.NotOurs || f.IsData() || ctx.Err() != nil {
		return nil
	}
	p := rules.NewPass(ctx, s, f)
	tokens := slices.Concat(keyTokens(p.Scope), mentionTokens(p.Scope), placeholderTokens(p.Scope))
	return layOut(tokens)
}

// layOut sorts tokens and splits a token around those nested in it. If two tokens overlap in another way or
// have the same span, it keeps the first.
func layOut(tokens []Token) []Token {
	slices.SortStableFunc(tokens, func(a, b Token) int { return a.Span.Start - b.Span.Start })
	var list []Token
	add := func(t Token, start, end int) {
		if t.Span = (text.Span{Start: start, End: end}); start < end {
			list = append(list, t)
		}
	}
	for i := 0; i < len(tokens); {
		outer := tokens[i]
		at := outer.Span.Start
		for i++; i < len(tokens) && tokens[i].Span.Start < outer.Span.End; i++ {
			inner := tokens[i]
			if inner.Span.Start < at || inner.Span.End > outer.Span.End || inner.Span == outer.Span {
				continue // overlaps another token in part, or equals it
			}
			add(outer, at, inner.Span.Start)
			add(inner, inner.Span.Start, inner.Span.End)
			at = inner.Span.End
		}
		add(outer, at, outer.Span.End)
	}
	return list
}

func keyTokens(p *refs.Scope) []Token {
	if p.File.Kind != file.SkillFile {
		return nil
	}
	var list []Token
	for _, e := range p.Fm.Entries {
		t := Token{Span: e.KeySpan, Kind: KeyToken}
		if len(agents.Readers(e.Key)) == 0 && len(agents.Knowing(e.Key)) == 0 {
			t.Modifiers = UnknownToken
		}
		list = append(list, t)
	}
	return list
}

func placeholderTokens(p *refs.Scope) []Token {
	var list []Token
	for _, use := range p.PlaceholderUses() {
		t := Token{Span: use.Span, Kind: ArgumentToken}
		switch use.Kind {
		case refs.VariablePlaceholder:
			t.Kind = VariableToken
		case refs.CommandPlaceholder:
			t.Kind = CommandToken
		}
		if len(use.Left) > 0 {
			t.Modifiers = UnreplacedToken
		}
		list = append(list, t)
	}
	return list
}

// mentionTokens returns the tokens of the mentions of known skills, and of those that can only be meant as a
// mention.
func mentionTokens(p *refs.Scope) []Token {
	mentions := slices.DeleteFunc(slices.Clone(p.Mentions()), func(m skills.Mention) bool {
		return m.Kind != skills.LinkedMention && refs.IsVariable(p.Doc.Source, m) || m.Kind == skills.SlashMention && !readsSlash(p)
	})
	if len(mentions) == 0 {
		return nil
	}
	known := vantage.VisibleSkills(p.Ctx, p.Snapshot, p.File)
	counts := make(map[string]int) // of skills, by name
	for _, m := range mentions {
		if _, counted := counts[m.Name]; !counted {
			counts[m.Name] = len(vantage.Distinct(p.Snapshot, known.Named(m.Name)))
		}
	}
	declared := refs.ArgumentNames(p.File) // placeholders get a token from [placeholderTokens]
	isDeclared := func(name string) bool {
		return slices.ContainsFunc(declared, func(n refs.DeclaredName) bool { return n.Name == name })
	}
	var list []Token
	for _, m := range mentions {
		if t, ok := mentionToken(p, m, counts[m.Name]); ok && (t.Modifiers != UnresolvedToken || !isDeclared(m.Name)) {
			list = append(list, t)
		}
	}
	return list
}

// mentionToken returns the token of a mention. skillsNamed is the number of known skills with its name. A
// name that no skill has counts as a mention only if a link or its spelling says so.
func mentionToken(p *refs.Scope, m skills.Mention, skillsNamed int) (Token, bool) {
	t := Token{Span: m.Span, Kind: MentionToken}
	if m.Kind == skills.LinkedMention {
		t.Span = text.Span{Start: m.NameSpan.Start - 1, End: m.NameSpan.End}
		path, probed := p.MentionedPath(m)
		if !probed || !rules.NamesSkillFile(m.Path) || m.NameSpan.IsEmpty() {
			return t, false
		}
		if _, err := p.Snapshot.FS().Stat(path); err != nil {
			t.Modifiers = UnresolvedToken
		}
		return t, true
	}
	switch {
	case skillsNamed > 1:
		t.Modifiers = AmbiguousToken
	case skillsNamed == 0 && (m.Kind != skills.PlainMention || !looksLikeSkill(m.Name)):
		return t, false
	case skillsNamed == 0:
		t.Modifiers = UnresolvedToken
	}
	return t, true
}

// looksLikeSkill reports whether a name is spelled like the names of skills: lowercase, and longer than most
// variables.
func looksLikeSkill(name string) bool {
	if len(name) < 4 {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && i > 0 || c == '-') {
			return false
		}
	}
	return true
}

// readsSlash returns [refs.ReadsSlash] for the file, computed once.
func readsSlash(p *refs.Scope) bool {
	if p.Slashed == nil {
		p.Slashed = new(refs.ReadsSlash(p.Snapshot, p.File))
	}
	return *p.Slashed
}
