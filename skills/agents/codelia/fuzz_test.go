package codelia

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/text"
)

// FuzzCodelia compares the verdict on any bytes with that of a parser that decodes the file first and then
// follows Codelia's own code, line by line.
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
		v := accept(skills.File{Path: path, Source: source, Frontmatter: &d.Frontmatter})
		agenttest.CheckVerdict(t, "fuzz", source, v)
		name, description, message := reference(source, path)
		if v.Accepted != (message == "") || agenttest.FirstMessage(v) != message {
			t.Fatalf("%q: accepted %t, %q; want %q", source, v.Accepted, agenttest.FirstMessage(v), message)
		}
		if v.Accepted && (v.Name != name || v.Description != description) {
			t.Fatalf("%q: %q, %q; want %q, %q", source, v.Name, v.Description, name, description)
		}
		if message != noFrontmatter && (v.Name != name || v.Description != description) {
			t.Fatalf("%q refused: %q, %q; want %q, %q", source, v.Name, v.Description, name, description)
		}
		injection := inject(skills.Load{Skill: skills.Skill{Name: v.Name, Path: path}, Source: source})
		agenttest.CheckInjection(t, injection, source)
	})
}

var kebab = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

func reference(source, path string) (name, description, message string) {
	src := strings.ReplaceAll(text.DecodeUTF8(source), "\r\n", "\n")
	if !strings.HasPrefix(src, "---\n") {
		return "", "", noFrontmatter
	}
	end := strings.Index(src[4:], "\n---\n") + 4
	if end < 4 {
		if !strings.HasSuffix(src, "\n---") {
			return "", "", noFrontmatter
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
		message = badName
	case path != "" && filepath.Base(filepath.Dir(path)) != name:
		message = otherDir
	case description == "" || len(utf16.Encode([]rune(description))) > 1024:
		message = badText
	}
	return name, description, message
}
