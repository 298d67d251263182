//go:build !linux

package explorer

import (
	"os"
	"syscall"
)

// quit asks a process for the stacks of its goroutines and ends it.
func quit(p *os.Process) { _ = p.Signal(syscall.SIGQUIT) } // it may be over by now
