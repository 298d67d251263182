// Package auto is the default: a search by preemptions and strategies that draw take turns. No schedule of a small test is run
// twice. In a share of the runs timers fire early.
package auto

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/search"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/walk"
)

// MaxSearched is the number of schedules that the search visits before it draws, in all shards
// together.
const MaxSearched = 1000

// Turns are the strategies of eight runs, which come again and again. They are chosen by
// measurement: with them the subjects of script/subjects show most bugs in 1000 schedules,
// and soonest (TestAutoShares; script/subjects/shares.sh measures anew). The search has a
// quarter at least, so that it comes to the end of a small test.
var Turns = [...]string{"history", "icb", "pos", "history", "pct", "random", "icb", "history"}

// NearTurns are the turns when a change impacts code. Every third run draws near the change, and the search begins there.
var NearTurns = [...]string{"history", "near", "icb", "pos", "near", "history", "pct", "near", "random", "icb", "near", "history"}

// Auto makes a search by preemptions, up to MaxSearched schedules. It draws in the other runs, and in all when the search has
// no more. Of a long test a thousand schedules with few preemptions differ in its end alone. Of a small test no schedule is run twice: each
// strategy leaves out the schedules of the others.
type Auto struct {
	config config.Config
	turns  []string
	search *search.Frontier
	drawn  map[string]point.Strategy
	now    point.Strategy
	seen   search.Visited
	run    int
	passed int // schedules of the search that others had run
}

func newAuto(c config.Config) *Auto {
	s, p := c, config.PlaceOf[Mixture](&c)
	s.Strategy, s.Settings, s.Place = "icb", nil, p.search
	turns := Turns[:]
	if config.SettingsOf[Settings](&c).Changed {
		turns, s.Strategy, s.Settings = NearTurns[:], "capp", search.CAPP{Mode: order.ModeSome}
	}
	a := &Auto{config: c, turns: turns, search: search.NewFrontier(s, MaxSearched), drawn: map[string]point.Strategy{}}
	a.seen = search.NewVisited(a.search)
	for _, name := range turns {
		if name != "icb" && a.drawn[name] == nil {
			own := c
			own.Strategy, own.Settings, own.Depth, own.Place = name, nil, 0, p.of(name)
			if name == "pct" {
				own.Depth = walk.DefaultDepth
			}
			a.drawn[name] = walk.New(own)
		}
	}
	return a
}

// searches reports whether the search has another run.
func (a *Auto) searches() bool {
	return a.search.Runs()-a.passed < max(MaxSearched/max(a.config.Shards, 1), 1) && !a.search.Done()
}

// Begin lets the strategy of a turn make the run. When the search has no other, its turns go
// to those after them.
func (a *Auto) Begin(run int) {
	turn := run / max(a.config.Shards, 1) // of this shard
	name := a.turns[turn%len(a.turns)]
	a.now = a.search
	if name == "icb" {
		a.skip()
	}
	if name != "icb" || !a.searches() {
		for a.drawn[name] == nil {
			turn++
			name = a.turns[turn%len(a.turns)]
		}
		a.now = a.drawn[name]
	}
	a.run = run
	a.now.Begin(run)
	a.seen.Begin(random.Seeded(a.config.Seed^random.Golden, run))
}

// skip lets the search pass the schedules that other strategies have run.
func (a *Auto) skip() {
	for a.searches() {
		a.search.Begin(0)
		if !a.seen.Passes(a.search) {
			return
		}
		a.search.End(0)
		a.passed++
	}
}

// Next chooses the goroutine that is next.
func (a *Auto) Next(p *point.Point) int { return a.seen.Choose(p, a.now.Next(p), a.now != a.search) }

// End reports that there is no more when the search has visited all schedules,
// those beyond the bound too.
func (a *Auto) End(steps int) bool {
	if a.now != nil {
		a.now.End(steps)
		a.seen.End()
	}
	return !a.Complete()
}

// Weight is that of a run of random, 0 of another one.
func (a *Auto) Weight() float64 {
	w, drawn := a.now.(*walk.Walk)
	if !drawn {
		return 0
	}
	if weight, ok := a.seen.Estimate(); ok {
		return weight
	}
	return w.Weight()
}

// Diverged reports whether the run did not meet the points that its schedule was made for.
func (a *Auto) Diverged() bool { return a.now == a.search && a.search.Diverged() }

// Complete reports whether each schedule within the bound was visited.
func (a *Auto) Complete() bool { return a.seen.All() || a.search.Complete() && !a.search.IsCut() }

// Below is that of the search.
func (a *Auto) Below() int { return a.search.Below() }

// Resume is the search as another process carries on with it.
func (a *Auto) Resume() config.Config {
	c := a.search.Resume()
	c.Strategy, c.Settings = a.config.Strategy, a.config.Settings
	if a.seen.All() {
		c.Cut, c.Lost = false, false
	}
	c.Place = a.place()
	return c
}

func (a *Auto) place() Mixture {
	p := Mixture{search: a.search.Place()}
	if h, ok := a.drawn["history"].(*walk.History); ok {
		p.decisions = h.Place()
	}
	if s, ok := a.drawn["pct"].(*walk.PCT); ok {
		p.choices = s.Place()
	}
	if !a.searches() {
		p.search = p.search.DropAll()
	}
	return p
}

// Draw lets the strategy of the turn draw, unless all schedules after that number were run.
func (a *Auto) Draw(d *random.Draw) uint32 {
	code := uint32(0)
	if s, draws := a.now.(random.Drawer); draws {
		code = s.Draw(d)
	} else {
		code = random.Drawn(a.config.Seed, a.run, d)
	}
	return a.seen.Draw(d, code, a.now != a.search)
}
