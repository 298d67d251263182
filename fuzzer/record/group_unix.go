//go:build unix

package record

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// Group puts a command and its child processes into a process group of their own, which is
// interrupted as a whole. The returned function ends the remaining processes of the group. A
// run that ends in a deadlock leaves its children behind.
func Group(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	send := func(s syscall.Signal) error { return syscall.Kill(-cmd.Process.Pid, s) }
	cmd.Cancel = func() error {
		if err := send(syscall.SIGINT); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone
	}
	return func() {
		if cmd.Process != nil {
			_ = send(syscall.SIGKILL) // most often no process is left
		}
	}
}
