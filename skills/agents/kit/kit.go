// Package kit has what several agents share. It does not know any one agent.
//
// A package that describes an agent exports one [skills.Agent], [Described] by the page.md beside the code. Its
// functions are made of these parts:
//
//   - Accept embeds a [Report] in its check. It reads the file as the agent does, calls [Report.Refuse] where the
//     agent rejects it and [Report.GiveUp] where its parser fails, and returns [Report.Verdict]. If only the
//     documentation of an agent is known, it is a [DocumentedCheck].
//   - Mentions are a [SlashSyntax] for "/name", and [KebabMentions] or [SkillMentions] for "$name". If "/plugin name"
//     is a command too, Command is [SlashSyntax.Command].
//   - Inject adds texts and parts of the file to a [skills.Composition]. If the agent replaces anything in the
//     body, it uses a [Draft].
//   - Catalog is often a [Catalog], whose list ends where its budget does.
//   - A setting is often a [Switch], a [MainSwitch], a [Count], [Texts], [Directories] with [AddRoots], an [OffList] or a
//     [Group] of others. The Apply of permissions is [Permit], and that of other lists of rules is [RuleBy].
//   - Compare is often one of [CompareFound], [CompareCollated] and [CompareScopes].
//
// The rest is what the standard libraries of JavaScript, Python and Rust do with text, and the ways in which
// more than one agent finds frontmatter, ignore files and files beside a skill.
package kit
