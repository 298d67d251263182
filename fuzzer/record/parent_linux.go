package record

import (
	"os/exec"
	"syscall"
)

// DiesWithUs ends a command when this process ends, also when that is killed. Commands that they start are left to them.
func DiesWithUs(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// DieWithParent ends this process when its parent ends. The go command does not ask for that.
func DieWithParent() {
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0) // an old system leaves the process alive
}
