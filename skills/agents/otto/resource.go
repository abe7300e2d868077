package otto

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// readResource renders the answer of the tool skill for a name and a file (loadSubFile in tool.ts,
// loadSkillFile in loader.ts @47028d8a). otto only compares the beginnings of paths, so that it also reads
// from a directory whose name begins with that of the skill directory, and it follows links. Files outside of
// the skill directory are not read here.
func readResource(l skills.ResourceLoad) skills.ResourceAnswer {
	resolved := filepath.Join(l.Skill.Dir, filepath.FromSlash(l.Path))
	answer, outside, ok := resource(l, resolved)
	if !ok {
		files := list(skills.Load{Skill: l.Skill, FS: l.FS})
		names := make([]string, len(files.list))
		for i, f := range files.list {
			names[i] = f.Rel
		}
		list := strings.Join(names, ", ")
		if list == "" {
			list = "none"
		}
		refusal := "File '" + l.Path + "' not found or not readable in skill '" + l.Skill.Name + "'. Available files: " + list
		return skills.ResourceAnswer{Tool: "skill", Refused: refusal, Content: `{"ok":false,"error":` + kit.QuoteJSON(text.DecodeUTF8(refusal)) + "}"}
	}
	if outside {
		return skills.ResourceAnswer{Tool: "skill", Notes: []string{"otto reads this file outside the skill directory. skills-ls does not read it."}}
	}
	content := `{"ok":true,"name":` + kit.QuoteJSON(text.DecodeUTF8(l.Skill.Name)) + `,"description":` + kit.QuoteJSON(text.DecodeUTF8("Sub-file: "+l.Path)) +
		`,"content":` + kit.QuoteJSON(answer) + `,"path":` + kit.QuoteJSON(text.DecodeUTF8(filepath.ToSlash(resolved))) +
		`,"scope":` + kit.QuoteJSON(scope(skills.Load{Skill: l.Skill, Root: l.Root}))
	content += printNotices(notices(answer))
	return skills.ResourceAnswer{Tool: "skill", Content: content + "}"}
}

// resource returns the text of a file that otto reads. outside reports that the file is outside of the skill
// directory, and was not read.
func resource(l skills.ResourceLoad, resolved string) (answer string, outside, ok bool) {
	extension := resolved[strings.LastIndexByte(resolved, '.')+1:] // of the whole path
	if l.FS == nil || !strings.HasPrefix(resolved, l.Skill.Dir) || !slices.Contains(extensions, kit.LowerASCII(extension)) {
		return "", false, false
	}
	info, err := l.FS.Stat(resolved)
	if err != nil || !info.Mode().IsRegular() || info.Size() > fileBytes {
		return "", false, false
	}
	if _, err := skills.FindResource(l.FS, l.Skill.Dir, filepath.ToSlash(l.Path)); err != nil {
		return "", true, true
	}
	answer, err = l.FS.ReadFile(resolved)
	return text.DecodeUTF8(answer), false, err == nil
}
