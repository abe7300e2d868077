package codex

// Codex's instructions to the model (core-skills/src/render.rs 428dd6c6): for a list of whole paths, and for
// a list whose paths begin with the alias of a root. Versions from July 2026 on put the usage in a message of
// its own.

const intro = "A skill is a set of instructions provided through a `SKILL.md` source. Below is the list of skills that can be used. " +
	"Each entry includes a name, description, and source locator. `file` locators are on the host filesystem, " +
	"`environment resource` locators are owned by an execution environment, `orchestrator resource` locators are opaque non-filesystem resources, " +
	"and `custom resource` locators use their provider's access mechanism."

const introAliased = "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. " +
	"Each entry includes a name, description, and a short path that can be expanded into an absolute path using the skill roots table."

const usage = "- Discovery: The list above is the skills available in this session (name + description + source locator). " +
	"`file` entries live on the host filesystem, `environment resource` entries are owned by their execution environment, " +
	"`orchestrator resource` entries must be accessed through `skills.list` and `skills.read`, " +
	"and `custom resource` entries use their provider's access mechanism.\n" +
	triggers +
	"- Missing/blocked: If a named skill isn't in the list or its source can't be read, say so briefly and continue with the best fallback.\n" +
	"- How to use a skill (progressive disclosure):\n" +
	"  1) After deciding to use a skill, the main agent must read its `SKILL.md` completely before taking task actions. " +
	"For a `file` entry, open the listed path. For an `environment resource`, use the filesystem of the owning environment. " +
	"For an `orchestrator resource`, call `skills.list` with `{\"authority\":{\"kind\":\"orchestrator\"}}`, select the matching package, " +
	"and pass its `main_resource` to `skills.read`. If a read is truncated or paginated, continue until EOF.\n" +
	"  2) When `SKILL.md` references another resource, use the same access mechanism. " +
	"Resolve relative paths against a filesystem-backed skill directory. " +
	"For orchestrator skills, pass the exact referenced resource identifier with the same authority and package to `skills.read`; " +
	"do not treat `skill://` identifiers as filesystem paths.\n" +
	"  3) If `SKILL.md` points to extra folders such as `references/`, use its routing instructions to identify the resources required for the task. " +
	reading +
	"  4) For filesystem-backed skills, prefer running or patching provided scripts instead of retyping large code blocks. " +
	"For orchestrator skills, use `skills.read` and the available tools; do not invent a local path.\n" +
	"  5) Reuse provided assets or templates through the same source access mechanism instead of recreating them.\n" +
	sequencing

const usageAliased = "- Discovery: The list above is the skills available in this session (name + description + short path). " +
	"Skill bodies live on disk at the listed paths after expanding the matching alias from `### Skill roots`.\n" +
	triggers +
	"- Missing/blocked: If a named skill isn't in the list or the path can't be read, say so briefly and continue with the best fallback.\n" +
	"- How to use a skill (progressive disclosure):\n" +
	"  1) After deciding to use a skill, the main agent must expand the listed short `path` with the matching alias from `### Skill roots`, " +
	"then open and read its `SKILL.md` completely before taking task actions. If a read is truncated or paginated, continue until EOF.\n" +
	"  2) When `SKILL.md` references relative paths (e.g., `scripts/foo.py`), resolve them relative to the directory containing that expanded `SKILL.md` first, " +
	"and only consider other paths if needed.\n" +
	"  3) If `SKILL.md` points to extra folders such as `references/`, use its routing instructions to identify the files required for the task. " +
	reading +
	"  4) If `scripts/` exist, prefer running or patching them instead of retyping large code blocks.\n" +
	"  5) If `assets/` or templates exist, reuse them instead of recreating from scratch.\n" +
	sequencing

// Parts of both usages.
const (
	triggers = "- Trigger rules: If the user names a skill (with `$SkillName` or plain text) OR the task clearly matches a skill's description shown above, " +
		"you must use that skill for that turn. Multiple mentions mean use them all. Do not carry skills across turns unless re-mentioned.\n"
	reading = "The main agent must read each required instruction or reference file itself before acting on it. " +
		"Do not delegate reading, summarizing, or interpreting skill instructions to a subagent. " +
		"Subagents may still perform task work when the selected skill allows it.\n"
	sequencing = "- Coordination and sequencing:\n" +
		"  - If multiple skills apply, choose the minimal set that covers the request and state the order you'll use them.\n" +
		"  - Announce which skill(s) you're using and why (one short line). If you skip an obvious skill, say why.\n" +
		"- Context hygiene:\n" +
		"  - Progressive disclosure applies to selecting relevant files, not partially reading a selected instruction file. Do not load unrelated references, scripts, or assets.\n" +
		"  - Avoid deep reference-chasing: prefer opening only files directly linked from `SKILL.md` unless you're blocked.\n" +
		"  - When variants exist (frameworks, providers, domains), pick only the relevant reference file(s) and note that choice.\n" +
		"- Safety and fallback: If a skill can't be applied cleanly (missing files, unclear instructions), state the issue, pick the next-best approach, and continue."
)

// Codex's warnings to the user if the list had to be shortened. They name the share if the budget is a share
// of the context window.
const (
	shortened = "Skill descriptions were shortened to fit the %sskills context budget. Codex can still see every skill, but some descriptions are shorter. " +
		"Disable unused skills or plugins to leave more room for the rest."
	exceeded = "Exceeded skills context budget%s. All skill descriptions were removed and %d additional %s not included in the model-visible skills list."
)
