package rt

import "github.com/deadlocklint/deadlocklint/fuzzer/explore/random"

// draw is the code of a number that the current run draws, the forced one unless that is negative. It reports whether the
// strategy chooses among several: other strategies keep what they have drawn, as long as the number of the run is the same.
func (x *Exploration) draw(d *random.Draw, forced int64) (code uint32, chosen bool) {
	s, draws := x.current.(random.Drawer)
	switch {
	case forced >= 0:
		return uint32(forced), true
	case draws:
		return s.Draw(d), true
	}
	return random.Drawn(x.seed, x.draws, d), false
}
