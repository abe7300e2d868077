package copilot

import "skills-ls/skills/agents/kit"

// mentions returns the slash command that begins a message: the longest text of letters, digits and "_-.:"
// before the end of a word, white space or the end of the message (requestParser/chatRequestParser.ts). It
// reads "/plugin skill" as "/plugin", because it does not know which commands exist.
var mentions = kit.SlashSyntax{First: `^\s*(/([\pL0-9_.:-]+))(?:\s|$|\b)`}.Mentions()
