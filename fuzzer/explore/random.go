package explore

// random is the generator splitmix64 (Steele, Lea, Flood: Fast splittable
// pseudorandom number generators, OOPSLA 2014).
type random uint64

const golden = 0x9e3779b97f4a7c15

// seeded returns the generator of one run, so that a run can be repeated alone.
func seeded(seed uint64, run int) random {
	return random(mixed(seed) + mixed(uint64(run)^golden))
}

func (r *random) next() uint64 {
	*r += golden
	return mixed(uint64(*r))
}

// below returns a number from 0 to n-1, for n of at most 32 bits.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
