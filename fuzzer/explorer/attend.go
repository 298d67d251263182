package explorer

import (
	"os/exec"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// attend waits for the process. It ends it when a run makes no step any more, at the end of its time, zero for none, and when
// it has taken too much of the processors: a body that spins, or sleeps in the kernel, asks nobody whether it may go on.
func (p *process) attend(cmd *exec.Cmd, trail, runs string, end time.Time, over <-chan error) error {
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	var seen position
	var still standstill
	still.Reset(time.Now())
	told := time.Now()
	for {
		select {
		case err := <-over:
			return err
		case now := <-ticks.C:
			if at := positionOf(trail); at != seen {
				seen = at
				still.Reset(now)
			} else if !p.stalled {
				still.Look(now, record.UsageOf(cmd.Process.Pid))
			}
			if p.tell != nil && now.Sub(told) > often {
				told = now
				_ = p.read(runs) // the end of the process tells of a damage
				p.tell(p)
			}
			switch {
			case p.stalled || p.overdue:
			case still.over():
				p.stalled = true
				quit(cmd, dumpTime)
			case !end.IsZero() && now.After(end), still.Passed() == 0 && p.spendsTooMuch(cmd):
				p.overdue, p.idle = true, still.Passed() >= idleTime
				quit(cmd, dumpTimeOver)
			}
		}
	}
}

// spendsTooMuch reports whether a process has had more than it may of the processors. A process without steps
// ends as a standstill.
func (p *process) spendsTooMuch(cmd *exec.Cmd) bool {
	return p.most > 0 && record.UsageOf(cmd.Process.Pid).Spent > p.most
}

// How long a process may take to write its dump, at most, and without time left.
const (
	dumpTime     = 2 * time.Second
	dumpTimeOver = 300 * time.Millisecond
)

// quit asks a process for its dump, which says where it is, and kills it if it does not end by that.
func quit(cmd *exec.Cmd, within time.Duration) {
	record.Quit(cmd.Process)
	time.AfterFunc(within, func() { _ = cmd.Process.Kill() })
}

// The run in which a process is when its time is used up has a little more: this part of the time, and runTime at least.
const (
	runPart = 20
	runTime = 300 * time.Millisecond
)

// idleTime is how long a process makes no step when its run is said to stand still.
const idleTime = runTime

// endOf is when a process that begins now is ended, zero for no limit.
func endOf(now time.Time, limit time.Duration) (end time.Time) {
	if limit > 0 {
		end = now.Add(limit + max(limit/runPart, runTime))
	}
	return end
}
