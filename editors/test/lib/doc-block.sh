# Shared by the tests of editors that docs/editors.md configures. Sourced, never executed.

# doc_block LANGUAGE: prints the first code block in that language.
doc_block() {
  awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$root/docs/editors.md"
}
