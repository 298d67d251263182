package explore

// kept is a strategy whose runs count as met, so that their choices are kept although they end well. Such runs are recorded
// beside the base schedule.
type kept struct{ Strategy }

func (s *kept) Met() bool { return true }

func (s *kept) Next(p *Point) int {
	p.Met = true
	return s.Strategy.Next(p)
}

// maxHasty is how many timers fire early in such a run: a ticker fires for ever.
const maxHasty = 8

// hasty lets time go on as soon as a goroutine waits, although others could run, where timers
// may fire early. A run comes to the code after a timeout then.
type hasty struct {
	order
	fired int
}

func (s *hasty) Begin(int) {
	s.begin()
	s.fired = 0
}

func (s *hasty) End(int) bool { return false }

// isDue reports whether the clock goes on, the last of those that could run.
func (s *hasty) isDue(p *Point) bool {
	if p.running() >= 0 || len(p.goroutines()) == len(p.Enabled) || s.fired == maxHasty {
		return false
	}
	s.fired++
	return true
}

// oldest is the base schedule but for the clock.
type oldest struct{ hasty }

func (s *oldest) Next(p *Point) int {
	if s.isDue(p) {
		return len(p.goroutines())
	}
	return s.choose(p, s.rank(p), 0)
}

// newest runs the newest goroutine that can run, where the base schedule runs the oldest one.
// Its single run comes to code that the base schedule leaves out, such as the steps of a goroutine
// before its creator goes on.
type newest struct{ hasty }

func (s *newest) Next(p *Point) int {
	r, list := p.running(), p.goroutines()
	if s.isDue(p) {
		return len(list)
	}
	if r >= 0 && p.yields() && len(list) > 1 {
		return s.choose(p, s.rank(p), 0)
	}
	next := 0
	for i := range list {
		if list[i].ID > list[next].ID {
			next = i
		}
	}
	s.last = list[next].ID
	return next
}

// turned is the base schedule in the other order: a goroutine goes on until it waits, and then the
// newest one is next.
type turned struct{ order }

func (s *turned) Begin(int)    { s.begin() }
func (s *turned) End(int) bool { return false }

func (s *turned) Next(p *Point) int {
	if p.running() >= 0 {
		return s.choose(p, s.rank(p), 0)
	}
	next := len(p.goroutines()) - 1 // they are sorted
	s.last = p.Enabled[next].ID
	return next
}
