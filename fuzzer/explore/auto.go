package explore

// autoRuns is the number of schedules that auto visits before it draws, in all shards
// together.
const autoRuns = 1000

// autoTurns are the strategies of eight runs, which come again and again. They are chosen by
// measurement: with them the subjects of script/subjects show most bugs in 1000 schedules,
// and soonest (TestAutoShares; script/subjects/shares.sh measures anew). The search has a
// quarter at least, so that it comes to the end of a small test.
var autoTurns = [...]string{"history", "icb", "pos", "history", "pct", "random", "icb", "history"}

// auto makes a search by preemptions, up to autoRuns schedules, and draws in the other runs,
// and in all when there are no more: of a long test a thousand schedules with few
// preemptions differ in its end alone. Of a small test no schedule is run twice: each
// strategy leaves out the schedules of the others.
type auto struct {
	config Config
	search *frontier
	drawn  map[string]Strategy
	now    Strategy
	seen   visited
	run    int
	passed int // schedules of the search that others had run
}

func newAuto(c Config) *auto {
	s, p := c, placeOf[mixture](&c)
	s.Strategy, s.Settings, s.Place = "icb", nil, p.search
	a := &auto{config: c, search: newFrontier(s, autoRuns), drawn: map[string]Strategy{}, seen: newVisited()}
	for _, name := range autoTurns {
		if name != s.Strategy && a.drawn[name] == nil {
			own := c
			k, _ := definitionOf(name)
			own.Strategy, own.Settings, own.Depth, own.Place = name, k.settings, k.depth, p.of(name)
			a.drawn[name] = k.make(own)
		}
	}
	return a
}

// searches reports whether the search has another run.
func (a *auto) searches() bool {
	return a.search.runs-a.passed < max(autoRuns/max(a.config.Shards, 1), 1) && !a.search.done()
}

// Begin lets the strategy of a turn make the run. When the search has no other, its turns go
// to those after them.
func (a *auto) Begin(run int) {
	turn := run / max(a.config.Shards, 1) // of this shard
	name := autoTurns[turn%len(autoTurns)]
	a.now = a.search
	if name == "icb" {
		a.skip()
	}
	if name != "icb" || !a.searches() {
		for a.drawn[name] == nil {
			turn++
			name = autoTurns[turn%len(autoTurns)]
		}
		a.now = a.drawn[name]
	}
	a.run = run
	a.now.Begin(run)
	a.seen.begin(seeded(a.config.Seed^golden, run))
}

// skip lets the search pass the schedules that other strategies have run.
func (a *auto) skip() {
	for a.searches() {
		a.search.Begin(0)
		if !a.seen.passes(&a.search.path) {
			return
		}
		a.search.End(0)
		a.passed++
	}
}

func (a *auto) Next(p *Point) int { return a.seen.choose(p, a.now.Next(p), a.now != a.search) }

// End reports that there is no more when the search has visited all schedules,
// those beyond the bound too.
func (a *auto) End(steps int) bool {
	if a.now != nil {
		a.now.End(steps)
		a.seen.end()
	}
	return !a.Complete()
}

// Weight is that of a run of random, 0 of another one.
func (a *auto) Weight() float64 {
	w, drawn := a.now.(*walk)
	if !drawn {
		return 0
	}
	if weight, ok := a.seen.estimate(); ok {
		return weight
	}
	return w.Weight()
}

func (a *auto) Diverged() bool { return a.now == a.search && a.search.diverged }

func (a *auto) Complete() bool { return a.seen.all() || a.search.Complete() && !a.search.cut }

// Below is that of the search.
func (a *auto) Below() int { return a.search.below }

func (a *auto) Resume() Config {
	c := a.search.Resume()
	c.Strategy, c.Settings = a.config.Strategy, a.config.Settings
	if a.seen.all() {
		c.Cut, c.Lost = false, false
	}
	c.Place = a.place()
	return c
}

func (a *auto) place() mixture {
	p := mixture{search: a.search.place()}
	if h, ok := a.drawn["history"].(*history); ok {
		p.decisions = h.place()
	}
	if s, ok := a.drawn["pct"].(*pct); ok {
		p.choices = learnt{s.steps}
	}
	if !a.searches() {
		p.search.dropped = p.search.dropped || len(p.search.waiting) > 0
		p.search.waiting = nil
	}
	return p
}
