package main

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
)

// verifyProgram returns what is wrong with a program for a platform. It must be for the platform, stripped
// and static where that is usual, have the version, contain none of the paths in local, and be unable to
// start programs or open connections.
func verifyProgram(program []byte, p platform, version string, local []string) error {
	if err := verifyFormat(program, p); err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	var wrong []error
	if built := (platform{settings["GOOS"], settings["GOARCH"]}); built != p {
		wrong = append(wrong, fmt.Errorf("built for %s, not for %s", built, p))
	}
	if info.Main.Version != version {
		wrong = append(wrong, fmt.Errorf("version %q instead of %q", info.Main.Version, version))
	}
	if settings["vcs.revision"] == "" || settings["-trimpath"] != "true" {
		wrong = append(wrong, fmt.Errorf("not built like a release: %v", settings))
	}
	for _, path := range local {
		if bytes.Contains(program, []byte(path)) {
			wrong = append(wrong, fmt.Errorf("contains %s, a path of this machine", path))
		}
	}
	for _, name := range reaching(program) {
		wrong = append(wrong, fmt.Errorf("contains the function %s, which starts programs or opens connections", name))
	}
	return errors.Join(wrong...)
}

// verifyFormat returns an error unless a program is for the system and processor, static if for Linux, and
// stripped.
func verifyFormat(program []byte, p platform) error {
	var processor any
	var stripped bool
	switch r := bytes.NewReader(program); p.os {
	case "linux":
		f, err := elf.NewFile(r)
		if err != nil {
			return err
		}
		processor, stripped = f.Machine, f.Section(".symtab") == nil && f.Section(".debug_info") == nil && f.Section(".zdebug_info") == nil
		for _, part := range f.Progs {
			if part.Type == elf.PT_INTERP {
				return errors.New("needs a dynamic linker")
			}
		}
	case "darwin":
		f, err := macho.NewFile(r)
		if err != nil {
			return err
		}
		processor, stripped = f.Cpu, f.Section("__debug_info") == nil && f.Section("__zdebug_info") == nil
	case "windows":
		f, err := pe.NewFile(r)
		if err != nil {
			return err
		}
		processor, stripped = f.Machine, len(f.Symbols) == 0 && f.Section(".debug_info") == nil
	default:
		return fmt.Errorf("unknown program format of %s", p.os)
	}
	if want := processors[p]; processor != want {
		return fmt.Errorf("for the processor %v, not for %v", processor, want)
	}
	if !stripped {
		return errors.New("not stripped")
	}
	return nil
}

// processors are the processor codes in the headers of programs.
var processors = map[platform]any{
	{"darwin", "amd64"}:  macho.CpuAmd64,
	{"darwin", "arm64"}:  macho.CpuArm64,
	{"linux", "amd64"}:   elf.EM_X86_64,
	{"linux", "arm64"}:   elf.EM_AARCH64,
	{"windows", "amd64"}: uint16(pe.IMAGE_FILE_MACHINE_AMD64),
	{"windows", "arm64"}: uint16(pe.IMAGE_FILE_MACHINE_ARM64),
}

// outgoing are functions of Go's own packages without which no program can start another one or open a
// connection: all code that does so calls one of them. The linker removes functions that are never called. An
// exception is syscall.execve, which every macOS program contains, because syscall keeps it in a variable for
// syscall.Exec.
var outgoing = []string{
	// another program
	"os.StartProcess", "os.startProcess", "os/exec.(*Cmd).Start", "plugin.open",
	"syscall.Exec", "syscall.ForkExec", "syscall.StartProcess", "syscall.forkExec", "syscall.forkAndExecInChild", "syscall.forkAndExecInChild1",
	"syscall.CreateProcess", "syscall.CreateProcessAsUser", "syscall.fork", "syscall.libc_fork_trampoline",
	"golang.org/x/sys/unix.Exec", "golang.org/x/sys/windows.CreateProcess", "golang.org/x/sys/windows.CreateProcessAsUser", "golang.org/x/sys/windows.ShellExecute",
	// a connection
	"net.(*Dialer).DialContext", "net.(*ListenConfig).Listen", "net.(*ListenConfig).ListenPacket", "net.(*Resolver).lookupIPAddr", "net.(*netFD).connect",
	"net.internetSocket", "net.socket", "net.sysSocket", "net.unixSocket",
	"syscall.Bind", "syscall.Connect", "syscall.ConnectEx", "syscall.Listen", "syscall.Socket", "syscall.Socketpair", "syscall.bind", "syscall.connect", "syscall.listen", "syscall.socket",
	"golang.org/x/sys/unix.Connect", "golang.org/x/sys/unix.Socket", "golang.org/x/sys/unix.connect", "golang.org/x/sys/unix.socket",
	"golang.org/x/sys/windows.Connect", "golang.org/x/sys/windows.ConnectEx", "golang.org/x/sys/windows.Socket", "golang.org/x/sys/windows.WSASocket",
}

// reaching returns the outgoing functions that a program contains. Even a stripped program contains the names
// of all its functions, each between two zero bytes: the Go runtime needs them to print a stack.
func reaching(program []byte) []string {
	if !bytes.Contains(program, []byte("\x00main.main\x00")) {
		return []string{"(unknown: the program has no function names)"}
	}
	var found []string
	for _, name := range outgoing {
		if bytes.Contains(program, []byte("\x00"+name+"\x00")) {
			found = append(found, name)
		}
	}
	return found
}
