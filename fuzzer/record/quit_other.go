//go:build !linux

package record

import (
	"os"
	"syscall"
)

// Quit asks a Go process for its dump.
func Quit(p *os.Process) {
	_ = p.Signal(syscall.SIGQUIT) // it may be over by now
}
