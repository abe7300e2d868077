package standard

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
)

func judge(source, dir string) (skills.Verdict, *frontmatter.Frontmatter) {
	fm := &skills.Parse(source).Frontmatter
	file := "/project/.agents/skills/" + dir + "/SKILL.md"
	if dir == "" {
		file = ""
	}
	return Agent.Accept(skills.File{Path: file, Source: source, Frontmatter: fm}), fm
}

// messages returns skills-ref's messages. It leaves out refusals that skills-ref does not reach, and
// repetitions of the message that unexpected fields share.
func messages(v skills.Verdict) []string {
	said := []string{}
	for _, r := range v.Refusals {
		if !r.WouldBe && (r.Code != skills.CodeUnknownField || !slices.Contains(said, r.Message)) {
			said = append(said, r.Message)
		}
	}
	return said
}

// withName returns a file with a name and further lines, and with a description if they have none.
func withName(name string, lines ...string) string {
	text := "---\nname: " + name + "\n"
	if !strings.Contains(strings.Join(lines, "\n"), "description:") {
		text += "description: Does a thing.\n"
	}
	for _, l := range lines {
		text += l + "\n"
	}
	return text + "---\nBody\n"
}

// TestObserved checks the rows of "Observed by running it" and the cases of skills-ref/tests.
func TestObserved(t *testing.T) {
	const (
		allowed   = ". Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed."
		opening   = "SKILL.md must start with YAML frontmatter (---)"
		unclosed  = "SKILL.md frontmatter not properly closed with ---"
		mapping   = "SKILL.md frontmatter must be a YAML mapping"
		invalid   = "Invalid YAML in frontmatter: "
		flow      = "Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)"
		anchor    = "Found confusing disallowed anchor token (surround with ' and ' to make text appear literally)"
		tag       = "Found disallowed tag tokens (do not specify types in markup)"
		character = "Skill name '%s' contains invalid characters. Only letters, digits, and hyphens are allowed."
	)
	repeat := strings.Repeat
	for _, tt := range []struct {
		what   string
		source string
		dir    string
		want   []string // parts of the messages, in order
	}{
		{"valid", withName("x"), "x", nil},
		{"all fields", withName("x", "license: MIT", "compatibility: git", "metadata:", "  a: b", "allowed-tools: Read Bash(git:*)"), "x", nil},
		{"no directory", withName("x"), "", nil},
		{"flow list", withName("x", "allowed-tools: [Read, Bash]"), "x", []string{flow}},
		{"flow mapping", withName("x", "metadata: {a: b}"), "x", []string{flow}},
		{"block list for allowed-tools", withName("x", "allowed-tools:", "  - Read", "  - Bash"), "x", nil},
		{"block list for license", withName("x", "license:", "- MIT"), "x", nil},
		{"block list for metadata", withName("x", "metadata:", "  - a: b"), "x", nil},
		{"duplicate key", withName("x", "license: A", "license: B"), "x", []string{"Duplicate key 'license' found"}},
		{"anchor", withName("x", "license: &a MIT"), "x", []string{anchor}},
		{"alias", withName("x", "license: *a"), "x", []string{invalid + "found undefined alias 'a'"}},
		{"tag", withName("x", "license: !!str MIT"), "x", []string{tag}},
		{"number", withName("123"), "123", nil},
		{"boolean", withName("true"), "true", nil},
		{"colon in a value", withName("x", "description: Use when: x"), "x", []string{invalid + "mapping values are not allowed here\n"}},
		{"dashes in a value", "---\nname: x\ndescription: a --- b\nversion: 1\n---\n", "x", nil},
		{"CRLF", strings.ReplaceAll(withName("x"), "\n", "\r\n"), "x", nil},
		{"lone CR", strings.ReplaceAll(withName("x"), "\n", "\r"), "x", nil},
		{"byte order mark", "\ufeff" + withName("x"), "x", []string{opening}},
		{"leading blank line", "\n" + withName("x"), "x", []string{opening}},
		{"leading space", " " + withName("x"), "x", []string{opening}},
		{"no frontmatter", "# Title\n", "x", []string{opening}},
		{"empty file", "", "x", []string{opening}},
		{"four dashes", "-" + withName("x"), "x", []string{invalid + "while parsing a block node\nexpected the node content, but found '?'"}},
		{"tab after the colon", withName("\tx"), "x", []string{invalid + "while scanning for the next token\nfound character '\\t' that cannot start any token"}},
		{"empty frontmatter", "---\n---\n", "x", []string{mapping}},
		{"comments alone", "---\n# a\n\n# b\n---\n", "x", []string{mapping}},
		{"list", "---\n- a\n---\n", "x", []string{mapping}},
		{"text", "---\ntext\n---\n", "x", []string{mapping}},
		{"indented closing delimiter", "---\nname: x\ndescription: y\n ---\n", "x", nil},
		{"closing delimiter at the end of a line", "---\nname: x\ndescription: y---", "x", nil},
		{"dots for a closing delimiter", "---\nname: x\ndescription: y\n...\nBody\n", "x", []string{unclosed}},
		{"unclosed", "---\nname: x\ndescription: y\n", "x", []string{unclosed}},
		{"empty compatibility", withName("x", `compatibility: ""`), "x", nil},
		{"compatibility of 500", withName("x", "compatibility: "+repeat("x", 500)), "x", nil},
		{"compatibility of 550", withName("x", "compatibility: "+repeat("x", 550)), "x", []string{"Compatibility exceeds 500 character limit (550 chars)"}},
		{"compatibility is a list", withName("x", "compatibility:", "  - git"), "x", []string{"Field 'compatibility' must be a string"}},
		{"1024 emoji", withName("x", "description: "+repeat("😀", 1024)), "x", nil},
		{"1024 and a space", withName("x", "description: '"+repeat("x", 1024)+" '"), "x", []string{"Description exceeds 1024 character limit (1025 chars)"}},
		{"description of 1100", withName("x", "description: "+repeat("x", 1100)), "x", []string{"Description exceeds 1024 character limit (1100 chars)"}},
		{"description of white space", withName("x", `description: "\u2003\x1c"`), "x", []string{"Field 'description' must be a non-empty string"}},
		{"description missing", "---\nname: x\n---\n", "x", []string{"Missing required field in frontmatter: description"}},
		{"description is a mapping", withName("x", "description:", "  a: b"), "x", []string{"Field 'description' must be a non-empty string"}},
		{"description is an equals sign", withName("x", "description: ="), "x", []string{"Field 'description' must be a non-empty string"}},
		{"description is a quoted equals sign", withName("x", "description: '='"), "x", nil},
		{"nothing required", "---\nlicense: MIT\n---\n", "x", []string{"Missing required field in frontmatter: name", "Missing required field in frontmatter: description"}},
		{"name empty", withName(""), "x", []string{"Field 'name' must be a non-empty string"}},
		{"name null", withName("~"), "~", []string{fmt.Sprintf(character, "~")}},
		{"uppercase", withName("MySkill"), "MySkill", []string{"Skill name 'MySkill' must be lowercase"}},
		{"name of 70", withName(repeat("a", 70)), repeat("a", 70), []string{"exceeds 64 character limit (70 chars)"}},
		{"name of 64 after NFKC", withName(repeat("e\u0301", 64)), repeat("é", 64), nil},
		{"name of 66 after NFKC", withName(repeat("ﬃ", 22)), repeat("ﬃ", 22), []string{"Skill name '" + repeat("ffi", 22) + "' exceeds 64 character limit (66 chars)"}},
		{"leading hyphen", withName("-my"), "-my", []string{"Skill name cannot start or end with a hyphen"}},
		{"trailing hyphen", withName("my-"), "my-", []string{"Skill name cannot start or end with a hyphen"}},
		{"two hyphens", withName("my--skill"), "my--skill", []string{"Skill name cannot contain consecutive hyphens"}},
		{"underscore", withName("my_skill"), "my_skill", []string{fmt.Sprintf(character, "my_skill")}},
		{"everything at once", withName(`"-A_b"`), "x", []string{
			"Skill name '-A_b' must be lowercase", "start or end", fmt.Sprintf(character, "-A_b"), "Directory name 'x' must match skill name '-A_b'",
		}},
		{"other directory", withName("x"), "y", []string{"Directory name 'y' must match skill name 'x'"}},
		{"unknown field", withName("x", "version: 1", "Name: y", "author: z"), "x", []string{"Unexpected fields in frontmatter: Name, author, version" + allowed}},
		{"unknown field with a capital", strings.Replace(withName("x"), "name", "Name", 1), "x", []string{
			"Unexpected fields in frontmatter: Name" + allowed, "Missing required field in frontmatter: name",
		}},
		{"fullwidth", withName("ｓｋｉｌｌ"), "skill", nil},
		{"fullwidth directory", withName("skill"), "ｓｋｉｌｌ", nil},
		{"decomposed", withName("cafe\u0301"), "café", nil},
		{"decomposed directory", withName("café"), "cafe\u0301", nil},
		{"decomposed directory as it is", withName("x"), "cafe\u0301", []string{"Directory name 'cafe\u0301' must match skill name 'x'"}},
		{"技能", withName("技能"), "技能", nil},
		{"技能2", withName("技能2"), "技能2", nil},
		{"straße", withName("straße"), "straße", nil},
		{"ⅷ", withName("ⅷ"), "viii", nil},
		{"٣", withName("٣"), "٣", nil},
		{"мой-навык", withName("мой-навык"), "мой-навык", nil},
		{"навык", withName("навык"), "навык", nil},
		{"НАВЫК", withName("НАВЫК"), "НАВЫК", []string{"Skill name 'НАВЫК' must be lowercase"}},
		{"हिन्दी", withName("हिन्दी"), "हिन्दी", []string{fmt.Sprintf(character, "हिन्दी")}},
		{"İ", withName("İx"), "İx", []string{"Skill name 'İx' must be lowercase"}},
		{"invalid UTF-8", withName("x") + "\xff", "x", []string{"UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 48: invalid start byte"}},
		{"NUL in the body", withName("x") + "\x00", "x", nil},
		{"NUL in the frontmatter", withName("x\x00"), "x", []string{"AttributeError: 'ReaderError' object has no attribute 'context_mark'"}},
		{"comments that overlap", withName("x", "metadata:", "  # a", "  | # b", "  text"), "x", []string{"AssertionError"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			v, _ := judge(tt.source, tt.dir)
			said := messages(v)
			matches := len(said) == len(tt.want)
			for i := range min(len(said), len(tt.want)) {
				matches = matches && strings.Contains(said[i], tt.want[i])
			}
			if !matches || v.Accepted != (len(tt.want) == 0) {
				t.Errorf("%q in %s: accepted: %t, %q, want %q", tt.source, tt.dir, v.Accepted, said, tt.want)
			}
		})
	}
}

// TestProperties compares with the results of read_properties, also for files that validate rejects.
func TestProperties(t *testing.T) {
	for _, tt := range []struct{ source, name, description string }{
		{withName("x", "description: a --- b"), "x", "a"},
		{withName("' A '", "description: |\n  b\n  c\n"), "A", "b\nc"},
		{withName("123", "description: 0x10"), "123", "0x10"},
		{withName("ｓｋｉｌｌ", "description: >-\n  b\n  c"), "ｓｋｉｌｌ", "b c"},
		{withName("x", `description: "\ud83d\ude00"`), "x", "\ufffd\ufffd"},
		{withName("x", "description:"), "", ""},
		{withName("x", "version: 1"), "x", "Does a thing."},
		{"---\nname: x\n---\n", "", ""},
		{withName("x", "license: [a]"), "", ""},
	} {
		if v, _ := judge(tt.source, "x"); v.Name != tt.name || v.Description != tt.description {
			t.Errorf("%q: name %q and description %q, want %q and %q", tt.source, v.Name, v.Description, tt.name, tt.description)
		}
	}
}

// TestRefusals checks the span of each refusal, and the refusals after the parser gave up.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string // code, field, the text of the span, and "?" if it is WouldBe
	}{
		{"---\nname: My_x\ndescription: ''\nversion: 1\n'tags':\n- a\n---\n", []string{
			"unknown-field version `version`", "unknown-field tags `'tags'`",
			"characters name `My_x`", "characters name `My_x`", "directory name `My_x`", "empty description `''`",
		}},
		{"---\nname:\ndescription: # none\ncompatibility:\n  - git\n---\n", []string{
			"empty name `name`", "empty description `description`", "type compatibility `- git`",
		}},
		{"--- \nlicense: MIT\n---\n", []string{"missing name `--- `", "missing description `--- `"}},
		{"---\nname: x\ndescription: |\n  " + strings.Repeat("x", 1024) + "\n\nlicense: a\n---\n", []string{
			"too-long description `|\n  " + strings.Repeat("x", 1024) + "`",
		}},
		{"---\nname: X\nallowed-tools: [a, b] # c\n---\n", []string{
			"flow allowed-tools `[a, b]`", "characters name `X` ?", "directory name `X` ?", "missing description `---` ?",
		}},
		{"---\nname: x\ndescription: y\nmetadata:\n  a: 1\n  b: {c: d}\n---\n", []string{"flow metadata `{c: d}`"}},
		{"---\nname: x\ndescription: &a y z\n---\n", []string{"flow description `&a y z`"}},
		{"---\nname: x\ndescription: y\nmetadata:\n  a: !t z\n---\n", []string{"flow metadata `!t`"}},
		{"---\n[a]: b\n---\n", []string{"flow  `[a]`", "missing name `---` ?", "missing description `---` ?"}},
		{"---\nname: x\ndescription: y\nname: z\n---\n", []string{"duplicate-key name `name`"}},
		{"---\nname: X_\n  description: Use when: y\nlicense: 'a\nb: c\n---\n", []string{"yaml name `description: Use when: y`", "unknown-field b `b` ?"}},
		{"---\r\nname: X\r\ndescription: Use when: y  \r\nversion: 1\r\n---\r\n", []string{
			"yaml description `description: Use when: y`", "unknown-field version `version` ?", "characters name `X` ?", "directory name `X` ?",
		}},
		{"---\nname: x\ndescription: 'never closed\nlicense: MIT\n---\n", []string{"yaml description `description: 'never closed`"}},
		{"---\nname: x\ndescription: y\nno key\n---\n", []string{"yaml description `no key`"}},
		{"\ufeff---\nname: X\n---\n", []string{"no-frontmatter  `\ufeff---`", "characters name `X` ?", "directory name `X` ?"}},
		{"# Title\n", []string{"no-frontmatter  ``"}},
		{"---\nname: X\n", []string{"unclosed  `---`", "characters name `X` ?", "directory name `X` ?"}},
		{"---\n- name: X\n---\n", []string{"not-mapping  `- name: X`"}},
		{"---\n---\n", []string{"not-mapping  `---`"}},
		{"---\nname: x\ndescription: a\x07b\n---\n", []string{"yaml description `description: a\x07b`"}},
		{"---\nname: x\ndescription: y\n---\n\xe2\x82x", []string{"unreadable  `\xe2\x82`"}},
	} {
		v, _ := judge(tt.source, "x")
		got := []string{}
		for _, r := range v.Refusals {
			text := fmt.Sprintf("%s %s `%s`", r.Code, r.Field, r.Span.Of(tt.source))
			if r.WouldBe {
				text += " ?"
			}
			got = append(got, text)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q:\n got  %q\n want %q", tt.source, got, tt.want)
		}
	}
}

// TestOracle compares with skills-ref's verdict, strings and messages for every file of the corpus, including
// those of the YAML parser.
func TestOracle(t *testing.T) {
	files := agenttest.CorpusFiles(t)
	type line struct {
		agenttest.CorpusVerdict
		Errors []string `json:"errors"`
	}
	accepted, total := 0, 0
	for _, want := range agenttest.ReadLines[line](t, path.Join(agenttest.SharedDir(t), "oracle", "acceptance", "skills-ref.jsonl.gz")) {
		file, ok := files[want.Path]
		if !ok {
			t.Errorf("%s is not in the corpus", want.Path)
			continue
		}
		v, _ := judge(file.Source, path.Base(path.Dir(want.Path)))
		if v.Accepted != want.Accepted || !slices.Equal(messages(v), want.Errors) {
			t.Errorf("%s: accepted: %t, %q, want %t, %q", want.Path, v.Accepted, messages(v), want.Accepted, want.Errors)
		}
		for _, field := range []struct {
			got  string
			want *string
		}{{v.Name, want.Name}, {v.Description, want.Description}} {
			if field.want == nil && field.got != "" || field.want != nil && field.got != *field.want {
				t.Errorf("%s: read %q, want %v", want.Path, field.got, field.want)
			}
		}
		total++
		if v.Accepted {
			accepted++
		}
	}
	t.Logf("%d of %d files accepted", accepted, total)
}

// TestSpans checks that the two readers of a frontmatter, strictyaml's and the author's view, agree on the
// spans of keys and values.
func TestSpans(t *testing.T) {
	compared := 0
	for name, file := range agenttest.CorpusFiles(t) {
		if path.Base(name) != "SKILL.md" {
			continue
		}
		fm := &skills.Parse(file.Source).Frontmatter
		c := check{Report: kit.NewReport(skills.File{Source: file.Source, Frontmatter: fm})}
		fields := c.parse()
		if c.GaveUp {
			continue
		}
		for _, f := range fields {
			e, ok := fm.Entry(f.key)
			if !ok {
				continue // a delimiter of skills-ref inside a value
			}
			want := e.ValueSpan
			if want.IsEmpty() {
				want = e.KeySpan
			}
			if f.keySpan != e.KeySpan || f.span != want {
				t.Errorf("%s: %s is %q at %v, the author's view has %q at %v", name, f.key, f.span.Of(file.Source), f.span, want.Of(file.Source), want)
			}
			compared++
		}
	}
	t.Logf("%d fields compared", compared)
}

// TestCatalog compares with the output of skills-ref to-prompt for sorted directories.
func TestCatalog(t *testing.T) {
	type vector struct {
		ID     string `json:"id"`
		Root   string `json:"recorded_root"`
		Skills []struct {
			Name        string `json:"name"`
			Description string `json:"frontmatter_description"`
		} `json:"skills"`
		Expected struct {
			Standard struct {
				Text string `json:"text"`
			} `json:"skills-ref"`
		} `json:"expected"`
	}
	for _, c := range agenttest.ReadLines[vector](t, path.Join(agenttest.SharedDir(t), "oracle", "catalog.jsonl.gz")) {
		var list []skills.Skill
		for _, s := range c.Skills {
			v, _ := judge("---\nname: "+s.Name+"\ndescription: "+s.Description+"\n---\n\n# "+s.Name+"\n", s.Name)
			list = append(list, skills.Skill{Name: v.Name, Description: v.Description, Path: c.Root + "/ws/.agents/skills/" + s.Name + "/SKILL.md"})
		}
		slices.SortFunc(list, Agent.Order)
		got := Agent.Catalog(list, skills.Budget{})
		if want := agenttest.Expand(c.Expected.Standard.Text, c.Root, ""); got.Content != want || got.Entries != len(list) || got.Total != len(list) {
			t.Errorf("%s: %d of %d entries:\n%s\nwant\n%s", c.ID, got.Entries, got.Total, got.Content, want)
		}
	}
}
