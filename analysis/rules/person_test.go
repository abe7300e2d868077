package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

func TestPersonIn(t *testing.T) {
	for _, tt := range []struct{ text, want string }{ // the pronoun is between angle quotes
		{"Reviews code. Use when the user asks for a review.", ""},
		{"‹I› can help you review code.", "I"},
		{"‹You› can use this to review code.", "You"},
		{"‹We› review code.", "We"},
		{"‹I'm› a reviewer.", "I'm"},
		{"‹Your› guide to the code.", "Your"},
		{"Helps ‹you› review code.", "you"},
		{"Grill ‹me› about specs.", "me"},
		{"Reviews the code that ‹I› want to merge.", "I"},
		{"Reviews code. ‹You› MUST use it before a merge.", "You"},
		{"Reviews code.\n  ‹You› should use it.", "You"},
		{"You MUST use this before any review of your code.", ""},
		{"Reviews code. You MUST invoke this skill BEFORE calling the linter.", ""},
		{"Reviews code. You must use this skill even for small diffs.", ""},
		{"Reviews code. You **must always** load this first.", ""},
		{"Reviews code; you should\n  call the code-review skill.", ""},
		{"Reviews code. You need to read the `code-review` skill before a merge.", ""},
		{"Reviews code. You also have to run this.", ""},
		{"Helps ‹you› review code. You must use this skill before a merge.", "you"},
		{"Reviews code. You must use this skill. ‹Your› diff is read.", "Your"},
		{"Reviews code. ‹You› can use this skill.", "You"},
		{"Reviews code. ‹You› must use the linter. It is no skill.", "You"},
		{"Reviews code. ‹You› must know this skill.", "You"},
		{"Reviews code. ‹You› must use thistle.", "You"},
		{"Use when you have a plan to review.", ""},
		{"A toolbox for when you are stuck.", ""},
		{"Reviews code. Use when you have a plan. Do it before you merge.", ""},
		{"Reviews code. ‹You› merge. Use when asked.", "You"},
		{`Use when the user says "I want a review", or 'why does my code fail'.`, ""},
		{`Reviews code on "I want my code reviewed. You do it".`, ""},
		{"Reviews code on “I want it” and ‘you don’t’ and `my code`.", ""},
		{"Reviews code (‘I’m stuck’). ‹You› should use it.", "You"},
		{`An unclosed " quote that helps ‹you›.`, "you"},
		{"Don't use it for the user's diff. It's ‹your› diff.", ""},
		{"I/O, wa.me, grill-me, my_code, /me, me2 and code of a we-are-here.", ""},
		{"I Ching divination. Our World in Data. You Tube.", ""},
		{"Handles errors of type I and part I of the plan.", ""},
		{"Reviews code, e.g. ‹I› want it reviewed. Use when asked, i.e. You never know.", "I"},
		{"Use for reviews, e.g. You want it reviewed.", ""},
		{"", ""},
	} {
		text := strings.NewReplacer("‹", "", "›", "").Replace(tt.text)
		if got := rules.PersonIn(text).Of(text); got != tt.want {
			t.Errorf("%q: %q, want %q", text, got, tt.want)
		}
		if before, _, ok := strings.Cut(tt.text, "‹"); ok && tt.want != "" && rules.PersonIn(text).Start != len(before) {
			t.Errorf("%q: at %d, want %d", text, rules.PersonIn(text).Start, len(before))
		}
	}
}

func TestDescriptionPerson(t *testing.T) {
	for _, tt := range []struct{ name, front, want string }{
		{"plain", "description: I can help you with the review of a diff.", "I"},
		{"quoted", `description: "Reviews \"my\" diff. You should use it with the tests."`, "You"},
		{"folded", "description: >\n  Reviews a diff and\n  tells you of the bugs.", "you"},
		{"another language", "description: Du kannst me und you in der Zeile haben.", ""},
		{"hidden", "description: I can help you with the review of a diff.\ndisable-model-invocation: true", ""},
		{"to be filled in", "description: \"TODO: say what you do with the diff.\"", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n---\nname: x\n"+tt.front+"\n---\nBody.\n")
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			found := slices.DeleteFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule != "description/person" })
			want := ""
			if tt.want != "" {
				want = "hint description/person `" + tt.want + "`\n"
			}
			if got := analysistest.Describe(s, path, found); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
