package explorer

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/auto"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// opFires is the step of the clock.
const opFires trace.Op = boundary.OpFires

// isEarly reports whether a timer fired early in the run.
func (e *Ending) isEarly() bool { return len(e.Early) > 0 }

// FailsEarly reports whether the test failed, or ended its process, after a timer had fired
// early. It may have failed because of that: a test may say how long it waits. No test says so by a misuse, before
// which it had not failed, or by a panic of other code than its own.
func (e *Ending) FailsEarly() bool {
	return e.isEarly() && (e.Failed || e.Crash != "" && !e.isMisuse() && !e.IsElsewhere())
}

// Counts reports whether an ending of the result may be a finding. Of two runs that ended in the same
// way, the one in which no timer fired early says more.
func (r *Result) Counts(e *Ending) bool {
	if !e.Bad() || e.FailsEarly() || e.Worn {
		return false
	}
	plain := *e
	plain.Early = nil
	return !e.isEarly() || !slices.ContainsFunc(r.Endings, func(o Ending) bool { return o.like(&plain) })
}

// calm lets no timer of the runs that come fire early, and reports whether some could. It is
// for a test that ends its process again and again when one does.
func (x *exploration) calm() bool {
	c := &x.State.Config
	if !c.Early && auto.WaysOf(c) == auto.WaysNone || x.last == nil || !x.last.isEarly() {
		return false
	}
	if auto.WaysOf(c) != auto.WaysNone {
		auto.Calm(c)
	}
	c.Early, c.Far, c.Stall = false, false, 0
	x.Calmed, x.crashes = true, 0
	return true
}

// Near is for how long a timer was set that fires early without "far", as package rt has it.
const Near = 100 * time.Millisecond

// setEarly lets timers fire as early in a strategy as they did in a run. A smaller schedule needs no longer stall.
func setEarly(c *config.Config, list []record.EarlyTimer) {
	c.Early = len(list) > 0
	c.Far = slices.ContainsFunc(list, func(t record.EarlyTimer) bool { return t.After > Near })
	if c.Early {
		c.Stall = StallSetting(StallOf(list))
	}
}

// StallOf is for how long other goroutines stood still while timers fired early, 0 when that of one is not known.
func StallOf(list []record.EarlyTimer) (sum time.Duration) {
	for _, t := range list {
		if t.Stall == 0 {
			return 0
		}
		sum += t.Stall
	}
	return sum
}

// StallSetting is a bound on a stall as config.Config has it: in milliseconds.
func StallSetting(d time.Duration) int {
	return int(min((d+time.Millisecond-1)/time.Millisecond, math.MaxInt32))
}

// firedEarly are the timers of steps of the clock, each duration once.
func firedEarly(steps []Step) (list []record.EarlyTimer) {
	for _, st := range steps {
		t := record.EarlyTimer{After: time.Duration(st.Object) * time.Microsecond}
		if st.Op == opFires && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// RelativeTo returns timers with positions that are relative to a directory where they can be.
func RelativeTo(root string, list []record.EarlyTimer) []record.EarlyTimer {
	list = slices.Clone(list)
	for i := range list {
		if rel, err := filepath.Rel(root, list[i].Pos); list[i].Pos != "" && err == nil && filepath.IsLocal(rel) {
			list[i].Pos = rel
		}
	}
	return list
}

// Fires reports whether a step is that of the clock, and for how long the timer was set that
// fires.
func (st Step) Fires() (after time.Duration, ok bool) {
	return time.Duration(st.Object) * time.Microsecond, st.Op == opFires
}

// formatFires writes a step of the clock.
func formatFires(st Step) string {
	return fmt.Sprintf("clock fires %s of %d", time.Duration(st.Object)*time.Microsecond, st.Enabled)
}

// parseFires reads it.
func parseFires(f []string) (st Step, ok bool) {
	d, err := time.ParseDuration(f[2])
	if err != nil || d < 0 || d/time.Microsecond > math.MaxUint32 || f[1] != "fires" || f[3] != "of" {
		return st, false
	}
	n, err := strconv.Atoi(f[4])
	return Step{Goroutine: 0xffff, Op: opFires, Enabled: n, Object: uint32(d / time.Microsecond)}, err == nil
}

// WithinStall bounds the stalls of configurations, and leaves those out that have no runs within the bound.
func WithinStall(bound time.Duration, list []config.Config) []config.Config {
	kept := list[:0]
	for _, c := range list {
		if explore.Within(&c, StallSetting(bound)) {
			kept = append(kept, c)
		}
	}
	return kept
}
