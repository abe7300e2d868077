package rules_test

import (
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
)

func TestDescriptionTrigger(t *testing.T) {
	const silent = "Reviews a diff and reports the bugs in it."
	const finding = "information: description does not say when to use the skill: add \"Use when ...\""
	codex := "-- .skills-ls.yaml --\ntargets: [codex]\n"
	for _, tt := range []struct{ name, front, files, want string }{
		{"says nothing", "description: " + silent, "", finding},
		{"quoted", "description: '" + silent + "'", "", finding},
		{"folded", "description: >\n  Reviews a diff and\n  reports the bugs in it.", "", finding},
		{"says when", "description: " + silent + " Use when asked.", "", ""},
		{"capitals", "description: \"" + silent + " USE ONLY BY HAND.\"", "", ""},
		{"for what", "description: Guide for the review of a diff and its tests.", "", ""},
		{"before what", "description: Reviews the diff before a merge and reports the bugs.", "", ""},
		{"by keywords", "description: 'Reviews the diff with care. Triggers: review, bugs.'", "", ""},
		{"in a part of a word", "description: Reviews the force and the performance with care.", "", finding},
		{"in its own field", "description: " + silent + "\nwhen_to_use: Before a merge.", "", ""},
		{"in an empty field", "description: " + silent + "\nwhen_to_use:", "", finding},
		{"another language", "description: Prüft einen Diff auf Fehler und unklare Namen.", "", ""},
		{"too short to tell", "description: Reviews a diff.", "", ""},
		{"to be filled in", "description: 'Reviews {{what}} with the tools of the team.'", "", ""},
		{"a template's name", "name: '{{name}}'\ndescription: " + silent, "", ""},
		{"people start it", "description: " + silent + "\ndisable-model-invocation: true", "", ""},
		{"people start it, elsewhere", "description: " + silent, codex + "-- .agents/skills/x/agents/openai.yaml --\npolicy:\n  allow_implicit_invocation: false\n", ""},
		{"the model may start it", "description: " + silent + "\ndisable-model-invocation: false", codex, finding},
		{"a list", "description: [Reviews a diff and reports the bugs in it]", "", ""},
		{"none", "license: MIT", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := "name: x\n"
			if strings.HasPrefix(tt.front, "name: ") {
				name = ""
			}
			s, root := analysistest.Workspace(t, "-- .agents/skills/x/SKILL.md --\n---\n"+name+tt.front+"\n---\nBody.\n"+tt.files)
			if got := said(t, s, filepath.Join(root, ".agents", "skills", "x", "SKILL.md"), "description/trigger"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
