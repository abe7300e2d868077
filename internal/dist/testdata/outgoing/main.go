// Outgoing can start a program and open a connection. The verification of programs must detect it.
package main

import (
	"net"
	"os"
	"os/exec"
)

func main() {
	if len(os.Args) > 2 {
		_ = exec.Command(os.Args[1]).Run()
		_, _ = net.Dial("tcp", os.Args[2])
	}
}
