package explore

// autoRuns is the number of schedules that auto visits before it draws, in all shards
// together.
const autoRuns = 1000

// auto visits schedules with few preemptions first, in every other run, up to
// autoRuns of them. In the other runs, and in all when there are no more, pos, pct
// and random take turns: of a long test a thousand schedules with few preemptions
// differ in its end alone.
type auto struct {
	config Config
	search *frontier
	drawn  [3]Strategy
	now    Strategy
}

func newAuto(c Config) *auto {
	p := c
	p.Depth = 3
	learnt := newPCT(p)
	s := c
	s.Strategy = "icb"
	return &auto{config: c, search: newFrontier(s, autoRuns), drawn: [3]Strategy{&pos{seed: c.Seed}, learnt, &walk{seed: c.Seed}}}
}

// searches reports whether the search has another run.
func (a *auto) searches() bool {
	return a.search.runs < max(autoRuns/max(a.config.Shards, 1), 1) && !a.search.done()
}

func (a *auto) Begin(run int) {
	turn := uint(run) / uint(max(a.config.Shards, 1)) // of this shard
	switch {
	case !a.searches():
		a.now = a.drawn[turn%3]
	case turn%2 == 1:
		a.now = a.drawn[turn/2%3]
	default:
		a.now = a.search
	}
	a.now.Begin(run)
}

func (a *auto) Next(p *Point) int { return a.now.Next(p) }

// End reports that there is no more when the search has visited all schedules,
// those beyond the bound too.
func (a *auto) End(steps int) bool {
	if a.now != nil {
		a.now.End(steps)
	}
	return !a.Complete()
}

// Weight is that of a run of random, 0 of another one.
func (a *auto) Weight() float64 {
	if w, ok := a.now.(*walk); ok {
		return w.Weight()
	}
	return 0
}

func (a *auto) Diverged() bool { return a.now == a.search && a.search.diverged }

func (a *auto) Complete() bool { return a.search.Complete() && !a.search.cut }

func (a *auto) Resume() Config {
	c := a.search.Resume()
	c.Strategy = a.config.Strategy
	c.Steps = a.drawn[1].(*pct).steps
	if !a.searches() {
		c.Dropped = c.Dropped || len(c.Waiting) > 0
		c.Waiting = nil
	}
	return c
}
