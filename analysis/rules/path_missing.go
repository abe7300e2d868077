package rules

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// checkMissingPaths reports paths in code that begin like those of a skill's files and do not exist. It first
// relies on the listing of the skill. A path that the text says to write, in any place, is not a resource.
func checkMissingPaths(p *Pass) {
	if p.File.Skill == "" || isTemplateOfSkill(p) {
		return
	}
	var missing []refs.PathMention
	var b *refs.Bundle
	for m := range refs.PathMentions(p.Doc) {
		if b == nil {
			if b = refs.BundleOf(p.Snapshot, p.File.Skill); b.Partial {
				return
			}
		}
		if !hasPath(p, b, m.Path) && isOwn(p, b, &m) && m.IsFile() {
			if missing = append(missing, m); len(missing) == maxMissing {
				break
			}
		}
	}
	if len(missing) == 0 || isAboutSkills(p) {
		return
	}
	slices.SortFunc(missing, func(a, b refs.PathMention) int { return a.Span.Start - b.Span.Start })
	settled := make(map[string]bool) // paths that need no further report
	r := workspace.NewResolver(p.Snapshot, p.File)
	inClone := sync.OnceValue(func() bool { return cloned.MatchString(p.Doc.Source) })
	for i := range missing {
		m := &missing[i]
		settled[m.Path] = settled[m.Path] || !m.Certain && !hasPath(p, b, m.Top()) && inClone() || isElsewhere(p, m) || isToBeMade(p, path.Base(m.Path))
	}
	for _, m := range missing {
		if settled[m.Path] {
			continue
		}
		settled[m.Path] = true
		if d, ok := missingPath(p, r, m); ok {
			p.report(d)
		}
	}
}

// maxMissing is the maximum number of missing paths in a text that are examined. A hostile text can have as
// many as it has words.
const maxMissing = 256

// hasPath reports whether the skill has a file at a path relative to the skill's directory or to that of the
// text.
func hasPath(p *Pass, b *refs.Bundle, rel string) bool {
	if b.Paths[rel] {
		return true
	}
	dir, ok := vfs.CutDir(p.File.Dir, p.File.Skill)
	return ok && dir != "" && b.Paths[path.Join(filepath.ToSlash(dir), rel)]
}

// isOwn reports whether a path belongs to the skill and not to a project: it begins with a directory that the
// skill has, or with one that only skills have.
func isOwn(p *Pass, b *refs.Bundle, m *refs.PathMention) bool {
	return m.Certain || hasPath(p, b, m.Top()) || !m.InFence && (m.Top() == "references" || m.Top() == "assets")
}

// cloned matches texts that say that files are in a repository that must be cloned first. A directory that
// the skill does not have is then one of the clone.
var cloned = regexp.MustCompile(`(?i)\b(?:in|inside|from|within)\s+(?:(?:an?|the|that|this|your)\s+(?:[\w-]+\s+){0,2}(?:clone|checkout\s+of)|` +
	`(?:an?\s+|the\s+)?(?:another|other|separate|different)\s+(?:git\s+)?repo(?:sitory)?)\b`)

// missingPath returns the diagnostic for a path. It returns false if the path exists although the listing
// does not have it.
func missingPath(p *Pass, r *workspace.Resolver, m refs.PathMention) (diagnostic.Diagnostic, bool) {
	t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: m.Path}}
	if r.Follow(&t, p.File.Skill); t.Exists != workspace.Missing && t.Exists != workspace.OtherCase {
		return diagnostic.Diagnostic{}, false
	}
	d := diagnostic.Diagnostic{Span: m.Span, Message: "file not found: " + m.Path}
	near, certain := nearFiles(p, m.Path, p.File.Skill)
	if t.Exists == workspace.OtherCase {
		near, certain = []string{FromDir(p.File.Skill, t.Actual)}, true
	}
	if len(near) > 0 {
		d.Detail = "did you mean " + InQuotes(near[0]) + "?"
	}
	for _, file := range near {
		if strings.ContainsAny(file, " `\"'$") {
			continue // it would have to be quoted
		}
		d.Fixes = append(d.Fixes, diagnostic.Fix{
			Title: "Change to " + InQuotes(file), Safe: certain && len(near) == 1, Preferred: certain && len(near) == 1,
			Edits: []diagnostic.Edit{p.Edit(m.Span, file)},
		})
	}
	return d, true
}

// isAboutSkills reports whether the text is about skills, so that its paths are examples: the name of the
// skill says so, or the text mentions SKILL.md several times.
func isAboutSkills(p *Pass) bool {
	const often = 3
	names := match.NameWords(strings.ToLower(filepath.Base(p.File.Skill) + " " + p.Fm.Name()))
	return slices.ContainsFunc(names, func(word string) bool { return strings.HasPrefix(word, "skill") }) || strings.Count(p.Doc.Source, SkillFileName) >= often
}

// maxAround is the maximum number of bytes of a line that are examined before and after a path, and maxBefore
// that of a fence.
const (
	maxAround = 400
	maxBefore = 4096
)

var (
	// makingWords occur in lines with the name of a file that is to be created.
	makingWords = index.WordSet("create creates created creating write writes written writing save saves saved saving generate generates generated generating")
	// otherwiseWords and otherwisePhrases occur in lines of prose whose path is that of a file to be created,
	// an example, or a file that is not the skill's or does not exist.
	otherwiseWords = index.WordSet("output outputs produce produces producing export exports exporting store stores stored storing scaffold scaffolds edit " +
		"example examples would could might optional planned todo deprecated removed deleted legacy former formerly shared your project repo repository")
	otherwisePhrases = []string{"e.g.", "such as", "not yet", "if present", "if it exists", "if there is one", "if available", "another skill", "skill's", "skill’s"}
	// writingCommands write to files that are given as arguments.
	writingCommands = index.WordSet("tee touch mkdir cp mv ln curl wget")
	// awayFrom matches commands in a fence that change to another directory.
	awayFrom = regexp.MustCompile(`(?m)(?:^|&&|;)\s*(?:cd|pushd|git clone)\s`)
)

// hasWord reports whether a text in lowercase contains one of the words.
func hasWord(text string, words map[string]bool) bool {
	return slices.ContainsFunc(match.NameWords(text), func(word string) bool { return words[word] })
}

// isElsewhere reports whether a path most likely means something other than a file of the skill.
func isElsewhere(p *Pass, m *refs.PathMention) bool {
	source := p.Doc.Source
	before := source[max(0, m.Span.Start-maxAround):m.Span.Start]
	line := strings.ToLower(before[strings.LastIndexAny(before, "\r\n")+1:])
	if isWritten(line) {
		return true
	}
	if m.InFence && !strings.HasPrefix(strings.TrimSpace(line), "#") {
		f := p.FenceAt(m.Span.Start)
		above := source[max(f.Content.Start, m.Span.Start-maxBefore):m.Span.Start]
		near := source[max(f.Content.Start, m.Span.Start-maxBefore):min(f.Content.End, m.Span.End+maxBefore)]
		return strings.Contains(near, filepath.Base(p.File.Skill)+"/") || // with a path to the skill, other paths are not relative to the skill
			(strings.Contains(above, "cd ") || strings.Contains(above, "pushd ") || strings.Contains(above, "git clone ")) && awayFrom.MatchString(above)
	}
	owner := strings.TrimRight(before, " \t\r\n`")
	if strings.HasSuffix(owner, "'s") || strings.HasSuffix(owner, "’s") || strings.HasSuffix(owner, " its") {
		return true // another skill's
	}
	after := source[m.Span.End:min(len(source), m.Span.End+maxAround)]
	line += " " + strings.ToLower(lines.FirstLine(after, 0).Of(after))
	return hasWord(line, otherwiseWords) || hasWord(line, makingWords) ||
		slices.ContainsFunc(otherwisePhrases, func(phrase string) bool { return strings.Contains(line, phrase) })
}

// isWritten reports whether a command writes to what follows line, which is the beginning of a line.
func isWritten(line string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\"'=`", r) })
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return strings.HasSuffix(last, ">") || last == "-o" || strings.HasPrefix(last, "--out") || strings.HasPrefix(last, "--save") ||
		strings.HasPrefix(last, "--dest") || strings.HasPrefix(last, "--report") || slices.ContainsFunc(words, func(word string) bool { return writingCommands[word] })
}

// isToBeMade reports whether one of the lines with a file's name says to create it. It examines the first
// maxReasons of them.
func isToBeMade(p *Pass, name string) bool {
	source := p.Doc.Source
	at := p.Doc.Body.Start
	for range maxReasons {
		i := strings.Index(source[at:], name)
		if i < 0 {
			return false
		}
		before := source[max(at, at+i-maxAround) : at+i]
		if hasWord(strings.ToLower(before[strings.LastIndexAny(before, "\r\n.")+1:]), makingWords) {
			return true
		}
		at += i + len(name)
	}
	return false
}
