# Shared by the tests of editors that are configured as docs/editors.md says. Sourced, never executed.

# doc_block LANGUAGE: the first block of code in that language.
doc_block() {
  awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$root/docs/editors.md"
}
