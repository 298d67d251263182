package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// killBelow ends the processes that a process has started, and theirs. Some are in process groups of their own,
// which a terminal does not interrupt.
func killBelow(pid int) {
	children := map[int][]int{}
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		if child, parent, ok := parentOf(name); ok {
			children[parent] = append(children[parent], child)
		}
	}
	for list := children[pid]; len(list) > 0; list = append(list[1:], children[list[0]]...) {
		_ = syscall.Kill(list[0], syscall.SIGKILL) // it may be over by now
	}
}

// parentOf reads the ids of a process and of its parent. They are around a name in parentheses, which may have any byte.
func parentOf(stat string) (pid, parent int, ok bool) {
	b, err := os.ReadFile(stat)
	begin, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if err != nil || begin < 0 || end < begin {
		return 0, 0, false
	}
	fields := bytes.Fields(b[end+1:])
	if len(fields) < 2 {
		return 0, 0, false
	}
	pid, err1 := strconv.Atoi(string(bytes.TrimSpace(b[:begin])))
	parent, err2 := strconv.Atoi(string(fields[1]))
	return pid, parent, err1 == nil && err2 == nil
}
