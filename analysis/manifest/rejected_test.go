package manifest_test

import (
	"fmt"
	"testing"

	"skills-ls/analysis/manifest"
)

// TestRejected checks which manifests and which entries of a marketplace an agent rejects.
func TestRejected(t *testing.T) {
	const plugin, market = ".claude-plugin/plugin.json", ".claude-plugin/marketplace.json"
	const head = `{"name": "m", "owner": {"name": "o"}, "plugins": [`
	for _, tt := range []struct{ path, source, want string }{
		{plugin, `{"name": "p"}`, "false map[]"},
		{plugin, `{"name": "Good_Enough", "unknown": 1}`, "false map[]"},
		{plugin, `{"name": "My Plugin"}`, "true map[]"},
		{plugin, `{"name": "p",`, "true map[]"},
		{plugin, `{"name": "p",}`, "true map[]"},
		{plugin, `{"name": "p"} // p`, "true map[]"},
		{plugin, ``, "true map[]"},
		{plugin, `["p"]`, "true map[]"},
		{plugin, `{"version": "1.0.0"}`, "true map[]"},
		{plugin, `{"name": "p", "keywords": "k"}`, "true map[]"},
		{plugin, `{"name": "p", "agents": ["a.md"]}`, "true map[]"},
		{plugin, `{"name": "p", "agents": ["../a.md"]}`, "false map[]"},
		{market, head + `{"name": "p", "source": "./p"}, {"name": "q", "source": "./q"}]}`, "false map[]"},
		{market, head + `{"name": "p", "source": "p"}, {"source": "./q"}, {"name": "r", "source": "./r"}]}`, "false map[0:true 1:true]"},
		{market, head + `1, {"name": "p", "source": "../p"}]}`, "false map[0:true]"},
		{market, `{"plugins": [{"name": "p", "source": "./p"}]}`, "true map[]"},
		{market, head + `{"name": "p"`, "true map[]"},
		{market, `{"name": "m", "owner": {"name": "o"}, "plugins": {}}`, "true map[]"},
		{".codex-plugin/plugin.json", `{"name": "My Plugin"}`, "true map[]"},
		{".codex-plugin/plugin.json", `{}`, "false map[]"},
		{".cursor-plugin/plugin.json", `{"name": "My Plugin"}`, "false map[]"}, // what Cursor does is not documented
		{".cursor-plugin/plugin.json", `{"name": "p"`, "true map[]"},
	} {
		all, entries := manifest.Rejected(manifest.Read(roleOf(t, tt.path), tt.source))
		if got := fmt.Sprint(all, entries); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.source, got, tt.want)
		}
	}
}
