package rules

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
)

// checkAbsolute reports links to paths that exist on one machine only.
func checkAbsolute(p *Pass) {
	left := maxReasons
	for _, l := range ownLinks(p) {
		if left == 0 || IsMentionLink(p.Doc.Source, l) || !isMachinePath(l.Destination) {
			continue
		}
		left--
		d := diagnostic.Diagnostic{
			Span: l.Dest, Message: "absolute path works only on this machine", Detail: "use a relative path",
		}
		if file, certain := ownFile(p, l.Destination); file != "" {
			d.Fixes = relink(p, "Link "+InQuotes(file), certain && keepsFragment(p, l, file), l, file)
		}
		p.report(d)
	}
}

// machinePath matches paths that exist on one machine only: in a user's directory, on a drive or on a volume.
var machinePath = regexp.MustCompile(`(?i)^(?:file:/*)?(?:/(?:users|home)/([^/]+)/|/root/|/volumes/[^/]+/|/mnt/[a-z]/|/private/|/var/folders/|/?[a-z]:[\\/]|\\\\[^\\]+\\)`)

// anybody are the user names in examples.
var anybody = []string{"you", "user", "username", "yourname", "your-name", "your_name", "your-username", "your_username", "me", "name", "myname", "someone", "example", "foo"}

// isMachinePath reports whether a destination exists on one machine only and is not an example.
func isMachinePath(destination string) bool {
	const scheme = "file:"
	if len(destination) < len(scheme) || strings.IndexByte(`/\`, destination[0]) < 0 && destination[1] != ':' && !strings.EqualFold(destination[:len(scheme)], scheme) {
		return false // nearly all destinations
	}
	if file.IsTemplate(destination) {
		return false
	}
	m := machinePath.FindStringSubmatch(destination)
	if m == nil {
		return strings.EqualFold(destination[:len(scheme)], scheme)
	}
	return !slices.Contains(anybody, strings.ToLower(m[1]))
}

// ownFile returns the file of the skill that an absolute path most likely means, relative to the linking
// file, or an empty string if the path means no file of the skill. It is certain if the path contains a
// directory with the name of the skill directory.
func ownFile(p *Pass, destination string) (fl string, certain bool) {
	if p.File.Skill == "" {
		return "", false
	}
	want, _, _ := strings.Cut(strings.ReplaceAll(destination, `\`, "/"), "#")
	want = file.Decode(want)
	inSkill := path.Join("/", filepath.Base(p.File.Skill))
	longest := ""
	for _, full := range refs.SkillFiles(p.Snapshot, p.File.Skill) {
		rel := filepath.ToSlash(full[len(p.File.Skill)+1:])
		if strings.HasSuffix(want, inSkill+"/"+rel) {
			return FromHere(p.Scope, full), true
		}
		if strings.HasSuffix(want, "/"+rel) && len(rel) > len(longest) && !file.IsSkillFileName(rel) {
			longest, fl = rel, full
		}
	}
	if fl == "" {
		return "", false
	}
	return FromHere(p.Scope, fl), false
}
