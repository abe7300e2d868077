// Demo starts a skills-ls server as an editor does, and shows what it reports about a sample project.
//
// It shows the protocol in its simplest form: plain JSON over the server's standard input and output.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: demo SERVER WORKSPACE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(server, workspace string) error {
	server, err := filepath.Abs(server)
	if err != nil {
		return err
	}
	workspace, err = filepath.Abs(workspace)
	if err != nil {
		return err
	}
	started := time.Now()
	c, err := start(server, "serve", "--stdio")
	if err != nil {
		return err
	}
	var initialized struct {
		ServerInfo struct{ Name, Version string }
	}
	err = c.ask("initialize", object{
		"processId":        os.Getpid(),
		"rootUri":          fileURI(workspace),
		"workspaceFolders": []object{{"uri": fileURI(workspace), "name": filepath.Base(workspace)}},
		"capabilities": object{
			"general":      object{"positionEncodings": []string{"utf-16"}},
			"textDocument": object{"publishDiagnostics": object{"versionSupport": true}},
		},
	}, &initialized)
	if err != nil {
		return err
	}
	if err := c.notify("initialized", object{}); err != nil {
		return err
	}
	fmt.Printf("%s %s responded %s after its start.\n", initialized.ServerInfo.Name, initialized.ServerInfo.Version, time.Since(started).Round(time.Millisecond))

	for _, step := range []func(*client, string) error{showDiagnostics, showCompletion, showList, showPreview} {
		if err := step(c, workspace); err != nil {
			return errors.Join(err, c.process.Process.Kill())
		}
	}
	if err := c.stop(); err != nil {
		return err
	}
	heading("In your editor")
	fmt.Println(advice(server, workspace))
	return nil
}

type object map[string]any

func heading(text string) { fmt.Printf("\n== %s\n\n", text) }

// showDiagnostics opens every Markdown file of the project and prints the diagnostics.
func showDiagnostics(c *client, workspace string) error {
	heading("Diagnostics, as they appear while you type")
	var files []string
	err := filepath.WalkDir(workspace, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		err = c.notify("textDocument/didOpen", object{"textDocument": object{
			"uri": fileURI(file), "languageId": "markdown", "version": 1, "text": string(text),
		}})
		if err != nil {
			return err
		}
	}
	if err := c.settle(time.Second); err != nil {
		return err
	}
	severities := []string{"", "error", "warning", "information", "hint"}
	for _, file := range files {
		found := c.diagnostics[fileURI(file)]
		slices.SortStableFunc(found, func(a, b diagnostic) int {
			return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character)
		})
		for _, d := range found {
			fmt.Printf("%s:%d:%d: %s: %s (%s)\n", relative(workspace, file), d.Range.Start.Line+1, d.Range.Start.Character+1, severities[d.Severity], d.Message, d.Code)
		}
	}
	return nil
}

// showCompletion types "$" in AGENTS.md, without saving it, and prints the completions.
func showCompletion(c *client, workspace string) error {
	heading("Completion after $ in AGENTS.md")
	file := filepath.Join(workspace, "AGENTS.md")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	line := strings.Count(string(text), "\n")
	err = c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": fileURI(file), "version": 2},
		"contentChanges": []object{{"range": object{"start": position{line, 0}, "end": position{line, 0}}, "text": "For reviews use $"}},
	})
	if err != nil {
		return err
	}
	var answer json.RawMessage // a list, or an object that contains one
	err = c.ask("textDocument/completion", object{
		"textDocument": object{"uri": fileURI(file)},
		"position":     position{line, len("For reviews use $")},
		"context":      object{"triggerKind": 2, "triggerCharacter": "$"},
	}, &answer)
	if err != nil {
		return err
	}
	type item struct {
		Label  string
		Detail string
	}
	var list struct{ Items []item }
	if json.Unmarshal(answer, &list) != nil {
		if err := json.Unmarshal(answer, &list.Items); err != nil {
			return err
		}
	}
	for _, item := range list.Items {
		fmt.Printf("  %-18s %s\n", item.Label, item.Detail)
	}
	return nil
}

// showList prints the skills that an agent finds from the project.
func showList(c *client, workspace string) error {
	heading("Skills that Codelia finds here (skills/list)")
	var list struct {
		Skills []struct{ Name, Scope, Path, Description string }
		Errors []struct{ Path, Message string }
	}
	if err := c.ask("skills/list", object{"cwd": workspace, "agent": "codelia"}, &list); err != nil {
		return err
	}
	for _, s := range list.Skills {
		fmt.Printf("  %-16s %-5s %s\n", s.Name, s.Scope, relative(workspace, s.Path))
	}
	for _, e := range list.Errors {
		fmt.Printf("  rejected: %s: %s\n", relative(workspace, e.Path), e.Message)
	}
	return nil
}

// showPreview prints the text that an agent would insert into the prompt.
func showPreview(c *client, workspace string) error {
	heading("The exact text that the model receives (skills/preview of release-notes)")
	var preview struct {
		Agent   string
		Content string
		Bytes   int
		Tokens  struct{ Count int }
	}
	params := object{"path": filepath.Join(workspace, ".agents", "skills", "release-notes", "SKILL.md"), "cwd": workspace}
	if err := c.ask("skills/preview", params, &preview); err != nil {
		return err
	}
	fmt.Println(strings.TrimRight(preview.Content, "\n"))
	fmt.Printf("\n(%s, %d bytes, about %d tokens)\n", preview.Agent, preview.Bytes, preview.Tokens.Count)
	return nil
}

// advice returns how to set up the server in the editors that are installed.
func advice(server, workspace string) string {
	var parts []string
	for _, editor := range []struct{ command, text string }{
		{"code", "VS Code: `make vscode` builds and installs the extension. Then run `code " + workspace + "`."},
		{"codium", "VSCodium: `make vscode VSCODE=codium` builds and installs the extension. Then run `codium " + workspace + "`."},
		{"nvim", "Neovim: `nvim --cmd 'set rtp^=" + filepath.Join(filepath.Dir(server), "editors", "nvim") + "' -c \"lua require('skills_ls').setup({})\" " + filepath.Join(workspace, "AGENTS.md") + "`"},
		{"hx", "Helix: add the configuration in docs/editors.md to ~/.config/helix/languages.toml, and skills-ls to PATH."},
		{"emacs", "Emacs: add the configuration in docs/editors.md to init.el, and skills-ls to PATH."},
	} {
		if _, err := exec.LookPath(editor.command); err == nil {
			parts = append(parts, editor.text)
		}
	}
	if parts == nil {
		parts = []string{"No known editor found. See docs/editors.md for VS Code, Neovim, Helix, Emacs and others."}
	}
	return strings.Join(parts, "\n")
}

func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil {
		return rel
	}
	return path
}

func fileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a path with a Windows drive
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
