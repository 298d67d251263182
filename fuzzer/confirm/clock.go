package confirm

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
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

// A Limit is a set of reasons to let no more timers fire.
type Limit boundary.LimitSet

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

// A Timer is a timer that fired.
type Timer boundary.Timer

// String words the timer for a report.
func (t Timer) String() string {
	s := map[boundary.TimerKind]string{
		boundary.TimerSend: "the timer of ", boundary.TimerFunc: "the timer that calls ", boundary.TimerSleep: "the sleep of ", boundary.TimerDeadline: "the deadline of a connection",
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

// takeClock takes in the lines of a file about the clock, and returns that of the process. Either it
// ended because of the timers, or they rescued, or they did nothing.
func (r *Run) takeClock(p *processReport) Clock {
	c := p.clock
	clock := Clock{Fired: int(c.Fired), Jumps: int(c.Jumps), Ahead: time.Duration(c.Ahead), Limit: Limit(c.Limit), Exhausted: c.Exhausted}
	var timers []Timer
	for _, t := range p.timers {
		timers = append(timers, Timer(t))
	}
	switch {
	case c.Ended:
		r.EndedBy = timers
	case c.Rescues:
		r.RescuedBy = timers
	}
	if clock != (Clock{}) {
		r.Clock = clock
	}
	return clock
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
	return fmt.Sprintf("; timers fired up to %s ahead while goroutines were held back", time.Duration(s.Jumped).Round(time.Millisecond))
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
