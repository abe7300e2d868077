package opencode

import (
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

// autoinvoke is the key of metadata that keeps the model of version 2 from choosing a skill by itself.
const autoinvoke = "opencode/autoinvoke"

// version selects the version of OpenCode.
var version = skills.Knob{
	Name: "version", Type: skills.CountKnob, Min: 1, Max: 2,
	Apply: func(r *skills.Agent, v skills.KnobValue) {
		if v.Count == 2 {
			toV2(r)
		}
	},
}

// toV2 turns the agent into version 2 (packages/core of anomalyco/opencode; each part names its files and
// commits).
func toV2(r *skills.Agent) {
	r.Variant = "2"
	// A skill has the name of its directory or its file, and the last of equal names counts (refresh in
	// config/plugin/skill.ts @2f4b560c). The pattern is {*.md,**/SKILL.md}, of which SCAN_IGNORE excludes
	// .trash (config/plugin/skill-file.ts @0f00c7b4).
	r.Roots = slices.Clone(rootsV2)
	r.Walk = skills.Walk{FollowDirs: true, FollowFiles: true, Unguarded: true, AtRoot: true, RootFiles: ".md", Skip: []string{".trash"}, ByPath: true}
	r.Duplicates = skills.LastWins
	// The search for directories does not end at a repository (discover in config/discovery.ts @02f41ddf),
	// although the documentation says that it does.
	r.Project = skills.Project{Unbounded: true}
	r.Accept, r.Inject, r.Catalog = acceptV2, injectV2, catalogV2
	r.Placeholders = nil // not established
	r.HiddenBy = nil     // it reads disable-model-invocation too
	r.Fields = fieldsV2(r.Fields)
}

// rootsV2 are the roots in the order of the sources (config/plugin/skill.ts @2f4b560c): of each kind, from
// the user's down to the working directory's. OPENCODE_CONFIG_DIR, if set, is the user's configuration
// directory (packages/util/src/global.ts @63458107).
var rootsV2 = []skills.Root{
	{Base: skills.FromHome, Dir: ".claude/skills", Scope: skills.ScopeUser},
	{Base: skills.FromChain, Dir: ".claude/skills", Scope: skills.ScopeRepo},
	{Base: skills.FromHome, Dir: ".agents/skills", Scope: skills.ScopeUser},
	{Base: skills.FromChain, Dir: ".agents/skills", Scope: skills.ScopeRepo},
	{Base: skills.FromHome, Dir: ".config/opencode/skill", Env: []skills.EnvDir{{Name: "OPENCODE_CONFIG_DIR", Dir: "skill"}, {Name: "XDG_CONFIG_HOME", Dir: "opencode/skill"}}, Scope: skills.ScopeUser},
	{Base: skills.FromHome, Dir: ".config/opencode/skills", Env: []skills.EnvDir{{Name: "OPENCODE_CONFIG_DIR", Dir: "skills"}, {Name: "XDG_CONFIG_HOME", Dir: "opencode/skills"}}, Scope: skills.ScopeUser},
	{Base: skills.FromChain, Dir: ".opencode/skill", Scope: skills.ScopeRepo},
	{Base: skills.FromChain, Dir: ".opencode/skills", Scope: skills.ScopeRepo, Paired: true},
	// Each path of skills.
	{Base: skills.FromConfig, Dir: ".", Scope: skills.ScopeRepo},
}

// booleans are the spellings that version 2 reads as a boolean.
var booleans = []string{"true", "false", "yes", "no", "on", "off", "1", "0"}

// fieldsV2 turns the fields of version 1 into those of version 2.
func fieldsV2(fields []skills.Field) []skills.Field {
	fields = slices.Clone(fields)
	for i := range fields {
		switch f := &fields[i]; f.Name {
		case "name":
			f.Required, f.Default = false, "the name of the skill's directory, or of its file"
		case "metadata." + autoinvoke:
			f.Types, f.Values = skills.Boolean|skills.String|skills.Number, booleans
		}
	}
	return append(fields, skills.Field{
		Name: "disable-model-invocation", Types: skills.Boolean | skills.String | skills.Number, Values: booleans, Default: "false",
		Doc: "`true` prevents the model from choosing the skill by itself, unless `opencode/autoinvoke` is true. Read since skill-file.ts 0f00c7b4.",
	})
}

// acceptV2 reads a file as SkillFile.parse does (packages/core/src/config/plugin/skill-file.ts @0f00c7b4,
// config/markdown.ts @05988800): a file without frontmatter has no fields, and name and description must be
// strings if they are present. OpenCode skips a file that is not a skill without a message. Version 2 calls
// gray-matter without its cache, so that a text that the rewriting does not change fails twice.
func acceptV2(f skills.File) skills.Verdict {
	c := newCheck(f, true)
	c.refuse()
	v := c.RecoveredVerdict(id(f.Path), c.Fields["description"].Text)
	v.Label = v.Name
	if name, ok := c.Fields["name"]; ok && v.Accepted {
		v.Label = name.Text
	}
	if f.Path == "" {
		v.Name = v.Label
	}
	v.HideIf(v.Accepted && !c.isDescribed(), kit.NoDescription)
	metadata, _ := c.data.Value("metadata").(*yamldialect.JSObject)
	invoked, disabled := switchOf(metadata, autoinvoke), switchOf(c.data, "disable-model-invocation")
	v.HideIf(v.Accepted && invoked < 0, "`metadata.opencode/autoinvoke` is false")
	v.HideIf(v.Accepted && invoked == 0 && disabled > 0, kit.DisablesInvocation)
	return v
}

// id returns the name by which version 2 knows the skill at a path, or "" without a path. A file with a name
// other than SKILL.md is directly in a root.
func id(path string) string {
	name, isMarkdown := strings.CutSuffix(filepath.Base(path), ".md")
	switch {
	case path == "":
		return ""
	case name == "SKILL" || !isMarkdown:
		return text.DecodeUTF8(filepath.Base(filepath.Dir(path)))
	}
	return text.DecodeUTF8(name)
}

// injectV2 renders the answer of the tool skill (toModelOutput and execute in packages/core/src/tool/skill.ts
// @47e47282; the tool of tool/plugin/skill.ts @1694eab8 takes the ID).
func injectV2(l skills.Load) skills.Injection {
	read := parse(l.Source)
	v := acceptV2(skills.File{Path: l.Skill.Path, Source: l.Source})
	var c skills.Composition
	body := read.matter.Body
	if read.repair != nil {
		body = read.body(l.Source)
	}
	files, truncated := listV2(l)
	listed := files[:min(len(files), listed)]
	var lines strings.Builder
	for _, file := range listed {
		lines.WriteString("<file>" + text.DecodeUTF8(file) + "</file>\n")
	}
	addContent(&c, l.Source, v.Label, body, text.DecodeUTF8(l.Skill.Dir), lines.String())
	c.Add(skills.SegmentEnvelope, "</skill_files>\n</skill_content>")

	c.NoteIf(read.program, programNote)
	c.NoteIf(!read.program && !v.Accepted, "The tool `skill` answers `Unable to load skill "+v.Name+"`.")
	c.NoteIf(!read.program && v.Accepted && read.repair != nil,
		"The YAML is invalid. OpenCode rewrites lines with an unquoted colon and parses again.")
	c.NoteIf(l.Arguments != nil, "Not established: the message of the user with arguments in version 2. This is the answer of the tool `skill`, which has no arguments.")
	injection := c.Injection()
	injection.Files, injection.FilesTruncated = listed, truncated || len(files) > len(listed)
	return injection
}

// listV2 returns the files of a skill's directory that the tool may list, sorted: what the pattern **/* of
// glob 13.0.5 matches there, including links, except directories and SKILL.md. For a skill that is a file in
// a root, it returns none.
func listV2(l skills.Load) (files []string, truncated bool) {
	if l.FS == nil || l.Skill.Dir == "" || filepath.Base(l.Skill.Path) != "SKILL.md" {
		return nil, false
	}
	complete := vfs.Walk(l.FS, l.Skill.Dir, skills.MaxScan, func(path string, e fs.DirEntry) bool {
		if !e.IsDir() && e.Name() != "SKILL.md" {
			files = append(files, path)
		}
		return e.IsDir()
	})
	slices.Sort(files)
	return files, !complete
}

// catalogV2 renders the list of skills in the instructions (packages/core/src/skill/instructions.ts
// @679e56d3). It has no budget, and nothing is escaped. Without skills there are no instructions.
func catalogV2(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	catalog := kit.Catalog{
		Head: "Skills provide specialized instructions and workflows for specific tasks.\nUse the skill tool to load a skill when a task matches its description.\n<available_skills>\n",
		Entry: func(s skills.Skill) string {
			return kit.SkillElement("id", s.Name, "name", s.Label, "description", s.Description)
		},
		Tail: "</available_skills>",
	}.Render(list, budget)
	if catalog.Total == 0 {
		catalog.Notes = []string{"Without skills for the model, there is no catalog. Earlier builds of version 2 (guidance.ts a2cc772e) add `No skills are currently available.` after the two sentences."}
	}
	return catalog
}
