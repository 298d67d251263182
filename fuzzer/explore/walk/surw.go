package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// SURW makes the orders of selected operations equally likely (Zhao, Wolff, Mathur,
// Roychoudhury: Selectively uniform concurrency testing, ASPLOS 2025). One object is
// selected for each run, or all objects in every fourth run. An intended goroutine makes the
// next selected operation. It is drawn with the number of selected operations that it has left as
// weight. Others that come to such an operation are held back until then. All other operations
// are a random walk.
//
// The weights are counts of the first run that ends well, in which all is a random walk. The
// weight of a goroutine has those of the goroutines that it has yet to start. With right
// counts, and goroutines that do not wait for each other, all orders of the selected operations have
// the same probability. It is that of a linear extension of a forest that is drawn.
//
// Deviations from the paper: an unlock is never selected, since the order of the locks decides
// it. An intended goroutine that waits is drawn again. A goroutine with more operations than
// counted has the weight 1 when no other has one. Going on after a wait is no operation.
type SURW struct {
	config   config.Config
	random   random.Random
	counts   census
	counted  bool
	selected uint32 // object, anyObject for all
	intended uint32 // goroutine, nobody for none
	last     uint32 // made the step before

	of [point.MaxGoroutines]surwGoroutine
}

// surwGoroutine is a goroutine of a run.
type surwGoroutine struct {
	weight int32 // selected operations that it, and those it has yet to start, have left
	came   bool
	waits  bool // its pending operation has been made, and had to wait
}

// allTurns is how often all objects are selected: in one of so many runs.
const allTurns = 4

// nobody is no goroutine.
const nobody = point.Clock

func newSURW(c config.Config) *SURW {
	s := &SURW{config: c}
	s.counts.init()
	if from := config.PlaceOf[Counted](&c).counts; from != nil {
		s.counts, s.counted = *from, true
	}
	return s
}

// Begin selects an object.
func (s *SURW) Begin(run int) {
	s.random = random.Seeded(s.config.Seed, run)
	s.intended, s.last = nobody, nobody
	if !s.counted {
		s.counts.init()
	}
	s.selected = anyObject
	if n := s.counts.n; s.counted && n > 0 && s.random.Below(allTurns) > 0 {
		s.selected = s.counts.list[s.random.Below(n)]
	}
	clear(s.of[:])
	if s.counted {
		s.weigh()
	}
}

// weigh gives each goroutine the count of its selected operations, and of those that it starts.
func (s *SURW) weigh() {
	for g := int(s.counts.used) - 1; g >= 0; g-- { // a goroutine has a higher number than its parent
		own := &s.of[g]
		own.weight += s.counts.of(uint32(g), s.selected)
		if p := s.counts.parent[g]; g > 0 && p < uint32(g) {
			s.of[p].weight += own.weight
		}
	}
}

// Next chooses the intended goroutine at a selected operation, or any that is at another one.
func (s *SURW) Next(p *point.Point) int {
	s.arrive(p)
	if !s.counted {
		return s.made(p, s.walk(p))
	}
	if s.intended == nobody || !runnable(p, s.intended) {
		s.intend(p)
	}
	return s.made(p, s.free(p))
}

// arrive notes those that are new, and whether the goroutine before waits.
func (s *SURW) arrive(p *point.Point) {
	if last := s.known(s.last); last != nil && !runnable(p, s.last) {
		last.waits = true
	}
	for i := range p.Enabled {
		id := p.Enabled[i].ID
		g := s.known(id)
		if g == nil || g.came {
			continue
		}
		g.came = true
		s.starts(id)
	}
}

// starts takes the weight of a new goroutine from its parent.
func (s *SURW) starts(id uint32) {
	if !s.counted {
		s.counts.parent[id] = s.last
		return
	}
	parent := s.counts.parent[id]
	from := s.known(parent)
	if from == nil || id == 0 {
		return
	}
	from.weight = max(from.weight-s.of[id].weight, 0)
	if s.intended == parent && s.below(from.weight+s.of[id].weight) >= from.weight {
		s.intended = id
	}
}

// intend draws a goroutine by the weights.
func (s *SURW) intend(p *point.Point) {
	total := int32(0)
	for i := range p.Enabled {
		total += s.weight(p.Enabled[i].ID)
	}
	s.intended = nobody
	if total == 0 {
		return
	}
	at := s.below(total)
	for i := range p.Enabled {
		if at -= s.weight(p.Enabled[i].ID); at < 0 {
			s.intended = p.Enabled[i].ID
			return
		}
	}
}

func (s *SURW) weight(id uint32) int32 {
	if g := s.known(id); g != nil {
		return g.weight
	}
	return 0
}

// free draws among those that are not held back, and is the intended one when there is none.
func (s *SURW) free(p *point.Point) int {
	n := 0
	for i := range p.Enabled {
		if !s.held(p, i) {
			n++
		}
	}
	if n == 0 {
		return s.walk(p)
	}
	at := s.random.Below(n)
	for i := range p.Enabled {
		if s.held(p, i) {
			continue
		}
		if at == 0 {
			return i
		}
		at--
	}
	return 0
}

// held reports whether a goroutine is held back.
func (s *SURW) held(p *point.Point, i int) bool {
	if p.Offers() && i == p.Runner() && len(p.Enabled) > 1 {
		return true
	}
	g := &p.Enabled[i]
	return s.intended != nobody && g.ID != s.intended && s.selects(g)
}

// walk draws among all but a goroutine that yields.
func (s *SURW) walk(p *point.Point) int {
	n := len(p.Enabled)
	if !p.Offers() || n == 1 {
		return s.random.Below(n)
	}
	i := s.random.Below(n - 1)
	if i >= p.Runner() {
		i++
	}
	return i
}

// made notes the step of the goroutine that was chosen.
func (s *SURW) made(p *point.Point, i int) int {
	g := &p.Enabled[i]
	if own := s.known(g.ID); own != nil {
		if s.selects(g) {
			if !s.counted {
				s.counts.add(g.ID, g.Object, 1)
			}
			own.weight = max(own.weight-1, 0)
			if g.ID == s.intended {
				s.intended = nobody
			}
		}
		own.waits = false
	}
	s.last = g.ID
	return i
}

// selects reports whether the pending operation of a goroutine is a selected one.
func (s *SURW) selects(g *point.Goroutine) bool {
	if g.Object == 0 || g.Op == point.OpUnlock || g.Op == point.OpRUnlock || s.selected != anyObject && g.Object != s.selected {
		return false
	}
	own := s.known(g.ID)
	return own != nil && !own.waits
}

// known is a goroutine of the run, nil for one without a weight.
func (s *SURW) known(id uint32) *surwGoroutine {
	if id >= point.MaxGoroutines {
		return nil
	}
	return &s.of[id]
}

func (s *SURW) below(n int32) int32 {
	if n <= 0 {
		return 0
	}
	return int32(s.random.Below(int(n)))
}

// runnable reports whether a goroutine could run.
func runnable(p *point.Point, id uint32) bool {
	for i := range p.Enabled {
		if p.Enabled[i].ID == id {
			return true
		}
	}
	return false
}

// Ended keeps the counts of a run that has ended well.
func (s *SURW) Ended(p *point.Point) {
	if s.counted || p == nil || p.Bad || p.Cut {
		return
	}
	s.counts.share()
	s.counted = true
}

// End ends a run, and reports whether there is another one.
func (s *SURW) End(int) bool { return true }

// Resume is the strategy with its counts.
func (s *SURW) Resume() config.Config {
	c := s.config
	if s.counted {
		c.Place = Counted{&s.counts}
	}
	return c
}
