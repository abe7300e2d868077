package analysis

import (
	"context"
	"slices"

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

// Tokens returns the tokens of a file in source order, without overlaps. It returns nil for YAML files, for
// files that are [NotOurs] or a [NativeFile], and if the context is canceled.
func (s *Snapshot) Tokens(ctx context.Context, path string) []Token {
	f, err := s.File(path)
	if err != nil || f.Kind == NotOurs || f.Kind == NativeFile || f.isYAML() || ctx.Err() != nil {
		return nil
	}
	p := s.newPass(ctx, f)
	tokens := slices.Concat(p.keyTokens(), p.mentionTokens(), p.placeholderTokens())
	if ctx.Err() != nil {
		return nil
	}
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

func (p *scope) keyTokens() []Token {
	if p.file.Kind != SkillFile {
		return nil
	}
	var list []Token
	for _, e := range p.fm.Entries {
		t := Token{Span: e.KeySpan, Kind: KeyToken}
		if len(agents.Readers(e.Key)) == 0 && len(agents.Knowing(e.Key)) == 0 {
			t.Modifiers = UnknownToken
		}
		list = append(list, t)
	}
	return list
}

func (p *scope) placeholderTokens() []Token {
	var list []Token
	for _, use := range p.placeholderUses() {
		t := Token{Span: use.span, Kind: ArgumentToken}
		switch use.kind {
		case variablePlaceholder:
			t.Kind = VariableToken
		case commandPlaceholder:
			t.Kind = CommandToken
		}
		if len(use.left) > 0 {
			t.Modifiers = UnreplacedToken
		}
		list = append(list, t)
	}
	return list
}

// mentionTokens returns the tokens of the mentions of known skills, and of those that can only be meant as a
// mention.
func (p *scope) mentionTokens() []Token {
	mentions := slices.DeleteFunc(slices.Clone(p.mentions()), func(m skills.Mention) bool {
		return m.Kind != skills.LinkedMention && isVariable(p.doc.Source, m) || m.Kind == skills.SlashMention && !p.readsSlash()
	})
	if len(mentions) == 0 {
		return nil
	}
	known := p.snapshot.known(p.ctx, p.file)
	counts := make(map[string]int) // of skills, by name
	for _, m := range mentions {
		if _, counted := counts[m.Name]; !counted {
			counts[m.Name] = len(p.snapshot.distinct(known.named(m.Name)))
		}
	}
	declared := p.file.argumentNames() // placeholders get a token from [pass.placeholderTokens]
	isDeclared := func(name string) bool {
		return slices.ContainsFunc(declared, func(n declaredName) bool { return n.name == name })
	}
	var list []Token
	for _, m := range mentions {
		if t, ok := p.mentionToken(m, counts[m.Name]); ok && (t.Modifiers != UnresolvedToken || !isDeclared(m.Name)) {
			list = append(list, t)
		}
	}
	return list
}

// mentionToken returns the token of a mention. skillsNamed is the number of known skills with its name. A
// name that no skill has counts as a mention only if a link or its spelling says so.
func (p *scope) mentionToken(m skills.Mention, skillsNamed int) (Token, bool) {
	t := Token{Span: m.Span, Kind: MentionToken}
	if m.Kind == skills.LinkedMention {
		t.Span = text.Span{Start: m.NameSpan.Start - 1, End: m.NameSpan.End}
		path, probed := p.mentionedPath(m)
		if !probed || !namesSkillFile(m.Path) || m.NameSpan.IsEmpty() {
			return t, false
		}
		if _, err := p.snapshot.fs.Stat(path); err != nil {
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

// readsSlash returns [Snapshot.readsSlash] for the file, computed once.
func (p *scope) readsSlash() bool {
	if p.slashed == nil {
		p.slashed = new(p.snapshot.readsSlash(p.file))
	}
	return *p.slashed
}
