package random

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
		return Mixed(uint64(code))
	}
	return Mixed(uint64(code)) % d.N
}

// hasCodes reports whether a number may have more bits than a code.
func (d *Draw) hasCodes() bool { return d.N-1 >= 1<<32 }

// Sampled reports whether some numbers are no alternatives.
func (d *Draw) Sampled() bool { return d.N-1 >= MaxDrawn }

// SampledRanks are the other number of the base schedule, both ends, the number after the first one, and one more.
const SampledRanks = 5

// Alternatives is how many numbers a strategy may choose.
func (d *Draw) Alternatives() int {
	if d.Sampled() {
		return SampledRanks
	}
	return int(d.N)
}

// Name is that of the draw in each run.
func (d *Draw) Name() uint64 { return Mixed(Mixed(d.Path+Golden) + uint64(d.Nth)) }

// Mark tells draws from points and from each other, as markOf.
func (d *Draw) Mark() uint32 { return uint32(Mixed(d.Name()+d.N)>>32) | 1 }

// Code is the code of a rank.
func (d *Draw) Code(rank int) uint32 {
	r := Random(d.Name())
	switch {
	case !d.Sampled():
		return uint32((uint64(r.Below(int(d.N))) + uint64(rank)) % d.N)
	case rank == 1:
		return codeLeast
	case rank == 2:
		return codeSecond
	case rank == 3 && d.hasCodes():
		return codeGreatest
	case rank == 3:
		return uint32(d.N - 1)
	case rank > 3:
		r.Next()
	}
	return d.Other(&r)
}

// Other draws the code of a number that is no end.
func (d *Draw) Other(r *Random) uint32 {
	if d.hasCodes() {
		return uint32(r.Next()>>32%(1<<32-codeOthers)) + codeOthers
	}
	return uint32(r.Next()>>32%(d.N-3)) + 2
}

// RankOf is the rank of a code. Numbers that are no end have that of the base schedule.
func (d *Draw) RankOf(code uint32) int {
	if !d.Sampled() {
		return int((uint64(code) + d.N - uint64(d.Code(0))) % d.N)
	}
	for rank := 1; rank <= 3; rank++ {
		if d.Code(rank) == code {
			return rank
		}
	}
	return 0
}

// Drawn is the code of a number that no strategy chooses: each alternative has the same probability. It depends on the number of
// the run, and on no order of steps.
func Drawn(seed uint64, run int, d *Draw) uint32 {
	r := Seeded(seed^d.Name(), run)
	rank := r.Below(d.Alternatives())
	if d.Sampled() && (rank == 0 || rank == SampledRanks-1) {
		return d.Other(&r)
	}
	return d.Code(rank)
}
