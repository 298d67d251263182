//go:build unix

package lsp

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// together puts a command and all that it starts into a process group, which is killed
// as a whole when the command's context ends, and the rest of it when the
// function that is returned is called.
func together(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = func() error {
		if err := kill(); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone
	}
	return func() {
		if cmd.Process != nil {
			_ = kill() // most often no process is left
		}
	}
}

// interrupt asks a process to end.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
