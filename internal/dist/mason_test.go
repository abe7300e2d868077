package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// addressPlaceholder is in the registry entries instead of the address of this repository, which is not known
// yet.
const addressPlaceholder = "REPOSITORY_OWNER/REPOSITORY_NAME"

// TestMason checks the entry for Mason's registry, with an address filled in, against the fields that the
// registry documents and against the files of a release.
func TestMason(t *testing.T) {
	registry := filepath.Join("..", "..", "editors", "nvim", "registry")
	text := registryEntry(t, filepath.Join(registry, "mason-registry", "packages", "skills-ls", "package.yaml"))
	registryEntry(t, filepath.Join(registry, "nvim-lspconfig", "lsp", "skills_ls.lua"))

	var entry any
	if err := yaml.Unmarshal([]byte(text), &entry); err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("testdata", "mason-package.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(entry); err != nil {
		t.Error(err)
	}

	var p struct {
		Source struct {
			ID    string
			Asset []struct{ Target, File, Bin string }
		}
		Bin map[string]string
	}
	if err := yaml.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	var extension struct{ Version string }
	manifest, err := os.ReadFile(filepath.Join("..", "..", "editors", "vscode", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(manifest, &extension); err != nil {
		t.Fatal(err)
	}
	d := distribution{version: "v" + extension.Version}
	if want := "pkg:github/example/skills-ls@" + d.version; p.Source.ID != want {
		t.Errorf("the source is %s, want %s", p.Source.ID, want)
	}
	if p.Bin["skills-ls"] != "{{source.asset.bin}}" {
		t.Errorf("bin %q", p.Bin)
	}
	words := map[string]string{"darwin": "darwin", "linux": "linux", "windows": "win", "amd64": "x64", "arm64": "arm64"}
	if len(p.Source.Asset) != len(platforms) {
		t.Errorf("%d assets for %d platforms", len(p.Source.Asset), len(platforms))
	}
	for _, platform := range platforms {
		target, found := words[platform.os]+"_"+words[platform.arch], false
		for _, a := range p.Source.Asset {
			if a.Target != target {
				continue
			}
			found = true
			file, bin := strings.ReplaceAll(a.File, "{{version}}", d.version), strings.ReplaceAll(a.Bin, "{{version}}", d.version)
			if wantFile, wantBin := d.archiveName(platform), d.prefix(platform)+"/"+platform.binary(); file != wantFile || bin != wantBin {
				t.Errorf("%s is %s in %s, want %s in %s", target, bin, file, wantBin, wantFile)
			}
		}
		if !found {
			t.Errorf("nothing for %s", target)
		}
	}
}

// registryEntry reads an entry and replaces the placeholder by an address.
func registryEntry(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), addressPlaceholder) {
		t.Errorf("%s: the place for the address is gone; if the repository knows its address now, say it there and here", path)
	}
	return strings.ReplaceAll(string(data), addressPlaceholder, "example/skills-ls")
}
