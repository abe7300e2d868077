package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/analysis"
)

// deafClients let a server register for changes and then tell of few or none. Helix tells of the files that it writes itself
// (helix-editor/helix#7665 and #11882); coc.nvim of none where the program watchman is not installed, and of none below /tmp
// (neoclide/coc.nvim#4616).
var deafClients = []string{"helix", "coc.nvim"}

// watches reports whether the client can be relied on to watch files.
func (c *client) watches() bool {
	return c.registerWatchers && !slices.Contains(deafClients, strings.ToLower(c.name))
}

// folderWatchers are the changes in the workspace's folders that a client is asked for: whatever comes and goes, since a deleted
// or renamed directory is told of without what was in it, and any file may be linked to; and the contents of Markdown, of
// configuration, and of everything below a directory of skills.
func folderWatchers() []protocol.FileSystemWatcher {
	watchers := []protocol.FileSystemWatcher{
		{GlobPattern: protocol.Pattern("**/*"), Kind: protocol.WatchKindCreate | protocol.WatchKindDelete},
	}
	for _, pattern := range []string{
		"**/*.{md,MD,markdown,mdc}",
		"**/{.skills-ls.yaml,.gitignore}",
		"**/agents/*.{yaml,yml}",
		"**/{" + strings.Join(analysis.RootNames(), ",") + "}/**",
	} {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(pattern)})
	}
	for _, end := range analysis.NativeEnds() {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + end)})
	}
	return watchers
}

// rootWatcher asks for everything below a directory outside of the workspace.
func rootWatcher(dir string) protocol.FileSystemWatcher {
	return protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{BaseURI: protocol.URI(pathURI(dir)), Pattern: "**/*"}}
}

// registerPatience is how long a client may take to answer a registration before it is taken to refuse.
const registerPatience = 10 * time.Second

// A clientWatch is what a client has been asked to watch. It is used by one goroutine.
type clientWatch struct {
	call    func(ctx context.Context, method string, params any) error
	outside []string // directories outside of the workspace
	id      string   // of the registration, empty for none
	count   int      // of the registrations made
}

// set registers for the workspace's folders and for the directories outside of it, if that is not what the client watches
// already. It returns the directories that it has not been watching. The old registration ends when the new one holds, so that
// no change falls in between.
func (c *clientWatch) set(ctx context.Context, outside []string) (added []string, err error) {
	if c.id != "" && slices.Equal(c.outside, outside) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, registerPatience)
	defer cancel()
	options := protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: folderWatchers()}
	for _, dir := range outside {
		options.Watchers = append(options.Watchers, rootWatcher(dir))
	}
	method := protocol.MethodWorkspaceDidChangeWatchedFiles
	c.count++
	id := fmt.Sprintf("%s:%s:%d", section, method, c.count)
	if err := c.call(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{registration(id, method, &options)},
	}); err != nil {
		return nil, fmt.Errorf("registering for changes of files: %w", err)
	}
	added = slices.DeleteFunc(slices.Clone(outside), func(dir string) bool { return slices.Contains(c.outside, dir) })
	old := c.id
	c.id, c.outside = id, outside
	if old == "" {
		return added, nil
	}
	if err := c.call(ctx, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
		Unregisterations: []protocol.Unregistration{{ID: old, Method: method}},
	}); err != nil {
		return added, fmt.Errorf("ending an earlier registration for changes of files: %w", err)
	}
	return added, nil
}

// register asks for notice of changed settings, from clients that let servers ask. It waits for the client.
func (s *server) register() {
	if !s.session.view().client.registerConfigChange {
		return
	}
	method := protocol.MethodWorkspaceDidChangeConfiguration
	err := s.conn.call(s.ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{registration(section+":"+method, method,
			&protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(section)})},
	}, nil)
	if err != nil && s.ctx.Err() == nil {
		s.log.Warn("the client refused a registration", "error", err)
	}
}

func registration(id, method string, options any) protocol.Registration {
	encoded, err := protocol.Marshal(options)
	if err != nil {
		panic(fmt.Sprintf("encoding the options of %s: %v", method, err)) // they are literals
	}
	return protocol.Registration{ID: id, Method: method, RegisterOptions: encoded}
}
