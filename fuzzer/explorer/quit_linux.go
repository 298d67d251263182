package explorer

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// quit asks a process for the stacks of its goroutines and ends it. Go writes the stack of
// a goroutine that runs only when the signal comes to its thread.
func quit(p *os.Process) {
	if tid := running(p.Pid); tid != 0 && syscall.Tgkill(p.Pid, tid, syscall.SIGQUIT) == nil {
		return
	}
	_ = p.Signal(syscall.SIGQUIT) // it may be over by now
}

// running is the thread of a process that runs, of several the one that has had most of
// the processor; 0 for not known. Goroutines change threads, so the sum alone says little.
func running(pid int) (tid int) {
	names, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/stat")
	most := -1
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(b), ") ") // behind the name of the program
		const user = 11                            // proc(5): utime is field 14, and this is the third
		f := strings.Fields(rest)
		if len(f) <= user || f[0] != "R" {
			continue
		}
		if n, err := strconv.Atoi(f[user]); err == nil && n > most {
			most = n
			tid, _ = strconv.Atoi(filepath.Base(filepath.Dir(name)))
		}
	}
	return tid
}
