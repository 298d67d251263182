package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A record is one run as the engine tells it. It allocates nothing while the run is made.
type record struct {
	steps    []madeStep
	touches  []point.Touch
	values   []point.Value
	arrivals []arrival
	before   []uint32 // goroutines that could run at the point before
	n        int      // steps
	told     int      // touches
	came     int      // arrivals
	full     bool     // there were more
	beside   bool     // timers have fired while goroutines could run
	cut      bool     // the run has ended before its goroutines had
	ended    bool
	well     bool // no goroutine waits at its end, and the test has not failed
}

// A madeStep is one step.
type madeStep struct {
	id     uint32
	first  uint32 // of its touches
	told   uint8
	all    bool // it has touched more than is known
	jumped bool // the clock has moved on before it, since no goroutine could run
}

// An arrival is a goroutine that can run after a step, and could not before.
type arrival struct {
	step   int32 // -1 for the begin of the run
	id     uint32
	jumped bool
}

func (r *record) init() {
	r.steps, r.touches = make([]madeStep, point.MaxPoints), make([]point.Touch, maxTold)
	r.values = make([]point.Value, maxTold)
	r.arrivals, r.before = make([]arrival, maxTold), make([]uint32, 0, point.MaxGoroutines)
}

func (r *record) begin() {
	r.before = r.before[:0]
	r.n, r.told, r.came = 0, 0, 0
	r.full, r.beside, r.cut, r.ended, r.well = false, false, false, false, false
}

// point notes the objects of the step before, and the goroutines that can run now.
func (r *record) point(p *point.Point) {
	r.beside = r.beside || p.Fired&point.FiredBeside != 0
	if r.full {
		return
	}
	r.observe(p)
	if len(p.Enabled) > cap(r.before) {
		r.full = true
		return
	}
	j := 0
	for i := range p.Enabled {
		id := p.Enabled[i].ID
		for j < len(r.before) && r.before[j] < id {
			j++
		}
		if j < len(r.before) && r.before[j] == id {
			continue
		}
		if r.came == len(r.arrivals) {
			r.full = true
			return
		}
		r.arrivals[r.came] = arrival{int32(r.n) - 1, id, p.Fired&point.FiredAlone != 0}
		r.came++
	}
	r.before = r.before[:len(p.Enabled)]
	for i := range p.Enabled {
		r.before[i] = p.Enabled[i].ID
	}
}

// observe notes the touches of the step before.
func (r *record) observe(p *point.Point) {
	if r.n == 0 {
		return
	}
	s := &r.steps[r.n-1]
	s.all = len(p.Touched) >= mostTouched
	if len(p.Touched) > len(r.touches)-r.told {
		r.full = true
		return
	}
	s.first, s.told = uint32(r.told), uint8(len(p.Touched))
	for i, t := range p.Touched {
		r.touches[r.told], r.values[r.told] = t, point.Value{}
		if i < len(p.Values) {
			r.values[r.told] = p.Values[i]
		}
		r.told++
	}
}

// mostTouched is how many touches the engine tells of one step.
const mostTouched = 16

// step notes that a goroutine is chosen.
func (r *record) step(id uint32, fired point.Fired) {
	if r.n == len(r.steps) {
		r.full = true
	}
	if r.full {
		return
	}
	r.steps[r.n] = madeStep{id: id, jumped: fired&point.FiredAlone != 0}
	r.n++
}

// end notes how the run has ended. Goroutines that could run at its last point, and did not, are
// left behind.
func (r *record) end(p *point.Point) {
	if r.full {
		r.n = max(r.n-1, 0) // the objects of the last step are not known
		r.cut = true
		return
	}
	r.observe(p)
	r.well = !p.Bad
	r.cut = p.Cut || len(r.before) > 1
	r.ended = !r.cut
}
