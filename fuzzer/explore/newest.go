package explore

// The strategies of runs that are recorded beside the base schedule: nobody asks for them by
// these names. Their runs count as met, so that their choices are kept although they end well.
const (
	latest = "newest" // the newest goroutine goes first
	drawn  = "drawn"  // as random
	hurry  = "hasty"  // time goes on first
)

// kept is a strategy whose runs count as met.
type kept struct{ Strategy }

func (s *kept) Met() bool { return true }

func (s *kept) Next(p *Point) int {
	p.Met = true
	return s.Strategy.Next(p)
}

// newest runs the newest goroutine that can run, where the base schedule runs the oldest one.
// Its single run comes to code that the base schedule leaves out, such as what a goroutine
// does before its creator goes on.
type newest struct{ order }

func (s *newest) Begin(int)    { s.begin() }
func (s *newest) End(int) bool { return false }

func (s *newest) Next(p *Point) int {
	r, list := p.running(), p.goroutines()
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

// maxHasty is how many timers fire early in a run that is hasty: a ticker fires for ever.
const maxHasty = 8

// hasty is the base schedule in which time goes on as soon as a goroutine waits, although others
// could run. Its single run comes to the code behind a timeout.
type hasty struct {
	order
	fired int
}

func (s *hasty) Begin(int) {
	s.begin()
	s.fired = 0
}

func (s *hasty) End(int) bool { return false }

func (s *hasty) Next(p *Point) int {
	if n := len(p.goroutines()); p.running() < 0 && n < len(p.Enabled) && s.fired < maxHasty {
		s.fired++
		return n
	}
	return s.choose(p, s.rank(p), 0)
}
