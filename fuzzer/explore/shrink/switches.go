package shrink

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/order"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A Switch is a choice that is not that of the base schedule. Its names do not depend on the choices before: a schedule without
// one of its switches has the others where they were.
type Switch struct {
	At uint64 // the point: the goroutine that ran, its operation, and how often it had come there; or the draw
	To uint64 // the path of the goroutine that goes on, ClockPath for the clock; or the code of the number that is drawn
}

// ClockPath stands for the clock where a goroutine has its path.
const ClockPath = 1<<64 - 1

// maxSwitches is how many switches a schedule has that is made smaller, at most.
const maxSwitches = 1 << 14

// A Follower makes the switches of a list, and the choices of the base schedule everywhere else. It notes the switches that a
// run has made. Next takes constant time for each goroutine that could run.
type Follower struct {
	order.Order
	given  names  // path of the goroutine that the run chooses, by the name of the point
	came   names  // how often each operation of a goroutine was begun
	before uint64 // name of the operation that was begun last
	point  uint64 // name of the point before, without the number
	again  uint64 // of times that it came in a row
	made   []Switch
	size   size
	lost   bool // there were more switches than a list has
}

// NewFollower returns a follower for a program whose goroutines come in the order of the searches by preemptions.
func NewFollower() *Follower {
	return &Follower{given: newNames(), came: newNames(), made: make([]Switch, 0, maxSwitches)}
}

// Give begins a run with switches.
func (f *Follower) Give(list []Switch) {
	f.Reset()
	f.given.clear()
	f.came.clear()
	for _, s := range list {
		f.given.set(s.At, s.To)
	}
	f.before, f.point, f.again = 0, 0, 0
	f.made, f.size, f.lost = f.made[:0], size{}, false
}

// Next makes the switch of a point, if the run has one there and its goroutine can go on.
func (f *Follower) Next(p *point.Point) int {
	at, r := f.name(p), f.Rank(p)
	k := r.Index(0)
	if to, is := f.given.get(at); is {
		for i := range p.Enabled {
			if pathOf(&p.Enabled[i]) == to {
				k = i
			}
		}
	}
	f.note(p, r, at, k)
	return k
}

// Force notes a choice that another one has made.
func (f *Follower) Force(p *point.Point, chosen int) { f.note(p, f.Rank(p), f.name(p), chosen) }

// name is the name of a point. A clock that was chosen is followed by another choice, which has a name of its own.
func (f *Follower) name(p *point.Point) uint64 {
	point := random.Mixed(f.before + 1)
	if r := p.Runner(); r >= 0 {
		point = f.next(&p.Enabled[r])
	}
	if point != f.point {
		f.point, f.again = point, 0
	} else {
		f.again++
	}
	return random.Mixed(point + f.again)
}

// next is the name of the operation that a goroutine is about to begin.
func (f *Follower) next(g *point.Goroutine) uint64 {
	operation := operationOf(g)
	n, _ := f.came.get(operation)
	return random.Mixed(operation + n)
}

// note counts a choice, and keeps it when the base schedule has another one.
func (f *Follower) note(p *point.Point, r order.Ranking, at uint64, chosen int) {
	g := &p.Enabled[chosen]
	rank := r.RankOf(chosen)
	f.Choose(p, r, rank)
	switch {
	case g.ID == point.Clock:
		f.size.early++
	case rank >= r.Free:
		f.size.preemptions++
	}
	if g.ID != point.Clock {
		if chosen != p.Runner() {
			f.size.switches++
		}
		f.before = f.next(g)
		operation := operationOf(g)
		n, _ := f.came.get(operation)
		f.came.set(operation, n+1)
	}
	switch {
	case rank == 0:
	case len(f.made) == cap(f.made):
		f.lost = true
	default:
		f.made = append(f.made, Switch{at, pathOf(g)})
	}
}

// Made are the switches of the run so far. The next run overwrites them.
func (f *Follower) Made() []Switch { return f.made }

// Lost reports whether the run has made more switches than Made has.
func (f *Follower) Lost() bool { return f.lost }

// Size is how often a goroutine that could have gone on lost its turn in the run, and how often another goroutine went on.
func (f *Follower) Size() (preemptions, switches int) { return f.size.preemptions, f.size.switches }

// pathOf is the name of a goroutine.
func pathOf(g *point.Goroutine) uint64 {
	if g.ID == point.Clock {
		return ClockPath
	}
	return g.Path
}

// operationOf is the name of the pending operation of a goroutine, for the first time and for each other time.
func operationOf(g *point.Goroutine) uint64 {
	return random.Mixed(random.Mixed(g.Path+g.Site) + uint64(g.Op))
}

// names is a table of numbers by their names. It keeps no more than three quarters of its places.
type names struct {
	slots []namedNumber
	epoch uint32
	n     int
}

type namedNumber struct {
	name, number uint64
	epoch        uint32
}

func newNames() names { return names{slots: make([]namedNumber, 2*maxSwitches)} }

func (t *names) clear() { t.epoch, t.n = t.epoch+1, 0 }

// slot is where a name is, or where it would be.
func (t *names) slot(name uint64) *namedNumber {
	for i := name; ; i++ {
		s := &t.slots[i%uint64(len(t.slots))]
		if s.epoch != t.epoch || s.name == name {
			return s
		}
	}
}

func (t *names) get(name uint64) (number uint64, is bool) {
	if s := t.slot(name); s.epoch == t.epoch {
		return s.number, true
	}
	return 0, false
}

func (t *names) set(name, number uint64) {
	s := t.slot(name)
	if s.epoch != t.epoch {
		if t.n == len(t.slots)/4*3 {
			return // a name that is not kept stands for 0
		}
		t.n++
	}
	*s = namedNumber{name, number, t.epoch}
}

// Draw returns the number that the run is given, or else that of the base schedule.
func (f *Follower) Draw(d *random.Draw) uint32 {
	code := d.Code(0)
	if to, is := f.given.get(d.Name()); is {
		code = uint32(to)
	}
	f.ForceDraw(d, code)
	return code
}

// ForceDraw notes a number that another one has chosen.
func (f *Follower) ForceDraw(d *random.Draw, code uint32) {
	if code == d.Code(0) {
		return
	}
	f.size.draws++
	if len(f.made) == cap(f.made) {
		f.lost = true
		return
	}
	f.made = append(f.made, Switch{d.Name(), uint64(code)})
}
