package confirm

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// A Clock has the timers of the program that fired while goroutines stood still. Before
// a deadlock counts, the clock of package time goes ahead until no timer is left that
// could wake a goroutine. The zero value says that there were no timers to ask.
type Clock struct {
	Fired     int           // firings of timers
	Jumps     int           // of the clock
	Ahead     time.Duration // how far it went
	Limit     Limit         // why timers are left that were not let fire, or why some were let fire only together
	Exhausted bool          // no timer was left that could wake any goroutine
}

// A Limit is a set of reasons to let no more timers fire. Its bits are those of
// the runtime's template zz_dl_clock.go.txt.
type Limit uint8

// The limits.
const (
	LimitFirings Limit = 1 << iota // 1 000 firings
	LimitAhead                     // 24 hours ahead
	LimitReal                      // 20 s of real time
	LimitEnd                       // the process ended before
)

// String names the limits that were reached, or is "" for none.
func (l Limit) String() string {
	var list []string
	for i, name := range []string{"1000 firings", "24 hours ahead", "20 s of waiting", "the end of the process"} {
		if l>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// A TimerKind says what a timer does.
type TimerKind uint8

// The kinds of timers, numbered as in the runtime's template zz_dl_timers.go.txt.
const (
	TimerSend     TimerKind = 1 // it sends on a channel: time.After, NewTimer, NewTicker
	TimerFunc     TimerKind = 2 // it calls a function: time.AfterFunc, and contexts with a deadline
	TimerSleep    TimerKind = 3 // it ends a time.Sleep
	TimerDeadline TimerKind = 4 // it is the deadline of a connection
)

// A Timer is a timer that fired.
type Timer struct {
	Kind      TimerKind
	Goroutine uint64 // that sleeps
	Func      string // that is called, that sleeps, or that made the timer
	File      string // where it was made, "" when it is not known
	Line      int
}

// String words the timer for a report.
func (t Timer) String() string {
	s := map[TimerKind]string{
		TimerSend: "the timer of ", TimerFunc: "the timer that calls ", TimerSleep: "the sleep of ", TimerDeadline: "the deadline of a connection",
	}[t.Kind] + t.Func
	if t.File != "" {
		s += fmt.Sprintf(" (%s:%d)", filepath.Base(t.File), t.Line)
	}
	return s
}

// timerNames words timers that fired at one moment.
func timerNames(list []Timer) string {
	var names []string
	for _, t := range list {
		names = append(names, t.String())
	}
	return strings.Join(names, " or ")
}

// takeClock reads the lines of a file that are about the clock, and returns that of
// the process. Either it ended because of the timers, or they rescued, or they did
// nothing.
func (r *Run) takeClock(lines string) (clock Clock) {
	var timers []Timer
	rescued, ended := false, false
	for _, line := range strings.Split(lines, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "clock":
			n := parseFields(rest)
			clock = Clock{Fired: int(n["fired"]), Jumps: int(n["jumps"]), Ahead: time.Duration(n["ahead"]), Limit: Limit(n["limit"]), Exhausted: n["over"] != 0}
			rescued, ended = n["rescues"] != 0, n["ended"] != 0
		case "timer":
			timers = append(timers, parseTimer(rest))
		}
	}
	switch {
	case ended:
		r.EndedBy = timers
	case rescued:
		r.RescuedBy = timers
	}
	if clock != (Clock{}) {
		r.Clock = clock
	}
	return clock
}

// parseTimer reads "kind=2 id=0 line=1f func=NAME file=NAME"; a file may have
// spaces in its name.
func parseTimer(s string) Timer {
	head, names, _ := strings.Cut(s, " func=")
	name, file, _ := strings.Cut(names, " file=")
	n := parseFields(head)
	return Timer{Kind: TimerKind(n["kind"]), Goroutine: n["id"], Func: name, File: file, Line: int(n["line"])}
}

// assumption is the condition of a verdict for which a limit was reached.
func (c Clock) assumption() string {
	if c.Limit == 0 {
		return ""
	}
	return fmt.Sprintf("no timer ends it that would fire after %s, up to which %d timers have fired and the clock went %s ahead", c.Limit, c.Fired, c.Ahead.Round(time.Millisecond))
}

// clock says of the last run what its timers did before the verdict.
func (r *Result) clock() string {
	run := r.Runs[len(r.Runs)-1]
	c, before := run.Clock, run.Stats.early()
	if c.Fired == 0 {
		return before
	}
	s := before + fmt.Sprintf("; %d timers fired while they waited, with the clock up to %s ahead, and none woke them", c.Fired, c.Ahead.Round(time.Millisecond))
	if c.Limit != 0 {
		s += ", until a limit was reached: " + c.Limit.String()
	}
	return s
}

// early says how far the clock went ahead while goroutines were held back.
func (s *Stats) early() string {
	if s.Jumped == 0 {
		return ""
	}
	return fmt.Sprintf("; timers fired up to %s ahead while goroutines were held back", s.Jumped.Round(time.Millisecond))
}

// timers says in how many runs timers rescued or ended what had been reached.
func (r *Result) timers(reached string) (s string) {
	for _, note := range []struct {
		by   func(Run) []Timer
		text string
	}{
		{func(r Run) []Timer { return r.RescuedBy }, "and were rescued by"},
		{func(r Run) []Timer { return r.EndedBy }, "and do not count, since the process was then ended by"},
	} {
		n, names := 0, ""
		for _, run := range r.Runs {
			if by := note.by(run); by != nil && run.Verdict == nil && run.Quiescence == nil {
				n++
				names = timerNames(by)
			}
		}
		if n > 0 {
			s += fmt.Sprintf("; %d runs %s %s %s", n, reached, note.text, names)
		}
	}
	return s
}
