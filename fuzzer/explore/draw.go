package explore

// Limits of the numbers of a run.
const (
	MaxDraws = 64 // draws of a run that are choices; later ones follow the seed
	MaxDrawn = 16 // a draw below at most so many has each number as an alternative
)

// A Draw is a number that a goroutine draws at random, by a function of math/rand that has no seed of its own. Its alternatives are
// ranks, as those of a point, and 0 is that of the base schedule. A wide range has its ends as alternatives, with which programs
// compare, and other numbers.
//
// A code is a number as a schedule has it: the number itself, unless some of the range have more than 32 bits.
type Draw struct {
	Path uint64 // names the goroutine in each run
	Nth  uint32 // numbers that the goroutine has drawn before
	N    uint64 // the number is below; 0 stands for 1<<64
}

// A Drawer is a strategy that chooses what goroutines draw. Draw returns a code.
type Drawer interface {
	Draw(d *Draw) uint32
}

// Codes of numbers that may have more than 32 bits.
const (
	codeLeast = iota
	codeSecond
	codeGreatest
	codeOthers // from here on
)

// nearEnd is how far the ends are from those of a range of 64 bits: 0 and 1 are no floating-point numbers that a program draws.
const nearEnd = 1 << 12

// Value is the number that a code stands for.
func (d *Draw) Value(code uint32) uint64 {
	switch {
	case d.hasCodes() && d.N == 0 && code == codeGreatest:
		return 1<<64 - nearEnd
	case d.hasCodes() && d.N == 0 && code <= codeSecond:
		return nearEnd
	case d.hasCodes() && code == codeGreatest:
		return d.N - 1
	case d.hasCodes() && code <= codeSecond || d.N > uint64(code):
		return uint64(code)
	case !d.hasCodes():
		return uint64(code) % d.N // of another program
	case d.N == 0:
		return mixed(uint64(code))
	}
	return mixed(uint64(code)) % d.N
}

// hasCodes reports whether a number may have more bits than a code.
func (d *Draw) hasCodes() bool { return d.N-1 >= 1<<32 }

// Sampled reports whether some numbers are no alternatives.
func (d *Draw) Sampled() bool { return d.N-1 >= MaxDrawn }

// sampledRanks are the other number of the base schedule, both ends, the number after the first one, and one more.
const sampledRanks = 5

func (d *Draw) alternatives() int {
	if d.Sampled() {
		return sampledRanks
	}
	return int(d.N)
}

// name is that of the draw in each run.
func (d *Draw) name() uint64 { return mixed(mixed(d.Path+golden) + uint64(d.Nth)) }

// mark tells draws from points and from each other, as markOf.
func (d *Draw) mark() uint32 { return uint32(mixed(d.name()+d.N)>>32) | 1 }

// code is the code of a rank.
func (d *Draw) code(rank int) uint32 {
	r := random(d.name())
	switch {
	case !d.Sampled():
		return uint32((uint64(r.below(int(d.N))) + uint64(rank)) % d.N)
	case rank == 1:
		return codeLeast
	case rank == 2:
		return codeSecond
	case rank == 3 && d.hasCodes():
		return codeGreatest
	case rank == 3:
		return uint32(d.N - 1)
	case rank > 3:
		r.next()
	}
	return d.other(&r)
}

// other draws the code of a number that is no end.
func (d *Draw) other(r *random) uint32 {
	if d.hasCodes() {
		return uint32(r.next()>>32%(1<<32-codeOthers)) + codeOthers
	}
	return uint32(r.next()>>32%(d.N-3)) + 2
}

// rankOf is the rank of a code. Numbers that are no end have that of the base schedule.
func (d *Draw) rankOf(code uint32) int {
	if !d.Sampled() {
		return int((uint64(code) + d.N - uint64(d.code(0))) % d.N)
	}
	for rank := 1; rank <= 3; rank++ {
		if d.code(rank) == code {
			return rank
		}
	}
	return 0
}

// Drawn is the code of a number that no strategy chooses: each alternative has the same probability. It depends on the number of
// the run, and on no order of steps.
func Drawn(seed uint64, run int, d *Draw) uint32 {
	r := seeded(seed^d.name(), run)
	rank := r.below(d.alternatives())
	if d.Sampled() && (rank == 0 || rank == sampledRanks-1) {
		return d.other(&r)
	}
	return d.code(rank)
}

// Draw is a choice of a search. A draw that is not that of the base schedule costs as much as a preemption: no bound
// would end a search for free ones.
func (w *path) Draw(d *Draw) uint32 {
	n := d.alternatives()
	w.lost = w.lost || d.Sampled()
	return d.code(w.take(n, 1, n, d.mark()))
}

// Draw draws what the run draws by its number.
func (w *walk) Draw(d *Draw) uint32 {
	w.weight = min(w.weight*float64(d.alternatives()), MaxWeight)
	return Drawn(w.seed, w.run, d)
}

// Draw draws as the base schedule.
func (b *base) Draw(d *Draw) uint32 { return d.code(0) }

// Draw lets the strategy of the turn draw, unless all schedules after that number were run.
func (a *auto) Draw(d *Draw) uint32 {
	code := uint32(0)
	if s, draws := a.now.(Drawer); draws {
		code = s.Draw(d)
	} else {
		code = Drawn(a.config.Seed, a.run, d)
	}
	return a.seen.draw(d, code, a.now != a.search)
}

// Draw lets the way of the run draw.
func (w *ways) Draw(d *Draw) uint32 { return w.list[w.now].Draw(d) }

// Draw returns the number that the run is given, or else that of the base schedule.
func (f *Follower) Draw(d *Draw) uint32 {
	code := d.code(0)
	if to, is := f.given.get(d.name()); is {
		code = uint32(to)
	}
	f.ForceDraw(d, code)
	return code
}

// ForceDraw notes a number that another one has chosen.
func (f *Follower) ForceDraw(d *Draw, code uint32) {
	if code == d.code(0) {
		return
	}
	f.size.draws++
	if len(f.made) == cap(f.made) {
		f.lost = true
		return
	}
	f.made = append(f.made, Switch{d.name(), uint64(code)})
}
