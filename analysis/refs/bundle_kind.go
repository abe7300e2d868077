package refs

import (
	"path"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/match"
)

// IsResource reports whether a file, given by its slash-separated path relative to the skill directory, is
// one that the skill's texts should name. Tools and people find other files by name: licenses, manifests,
// tests, caches.
func IsResource(rel string) bool {
	dir, base := path.Split(strings.ToLower(rel))
	if dir == "" && path.Base(rel) == strings.ToUpper(strings.TrimSuffix(rel, path.Ext(rel)))+path.Ext(rel) {
		return false // a record about the skill, such as VERIFICATION.md
	}
	for segment := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
		if strings.HasPrefix(segment, ".") || strings.HasSuffix(segment, "-test") || slices.Contains(toolDirs, segment) {
			return false
		}
	}
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	switch {
	case file.IsSkillFileName(base), strings.HasPrefix(base, "."), strings.HasPrefix(base, "_"), strings.HasSuffix(base, "~"):
		return false
	case strings.HasPrefix(base, "skill.") || strings.HasPrefix(base, "skill_") || strings.HasPrefix(base, "skill-"):
		return false // a translation
	case dir == "agents/" && (ext == ".yaml" || ext == ".yml"):
		return false // agents that read these look for them here
	case slices.Contains(toolExtensions, ext), slices.Contains(toolFiles, base), slices.Contains(toolStems, stem):
		return false
	}
	isImage := slices.Contains(imageExtensions, ext)
	for _, word := range match.NameWords(stem) {
		if slices.Contains(recordWords, word) || isImage && slices.Contains(brandWords, word) {
			return false
		}
	}
	return !slices.ContainsFunc(toolSuffixes, func(suffix string) bool { return strings.HasSuffix(stem, suffix) })
}

var (
	// toolDirs hold files that are generated or installed, and files for developers of the skill.
	toolDirs = []string{
		"__pycache__", "__tests__", "__mocks__", "__snapshots__", "bin", "build", "coverage", "dist", "eval", "evals", "evaluation", "evaluations",
		"fixture", "fixtures", "node_modules", "obj", "out", "site-packages", "spec", "specs", "target", "test", "testdata", "tests", "vendor", "venv",
	}
	// toolExtensions are those of files that a compiler finds by their directory, and of files that programs
	// write for their own use.
	toolExtensions = []string{
		".c", ".cc", ".cpp", ".cs", ".csproj", ".dart", ".go", ".h", ".hpp", ".java", ".kt", ".lock", ".log", ".map", ".orig", ".pyc", ".rs", ".scala",
		".sln", ".snap", ".sum", ".swift", ".tsbuildinfo", ".typed",
	}
	toolFiles = []string{
		"_meta.json", "build.gradle", "build.gradle.kts", "cargo.toml", "composer.json", "compose.yaml", "compose.yml", "conftest.py", "deno.json", "deno.jsonc",
		"docker-compose.yaml", "docker-compose.yml", "dockerfile",
		"gemfile", "go.mod", "justfile", "makefile", "manifest.json", "metadata.json", "metadata.yaml", "metadata.yml", "mod.rs", "package-lock.json",
		"package.json", "pnpm-lock.yaml", "pom.xml", "pyproject.toml", "pytest.ini", "rakefile", "setup.cfg", "setup.py", "skill.json", "skill.toml",
		"skill.yaml", "skill.yml", "taskfile.yml", "tox.ini", "tsconfig.json", "version", "version.txt",
	}
	toolStems = []string{
		"agents", "authors", "claude", "code_of_conduct", "codeowners", "credits", "gemini", "generated-from", "index", "install", "mcp", "plugin",
		"source-index", "sources", "todo",
	}
	toolSuffixes = []string{".config", ".d", ".min", ".lock", "-lock", ".spec", "_spec"}
	// imageExtensions and brandWords identify the images that catalogs and web pages show for a skill.
	imageExtensions = []string{".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp"}
	brandWords      = []string{"avatar", "banner", "cover", "demo", "favicon", "icon", "logo", "preview", "screenshot", "thumbnail"}
	// recordWords are words in the names of files that are kept for the record or for tests, not for use.
	recordWords = []string{
		"attribution", "changelog", "contributing", "copying", "evals", "license", "licence", "log", "notice", "ofl", "provenance", "readme", "requirements", "test", "tests",
	}
)

// isTextName reports whether a file with this name contains text that may name other files.
func isTextName(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == "" || ext == strings.ToLower(name) || isCodeName(name) || slices.Contains(textExtensions, ext)
}

// isCodeName reports whether a file with this name is a program, which names other files without their
// extensions.
func isCodeName(name string) bool {
	return slices.Contains(codeExtensions, strings.ToLower(path.Ext(name)))
}

var (
	textExtensions = []string{
		".adoc", ".cfg", ".conf", ".css", ".csv", ".env", ".example", ".graphql", ".hbs", ".htm", ".html", ".ini", ".j2", ".jinja", ".json", ".jsonc",
		".jsonl", ".less", ".markdown", ".md", ".mdc", ".mdx", ".org", ".properties", ".rst", ".scss", ".sql", ".svg", ".svelte", ".template", ".tmpl", ".toml",
		".tsv", ".txt", ".vue", ".xml", ".xsd", ".xsl", ".yaml", ".yml",
	}
	codeExtensions = []string{
		".applescript", ".awk", ".bash", ".bat", ".c", ".cc", ".cjs", ".clj", ".cmd", ".cpp", ".cs", ".dart", ".ex", ".exs", ".fish", ".go", ".groovy",
		".h", ".hpp", ".hs", ".ipynb", ".java", ".jl", ".js", ".jsx", ".kt", ".kts", ".lua", ".mjs", ".mts", ".nim", ".php", ".pl", ".ps1", ".psm1",
		".py", ".r", ".rb", ".rs", ".scala", ".sh", ".swift", ".tex", ".ts", ".tsx", ".zig", ".zsh",
	}
)
