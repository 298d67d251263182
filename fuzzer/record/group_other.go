//go:build !unix

package record

import (
	"os"
	"os/exec"
)

// Group interrupts only the command itself where there are no process groups.
func Group(cmd *exec.Cmd) (end func()) {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return func() {}
}
