// Outgoing can start a program and open a connection, which a check of programs must notice.
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
