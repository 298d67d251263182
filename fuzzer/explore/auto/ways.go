package auto

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// The ways of a strategy that takes turns with the clock: timers fire when no goroutine can run, short timers may fire
// before, and timers of any length may.
const (
	inTime = iota
	early
	far
	waysOfClock
)

// clockTurns are the ways of four runs, which come again and again. Most bugs need no timer that fires early, and a watchdog
// ends most runs of the last way.
var clockTurns = [...]int{inTime, early, inTime, far}

// Clocked lets timers fire early in a share of the runs, once a run has set a timer. Each way is an auto of its own. It has
// schedules that the others lack, so that none is left out for those of another one.
type Clocked struct {
	config config.Config
	list   [waysOfClock]*Auto // nil until its first turn
	now    int
	begun  bool
}

func newWays(c config.Config) *Clocked { return &Clocked{config: c} }

// SetTimed says that a run has set a timer.
func (w *Clocked) SetTimed() {
	s := untimed(&w.config)
	s.Ways = WaysTimed
	w.config.Settings = s
}

// Clock reports whether timers may fire early in this run, and whether those of any length may.
func (w *Clocked) Clock() (may, any bool) { return w.now != inTime, w.now == far }

// of is the strategy of a way.
func (w *Clocked) of(way int) *Auto {
	if w.list[way] == nil {
		c := w.config
		c.Settings, c.Early, c.Far = untimed(&c), way != inTime, way == far
		if way != inTime { // they begin anew in each process
			c.Runs, c.Cut, c.Lost, c.Place = 0, false, false, nil
		}
		c.Seed += uint64(way / far) // other runs than those where all timers are short
		w.list[way] = newAuto(c)
	}
	return w.list[way]
}

// isDone reports whether a way has no further schedule.
func (w *Clocked) isDone(way int) bool { return w.list[way] != nil && w.list[way].Complete() }

// given is added to the numbers of runs that a way makes in the turns of another one: none of its own has them.
const given = 1 << 24

// Begin lets a way make the run. Each way numbers its own runs.
func (w *Clocked) Begin(run int) {
	w.begun = true
	if !SetsTimers(&w.config) {
		w.now = inTime
		w.of(inTime).Begin(run)
		return
	}
	shards := max(w.config.Shards, 1)
	turn := run / shards
	w.now = clockTurns[turn%len(clockTurns)]
	own := turn / len(clockTurns)
	if w.now == inTime {
		own = 2*own + turn%len(clockTurns)/2
	}
	if w.isDone(w.now) {
		own = turn + given
		for way := range w.list {
			if !w.isDone(way) {
				w.now = way
				break
			}
		}
	}
	w.of(w.now).Begin(own*shards + run%shards)
}

// Next chooses the goroutine that is next.
func (w *Clocked) Next(p *point.Point) int { return w.list[w.now].Next(p) }

// End reports that there is no more when each way has no more.
func (w *Clocked) End(steps int) bool {
	more := w.list[w.now].End(steps)
	if !SetsTimers(&w.config) {
		return more
	}
	for way := range w.list {
		more = more || !w.isDone(way)
	}
	return more
}

// Weight is that of a schedule of the first way.
func (w *Clocked) Weight() float64 {
	if w.now != inTime {
		return 0
	}
	return w.list[inTime].Weight()
}

// Diverged reports whether the run did not meet the points that its schedule was made for.
func (w *Clocked) Diverged() bool { return w.list[w.now].Diverged() }

// Complete reports whether every schedule of the first way was visited.
func (w *Clocked) Complete() bool { return w.begun && w.of(inTime).Complete() }

// Below is that of the first way.
func (w *Clocked) Below() int { return w.of(inTime).Below() }

// Resume is the search as another process carries on with it.
func (w *Clocked) Resume() config.Config {
	c := w.of(inTime).Resume()
	c.Settings, c.Stall = w.config.Settings, w.config.Stall
	return c
}

// Draw lets the way of the run draw.
func (w *Clocked) Draw(d *random.Draw) uint32 { return w.list[w.now].Draw(d) }
