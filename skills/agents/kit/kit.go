// Package kit has what several agents share: checks of fields, ways to find frontmatter and mentions, and
// what the standard libraries of JavaScript, Python and Rust do with text. It does not know any one agent.
package kit
