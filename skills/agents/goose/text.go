package goose

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// inject renders the answer of the tool load_skill, which also replaces a message "/name arguments"
// (loaded_skill_context_with_args in crates/goose/src/skills/mod.rs): the body with the arguments
// substituted, and the files of the skill's directory. Without arguments, as opposed to empty ones,
// placeholders stay.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentEnvelope, "# Loaded Skill: "+l.Skill.Name+" (skill)\n\n"+l.Skill.Description+"\n\n## Content\n\n")
	if !addBody(&c, l) {
		var failed skills.Composition
		failed.Add(skills.SegmentNotice, "Failed to parse skill arguments: Unmatched quote in command")
		failed.Note("After a message `/" + l.Skill.Name + "` Goose shows the user instead: Skill /" + l.Skill.Name + ": Unmatched quote in command")
		return failed.Injection()
	}
	c.Add(skills.SegmentEnvelope, "\n")

	files, truncated := list(l)
	if len(files) > 0 {
		c.Add(skills.SegmentFiles, "\n## Supporting Files\n\nSkill directory: "+l.Skill.Dir+"\n\n"+
			"Relative paths in this skill resolve from the skill directory. The shell tool runs in the session working directory, so use the "+
			"resolved path below or `cd` into the skill directory before running supporting scripts.\n\n")
	}
	var paths []string
	for _, rel := range files {
		path := filepath.Join(l.Skill.Dir, rel)
		paths = append(paths, path)
		shown := strings.ReplaceAll(rel, `\`, "/")
		c.Add(skills.SegmentFiles, "- "+shown+" → "+strings.ReplaceAll(path, `\`, "/")+` (load_skill(name: "`+l.Skill.Name+"/"+shown+"\"))\n")
	}
	c.NoteIf(len(files) > 1, "Goose lists the files in the order of the operating system. Here they are sorted.")
	c.NoteIf(l.Arguments != nil && *l.Arguments == "",
		"These are empty arguments, which only the tool `load_skill` can have. A message `/"+l.Skill.Name+"` without text after it has no arguments.")
	c.NoteIf(!accept(skills.File{Path: l.Skill.Path, Source: l.Source}).Accepted,
		"The tool `load_skill` answers: Skill '"+l.Skill.Name+"' not found.")
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = paths, truncated
	return injection
}

// addBody appends the body with the arguments. It reports false if there are placeholders and the arguments
// cannot be split.
func addBody(c *skills.Composition, l skills.Load) bool {
	split := splitFile(l.Source)
	body := split.body
	if split.fences < 2 {
		body = trimRust(l.Source, skills.Parse(l.Source).Body)
	}
	if l.Arguments == nil {
		c.Copy(skills.SegmentBody, l.Source, body)
		return true
	}
	names := argumentNames(split.yaml.Of(l.Source))
	placeholders := placeholders(l.Source, body, names)
	if len(placeholders) == 0 {
		c.Copy(skills.SegmentBody, l.Source, body)
		c.Add(skills.SegmentEnvelope, "\n\nARGUMENTS: ")
		c.Add(skills.SegmentSubstituted, *l.Arguments)
		return true
	}
	arguments, ok := splitArguments(*l.Arguments)
	if !ok {
		return false
	}
	draft := kit.NewDraft(l.Source, body)
	spans := make([]text.Span, len(placeholders))
	for i, p := range placeholders {
		spans[i] = p.Shift(-body.Start)
	}
	draft.Replace(skills.SegmentSubstituted, spans, func(i int) (value, note string) {
		return placeholders[i].value(*l.Arguments, arguments, names), ""
	})
	draft.AddTo(c)
	return true
}

// argumentNames returns the names in metadata.arguments: the strings of a list.
func argumentNames(yaml string) (names []string) {
	root, err := yamldialect.DecodeSerde(strings.ToValidUTF8(yaml, "\ufffd"), frontmatterShape)
	if err != nil {
		return nil // a skill that Goose does not load
	}
	list := root.Get("metadata").Get("arguments")
	if list == nil {
		return nil
	}
	for _, item := range list.Items {
		if item.Kind == yamldialect.Scalar && item.Text != "" {
			names = append(names, item.Text)
		}
	}
	return names
}

// list returns the files of the skill's directory, relative to it and sorted. It leaves out SKILL.md,
// directories of version control, and directories that are skills themselves. It follows links, and enters no
// real directory twice.
func list(l skills.Load) (files []string, truncated bool) {
	if l.FS == nil || l.Skill.Dir == "" {
		return nil, false
	}
	entered := make(map[string]bool) // real directories
	enter := func(dir string) bool {
		real, err := l.FS.RealPath(dir)
		again := entered[real]
		entered[real] = true
		return err == nil && !again
	}
	complete := !enter(l.Skill.Dir) || vfs.Walk(l.FS, l.Skill.Dir, skills.MaxScan, func(path string, e fs.DirEntry) bool {
		mode := kit.ModeOf(l.FS, path, e)
		if mode.IsRegular() && e.Name() != "SKILL.md" {
			rel, _ := vfs.CutDir(path, l.Skill.Dir)
			files = append(files, rel)
		}
		return mode.IsDir() && !slices.Contains(skipped, e.Name()) && !kit.IsFile(l.FS, filepath.Join(path, "SKILL.md")) && enter(path)
	})
	slices.Sort(files)
	return files, !complete
}

// skipped are the directories that Goose does not enter (should_skip_dir).
var skipped = []string{".git", ".hg", ".svn"}

// compare orders the catalog: by name, then by the skill's directory, both by bytes.
func compare(a, b skills.Skill) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Dir, b.Dir))
}

// catalog renders the instructions of the extension "skills" (get_instructions in
// crates/goose/src/skills/client.rs), without Goose's built-in skills, which Goose lists among the others.
// Without skills there are no instructions.
var catalog = kit.Catalog{
	Head:  "\n\nYou have these skills at your disposal, when it is clear they can help you solve a problem or you are asked to use them:",
	Entry: func(s skills.Skill) string { return "\n• " + s.Name + " - " + s.Description },
}.Render
