package lockgraph

import "slices"

// Waits are things that hold something and wait for something: dependencies of a run, or what static summaries say
// of functions. [Cycles] looks for those that wait for each other in a circle.
type Waits[D any] interface {
	// After returns what holds that for which the last element of a chain waits.
	After(chain []D) []D
	// Closes reports whether d waits for a lock that the first element of a chain holds.
	Closes(chain []D, d D) bool
	// Links reports whether d may continue a chain, or close it if closes is true. It may when all members of the chain and d
	// can be at their acquires at the same time.
	Links(chain []D, d D, closes bool) bool
	// Step counts an element that is looked at. The search ends when it reports false.
	Step() bool
	// TooLong is told of an element that makes a chain of the wanted length, which does not close it.
	TooLong(chain []D, d D)
}

// Cycles calls found with every cycle of n elements, more than one, that begins with a chain, until found returns false.
// It reports whether it came to the end. The caller chooses where chains begin, so that each cycle is found once.
//
// Chains are extended depth first, and a chain that closes is not extended (iGoodlock, Algorithm 1, in another order: see
// search). A chain costs no memory but its own. The worst case is O(b^n) elements, for b elements that hold one lock. Step
// bounds it.
func Cycles[D any](w Waits[D], chain []D, n int, found func([]D) bool) bool {
	for _, d := range w.After(chain) {
		if !w.Step() {
			return false
		}
		closes := w.Closes(chain, d)
		last := len(chain)+1 == n
		switch {
		case closes && !last:
		case !closes && last:
			w.TooLong(chain, d)
		case !w.Links(chain, d, closes):
		case closes && !found(append(slices.Clone(chain), d)), !closes && !Cycles(w, append(chain, d), n, found):
			return false
		}
	}
	return true
}
