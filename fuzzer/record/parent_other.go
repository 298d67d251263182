//go:build !linux

package record

import "os/exec"

// DiesWithUs does nothing where a process is not told of the end of another one.
func DiesWithUs(*exec.Cmd) {}

// DieWithParent does nothing where a process is not told of the end of another one.
func DieWithParent() {}
