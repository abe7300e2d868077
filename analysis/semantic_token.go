package analysis

import (
	"context"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
)

// A TokenKind is what a [Token] is.
type TokenKind uint8

const (
	KeyToken     TokenKind = iota // a key of the frontmatter
	MentionToken                  // a mention of a skill, its sigil included
	ArgumentToken
	VariableToken // another variable that an agent replaces
	CommandToken  // a command that is run before the model reads the text
)

// TokenModifiers is a set of what distinguishes tokens of one kind.
type TokenModifiers uint8

const (
	UnknownToken    TokenModifiers = 1 << iota // of a key: no known program reads it
	UnresolvedToken                            // of a mention: there is no such skill
	AmbiguousToken                             // of a mention: there are several
	UnreplacedToken                            // of a placeholder or a command: it reaches the model as it is written, in some target
)

// A Token is a piece of text that means more than its Markdown or YAML says.
type Token struct {
	Span      text.Span // never empty
	Kind      TokenKind
	Modifiers TokenModifiers
}

// Tokens returns the tokens of a file in source order; they do not overlap. It returns nil for files of YAML and those that are not ours,
// and where the context is cancelled.
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

// layOut sorts tokens and cuts them where others stand in them, or come first.
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
				continue // it stands across another, which says enough
			}
			add(outer, at, inner.Span.Start)
			add(inner, inner.Span.Start, inner.Span.End)
			at = inner.Span.End
		}
		add(outer, at, outer.Span.End)
	}
	return list
}

func (p *pass) keyTokens() []Token {
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

func (p *pass) placeholderTokens() []Token {
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

// mentionTokens returns the mentions that lead somewhere, and those that are written like one and nothing else.
func (p *pass) mentionTokens() []Token {
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
	declared := p.file.argumentNames() // which are more than unresolved, see [pass.placeholderTokens]
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

// mentionToken returns the token of a mention, of whose name so many skills are known. A name that no skill has is a mention only where
// a link or its spelling says so.
func (p *pass) mentionToken(m skills.Mention, skillsNamed int) (Token, bool) {
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

// looksLikeSkill reports whether a name is spelled as those of skills are: in lower case and longer than most variables.
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

// readsSlash is [Snapshot.readsSlash], found out once.
func (p *pass) readsSlash() bool {
	if p.slashed == nil {
		p.slashed = new(p.snapshot.readsSlash(p.file))
	}
	return *p.slashed
}
