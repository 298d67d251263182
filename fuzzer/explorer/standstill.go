package explorer

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A standstill is the time since a process has made its last step. On a busy machine a process
// may get no processor for long: the time for which a thread could run counts only as far as it ran.
type standstill struct {
	at            time.Time // of the last look
	stood         time.Duration
	ready         time.Duration // of it, for which a thread could run
	before, since time.Duration // processor time: when the standstill began, and until now
}

// moved begins another standstill.
func (s *standstill) moved(now time.Time) { *s = standstill{at: now} }

// look takes in the progress of the process since the last look.
func (s *standstill) look(now time.Time, u usage) {
	passed := now.Sub(s.at)
	if s.stood == 0 {
		s.before = u.spent
	}
	s.at, s.stood, s.since = now, s.stood+passed, u.spent-s.before
	if u.ready {
		s.ready += passed
	}
}

// over reports whether the process has stood still for [Stall], and does not only wait for a processor. Behind
// [StallMost] it is over in any case.
func (s *standstill) over() bool {
	starved := max(0, s.ready-s.since)
	return s.stood-starved > Stall || s.stood > StallMost
}

// A usage is the time that a process has had of the processors.
type usage struct {
	spent time.Duration // processor time of all threads so far
	ready bool          // a thread runs, or waits for a processor
}

// tick is the unit of processor time in files of proc(5).
const tick = time.Second / 100

// usageOf reads the usage of a process. It is zero where proc(5) is not known, as on macOS.
func usageOf(pid int) (u usage) {
	dir := fmt.Sprintf("/proc/%d", pid)
	_, u.spent = readStat(dir + "/stat")
	threads, _ := filepath.Glob(dir + "/task/*/stat") // the pattern is well-formed
	for _, name := range threads {
		state, _ := readStat(name)
		u.ready = u.ready || state == 'R'
	}
	return u
}

// readStat reads the state and the processor time of a process or thread. They are 0 when it
// has ended.
func readStat(name string) (state byte, spent time.Duration) {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0, 0
	}
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // the name of a program may hold anything
	if len(f) < 13 {
		return 0, 0
	}
	user, err1 := strconv.ParseInt(string(f[11]), 10, 64)
	system, err2 := strconv.ParseInt(string(f[12]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0, 0
	}
	return f[0][0], time.Duration(user+system) * tick
}
