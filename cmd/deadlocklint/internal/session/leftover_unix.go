//go:build unix

package session

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed, and reports whether that was possible.
func lock(f *os.File) bool { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// isLeft reports whether the file is one of this user, and no process holds its lock.
func isLeft(name string) bool {
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid() && lock(f)
}
