// Package random has the numbers of an exploration: the generator of a run, and the alternatives to a number that a goroutine
// draws. [Estimate] estimates the number of schedules from runs that were drawn.
package random

// Random is the generator splitmix64 (Steele, Lea, Flood: Fast splittable
// pseudorandom number generators, OOPSLA 2014).
type Random uint64

// Golden is the odd number next to 2^64 divided by the golden ratio.
const Golden = 0x9e3779b97f4a7c15

// Seeded returns the generator of one run, so that a run can be repeated alone.
func Seeded(seed uint64, run int) Random {
	return Random(Mixed(seed) + Mixed(uint64(run)^Golden))
}

// Next returns 64 bits.
func (r *Random) Next() uint64 {
	*r += Golden
	return Mixed(uint64(*r))
}

// Below returns a number from 0 to n-1, for n of at most 32 bits.
func (r *Random) Below(n int) int { return int(r.Next() >> 32 * uint64(n) >> 32) }

// Mixed spreads the bits of a number.
func Mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
