package refactor

import (
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/skills/frontmatter"
)

// argumentPossible returns a *RefusedError if the argument cannot be renamed to any name, and nil if it can.
func (n *renaming) argumentPossible() error {
	if text := n.At.Of(n.Source); text != n.Name {
		return refused(Unwritten, nil, "`%s` is an argument number: rename `%s` where its name is written", vantage.Shorten(text, 60), vantage.Shorten(n.Name, 60))
	}
	if slices.ContainsFunc(refs.ArgumentNames(n.File), func(d refs.DeclaredName) bool { return d.Name == n.Name && d.Span.IsEmpty() }) {
		return refused(Unwritten, nil, "the name is in a form of YAML that cannot be replaced")
	}
	return nil
}

// renameArgument renames an argument in the frontmatter and in every placeholder, including those after a
// backslash.
func (n *renaming) renameArgument() (*Refactoring, error) {
	name := strings.TrimPrefix(n.query.Name, "$")
	names := refs.ArgumentNames(n.File)
	switch {
	case strings.HasPrefix("$"+name, refs.ArgumentsPlaceholder):
		return nil, refused(InvalidName, nil, "agents read `$%s` as `%s`, which is all arguments", vantage.Shorten(name, 60), refs.ArgumentsPlaceholder)
	case !refs.IsArgumentName(name):
		return nil, refused(InvalidName, nil, "`%s` is not an argument name: use a letter or `_`, then letters, digits, `_` and `-`", vantage.Shorten(name, 60))
	case name != n.Name && slices.ContainsFunc(names, func(d refs.DeclaredName) bool { return d.Name == name }):
		return nil, refused(Exists, nil, "the frontmatter already has an argument `%s`", name)
	}
	r := newRefactorer(n.Ctx, n.Snapshot)
	before := n.Scope().ArgumentPlaceholders()
	for _, d := range names {
		if d.Name == n.Name {
			r.replace(n.File, d.Span, name)
		}
	}
	for _, use := range slices.Concat(before.Found, before.Escaped) {
		if use.Kind == refs.NamedPlaceholder && use.Name == n.Name {
			r.replace(n.File, use.NameSpan(), name)
		}
	}
	edited := *n.File
	edited.Doc = r.edited(n.File)
	if !n.hasSameNames(&edited, name) {
		return nil, refused(InvalidName, nil, "`%s` would change the meaning of the frontmatter", name)
	}
	after := refs.ScopeOf(n.Ctx, n.Snapshot, &edited).ArgumentPlaceholders()
	if len(after.Found) > len(before.Found) || len(after.Escaped) > len(before.Escaped) {
		return nil, refused(Exists, nil, "`$%s` is already in the body and would become the argument", name)
	}
	isSame := func(was, is refs.PlaceholderUse) bool {
		return was.Kind == is.Kind && was.Number == is.Number && is.Name == renamed(was.Name, n.Name, name)
	}
	if !slices.EqualFunc(before.Found, after.Found, isSame) || !slices.EqualFunc(before.Escaped, after.Escaped, isSame) {
		return nil, refused(InvalidName, nil, "`$%s` would join with the text after it", name)
	}
	return r.refactoring()
}

// hasSameNames reports whether the frontmatter of an edited file declares the same arguments as before,
// except for one's new name.
func (n *renaming) hasSameNames(edited *file.File, to string) bool {
	isSame := func(was, is refs.DeclaredName) bool {
		return was.Place == is.Place && is.Name == renamed(was.Name, n.Name, to) && is.IsText == was.IsText
	}
	return slices.EqualFunc(refs.ArgumentNames(n.File), refs.ArgumentNames(edited), isSame) &&
		slices.EqualFunc(n.File.Doc.Frontmatter.Entries, edited.Doc.Frontmatter.Entries, func(was, is frontmatter.Entry) bool { return was.Key == is.Key })
}

// renamed returns the new name of from, and every other name unchanged.
func renamed(name, from, to string) string {
	if name == from {
		return to
	}
	return name
}
