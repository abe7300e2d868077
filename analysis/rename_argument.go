package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
)

// argumentPossible returns a *RenameError if the argument cannot be renamed to any name, and nil if it can.
func (n *renaming) argumentPossible() error {
	if text := n.at.Of(n.source); text != n.name {
		return renameError(Unwritten, nil, "`%s` counts the arguments; rename `%s` where its name is written", shorten(text, 60), shorten(n.name, 60))
	}
	if slices.ContainsFunc(n.file.argumentNames(), func(d declaredName) bool { return d.name == n.name && d.span.IsEmpty() }) {
		return renameError(Unwritten, nil, "the frontmatter has the name in a form that cannot be replaced")
	}
	return nil
}

// renameArgument renames an argument in the frontmatter and in every placeholder, including those after a
// backslash.
func (n *renaming) renameArgument() (*Refactoring, error) {
	name := strings.TrimPrefix(n.query.Name, "$")
	names := n.file.argumentNames()
	switch {
	case strings.HasPrefix("$"+name, argumentsPlaceholder):
		return nil, renameError(InvalidName, nil, "agents read `$%s` as `%s`, which is all arguments", shorten(name, 60), argumentsPlaceholder)
	case !isArgumentName(name):
		return nil, renameError(InvalidName, nil, "`%s` is no name of an argument, which is a letter or `_` and then letters, digits, `_` and `-`", shorten(name, 60))
	case name != n.name && slices.ContainsFunc(names, func(d declaredName) bool { return d.name == name }):
		return nil, renameError(Exists, nil, "the frontmatter has an argument `%s` already", name)
	}
	r := n.snapshot.newRefactorer(n.ctx)
	before := n.scope().argumentPlaceholders()
	for _, d := range names {
		if d.name == n.name {
			r.replace(n.file, d.span, name)
		}
	}
	for _, use := range slices.Concat(before.found, before.escaped) {
		if use.kind == namedPlaceholder && use.name == n.name {
			r.replace(n.file, use.nameSpan(), name)
		}
	}
	edited := *n.file
	edited.Doc = r.edited(n.file)
	if !n.hasSameNames(&edited, name) {
		return nil, renameError(InvalidName, nil, "`%s` would make another value of the frontmatter", name)
	}
	after := n.snapshot.scopeOf(n.ctx, &edited).argumentPlaceholders()
	if len(after.found) > len(before.found) || len(after.escaped) > len(before.escaped) {
		return nil, renameError(Exists, nil, "`$%s` stands in the text already, and would become the argument", name)
	}
	isSame := func(was, is placeholderUse) bool {
		return was.kind == is.kind && was.number == is.number && is.name == renamed(was.name, n.name, name)
	}
	if !slices.EqualFunc(before.found, after.found, isSame) || !slices.EqualFunc(before.escaped, after.escaped, isSame) {
		return nil, renameError(InvalidName, nil, "`$%s` would make another argument of what follows it in the text", name)
	}
	return r.refactoring()
}

// hasSameNames reports whether the frontmatter of an edited file declares the same arguments as before,
// except for one's new name.
func (n *renaming) hasSameNames(edited *File, to string) bool {
	isSame := func(was, is declaredName) bool {
		return was.place == is.place && is.name == renamed(was.name, n.name, to) && is.isText == was.isText
	}
	return slices.EqualFunc(n.file.argumentNames(), edited.argumentNames(), isSame) &&
		slices.EqualFunc(n.file.Doc.Frontmatter.Entries, edited.Doc.Frontmatter.Entries, func(was, is frontmatter.Entry) bool { return was.Key == is.Key })
}

// renamed returns the new name of from, and every other name unchanged.
func renamed(name, from, to string) string {
	if name == from {
		return to
	}
	return name
}
