//go:build !linux

package record

import "os/exec"

func diesWithUs(*exec.Cmd) {}

// DieWithParent does nothing where a process is not told of the end of another one.
func DieWithParent() {}
