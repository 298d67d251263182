package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// near draws where a change of the program impacts operations, and seldom elsewhere. In each run half of the impacted operations are
// held: their goroutine waits there until all others wait or are held. So two goroutines meet at changed code, or
// one is inside while another one passes.
//
// Source: Jagannath, Luo, Marinov: Change-aware preemption prioritization, ISSTA 2011, mode all, which prefers goroutines that are
// not at changed code. Deviations from the paper: it orders a search, where this draws, and it holds each operation. One choice of
// eight is drawn from all goroutines, wherever they are. So a bug far from the change is found as well.
type near struct {
	seed   uint64
	random random.Random
	held   uint64 // a seed of the operations that are held
	run    int
}

// elsewhere is the share of choices that are drawn from all goroutines, wherever they are: one of so many.
const elsewhere = 16

// Begin begins a run.
func (s *near) Begin(run int) {
	s.random, s.run = random.Seeded(s.seed^random.Golden, run), run
	s.held = s.random.Next()
}

// isHeld reports whether a goroutine is held at its operation. An operation at one place is, or is not, in the whole run.
func (s *near) isHeld(g *point.Goroutine) bool {
	return g.Impacted && random.Mixed(s.held^g.Site^uint64(g.ID)<<32)&1 == 1
}

// Next chooses the goroutine that is next.
func (s *near) Next(p *point.Point) int {
	list, runner := p.Goroutines(), p.Runner()
	if s.random.Below(elsewhere) == 0 {
		return s.random.Below(len(p.Enabled)) // the clock, too
	}
	free := 0
	for i := range list {
		if !s.isHeld(&list[i]) {
			free++
		}
	}
	switch {
	case free == 0:
		return s.random.Below(len(list))
	case runner >= 0 && runner < len(list) && !list[runner].Impacted && !p.Yields:
		return runner
	}
	k := s.random.Below(free)
	for i := range list {
		if s.isHeld(&list[i]) {
			continue
		}
		if k == 0 {
			return i
		}
		k--
	}
	return 0
}

// End ends a run, and reports whether there is another one.
func (s *near) End(int) bool { return true }

// Draw draws what the run draws by its number.
func (s *near) Draw(d *random.Draw) uint32 { return random.Drawn(s.seed, s.run, d) }
