//go:build unix

package record

import (
	"syscall"
	"time"
)

// Own is the processor time of this process so far, without its children.
func Own() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
