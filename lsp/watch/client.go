package watch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"skills-ls/analysis/file"
	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
)

// unreliableWatchers let a server register for changes and then report few or none. Helix reports the files that it
// writes itself (helix-editor/helix#7665 and #11882). coc.nvim reports none if the program watchman is not
// installed, and none below /tmp (neoclide/coc.nvim#4616). lsp.TestWatching plays Helix.
var unreliableWatchers = []string{"helix", "coc.nvim"}

// watches reports whether the client can be relied on to watch files.
func watches(c *session.Client) bool {
	return c.RegisterWatchers && !slices.Contains(unreliableWatchers, strings.ToLower(c.Name))
}

// folderWatchers returns the watchers for the workspace folders. They match the creation and deletion of
// every file: clients report a deleted or renamed directory without its contents, and any file may be linked
// to. They also match changes of Markdown, of configuration, and of everything below a directory of skills.
func folderWatchers() []protocol.FileSystemWatcher {
	watchers := []protocol.FileSystemWatcher{
		{GlobPattern: protocol.Pattern("**/*"), Kind: protocol.WatchKindCreate | protocol.WatchKindDelete},
	}
	for _, pattern := range []string{
		"**/*.{md,MD,markdown,mdc}",
		"**/{.skills-ls.yaml,*skills-ls.yaml,*skills-ls-baseline.json,.gitignore}",
		"**/agents/*.{yaml,yml}",
		"**/{" + strings.Join(file.RootNames(), ",") + "}/**",
	} {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(pattern)})
	}
	for _, end := range slices.Concat(file.NativeEnds(), file.ManifestEnds()) {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern("**/" + end)})
	}
	return watchers
}

// rootWatcher returns the watcher for everything below a directory outside of the workspace.
func rootWatcher(dir string) protocol.FileSystemWatcher {
	return protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{BaseURI: protocol.URI(position.PathURI(dir)), Pattern: "**/*"}}
}

// RegisterPatience is how long a client may take to answer a registration before that counts as a refusal.
const RegisterPatience = 10 * time.Second

// A clientWatch is what a client was asked to watch. Only one goroutine uses it.
type clientWatch struct {
	conn    *wire.Conn
	outside []string // directories outside of the workspace
	id      string   // of the registration, empty for none
	count   int      // number of registrations made
}

// set registers watchers for the workspace folders and for the directories outside of them, unless the client
// already watches these. It returns the directories that the client was not watching. The old registration
// ends when the new one is in effect, so that no change is missed.
func (c *clientWatch) set(ctx context.Context, outside []string) (added []string, err error) {
	if c.id != "" && slices.Equal(c.outside, outside) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, RegisterPatience)
	defer cancel()
	options := protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: folderWatchers()}
	for _, dir := range outside {
		options.Watchers = append(options.Watchers, rootWatcher(dir))
	}
	method := protocol.MethodWorkspaceDidChangeWatchedFiles
	c.count++
	id := fmt.Sprintf("%s:%s:%d", session.Section, method, c.count)
	if err := Register(ctx, c.conn, id, method, &options); err != nil {
		return nil, fmt.Errorf("registering for changes of files: %w", err)
	}
	added = slices.DeleteFunc(slices.Clone(outside), func(dir string) bool { return slices.Contains(c.outside, dir) })
	old := c.id
	c.id, c.outside = id, outside
	if old == "" {
		return added, nil
	}
	if err := Unregister(ctx, c.conn, old, method); err != nil {
		return added, fmt.Errorf("ending an earlier registration for changes of files: %w", err)
	}
	return added, nil
}

// Register asks the client to use a method of the server. The options must be encodable.
func Register(ctx context.Context, conn *wire.Conn, id, method string, options any) error {
	encoded, err := protocol.Marshal(options)
	if err != nil {
		return err
	}
	params := &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: id, Method: method, RegisterOptions: encoded}},
	}
	return conn.Call(ctx, protocol.MethodClientRegisterCapability, params, nil)
}

// Unregister ends a registration.
func Unregister(ctx context.Context, conn *wire.Conn, id, method string) error {
	params := &protocol.UnregistrationParams{Unregisterations: []protocol.Unregistration{{ID: id, Method: method}}}
	return conn.Call(ctx, protocol.MethodClientUnregisterCapability, params, nil)
}
