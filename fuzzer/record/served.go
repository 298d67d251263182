package record

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A ServedClock is the clock of limits for a process. On a busy machine a process may get no
// processor for long. Time for which a thread of it could run counts no further than the processor
// time of the process.
type ServedClock struct {
	at            time.Time // of the last look
	passed        time.Duration
	ready         time.Duration // of it, for which a thread could run
	before, since time.Duration // processor time: when the clock began, and until now
}

// Reset begins again with 0.
func (c *ServedClock) Reset(now time.Time) { *c = ServedClock{at: now} }

// Look takes in the usage of the process at a time.
func (c *ServedClock) Look(now time.Time, u Usage) {
	passed := now.Sub(c.at)
	if c.passed == 0 {
		c.before = u.Spent
	}
	c.at, c.passed, c.since = now, c.passed+passed, u.Spent-c.before
	if u.Ready {
		c.ready += passed
	}
}

// Passed is the time since the clock began.
func (c *ServedClock) Passed() time.Duration { return c.passed }

// Served is that time without the time in which the process only waited for a processor.
func (c *ServedClock) Served() time.Duration { return c.passed - max(0, c.ready-c.since) }

// A Usage is the time that a process has had of the processors.
type Usage struct {
	Spent time.Duration // processor time of all threads so far
	Ready bool          // a thread runs, or waits for a processor
}

// tick is the unit of processor time in files of proc(5).
const tick = time.Second / 100

// UsageOf reads the usage of a process. It is zero where proc(5) is not known, as on macOS.
func UsageOf(pid int) (u Usage) {
	dir := fmt.Sprintf("/proc/%d", pid)
	_, u.Spent = readStat(dir + "/stat")
	threads, _ := filepath.Glob(dir + "/task/*/stat") // the pattern is well-formed
	for _, name := range threads {
		state, _ := readStat(name)
		u.Ready = u.Ready || state == 'R'
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
