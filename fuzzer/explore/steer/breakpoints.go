package steer

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// MaxEdges is how many breakpoints there are, at most: those of a plan of package pauses.
const MaxEdges = 8

// Breakpoints are the settings of breakpoints.
type Breakpoints struct {
	Edges int // how many breakpoints there are, at most MaxEdges
}

// Set is that of config.Settings.
func (s Breakpoints) Set(key, value string) (config.Settings, bool, bool) {
	if key != "edges" {
		return s, false, false
	}
	edges, fits := ascii.Small(value)
	s.Edges = edges
	return s, true, fits
}

// Format is that of config.Settings.
func (s Breakpoints) Format(b []byte) []byte {
	return ascii.Setting(b, "edges", uint64(max(s.Edges, 0)), s.Edges > 0)
}

// Complaint is that of config.Settings.
func (s Breakpoints) Complaint(*config.Config) string {
	if s.Edges < 1 || s.Edges > MaxEdges {
		return "the number of breakpoints is out of range; use 1 to 8"
	}
	return ""
}

// breakpoints confirms a cycle of locks: DeadlockFuzzer as a strategy of Algorithm 11 (see
// [stops]). The engine says which goroutine stands at a breakpoint of the plan, and which one
// holds the lock that it is about to request. When held goroutines wait for each
// other's locks in a circle, the error is there: they go on, one after the other, and each
// waits for the next one. The base schedule follows.
//
// Deviations from the paper: the circle is looked for by the goroutines that hold the locks at
// that moment, and not by abstractions of objects, which another run may give to other
// objects. Only when a circle was of other locks than the candidate's, a plan names these by the places of
// their allocations. Where a breakpoint is a request for shared mode, only a writer that waits makes a
// reader wait, and holds nothing: then the error is there when each breakpoint has a goroutine.
// Those that want a lock for themselves go first. A run that has come to a circle is the last one.
type breakpoints struct {
	stops
	Breakpoints
	met    bool
	closed bool               // in a circle: nothing is left to try
	order  [MaxEdges]uint32   // goroutines that go on, one after the other
	n, at  int                // how many they are, and the next one
	edges  [MaxEdges + 1]bool // breakpoints that have a goroutine
}

// NewBreakpoints returns a strategy that forces a cycle of locks.
func NewBreakpoints(c config.Config) point.Strategy {
	s := &breakpoints{stops: stops{config: c, steady: 1}, Breakpoints: config.SettingsOf[Breakpoints](&c)}
	s.check = s
	return s
}

func (s *breakpoints) Begin(run int) {
	s.stops.Begin(run)
	s.met, s.n, s.at = false, 0, 0
}

func (s *breakpoints) Next(p *point.Point) int {
	if !s.met && (s.circle(p) || s.each(p)) {
		s.met, p.Met = true, true
	}
	for s.at < s.n {
		s.at++
		if i := p.IndexOf(s.order[s.at-1]); i >= 0 {
			return i
		}
	}
	if s.met {
		return s.Base.Next(p)
	}
	return s.other(p)
}

// stopped is the analysis of [stops].
func (s *breakpoints) stopped(a *point.Goroutine) stop {
	switch {
	case a.Edge == 0:
		return goesOn
	case a.Gate:
		return atGate
	}
	return atBreakpoint
}

// circle reports whether goroutines that are held back wait for each other's locks, and notes
// them.
func (s *breakpoints) circle(p *point.Point) bool {
	for i := range p.Enabled {
		s.n = 0
		for at := i; at >= 0 && s.n < MaxEdges && s.stopped(&p.Enabled[at]) == atBreakpoint; {
			s.order[s.n] = p.Enabled[at].ID
			s.n++
			if at = p.IndexOf(p.Enabled[at].Holder - 1); at == i && s.n > 1 {
				s.closed = true
				return true
			}
		}
	}
	s.n = 0
	return false
}

// each reports whether each breakpoint has a goroutine, where one of these is about to read,
// and notes them: those that want a lock for themselves first.
func (s *breakpoints) each(p *point.Point) bool {
	reads, n := false, 0
	clear(s.edges[:])
	for i := range p.Enabled {
		if a := &p.Enabled[i]; s.stopped(a) == atBreakpoint && int(a.Edge) <= s.Edges && !s.edges[a.Edge] {
			s.edges[a.Edge] = true
			reads = reads || a.Op == point.OpRRequest
			n++
		}
	}
	if !reads || n < s.Edges {
		return false
	}
	s.note(p, false)
	s.note(p, true)
	return true
}

// note notes the goroutines at breakpoints that are about to read, or the others.
func (s *breakpoints) note(p *point.Point, reads bool) {
	for i := range p.Enabled {
		a := &p.Enabled[i]
		if s.n < len(s.order) && s.stopped(a) == atBreakpoint && (a.Op == point.OpRRequest) == reads {
			s.order[s.n] = a.ID
			s.n++
		}
	}
}

// End reports whether another run is worth it: none is after a circle.
func (s *breakpoints) End(int) bool { return !s.closed }

// Met reports whether the run has come to the error.
func (s *breakpoints) Met() bool { return s.met }
