package main

import (
	"os"
	"path/filepath"
)

const extensionDir = "editors/vscode"

// extension packages the extension for a target with the files in the directory server, and repacks the
// result: in the original package, the order, times and modes of the files depend on this machine.
func (d *distribution) extension(target, server, work string) ([]byte, error) {
	server, err := filepath.Abs(server)
	if err != nil {
		return nil, err
	}
	packaged, err := filepath.Abs(filepath.Join(work, target+".vsix"))
	if err != nil {
		return nil, err
	}
	_, err = output(filepath.Join(d.root, extensionDir), nil, "node", "scripts/package.mjs", "--target", target, "--server", server, "--out", packaged)
	if err != nil {
		return nil, err
	}
	archive, err := os.ReadFile(packaged)
	if err != nil {
		return nil, err
	}
	files, err := unpack(packaged, archive)
	if err != nil {
		return nil, err
	}
	program := "extension/server/" + targets[target].binary()
	for i := range files {
		files[i].mode = plain
		if files[i].name == program {
			files[i].mode = executable
		}
	}
	return pack(packaged, files, d.when)
}
