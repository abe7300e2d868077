package claudecode

import (
	"regexp"
	"slices"
	"strings"
)

// Claude Code never asks for permission to run a command in the text of a skill. Outside of auto mode, a
// command that the rules do not allow aborts the invocation with "Shell command permission check failed for
// pattern ...". In auto mode, Claude Code tells the model to run the command instead
// (code.claude.com/docs/en/skills, Permission checks on injected commands and When an injected command
// fails). Rules match as code.claude.com/docs/en/permissions describes for Bash, in a copy of about 2.1.240.

// permit returns a function that reports whether the rules of the configuration and of the skill allow a
// script. They must allow every command in it. The function also returns true for a script that it cannot
// split into commands.
func permit(settings []string) func(script string, allowed []string) bool {
	return func(script string, allowed []string) bool {
		rules, all := commandRules(slices.Concat(settings, allowed))
		if all {
			return true
		}
		if len(script) > maxScript || len(rules) > maxRules {
			return true
		}
		commands, ok := splitScript(script)
		if !ok {
			return true
		}
		return !slices.ContainsFunc(commands, func(command string) bool {
			words := strings.Fields(withoutQuotes(command))
			bare := bareCommand(words)
			whole, rest := strings.Join(words, " "), strings.Join(bare, " ")
			return !isReadOnly(bare) && !slices.ContainsFunc(rules, func(rule string) bool {
				return matchRule(rule, whole) || matchRule(rule, rest)
			})
		})
	}
}

// Maximum size of a script in bytes, and maximum number of rules. permit allows what exceeds them. Claude
// Code does not split longer scripts either.
const maxScript, maxRules = 10_000, 256

// commandRules returns the text in the parentheses of each Bash(...) rule, and reports whether a rule allows
// all commands.
func commandRules(rules []string) (commands []string, all bool) {
	for _, rule := range rules {
		rule = strings.TrimSpace(rule)
		switch inside, ok := strings.CutPrefix(rule, "Bash("); {
		case rule == "Bash":
			return nil, true
		case ok && strings.HasSuffix(inside, ")"):
			inside = strings.TrimSuffix(inside, ")")
			if strings.Trim(inside, "*: ") == "" {
				return nil, true
			}
			commands = append(commands, withoutQuotes(inside))
		}
	}
	return commands, false
}

// matchRule reports whether a rule matches a command. A "*" matches any text. If the only "*" is at the end,
// after a space or a colon, the rule also matches the command without arguments. A rule without "*" matches
// only the whole command.
func matchRule(rule, command string) bool {
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		rule = prefix + " *"
	}
	if prefix, ok := strings.CutSuffix(rule, " *"); ok && !strings.Contains(prefix, "*") && command == prefix {
		return true
	}
	parts := strings.Split(rule, "*")
	if mayMatch(parts[0], command) {
		return true
	}
	rest, ok := strings.CutPrefix(command, parts[0])
	if !ok || len(parts) == 1 {
		return ok && rest == ""
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[last])
}

// mayMatch reports whether a command could begin like a rule, depending on values that are not known here:
// variables of the shell, arguments of the skill, or the directories that Claude Code has variables for.
func mayMatch(rule, command string) bool {
	if rest, ok := strings.CutPrefix(command, variablePrefix); ok && !strings.Contains(rule, variablePrefix) {
		_, file, _ := strings.Cut(rest, "}")
		file, _, _ = strings.Cut(file, " ")
		return file != "" && strings.Contains(rule, file)
	}
	for at := 0; ; {
		i := strings.IndexByte(command[at:], '$')
		if i < 0 {
			return false
		}
		if at += i; !strings.HasPrefix(command[at:], variablePrefix) {
			return strings.HasPrefix(rule, command[:at])
		}
		at++
	}
}

// splitScript splits a script into commands at the operators of a shell. It reports false if the script has
// anything else: substitutions, escapes, groups, loops, here-documents, unclosed quotes.
func splitScript(script string) (commands []string, ok bool) {
	var quote byte
	start := 0
	add := func(end, next int) {
		if command := strings.TrimSpace(script[start:end]); command != "" && !strings.HasPrefix(command, "#") {
			commands = append(commands, command)
			ok = ok && !slices.Contains(keywords, strings.Fields(command)[0])
		}
		start = next
	}
	ok = true
	for i := 0; i < len(script); i++ {
		c := script[i]
		switch {
		case quote == '\'' && c != quote:
		case c == '`' || c == '\\' || c == '$' && strings.HasPrefix(script[i:], "$("):
			return nil, false
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '$' && strings.HasPrefix(script[i:], "${"):
			length := strings.IndexByte(script[i:], '}')
			if length < 0 {
				return nil, false
			}
			i += length
		case strings.IndexByte("(){}[]", c) >= 0 || strings.HasPrefix(script[i:], "<<"):
			return nil, false
		case c == '&' && isRedirection(script, i):
		case strings.IndexByte(";|&\n", c) >= 0:
			next := i + 1
			for next < len(script) && (script[next] == '|' || script[next] == '&') {
				next++
			}
			add(i, next)
			i = next - 1
		}
	}
	add(len(script), len(script))
	return commands, ok && quote == 0
}

// keywords are the first words of shell syntax that is not a simple command.
var keywords = []string{"if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "function", "select", "!"}

// isRedirection reports whether the ampersand at an offset is a part of a redirection, as in 2>&1 and &>.
func isRedirection(script string, at int) bool {
	return at > 0 && (script[at-1] == '>' || script[at-1] == '<') || at+1 < len(script) && script[at+1] == '>'
}

// wrappers are commands that run the command after them. Rules match that command.
var wrappers = []string{"time", "nice", "nohup", "stdbuf", "command", "builtin", "noglob", "timeout"}

// bareCommand returns the words of a command without those that rules skip: wrappers, redirections and
// assignments. Rules skip only some assignments. Which ones is not established.
func bareCommand(command []string) []string {
	var words []string
	skip, wrapped := false, false
	for _, word := range command {
		switch {
		case skip:
			skip = false
		case len(words) == 0 && assignment.MatchString(word):
		case len(words) == 0 && slices.Contains(wrappers, word):
			wrapped = true
		case len(words) == 0 && wrapped && (word[0] == '-' || word[0] >= '0' && word[0] <= '9'):
		case strings.ContainsAny(word, "<>"):
			skip = strings.HasSuffix(word, ">") || strings.HasSuffix(word, "<")
		default:
			words = append(words, word)
		}
	}
	return words
}

var assignment = regexp.MustCompile(`^[A-Za-z_]\w*=`)

func withoutQuotes(text string) string { return quoteStripper.Replace(text) }

var quoteStripper = strings.NewReplacer(`"`, "", `'`, "")

// reading are the programs that Claude Code may treat as read-only and run without permission. The
// documentation names the first fourteen as examples of a longer list. This one has every program that may be
// in it.
var reading = []string{
	"ls", "cat", "echo", "pwd", "head", "tail", "grep", "find", "wc", "which", "diff", "stat", "du", "cd",
	"[", "alias", "arch", "awk", "base64", "basename", "bat", "cal", "cksum", "cmp", "column", "comm", "cut", "date", "df", "dir", "dirname", "docker",
	"egrep", "env", "exa", "exit", "expand", "expr", "eza", "false", "fd", "fgrep", "file", "fmt", "fold", "free", "getconf", "gh", "groups", "hash",
	"help", "hexdump", "history", "hostname", "id", "info", "ip", "jobs", "join", "jq", "kubectl", "less", "locale", "lsof", "man", "md5sum", "more",
	"netstat", "nl", "nproc", "od", "paste", "pgrep", "podman", "pr", "printenv", "printf", "ps", "read", "readlink", "realpath", "rev", "rg", "sed",
	"seq", "sha1sum", "sha256sum", "shasum", "sleep", "sort", "ss", "strings", "sw_vers", "tac", "test", "top", "tput", "tr", "tree", "true", "tsort",
	"tty", "type", "uname", "unexpand", "uniq", "uptime", "ver", "vm_stat", "w", "whereis", "who", "whoami", "xargs", "xxd", "yq",
}

// gitWriting are the subcommands of git that change something. Some forms of the others are read-only.
var gitWriting = []string{
	"add", "checkout", "cherry-pick", "clean", "clone", "commit", "merge", "mv", "pull", "push", "rebase", "reset", "restore", "revert", "rm", "switch",
}

// asking are second words with which a program only prints information.
var asking = []string{
	"--version", "-v", "-V", "version", "--help", "-h", "help", "list", "ls", "view", "show", "info", "outdated", "why", "freeze", "tree", "env", "status", "search",
}

// isReadOnly reports whether Claude Code may treat a command as read-only.
func isReadOnly(words []string) bool {
	switch {
	case len(words) == 0:
		return true
	case words[0] == "git":
		return len(words) < 2 || !slices.Contains(gitWriting, words[1])
	case len(words) > 1 && slices.Contains(asking, words[1]):
		return true
	}
	return slices.Contains(reading, words[0]) || strings.HasPrefix(words[0], "$") && !strings.HasPrefix(words[0], variablePrefix)
}
