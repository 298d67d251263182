package record

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Quit asks a Go process for its dump. The signal goes to the running thread with the most processor time. Go writes the
// stack of the goroutine there, and no stack of other goroutines that run.
func Quit(p *os.Process) {
	if tid := busiest(p.Pid); tid > 0 {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(p.Pid), uintptr(tid), uintptr(syscall.SIGQUIT)); errno == 0 {
			return
		}
	}
	_ = p.Signal(syscall.SIGQUIT) // it may be over by now
}

// busiest is the thread of a process that runs and has used the most processor time, 0 for none.
func busiest(pid int) (tid int) {
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*") // the pattern is well-formed
	most := time.Duration(-1)
	for _, dir := range threads {
		if state, spent := readStat(dir + "/stat"); state == 'R' && spent > most {
			most = spent
			tid, _ = strconv.Atoi(filepath.Base(dir)) // a number
		}
	}
	return tid
}
