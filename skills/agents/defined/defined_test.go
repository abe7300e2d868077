package defined

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/skills"
)

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		name string
		d    Definition
		want string // field and a part of the message; "" for no problem
	}{
		{"the least", Definition{ID: "our"}, ""},
		{"everything", Definition{"our-2", "Our agent (beta)", []string{".our/skills", "skills"}, "^[a-z-]+$", 500}, ""},
		{"no ID", Definition{}, "id must consist of"},
		{"uppercase letters", Definition{ID: "Our"}, "id must consist of"},
		{"an underscore", Definition{ID: "our_agent"}, "id must consist of"},
		{"a digit first", Definition{ID: "2our"}, "id must consist of"},
		{"a long ID", Definition{ID: strings.Repeat("a", 65)}, "id must consist of"},
		{"a title with markup", Definition{ID: "our", Title: "[x](https://x)"}, "title must be letters"},
		{"a title on two lines", Definition{ID: "our", Title: "a\nb"}, "title must be letters"},
		{"a title with a hidden character", Definition{ID: "our", Title: "a\u202eb"}, "title must be letters"},
		{"a long title", Definition{ID: "our", Title: strings.Repeat("a", MaxTitle+1)}, "title must have at most 80 bytes"},
		{"a title in another script", Definition{ID: "our", Title: "我们的 агент"}, ""},
		{"an absolute root", Definition{ID: "our", Roots: []string{"x", "/x"}}, "roots[1] must be relative"},
		{"a root on a drive", Definition{ID: "our", Roots: []string{"C:/x"}}, "roots[0] must be relative"},
		{"a root in the home directory", Definition{ID: "our", Roots: []string{"~/x"}}, "roots[0] must be relative"},
		{"a root above", Definition{ID: "our", Roots: []string{"x/../../y"}}, "roots[0] must be a directory inside"},
		{"the project as a root", Definition{ID: "our", Roots: []string{"x/.."}}, "roots[0] must be a directory inside"},
		{"backslashes", Definition{ID: "our", Roots: []string{`x\y`}}, "roots[0] must have \"/\""},
		{"an empty root", Definition{ID: "our", Roots: []string{""}}, "roots[0] must be a path"},
		{"a bad pattern", Definition{ID: "our", Name: "("}, "name invalid pattern: missing closing )"},
		{"a large repetition", Definition{ID: "our", Name: "a{9999}"}, "name invalid pattern: invalid repeat count"},
		{"repetitions that take long to match", Definition{ID: "our", Name: strings.Repeat("(?:a?){1000}", 80) + "$"}, "name invalid pattern: more than 1000 parts"},
		{"nested repetitions", Definition{ID: "our", Name: "(?:(?:a?){30}){33}"}, "name invalid pattern: more than 1000 parts"},
		{"a repetition of letters", Definition{ID: "our", Name: "^[a-z]{1,255}$"}, ""},
		{"a long pattern", Definition{ID: "our", Name: strings.Repeat("a", MaxPattern+1)}, "name invalid pattern: longer than 1000 bytes"},
	} {
		agent, problems := New(tt.d, "/w")
		var got []string
		for _, p := range problems {
			field := p.Field
			if field == "roots" {
				field += "[" + string(rune('0'+p.Root)) + "]"
			}
			got = append(got, field+" "+p.Message)
		}
		if told := strings.Join(got, "\n"); (tt.want == "") != (told == "") || !strings.Contains(told, tt.want) || (agent == nil) != (told != "") {
			t.Errorf("%s: problems %q, want %q", tt.name, told, tt.want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	agent, problems := New(Definition{ID: "our", Title: "Our", Roots: []string{"a/", "b"}, Name: "^[a-z]+$", MaxDescription: 5}, "/w")
	if problems != nil {
		t.Fatal(problems)
	}
	if agent.Title != "Our" || len(agent.Roots) != 2 || !slices.Equal(agent.Owns, []string{"a", "b"}) {
		t.Errorf("agent %s with the roots %v owns %q", agent.Title, agent.Roots, agent.Owns)
	}
	for source, want := range map[string][]skills.Code{
		"---\nname: abc\ndescription: ééééé\n---\nText.\n":                          nil,
		"---\nname: a1\ndescription: ok\n---\n":                                     {skills.CodePattern},
		"---\nname: abc\ndescription: éééééé\n---\n":                                {skills.CodeTooLong},
		"---\nname: A-1\ndescription: too long\n---\n":                              {skills.CodePattern, skills.CodeTooLong},
		"---\ndescription: ok\n---\n":                                               {skills.CodeMissing},
		"---\nname: " + strings.Repeat("a", MaxName) + "\ndescription: ok\n---\n":   nil,
		"---\nname: " + strings.Repeat("a", MaxName+1) + "\ndescription: ok\n---\n": {skills.CodePattern},
		"---\nname: abc\ndescription: ''\n---\n":                                    {skills.CodeEmpty},
		"---\nname: [a]\ndescription: ok\n---\n":                                    {skills.CodeType},
		"Text.\n":                                                                   {skills.CodeNoFrontmatter, skills.CodeMissing, skills.CodeMissing},
	} {
		v := agent.Accept(skills.File{Path: "/w/a/abc/SKILL.md", Source: source})
		var codes []skills.Code
		for _, r := range v.Refusals {
			codes = append(codes, r.Code)
		}
		if v.Accepted != (want == nil) || !slices.Equal(codes, want) {
			t.Errorf("%q: %v, want %v", source, codes, want)
		}
		if injected := agent.Inject(skills.Load{Source: source}); injected.Content != source || !slices.Contains(injected.Notes, NotKnown) {
			t.Errorf("%q: injected %+v", source, injected)
		}
	}
}

// TestJudging checks that agents of different definitions share no verdicts.
func TestJudging(t *testing.T) {
	known := make(map[skills.Judging]int)
	for i, d := range []Definition{
		{ID: "our"}, {ID: "our", Name: "a"}, {ID: "our", Name: "b"}, {ID: "our", MaxDescription: 1}, {ID: "our", Roots: []string{"a b"}}, {ID: "our", Roots: []string{"a", "b"}}, {ID: "their"},
	} {
		agent, _ := New(d, "/w")
		if other, ok := known[agent.Judging()]; ok {
			t.Errorf("definitions %d and %d judge alike", other, i)
		}
		known[agent.Judging()] = i
	}
}
