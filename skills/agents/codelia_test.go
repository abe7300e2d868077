package agents

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// TestCodeliaCorpus demands what Codelia's own code did with every file of the corpus.
func TestCodeliaCorpus(t *testing.T) { testAcceptance(t, Codelia) }

// TestCodeliaRefusals checks codes and places, of which Codelia's messages say nothing.
func TestCodeliaRefusals(t *testing.T) {
	long := strings.Repeat("x", 1024)
	testRefusals(t, Codelia, []refusalTest{
		{"accepted", "---\nname: a-b\ndescription: D.\n---\n", "/s/a-b/SKILL.md", ``},
		{"untitled", "---\nname: a-b\ndescription: D.\n---\n", "", ``},
		{"missing fields", "---\nversion: 1\n---\n", "/s/x/SKILL.md", `missing name "---"; missing description "---"`},
		{"empty fields", "---\nname:\ndescription: \"\"\n---\n", "/s/x/SKILL.md", `empty name "name"; empty description "\"\""`},
		{"blank in quotes", "---\nname: ' '\ndescription: '\n---\n", "/s/x/SKILL.md", `empty name "' '"; empty description "'"`},
		{"characters", "---\nname: My_Skill\ndescription: D.\n---\n", "/s/x/SKILL.md", `characters name "My_Skill"`},
		{
			"several causes", "---\nname: '-Ab--" + long[:64] + "'\ndescription: D.\n---\n", "/s/x/SKILL.md",
			`too-long name "-Ab--` + long[:64] + `"; characters name "-Ab--` + long[:64] + `"; hyphens name "-Ab--` + long[:64] + `"`,
		},
		{"directory", "---\nname: \"a\"\ndescription: D.\n---\n", "/s/b/SKILL.md", `directory name "a"`},
		{"surplus", "---\nname: a\ndescription: " + long + "yz\n---\n", "/s/a/SKILL.md", `too-long description "yz"`},
		{"surplus in UTF-16", "---\nname: a\ndescription: " + strings.Repeat("😀", 512) + "é\n---\n", "/s/a/SKILL.md", `too-long description "é"`},
		{"last name counts", "---\nname: a\nmetadata:\n  name: B\ndescription: D.\n---\n", "/s/a/SKILL.md", `characters name "B"`},
		{"no frontmatter", "# Title\n", "/s/a/SKILL.md", `no-frontmatter  ""`},
		{"blank before", "\n---\nname: a\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  ""`},
		{"byte order mark", "\ufeff---\nname: a\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  "\ufeff---"`},
		{"blanks after the fence", "--- \nname: A\ndescription: D.\n---\n", "/s/a/SKILL.md", `no-frontmatter  "--- "; characters name "A"!`},
		{"unclosed", "---\nname: a--b\ndescription:\n\n# Title\n", "/s/a/SKILL.md", `unclosed  "---"; hyphens name "a--b"!; empty description "description"!`},
		{"would-be directory", "---\nname: a\n", "/s/b/SKILL.md", `unclosed  "---"; directory name "a"!`},
		{"closed for others", "---\nname: a\ndescription: D.\n...\n", "/s/a/SKILL.md", `unclosed  "..."`},
		{"closed at once", "---\n---\n", "/s/a/SKILL.md", `unclosed  "---"`},
		{"closed at once and at the end", "---\n---", "/s/a/SKILL.md", `missing name "---"; missing description "---"`},
	})
}

// A mentionCase is a text and the mentions that agents see in it.
type mentionCase struct {
	ID       string
	Text     string
	Expected struct {
		Codelia struct {
			Mentions []string
			Appended string
		}
		Codex struct {
			Names, Paths []string
			PlainNames   []string `json:"plain_names"`
		}
	}
}

type mentionVectors struct {
	Texts     []mentionCase
	Selection []selectionCase `json:"codex_selection"`
}

func TestCodeliaMentions(t *testing.T) {
	cases := readJSON[mentionVectors](t, filepath.Join(oracleDir, "mentions.json")).Texts
	if len(cases) != 136 {
		t.Errorf("%d texts, want 136", len(cases))
	}
	for _, c := range cases {
		var names []string
		for _, m := range mentionsCodelia(c.Text) {
			checkMention(t, c.Text, m)
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
		if !slices.Equal(names, c.Expected.Codelia.Mentions) {
			t.Errorf("%s %q: %q, want %q", c.ID, c.Text, names, c.Expected.Codelia.Mentions)
		}
		if got := CodeliaMentions(c.Text); got != c.Expected.Codelia.Appended {
			t.Errorf("%s %q: appends %q, want %q", c.ID, c.Text, got, c.Expected.Codelia.Appended)
		}
	}
}

// checkMention demands what holds of every mention.
func checkMention(t *testing.T, source string, m skills.Mention) {
	t.Helper()
	within := m.Span.Start >= 0 && m.Span.End <= len(source) && m.Span.Encloses(m.NameSpan) && m.Span.Encloses(m.PathSpan) || m.PathSpan == text.Span{}
	if !within || m.Name == "" || m.NameSpan.Of(source) != m.Name {
		t.Errorf("mention %+v of %q", m, source)
	}
	if m.Kind == skills.LinkedMention && (m.PathSpan.IsEmpty() || !strings.HasSuffix(m.PathSpan.Of(source), m.Path)) {
		t.Errorf("link %+v of %q", m, source)
	}
}

// FuzzCodelia compares the verdict on any bytes with that of a parser which decodes the file first and then does what
// Codelia's own code does, line by line.
func FuzzCodelia(f *testing.F) {
	for _, seed := range []string{
		"---\nname: a-b\ndescription: D.\n---\n", "---\r\nname: 'a'\r\ndescription: \"D\"\r\n---\r\n# T\r\n", "---\n---\n", "---\n---",
		"---\nname: a\n...\n", "--- \nname: A\n---\n", "\ufeff---\nname: a\n---\n", "---\r\r\nname: a\r---\r\n", "---\nname:\u00a0a\u2028\ufeff\ndescription: \xe2\x80\n---",
		"---\nmetadata:\n  name: -x--Y\ndescription: >\n  text\n\n# Title\n", "---\n#name: x\n: y\nname : a\ndescription:'\n---\n", "---\nname: \xc2\xc2\xa0\ndescription: \xf0\x9f\xa0\n---\n",
	} {
		f.Add(seed, "/s/a/SKILL.md")
	}
	f.Fuzz(func(t *testing.T, source, path string) {
		d := skills.Parse(source)
		v := acceptCodelia(skills.File{Path: path, Source: source, Frontmatter: &d.Frontmatter})
		checkVerdict(t, "fuzz", source, v)
		name, description, message := referenceCodelia(source, path)
		if v.Accepted != (message == "") || firstMessage(v) != message {
			t.Fatalf("%q: accepted %t, %q; want %q", source, v.Accepted, firstMessage(v), message)
		}
		if v.Accepted && (v.Name != name || v.Description != description) {
			t.Fatalf("%q: %q, %q; want %q, %q", source, v.Name, v.Description, name, description)
		}
		if message != codeliaNoFrontmatter && (v.Name != name || v.Description != description) {
			t.Fatalf("%q refused: %q, %q; want %q, %q", source, v.Name, v.Description, name, description)
		}
		injection := injectCodelia(skills.Load{Skill: skills.Skill{Name: v.Name, Path: path}, Source: source})
		checkInjection(t, injection, source)
	})
}

var kebab = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

func referenceCodelia(source, path string) (name, description, message string) {
	src := strings.ReplaceAll(text.DecodeUTF8(source), "\r\n", "\n")
	if !strings.HasPrefix(src, "---\n") {
		return "", "", codeliaNoFrontmatter
	}
	end := strings.Index(src[4:], "\n---\n") + 4
	if end < 4 {
		if !strings.HasSuffix(src, "\n---") {
			return "", "", codeliaNoFrontmatter
		}
		end = max(4, len(src)-4)
	}
	fields := make(map[string]string)
	for line := range strings.SplitSeq(src[4:end], "\n") {
		line = text.TrimJS(line)
		colon := strings.Index(line, ":")
		if strings.HasPrefix(line, "#") || colon <= 0 {
			continue
		}
		value := text.TrimJS(line[colon+1:])
		for _, quote := range []string{`"`, `'`} {
			if strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
				value = value[1:max(1, len(value)-1)]
				break
			}
		}
		fields[text.TrimJS(line[:colon])] = text.TrimJS(value)
	}
	name, description = fields["name"], fields["description"]
	switch {
	case len(utf16.Encode([]rune(name))) > 64 || !kebab.MatchString(name):
		message = codeliaBadName
	case path != "" && filepath.Base(filepath.Dir(path)) != name:
		message = codeliaOtherDir
	case description == "" || len(utf16.Encode([]rune(description))) > 1024:
		message = codeliaBadText
	}
	return name, description, message
}

// FuzzMentions checks the mentions of both syntaxes with "$", Codelia's against its own regular expression.
func FuzzMentions(f *testing.F) {
	for _, c := range readJSON[mentionVectors](f, filepath.Join(oracleDir, "mentions.json")).Texts {
		f.Add(c.Text)
	}
	pattern := regexp.MustCompile(`\$([a-z0-9]+(?:-[a-z0-9]+)*)`)
	f.Fuzz(func(t *testing.T, text string) {
		mentions := mentionsCodelia(text)
		matches := pattern.FindAllStringIndex(text, -1)
		if len(mentions) != len(matches) {
			t.Fatalf("%q: %d mentions, want %d", text, len(mentions), len(matches))
		}
		for i, m := range mentions {
			checkMention(t, text, m)
			if m.Span.Start != matches[i][0] || m.Span.End != matches[i][1] {
				t.Fatalf("%q: %v, want %v", text, m.Span, matches[i])
			}
		}
		end := 0
		for _, m := range CodexToolMentions(text) {
			checkMention(t, text, m)
			if m.Span.Start < end {
				t.Fatalf("%q: %v overlaps", text, m.Span)
			}
			end = m.Span.End
		}
		(&CodexMessage{Texts: []string{text}, Skills: []skills.Skill{{Name: "a", Path: "/a"}}}).Select()
	})
}
