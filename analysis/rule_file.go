package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

var fileRules = []*Rule{
	{
		ID: "file/unreadable", Default: Error, Summary: "the file cannot be read",
		appliesTo: skillContents, inSkeletons: true, check: func(*pass) {}, // reported by unreadable, when there is no document to check
	},
	{
		ID: "file/encoding", Default: Error, ByAgent: true, Summary: "the file is not UTF-8 text",
		appliesTo: everything, inSkeletons: true, check: checkEncoding,
	},
	{
		ID: "file/limit", Default: Information, Summary: "a part of the file exceeds a limit of the analysis",
		appliesTo: append([]Kind{CompanionFile}, everything...), inSkeletons: true, check: checkLimits,
	},
	{
		ID: "file/name", Default: Error, ByAgent: true, Summary: "the file is not called `SKILL.md`, letter for letter",
		Fix: "renames the file", appliesTo: skillFiles, crossFile: true, inSkeletons: true, check: checkFileName,
	},
	{
		ID: "file/location", Default: Error, ByAgent: true, Summary: "the skill lies where an agent does not find it",
		appliesTo: skillFiles, crossFile: true, inSkeletons: true, check: checkLocation,
	},
}

// unreadable returns the diagnostic for a failure to read a file, or nil if its rule is off.
func (s *Snapshot) unreadable(path string, err error) []Diagnostic {
	kind := s.KindOf(path)
	d := unreadable(kind, err)
	rule, _ := RuleByID(d.Rule)
	if d.Severity = s.severitiesOf(kind, path).of(rule, d.Severity); d.Severity == Off {
		return nil
	}
	return []Diagnostic{d}
}

func unreadable(kind Kind, err error) Diagnostic {
	d := Diagnostic{Rule: "file/unreadable", Severity: Error, Span: text.At(0)}
	var tooLarge *vfs.TooLargeError
	var confined *vfs.ConfinedError
	switch {
	case errors.As(err, &confined) && confined.Link != "" && kind != SkillFile && kind != ConfigFile:
		d.Rule, d.Severity, d.Message = "link/escape", Information, "not read: "+confined.Why()
	case errors.As(err, &confined):
		d.Message = "not read: " + confined.Why()
	case errors.Is(err, vfs.ErrTooDeep):
		d.Rule, d.Severity = "file/limit", Information
		d.Message = fmt.Sprintf("path is deeper than %d directories: not read", vfs.MaxPathDepth)
	case errors.As(err, &tooLarge) && kind == ConfigFile:
		d.Rule, d.Message = "config/syntax", fmt.Sprintf("the file has %d bytes; settings of more than %d are not read", tooLarge.Size, maxSettings)
	case errors.As(err, &tooLarge):
		d.Rule, d.Severity = "file/limit", Information
		d.Message = fmt.Sprintf("the file has %d bytes; files over %d are not analysed. Split it, or move data into files beside it", tooLarge.Size, mostOf(kind))
	case errors.Is(err, vfs.ErrNotRegular) && kind == ConfigFile:
		d.Message = "this is not a regular file, so there are no settings in it. Replace it by a file"
	case errors.Is(err, vfs.ErrNotRegular) && kind == CompanionFile:
		d.Message = "this is not a regular file, so no agent reads it beside the skill. Replace it by a file"
	case errors.Is(err, vfs.ErrNotRegular):
		d.Message = "this is not a regular file, so no agent loads it as a skill. Replace it by a file"
	case errors.Is(err, fs.ErrPermission):
		d.Message = "the file cannot be read: permission denied. Check its permissions and those of its directories"
	case errors.Is(err, fs.ErrNotExist):
		d.Message = "the file is gone, or it is a link to a file that does not exist"
	case strings.Contains(err.Error(), "too many levels of symbolic links"): // ELOOP, which io/fs has no name for
		d.Message = "the file is a symbolic link that leads in a circle. Point it at a file, or replace it by one"
	default:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the diagnostic is shown with the path of the file
		}
		d.Message = "the file cannot be read: " + err.Error()
	}
	return d
}

// checkEncoding reports the first byte that is not UTF-8, and the first NUL. Most agents replace what they
// cannot decode, and some reject the file.
func checkEncoding(p *pass) {
	refused := p.refusals("", skills.CodeUnreadable)
	for _, problem := range p.doc.Problems() {
		if problem.Kind != skills.InvalidUTF8 && problem.Kind != skills.NulByte {
			continue
		}
		d := Diagnostic{Severity: Warning, Span: problem.Span, Message: problem.Message}
		if len(refused) > 0 {
			d.Severity = p.weigh(Error, refused[0].agents)
			d.Agents = ids(refused[0].agents)
			d.Message += "; " + p.refusedBy(refused[0].agents)
		}
		p.report(d)
	}
}

// mostOf returns the maximum size in bytes of a file of the given kind that is analyzed. It is less for YAML,
// since people do not write YAML files as large as Markdown files.
func mostOf(kind Kind) int {
	if kind == ConfigFile || kind == CompanionFile {
		return maxSettings
	}
	return vfs.MaxFile
}

func checkLimits(p *pass) {
	if most := mostOf(p.file.Kind); len(p.doc.Source) > most {
		p.report(Diagnostic{Severity: Information, Span: text.At(0), Message: fmt.Sprintf(
			"the file has %d bytes; files over %d are not analysed. Split it, or move data into files beside it", len(p.doc.Source), most)})
	}
	if p.file.Kind == CompanionFile {
		return // a companion has no Markdown
	}
	if err := p.fm.Err; err != nil && err.Limit {
		p.report(Diagnostic{
			Severity: Information, Span: firstLine(p.doc.Source, err.Span.Start),
			Message: "frontmatter exceeds a limit of the analysis: " + err.Message,
		})
	}
	for _, problem := range p.doc.Markdown().Problems {
		p.report(Diagnostic{Severity: Information, Span: firstLine(p.doc.Source, problem.Span.Start), Message: problem.Message})
	}
}
