//go:build !unix

package lsp

import (
	"os"
	"os/exec"
)

// together ends only the command itself where there are no process groups.
func together(*exec.Cmd) (end func()) { return func() {} }

// interrupt ends a process where it cannot be asked to.
func interrupt(p *os.Process) error { return p.Kill() }
