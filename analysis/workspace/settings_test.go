package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skills-ls/analysis"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents/defined"
)

// tellProblems returns each problem as "rule setting `marked text`: message".
func tellProblems(problems []config.SettingProblem, source string) []string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%s %s `%s`: %s", p.Rule, p.Setting, p.Span.Of(source), p.Text()))
	}
	return lines
}

// readText reads a text as a configuration file, without files around it.
func readText(text string) (config.Settings, []config.SettingProblem) {
	return workspace.ReadSettings(config.Source{Source: text, Rules: rules.Names(), InFile: true})
}

// settingsTable lists configuration texts, the settings read from them, and a part of each problem, in order
// of position. The schema accepts the texts without problems and rejects the others.
var settingsTable = []struct {
	name, text string
	want       config.Settings
	problems   []string
}{
	{"nothing", "", config.Settings{}, nil},
	{"comments", "# nothing yet\n", config.Settings{}, nil},
	{"limits", "limits: {lines: 0, tokens: 12.5}\n", config.Settings{}, []string{
		"config/value limits.lines `0`: \"limits.lines\" must be a whole number of at least 1", "config/value limits.tokens `12.5`",
	}},
	{"an unknown limit", "limits: {token: 1}\n", config.Settings{}, []string{"config/unknown limits.token `token`: unknown limit \"token\": did you mean \"tokens\"?"}},
	{"a file that is extended", "extends: [a.skills-ls.yaml]\ntargets: [codex]\n", config.Settings{Targets: []string{"codex"}}, nil},
	{"no file that is extended", "extends: a.yaml\n", config.Settings{}, []string{"\"extends\" must be a list"}},
	{"a baseline", "baseline: ci/skills-ls-baseline.json\n", config.Settings{Baseline: "ci/skills-ls-baseline.json"}, nil},
	{"no baseline", "baseline: [.skills-ls-baseline.json]\n", config.Settings{}, []string{"config/value baseline `[.skills-ls-baseline.json]`: \"baseline\" must be a path"}},
	{"a baseline by another name", "baseline: known.json\n", config.Settings{}, []string{"config/path baseline `known.json`: name must end in \"skills-ls-baseline.json\""}},
	{"one limit", "limits: {lines: 20}\n", config.Settings{Limits: config.Limits{Lines: 20}}, nil},
	{"keys without values", "targets:\nroots:\nignore:\nrules:\noverrides:\nagents:\n", config.Settings{}, nil},
	{"a document marker", "---\ntargets: [codex]\n", config.Settings{Targets: []string{"codex"}}, nil},
	{
		"everything", `
targets: [claude-code, codex]
roots: ["tools/skills"]
ignore: ["**/fixtures/**", "!keep/", /build]
rules: {"body/empty": off, "link/broken": error, "*": info}
overrides: [{files: ["vendor/**"], rules: {"*": off}}]
limits: {tokens: 4000, lines: 300}
agents:
  codelia: {enabled: true, initial: {maxEntries: 100, maxBytes: 1024}, search: {defaultLimit: 3, maxLimit: 5}, permissions: {allow: [{tool: skill_load}]}}
  remcochat: {enabled: false, directories: [./.skills, .agents/skills], max_skills: 20}
  mycodeagent: {SKILLS_PROMPT_CHAR_BUDGET: 9000}
  context_window: 200000
`,
		config.Settings{
			Targets:   []string{"claude-code", "codex"},
			Roots:     []string{"tools/skills"},
			Ignore:    []string{"**/fixtures/**", "!keep/", "/build"},
			Rules:     map[string]diagnostic.Severity{"body/empty": diagnostic.Off, "link/broken": diagnostic.Error, "*": diagnostic.Information},
			Overrides: []config.Override{{Files: []string{"vendor/**"}, Rules: map[string]diagnostic.Severity{"*": diagnostic.Off}}},
			Limits:    config.Limits{Tokens: 4000, Lines: 300},
			Knobs: map[string]skills.KnobValue{
				"codelia.enabled": {On: true}, "codelia.initial.maxEntries": {Count: 100}, "codelia.initial.maxBytes": {Count: 1024},
				"codelia.search.defaultLimit": {Count: 3}, "codelia.search.maxLimit": {Count: 5}, "codelia.permissions.allow": {Choices: []skills.KnobChoice{{Name: "skill_load"}}},
				"remcochat.enabled": {}, "remcochat.directories": {Paths: []string{"./.skills", ".agents/skills"}}, "remcochat.max_skills": {Count: 20},
				"mycodeagent.SKILLS_PROMPT_CHAR_BUDGET": {Count: 9000}, "context_window": {Count: 200000},
			},
		},
		nil,
	},
	{"an empty list is set", "targets: []\nignore: []\n", config.Settings{Targets: []string{}, Ignore: []string{}}, nil},
	{"null in lists", "targets: [codex, null]\nignore:\n  - a\n  -\n", config.Settings{Targets: []string{"codex"}, Ignore: []string{"a"}}, nil},
	{"a byte order mark", "\ufefftargets: [codex]\n", config.Settings{Targets: []string{"codex"}}, nil},
	{"CRLF", "targets:\r\n- codex\r\nrules:\r\n  body/empty: off\r\n", config.Settings{Targets: []string{"codex"}, Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}}, nil},
	{"JSON", `{"targets": ["codex"], "rules": {"body/empty": "off"}}`, config.Settings{Targets: []string{"codex"}, Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}}, nil},

	{"a list at the top", "- targets\n", config.Settings{}, []string{"config/value  `- targets`: configuration must be a mapping"}},
	{"a text at the top", "targets\n", config.Settings{}, []string{"config/value  `targets`: configuration must be a mapping"}},
	{"an unknown key", "rulez: {}\ntargets: [codex]\n", config.Settings{Targets: []string{"codex"}}, []string{"config/unknown rulez `rulez`: unknown setting \"rulez\": did you mean \"rules\"?"}},
	{"another letter case", "Targets: [codex]\n", config.Settings{}, []string{"did you mean \"targets\"?"}},
	{"a key of nobody", "inherits: base\n", config.Settings{}, []string{"config/unknown inherits `inherits`: unknown setting \"inherits\""}},
	{"a key that is no text", "? [a]\n: b\n3: c\n", config.Settings{}, []string{"has a key that is not a string", "config/unknown 3 `3`: unknown setting \"3\""}},
	{"a key twice", "targets: [codex]\ntargets: [otto]\n", config.Settings{Targets: []string{"codex"}}, []string{"config/value targets `targets`: duplicate setting \"targets\""}},
	{"a rule twice", "rules:\n  body/empty: off\n  body/empty: hint\n", config.Settings{Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}}, []string{"config/value rules.body/empty `body/empty`: duplicate setting \"body/empty\""}},

	{"a text for a list", "targets: codex\n", config.Settings{Targets: []string{"codex"}}, []string{"config/value targets `codex`: \"targets\" must be a list"}},
	{"a mapping for a list", "targets: {codex: true}\n", config.Settings{}, []string{"\"targets\" must be a list"}},
	{"a number in a list", "ignore: [2024, b]\n", config.Settings{Ignore: []string{"b"}}, []string{"config/value ignore[0] `2024`: \"ignore[0]\" must be a string"}},
	{"a list in a list", "ignore: [[a], b]\n", config.Settings{Ignore: []string{"b"}}, []string{"config/value ignore[0] `[a]`: \"ignore[0]\" must be a string"}},
	{"an unknown target", "targets: [codx, codex, windsurf, codex]\n", config.Settings{Targets: []string{"codex"}}, []string{"targets[0] `codx`: unknown agent \"codx\": did you mean \"codex\"?", "targets[2] `windsurf`: unknown agent \"windsurf\""}},
	{"no known target", "targets: [windsurf]\n", config.Settings{}, []string{"config/unknown targets[0]"}},

	{"a severity of others", "rules: {body/empty: warn, link/broken: error}\n", config.Settings{Rules: map[string]diagnostic.Severity{"link/broken": diagnostic.Error}}, []string{"config/value rules.body/empty `warn`: \"rules.body/empty\" must be a severity"}},
	{"false for a severity", "rules: {body/empty: false}\n", config.Settings{}, []string{"rules.body/empty `false`: \"rules.body/empty\" must be a severity"}},
	{"a number for a severity", "rules: {body/empty: 2}\n", config.Settings{}, []string{"`2`: \"rules.body/empty\" must be a severity"}},
	{"a list of rules", "rules: [body/empty]\n", config.Settings{}, []string{"config/value rules `[body/empty]`: \"rules\" must be a mapping"}},
	{"an unknown rule", "rules: {body/emty: off, lnik/*: off, x/y: off}\n", config.Settings{}, []string{"unknown rule \"body/emty\": did you mean \"body/empty\"?", "unknown rule \"lnik/*\": did you mean \"link/*\"?", "unknown rule \"x/y\""}},
	{"the rules about itself", "rules: {config/value: off}\n", config.Settings{}, []string{"config/value rules.config/value `config/value`: \"config/value\" can only be set in the editor"}},

	{"patterns that match nothing", "ignore: [\"a[\", \"../x\", \"# x\", \"\", ok]\n", config.Settings{Ignore: []string{"ok"}}, []string{"`\"a[\"`: invalid pattern: unclosed `[`", "`..` is not allowed", "a comment", "empty pattern"}},
	{"an override without files", "overrides: [{rules: {body/empty: off}}]\n", config.Settings{Overrides: []config.Override{}}, []string{"config/value overrides[0] `{rules: {body/empty: off}}`: \"overrides[0]\" has no \"files\""}},
	{"an override without rules", "overrides:\n- files: [a]\n", config.Settings{Overrides: []config.Override{}}, []string{"overrides[0] `files: [a]`: \"overrides[0]\" has no \"rules\""}},
	{"an override with a bad glob", "overrides:\n- files: [\"[x\", b]\n  rules: {body/empty: off}\n", config.Settings{Overrides: []config.Override{{Files: []string{"b"}, Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}}}}, []string{"config/value overrides[0].files[0] `\"[x\"`: invalid pattern"}},
	{"an override that is none", "overrides:\n- vendor\n- files: [b]\n  rules: {body/empty: off}\n  severity: x\n", config.Settings{Overrides: []config.Override{{Files: []string{"b"}, Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}}}}, []string{"overrides[0] `vendor`: \"overrides[0]\" must be a mapping", "overrides[1].severity `severity`: unknown setting \"severity\" in an override"}},
	{"a mapping of overrides", "overrides: {files: [a]}\n", config.Settings{}, []string{"\"overrides\" must be a list of mappings"}},

	{"an unknown agent", "agents: {codela: {enabled: false}}\n", config.Settings{}, []string{"config/unknown agents.codela `codela`: unknown agent \"codela\": did you mean \"codelia\"?"}},
	{"an agent without settings", "agents: {cursor: {enabled: true}}\n", config.Settings{}, []string{"agents.cursor.enabled `enabled`: unknown setting \"enabled\""}},
	{"an unknown setting of an agent", "agents: {codelia: {search: {maxLimits: 5}}}\n", config.Settings{}, []string{"`maxLimits`: unknown setting \"maxLimits\": did you mean \"maxLimit\"?"}},
	{"a quoted switch", "agents: {codelia: {enabled: \"no\", search: {maxLimit: 5}}}\n", config.Settings{Knobs: map[string]skills.KnobValue{"codelia.search.maxLimit": {Count: 5}}}, []string{"agents.codelia.enabled `\"no\"`: \"agents.codelia.enabled\" must be true or false"}},
	{"numbers out of bounds", "agents: {codelia: {search: {maxLimit: 0}}, remcochat: {max_skills: 10001}, context_window: 1.5}\n", config.Settings{}, []string{"must be a whole number of at least 1", "must be a whole number from 1 to 10000", "must be a whole number of at least 1"}},
	{"a quoted number", "agents: {context_window: \"200000\"}\n", config.Settings{}, []string{"`\"200000\"`: \"agents.context_window\" must be a whole number"}},
	{
		"items that are switched off", "agents: {otto: {items: {a: {enabled: false}, b: {enabled: true}, c: {off: true}}}}\n",
		config.Settings{Knobs: map[string]skills.KnobValue{"otto.items": {Off: []string{"a"}}}},
		[]string{"agents.otto.items.c.off `off`: unknown setting \"off\" of \"c\""},
	},
	{"a number with an exponent", "agents: {context_window: 2e5}\n", config.Settings{Knobs: map[string]skills.KnobValue{"context_window": {Count: 200000}}}, nil},
	{
		"permissions that are no rules", "agents: {codelia: {permissions: {deny: [{tool: skill_load, skill_name: a}, skill_load, {skill_name: b}, {tool: skill_load, skill_name: [c]}]}}}\n",
		config.Settings{Knobs: map[string]skills.KnobValue{"codelia.permissions.deny": {Choices: []skills.KnobChoice{{Name: "skill_load", Pattern: "a"}}}}},
		[]string{
			"\"agents.codelia.permissions.deny[1]\" must be a mapping with \"tool\" and \"skill_name\"",
			"\"agents.codelia.permissions.deny[2]\" must be a mapping with \"tool\" and \"skill_name\"",
			"\"agents.codelia.permissions.deny[3]\" must be a mapping with \"tool\" and \"skill_name\"",
		},
	},
	{"permissions that are none", "agents: {codelia: {permissions: all}}\n", config.Settings{}, []string{"\"agents.codelia.permissions\" must be a mapping"}},

	{
		"an agent that the project defines",
		"targets: [our-agent, codex]\nagents:\n  our-agent: {title: \"Our agent\", roots: [.our/skills, ./tools/skills/], name: \"^[a-z-]+$\", description: {max: 500}}\n",
		config.Settings{Targets: []string{"our-agent", "codex"}, Agents: []defined.Definition{
			{ID: "our-agent", Title: "Our agent", Roots: []string{".our/skills", "tools/skills"}, Name: "^[a-z-]+$", MaxDescription: 500},
		}},
		nil,
	},
	{"only roots", "agents: {our: {roots: [.our/skills]}}\n", config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{".our/skills"}}}}, nil},
	{
		"settings beside a definition", "agents: {our: {roots: [x]}, codelia: {enabled: false}, context_window: 1000}\n",
		config.Settings{
			Agents: []defined.Definition{{ID: "our", Roots: []string{"x"}}},
			Knobs:  map[string]skills.KnobValue{"codelia.enabled": {}, "context_window": {Count: 1000}},
		},
		nil,
	},
	{
		"unknown keys of a definition", "agents: {our: {titel: Our, roots: [x], description: {maximum: 5, max: 5}}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"x"}, MaxDescription: 5}}},
		[]string{"config/unknown agents.our.titel `titel`: unknown setting \"titel\" of an agent: did you mean \"title\"?", "agents.our.description.maximum `maximum`: unknown limit \"maximum\""},
	},
	{
		"a bad pattern for names", "agents: {our: {roots: [x], name: \"[a-z\"}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"x"}}}},
		[]string{"config/value agents.our.name `\"[a-z\"`: \"agents.our.name\": invalid pattern: missing closing ]"},
	},
	{
		"a pattern that is not of RE2", "agents: {our: {roots: [x], name: \"(?!a)b\"}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"x"}}}},
		[]string{"invalid pattern: invalid or unsupported Perl syntax"},
	},
	{
		"IDs that no agent can have", "agents: {Our_Agent: {roots: [x]}, 2go: {roots: [x]}}\n",
		config.Settings{},
		[]string{"config/value agents.Our_Agent `Our_Agent`: invalid agent ID \"Our_Agent\": use lowercase letters, digits and hyphens", "invalid agent ID \"2go\""},
	},
	{
		"roots that are not in the project", "agents: {our: {roots: [../x, /x, ~/x, 'C:\\x', ., a/../../b, ok]}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"ok"}}}},
		[]string{
			"config/path agents.our.roots[0] `../x`: \"agents.our.roots[0]\" must be a directory inside of the project",
			"roots[1] `/x`: \"agents.our.roots[1]\" must be relative to the project", "roots[2] `~/x`: \"agents.our.roots[2]\" must be relative to the project",
			"roots[3]", "must be a directory inside of the project", "must be a directory inside of the project",
		},
	},
	{
		"a root twice", "agents: {our: {roots: [x, x/, y]}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"x", "y"}}}},
		[]string{"config/value agents.our.roots[1] `x/`: duplicate root \"x\": the first one counts"},
	},
	{
		"no roots", "agents: {our: {title: Our}}\ntargets: [our]\n",
		config.Settings{Targets: []string{"our"}, Agents: []defined.Definition{{ID: "our", Title: "Our"}}},
		[]string{"config/value agents.our `our`: \"agents.our\" has no \"roots\""},
	},
	{
		"a title with markup", "agents: {our: {title: \"<b>Our</b>\", roots: [x]}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our", Roots: []string{"x"}}}},
		[]string{"\"agents.our.title\": must be letters, digits, spaces"},
	},
	{
		"a built-in agent is not defined", "agents: {codex: {title: Mine, roots: [x]}}\n",
		config.Settings{},
		[]string{"agents.codex.title `title`: unknown setting \"title\"", "agents.codex.roots `roots`: unknown setting \"roots\""},
	},
	{
		"a target near a defined agent", "targets: [our-agnet]\nagents: {our-agent: {roots: [x]}}\n",
		config.Settings{Agents: []defined.Definition{{ID: "our-agent", Roots: []string{"x"}}}},
		[]string{"config/unknown targets[0] `our-agnet`: unknown agent \"our-agnet\": did you mean \"our-agent\"?"},
	},

	{"an alias", "targets: &t [codex]\nroots: *t\n", config.Settings{Targets: []string{"codex"}}, []string{"config/value roots `*t`: \"roots\" must not be an alias"}},
	{"a merge key", "rules: &r {body/empty: off}\noverrides:\n- files: [a]\n  rules: {<<: *r}\n", config.Settings{Rules: map[string]diagnostic.Severity{"body/empty": diagnostic.Off}, Overrides: []config.Override{}}, []string{"config/unknown overrides[0].rules.<< `<<`: unknown rule \"<<\""}},
	{"a tag", "targets: !set [codex]\nrules: {body/empty: !x off}\n", config.Settings{Targets: []string{"codex"}}, []string{"\"rules.body/empty\" must be a severity"}},

	{"a line that is not YAML", "targets: [codex]\nrules: {a\nroots: [x]\n", config.Settings{Targets: []string{"codex"}, Roots: []string{"x"}}, []string{"config/syntax  `rules: {a`: invalid YAML"}},
	{"a tab", "rules:\n\tbody/empty: off\nroots: [x]\n", config.Settings{Roots: []string{"x"}}, []string{"tab in the indentation"}},
	{"two documents", "targets: [codex]\n---\nroots: [x]\n", config.Settings{Roots: []string{"x"}}, []string{"a second YAML document begins here"}},
	{"not UTF-8", "# caf\xe9\ntargets: [codex]\n", config.Settings{Targets: []string{"codex"}}, []string{"config/syntax  `\xe9`: byte 0xe9 is not UTF-8"}},
	{"too large", "targets: [codex]\n#" + strings.Repeat("x", 5<<20), config.Settings{}, []string{"config/syntax  ``: file has 5242898 bytes: the limit is 65536"}},
	{"a deep nest", "targets: " + strings.Repeat("[", 50_000) + "\nroots: [x]\n", config.Settings{Roots: []string{"x"}}, []string{"invalid YAML"}},
}

func TestReadSettings(t *testing.T) {
	for _, tt := range settingsTable {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := readText(tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("settings (-want +got)\n%s", diff)
			}
			told := tellProblems(problems, tt.text)
			if len(told) != len(tt.problems) {
				t.Fatalf("problems\n%s\nwant %q", strings.Join(told, "\n"), tt.problems)
			}
			for i, part := range tt.problems {
				if !strings.Contains(told[i], part) {
					t.Errorf("problem %q, want %q in it", told[i], part)
				}
			}
		})
	}
}

// TestBomb checks that aliases of aliases cost nothing: they are not followed.
func TestBomb(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	bomb.WriteString("ignore: *a59\ntargets: [codex]\n")
	set, problems := readText(bomb.String())
	if diff := cmp.Diff(config.Settings{Targets: []string{"codex"}}, set); diff != "" || len(problems) != 61 {
		t.Errorf("%d problems, settings\n%s", len(problems), diff)
	}
}

// TestManyProblems checks that a large file of nonsense has a bounded number of problems.
func TestManyProblems(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("x: 1\n", config.MaxSettings/5), "rules:\n" + strings.Repeat("  link/brokn: of\n", config.MaxSettings/17),
		strings.Repeat("x\n", config.MaxSettings/2), strings.Repeat("x: [\n", config.MaxSettings/5), "ignore: [" + strings.Repeat("'[',", config.MaxSettings/4-10) + "]",
	} {
		if _, problems := readText(text); len(problems) == 0 || len(problems) > config.MaxSettingProblems {
			t.Errorf("%.20q: %d problems", text, len(problems))
		}
	}
}

// TestManyDefinitions checks the limits for the agents that a project defines, and for their roots.
func TestManyDefinitions(t *testing.T) {
	var text strings.Builder
	text.WriteString("agents:\n")
	for i := range config.MaxAgents + 2 {
		fmt.Fprintf(&text, "  our-%d: {roots: [x]}\n", i)
	}
	set, problems := readText(text.String())
	if len(set.Agents) != config.MaxAgents || len(problems) != 2 || !strings.Contains(problems[0].Message, "more than 20 agents") {
		t.Errorf("%d agents, problems %q", len(set.Agents), tellProblems(problems, text.String()))
	}
	roots := "agents: {our: {roots: [" + strings.Repeat("x, ", config.MaxAgentRoots) + "x0"
	for i := 1; i <= config.MaxAgentRoots; i++ {
		roots += fmt.Sprintf(", x%d", i)
	}
	set, problems = readText(roots + "]}}\n")
	if len(set.Agents) != 1 || len(set.Agents[0].Roots) != config.MaxAgentRoots || !strings.Contains(problems[len(problems)-1].Message, "more than 20 roots") {
		t.Errorf("agents %+v, problems %q", set.Agents, tellProblems(problems, roots))
	}
}

// TestEditorSettings checks what differs between the settings of an editor and those of a file.
func TestEditorSettings(t *testing.T) {
	for _, tt := range []struct{ text, want, problem string }{
		{``, "{}", ""},
		{`null`, "{}", ""},
		{`{"docsBaseUrl": "x", "targets": null}`, "{}", ""},
		{`{"rules": {"config/value": "off"}}`, "{config/value:off}", ""},
		{`{"roots": ["/opt/skills", "~/skills", "../x"]}`, "{/opt/skills ~/skills ../x}", ""},
		{`{"rules": {"*": "hint"}, "extends": 1}`, "{*:hint}", "\"extends\" can only be set in .skills-ls.yaml"},
		{`{"rules": {"*": "hint"}, "baseline": ".skills-ls-baseline.json"}`, "{*:hint}", "\"baseline\" can only be set in .skills-ls.yaml"},
		{`{"agents": {"our": {"roots": ["/x", "y"]}}}`, "{}", "must be relative to the project"},
		{`{"targets": ["our-agent", "codx"]}`, "{}", "unknown agent \"codx\""},
		{`{"rules": `, "{}", "reading JSON"},
		{`[1]`, "{}", "must be a mapping"},
	} {
		set, problems := analysis.ReadEditorSettings(tt.text, "docsBaseUrl")
		got := strings.NewReplacer("map", "", "[", "", "]", "").Replace(fmt.Sprintf("{%v%v}", set.Roots, set.Rules))
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
		if told := strings.Join(tellProblems(problems, tt.text), "\n"); (tt.problem == "") != (told == "") || !strings.Contains(told, tt.problem) {
			t.Errorf("%s: problems %q, want %q", tt.text, told, tt.problem)
		}
		for _, p := range problems {
			if len(p.Fixes) > 0 {
				t.Errorf("%s: a fix of nobody's text: %+v", tt.text, p.Fixes)
			}
		}
	}
}

func TestSettingsOver(t *testing.T) {
	base := config.Settings{
		Targets: []string{"codex"}, Ignore: []string{"a"}, Rules: map[string]diagnostic.Severity{"a": diagnostic.Error, "b": diagnostic.Hint},
		Knobs: map[string]skills.KnobValue{"x": {Count: 1}, "y": {Count: 2}},
	}
	top := config.Settings{
		Targets: []string{}, Roots: []string{"r"}, Rules: map[string]diagnostic.Severity{"b": diagnostic.Off}, Knobs: map[string]skills.KnobValue{"y": {Count: 3}},
	}
	want := config.Settings{
		Targets: []string{}, Roots: []string{"r"}, Ignore: []string{"a"}, Rules: map[string]diagnostic.Severity{"a": diagnostic.Error, "b": diagnostic.Off},
		Knobs: map[string]skills.KnobValue{"x": {Count: 1}, "y": {Count: 3}},
	}
	if got := top.Over(base); !got.Equal(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if base.Rules["b"] != diagnostic.Hint || base.Knobs["y"].Count != 2 {
		t.Error("the settings below were changed")
	}
	if got := (config.Settings{}).Over(base); !got.Equal(base) {
		t.Errorf("nothing over %+v is %+v", base, got)
	}
	if got := base.Over(config.Settings{}); !got.Equal(base) {
		t.Errorf("%+v over nothing is %+v", base, got)
	}
}
