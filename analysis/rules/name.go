package rules

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// DirectoryName returns the name of the skill's directory, or an empty string if it has none.
func DirectoryName(p *refs.Scope) string {
	path := p.Snapshot.JudgedFile(p.File).Path
	if path == "" {
		return ""
	}
	return filepath.Base(filepath.Dir(path))
}

// DraftName returns the name of the directory in kebab case, or "my-skill" if no character of it can stay.
func DraftName(p *refs.Scope) string { return cmp.Or(Kebab(DirectoryName(p)), "my-skill") }

// versionName matches the name of a directory for a version of the skill, rather than for the skill.
var versionName = regexp.MustCompile(`^(?:v?\d+(?:[.-]\d+)*|latest|current|stable)$`)

func isVersionName(name string) bool { return versionName.MatchString(name) }

// hasKeyNear reports whether the frontmatter has a key that is probably a misspelling of another, such as
// `Name` for `name`.
func hasKeyNear(p *Pass, key string) bool {
	return slices.ContainsFunc(p.Fm.Entries, func(e frontmatter.Entry) bool { return match.Nearest(e.Key, []string{key}) != "" })
}

// takesOf reports whether the frontmatter of source, which has a line "key: value" added, is as valid as it is
// without that line. A list, a string or a flow mapping becomes invalid.
func takesOf(p *Pass, source string) bool {
	after := skills.Parse(source).Frontmatter
	return p.Fm.Err != nil && len(p.Fm.Entries) > 0 || after.Err == nil && after.Root != nil && after.Root.Kind == frontmatter.MappingValue
}

// worsens reports whether a target that loads the skill would reject it if source were its text.
func worsens(p *Pass, source string) bool {
	refusing := refusingText(p, source, Verdict.rejects)
	return slices.ContainsFunc(p.Verdicts, func(v Verdict) bool { return v.Accepted && slices.Contains(refusing, v.Agent) })
}

// onOneLine reports whether an entry's value can be written after its key, since the entry has no value or a
// scalar.
func onOneLine(e *frontmatter.Entry) bool {
	return e.Value == nil || e.Value.Kind == frontmatter.ScalarValue
}

// setValue returns the edits that give an entry a value on one line. The value must already be quoted if
// necessary. A comment after the old value moves to a line of its own, since some agents read it as part of
// the value.
func setValue(p *Pass, e *frontmatter.Entry, value string) []diagnostic.Edit {
	source, span := p.Doc.Source, e.ValueSpan
	if span.IsEmpty() && span.Start == e.Colon+1 || strings.ContainsAny(source[e.Colon:span.Start], "\r\n") {
		span.Start, value = e.Colon+1, " "+value // some agents read only the key's line
	}
	rest := lines.FirstLine(source, span.End)
	comment := strings.TrimSpace(rest.Of(source))
	if !strings.HasPrefix(comment, "#") {
		return []diagnostic.Edit{p.Edit(span, value)}
	}
	return []diagnostic.Edit{p.Edit(text.At(e.Span.Start), comment+p.Newline()), p.Edit(text.Span{Start: span.Start, End: rest.End}, value)}
}

// entryOf returns the entry that a refusal of a field is about: the one that contains its span, since agents
// use different entries of a repeated key. It returns nil if the agent found the field elsewhere, as Codelia
// finds nested ones.
func entryOf(p *Pass, r refusal) *frontmatter.Entry {
	if e := entryAt(p, r.Span.Start); e != nil {
		if e.Key == r.Field && e.Span.Encloses(r.Span) { // otherwise the agent ends lines differently
			return e
		}
		return nil
	}
	e, ok := p.Fm.Entry(r.Field)
	if !ok {
		return nil
	}
	return e
}

// plainText returns a one-line value without its quotes, and its offset in source.
func plainText(source string, value text.Span) (string, int) {
	inside := refs.InsideQuotes(source, value)
	return inside.Of(source), inside.Start
}

// renameDirectory returns a fix that renames the skill's directory. It returns nil if the client knows the
// directory by a symbolic link: the renamed link would lead to the same directory, and the directory would
// lose the link.
func renameDirectory(p *Pass, name string) *diagnostic.Rename {
	from := filepath.Dir(p.File.Path)
	if info, err := p.Snapshot.FS().Lstat(from); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil
	}
	return &diagnostic.Rename{From: from, To: filepath.Join(filepath.Dir(from), name)}
}

// Kebab returns text as a name: lowercase ASCII letters, digits and single hyphens, at most 64 bytes. Letters
// outside ASCII lose their marks or are dropped. The result may be empty.
func Kebab(text string) string {
	var out strings.Builder
	hyphen, lower := false, false
	for _, r := range norm.NFKD.String(spelledOut.Replace(text)) {
		switch {
		case r >= 'A' && r <= 'Z':
			hyphen = hyphen || lower // fooBar
			fallthrough
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			if hyphen && out.Len() > 0 {
				out.WriteByte('-')
			}
			hyphen, lower = false, r >= 'a' && r <= 'z'
			out.WriteRune(unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
		default:
			hyphen, lower = true, false
		}
	}
	name := out.String()
	if len(name) > 64 {
		name = strings.TrimRight(name[:64], "-")
	}
	return name
}

// spelledOut replaces letters that have no base letter in ASCII by the usual spelling in ASCII.
var spelledOut = strings.NewReplacer("ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "þ", "th")
