package main_test

// arrows lists, for every package of the module, the packages of the module that it may import. Any other
// import is a violation, so sibling packages stay independent.
var arrows = map[string][]string{
	".":                 {"cli", "cli/term"},
	"analysis":          {"analysis/config", "analysis/rules", "analysis/workspace", "skills/vfs"},
	"analysis/affected": {"analysis/file", "analysis/index", "analysis/workspace", "skills", "skills/agents"},
	"analysis/analysistest": {
		"analysis", "analysis/affected", "analysis/config", "analysis/diagnostic", "analysis/file", "analysis/refs",
		"analysis/rules", "analysis/workspace", "skills", "skills/agents",
		"skills/text", "skills/treetest", "skills/vfs",
	},
	"analysis/baseline": {"analysis/diagnostic", "skills/text"},
	"analysis/complete": {
		"analysis/describe", "analysis/file", "analysis/index", "analysis/internal/spdx", "analysis/lines", "analysis/manifest",
		"analysis/match", "analysis/refs", "analysis/render", "analysis/rules", "analysis/suppress",
		"analysis/vantage", "analysis/vocabulary", "analysis/workspace", "analysis/yamlsite", "skills",
		"skills/agents", "skills/frontmatter", "skills/text", "skills/vfs",
	},
	"analysis/config": {
		"analysis/diagnostic", "analysis/match", "skills", "skills/agents", "skills/agents/defined", "skills/frontmatter",
		"skills/text", "skills/vfs",
	},
	"analysis/describe": {
		"analysis/file", "analysis/hiddentext", "analysis/lines", "analysis/refs", "analysis/render",
		"analysis/rules", "analysis/vantage", "analysis/workspace", "skills", "skills/agents",
	},
	"analysis/diagnostic": {"skills/text"},
	"analysis/file": {
		"analysis/config", "analysis/diagnostic", "skills", "skills/agents", "skills/frontmatter",
		"skills/markdown", "skills/text", "skills/vfs",
	},
	"analysis/hiddentext": {"analysis/lines", "skills/text"},
	"analysis/hover": {
		"analysis/describe", "analysis/diagnostic", "analysis/file", "analysis/hiddentext",
		"analysis/internal/spdx", "analysis/manifest", "analysis/match", "analysis/refs", "analysis/render", "analysis/rules",
		"analysis/vantage", "analysis/vocabulary", "analysis/workspace", "analysis/yamlsite", "skills",
		"skills/agents", "skills/frontmatter", "skills/text",
	},
	"analysis/index": {
		"analysis/file", "analysis/manifest", "analysis/match", "skills", "skills/frontmatter", "skills/markdown",
		"skills/text", "skills/vfs",
	},
	"analysis/lines":    {"skills/text"},
	"analysis/manifest": {"analysis/file", "analysis/match", "skills", "skills/frontmatter", "skills/text"},
	"analysis/outline": {
		"analysis/file", "analysis/hiddentext", "analysis/index", "analysis/lines", "analysis/match",
		"analysis/refs", "analysis/rules", "analysis/vantage", "analysis/workspace",
		"skills", "skills/agents", "skills/frontmatter", "skills/markdown", "skills/text", "skills/vfs",
	},
	"analysis/refactor": {
		"analysis/baseline", "analysis/config", "analysis/diagnostic", "analysis/file", "analysis/index", "analysis/lines",
		"analysis/manifest", "analysis/refs", "analysis/rules", "analysis/suppress", "analysis/vantage",
		"analysis/workspace", "skills", "skills/agents", "skills/frontmatter", "skills/markdown",
		"skills/text", "skills/vfs",
	},
	"analysis/refs": {
		"analysis/diagnostic", "analysis/file", "analysis/index", "analysis/lines", "analysis/manifest", "analysis/match",
		"analysis/vantage", "analysis/workspace", "analysis/yamlsite", "skills", "skills/agents",
		"skills/frontmatter", "skills/markdown", "skills/text", "skills/vfs",
	},
	"analysis/render": {"skills/vfs"},
	"analysis/rules": {
		"analysis/baseline", "analysis/config", "analysis/diagnostic", "analysis/file", "analysis/hiddentext", "analysis/index",
		"analysis/lines", "analysis/manifest", "analysis/match", "analysis/refs", "analysis/suppress", "analysis/vantage",
		"analysis/workspace", "skills", "skills/agents", "skills/frontmatter", "skills/markdown",
		"skills/text", "skills/vfs",
	},
	"analysis/suppress": {
		"analysis/config", "analysis/diagnostic", "analysis/lines", "skills/frontmatter", "skills/text",
	},
	"analysis/vantage": {
		"analysis/file", "analysis/index", "analysis/match", "analysis/workspace", "skills",
		"skills/agents", "skills/frontmatter", "skills/text", "skills/vfs",
	},
	"analysis/vocabulary": {
		"analysis/config", "analysis/diagnostic", "analysis/file", "analysis/refs", "analysis/render",
		"analysis/rules", "analysis/vantage", "analysis/workspace", "analysis/yamlsite", "skills",
		"skills/agents",
	},
	"analysis/watchlist": {"analysis/file", "analysis/manifest", "analysis/workspace", "skills", "skills/agents", "skills/vfs"},
	"analysis/workspace": {
		"analysis/baseline", "analysis/config", "analysis/diagnostic", "analysis/file", "analysis/index", "analysis/manifest",
		"analysis/match", "analysis/suppress", "skills", "skills/agents", "skills/agents/defined", "skills/frontmatter", "skills/text", "skills/vfs",
	},
	"analysis/yamlsite": {"analysis/lines", "skills/text"},
	"cli": {
		"analysis", "analysis/baseline", "analysis/config", "analysis/diagnostic", "analysis/file", "analysis/refactor",
		"analysis/refs", "analysis/rules", "analysis/vantage", "analysis/workspace", "cli/fix", "cli/project",
		"cli/report", "cli/term", "lsp", "lsp/position", "lsp/session", "skills", "skills/agents",
		"skills/text", "skills/vfs",
	},
	"cli/fix": {
		"analysis", "analysis/diagnostic", "analysis/file", "analysis/refactor", "analysis/workspace",
		"cli/project", "cli/term", "skills/vfs",
	},
	"cli/project": {
		"analysis", "analysis/file", "analysis/workspace", "cli/term", "skills", "skills/agents",
		"skills/vfs",
	},
	"cli/report": {
		"analysis/baseline", "analysis/diagnostic", "analysis/file", "analysis/rules", "analysis/workspace", "cli/project",
		"cli/term", "lsp/position", "skills/text", "skills/vfs",
	},
	"cli/term": {"analysis/diagnostic", "skills/vfs"},
	"lsp": {
		"analysis", "analysis/complete", "analysis/diagnostic", "analysis/file", "analysis/hover",
		"analysis/outline", "analysis/refactor", "analysis/refs", "analysis/rules", "analysis/vantage",
		"analysis/vocabulary", "analysis/workspace", "lsp/convert", "lsp/diagnose", "lsp/position",
		"lsp/session", "lsp/watch", "lsp/wire", "skills", "skills/agents", "skills/text", "skills/vfs",
	},
	"lsp/convert": {"analysis/diagnostic", "analysis/rules", "lsp/position", "lsp/session", "skills/text"},
	"lsp/diagnose": {
		"analysis/affected", "analysis/diagnostic", "analysis/rules", "analysis/workspace", "lsp/convert",
		"lsp/position", "lsp/session", "skills/text",
	},
	"lsp/fswatch":  {"analysis/file", "analysis/watchlist"},
	"lsp/position": {"skills/text", "skills/vfs"},
	"lsp/session": {
		"analysis", "analysis/config", "analysis/refactor",
		"analysis/workspace", "lsp/position", "skills/text", "skills/vfs",
	},
	"lsp/watch": {
		"analysis/file", "analysis/watchlist", "analysis/workspace", "lsp/fswatch", "lsp/position",
		"lsp/session", "lsp/wire", "skills/vfs",
	},

	"analysis/internal/spdx": {},
	"analysis/match":         {},

	"skills/agents":         {"skills"}, // and the packages of the agents
	"skills/agents/defined": {"skills", "skills/agents/kit", "skills/text"},
	"skills/agents/kit": {
		"skills", "skills/frontmatter", "skills/text", "skills/vfs", "skills/yamldialect",
	},
	"skills":             {"skills/frontmatter", "skills/markdown", "skills/text", "skills/vfs"},
	"skills/frontmatter": {"skills/text"},
	"skills/markdown":    {"skills/text"},
	"skills/yamldialect": {"skills/text"},
	"skills/vfs":         {"skills/text"},
	"skills/text":        {},

	"skills/agents/agenttest": {"skills", "skills/corpustest", "skills/text", "skills/treetest", "skills/vfs"},

	"skills/corpustest":  {},
	"skills/goldentest":  {},
	"skills/growthtest":  {},
	"skills/treetest":    {},
	"skills/vfs/fstest":  {"skills/vfs"},
	"internal/demo":      {},
	"internal/dist":      {"cli", "cli/term", "internal/dist/manpages"},
	"internal/newrule":   {},
	"internal/precision": {},
	"internal/registry":  {},

	"internal/dist/manpages": {"cli", "cli/term"},
}

// agentArrows lists the packages that the package of an agent may import. Agents do not import one another.
var agentArrows = []string{
	"skills", "skills/agents/kit", "skills/frontmatter", "skills/text", "skills/vfs", "skills/yamldialect",
}

// testArrows lists the packages that only the tests of a package import. All tests may import testPackages
// too.
var testArrows = map[string][]string{
	"analysis/affected":   {"analysis/vantage"},
	"analysis/complete":   {"analysis", "analysis/hover", "analysis/refactor"},
	"analysis/hiddentext": {"analysis/diagnostic", "analysis/rules"},
	"analysis/hover":      {"analysis", "skills/markdown"},
	"analysis/outline":    {"analysis"},
	"analysis/refactor":   {"analysis"},
	"analysis/refs":       {"analysis", "analysis/refactor"},
	"analysis/rules": {
		"analysis", "analysis/affected", "analysis/hover", "analysis/refactor", "skills/agents/claudecode",
	},
	"analysis/vantage": {"analysis/diagnostic", "analysis/hover", "analysis/outline", "analysis/rules"},
	"analysis/workspace": {
		"analysis", "analysis/affected", "analysis/hover", "analysis/outline", "analysis/refs",
		"analysis/render", "analysis/rules", "analysis/vantage", "analysis/vocabulary",
		"analysis/watchlist", "skills/agents/geminicli", "skills/agents/opencode",
		"skills/agents/openoxide",
	},
	"analysis/yamlsite":  {"analysis/refs"},
	"internal/precision": {"analysis/rules", "cli", "cli/term"},
	"lsp":                {"analysis/config", "lsp/fswatch", "skills/frontmatter"},
	"skills/agents":      {"skills/agents/kit", "skills/vfs"},
	"skills/markdown":    {"skills/frontmatter"},
}

// testPackages are imported by tests and by one another, but never by the program.
var testPackages = []string{
	"analysis/analysistest", "skills/agents/agenttest", "skills/corpustest", "skills/goldentest", "skills/growthtest", "skills/treetest", "skills/vfs/fstest",
}
