package main_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// absent are packages that neither the program nor its libraries import, since they could fetch, send, listen
// or start programs.
var absent = []string{"net/http", "net/rpc", "net/smtp", "crypto/tls", "log/syslog", "os/exec", "plugin", "golang.org/x/net", "golang.org/x/crypto/ssh"}

// netImporters are the libraries that import net, by system. They use only its types: addresses as flag
// values, and connections as an interface. Nothing calls the functions that open a connection, as
// internal/dist checks in the programs themselves.
var netImporters = map[string][]string{
	"darwin":  {"github.com/spf13/pflag", "go.lsp.dev/jsonrpc2"},
	"linux":   {"github.com/spf13/pflag", "go.lsp.dev/jsonrpc2"},
	"windows": {"github.com/spf13/pflag", "go.lsp.dev/jsonrpc2", "golang.org/x/sys/windows"},
}

// TestNothingReachesOut checks the dependencies of the program on every system for which there are releases.
func TestNothingReachesOut(t *testing.T) {
	for system, want := range netImporters {
		cmd := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, ".")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", cmd, err)
		}
		var net []string
		for line := range strings.Lines(string(out)) {
			imports := strings.Fields(line)
			name, imports := imports[0], imports[1:]
			for _, a := range absent {
				if name == a || strings.HasPrefix(name, a+"/") {
					t.Errorf("%s: the program holds %s", system, name)
				}
			}
			if slices.Contains(imports, "net") {
				net = append(net, name)
			}
		}
		slices.Sort(net)
		if !slices.Equal(net, want) {
			t.Errorf("%s: net is imported by %q, and should be by %q", system, net, want)
		}
	}
}
