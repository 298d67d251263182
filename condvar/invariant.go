package condvar

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// An invariant says how often rounds of each kind are left out together.
type invariant []int64

// A combination of kinds has the sum of their effects.
type combination struct {
	times  invariant
	effect map[int]int64
}

// minimalInvariants are the smallest invariants, up to a bound. Row by row, the combinations that
// add to a row are added to those that take from it, so that nothing is left.
func minimalInvariants(effects []map[int]int64) (out []invariant) {
	var all []combination
	rows := map[int]bool{}
	for k, e := range effects {
		c := combination{make(invariant, len(effects)), e}
		if c.times[k] = 1; c.isSmall() {
			all = append(all, c)
		}
		for row := range e {
			rows[row] = true
		}
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		all = cancel(all, row)
	}
	for _, c := range all {
		out = append(out, c.times.reduced())
	}
	slices.SortStableFunc(out, func(a, b invariant) int { return cmp.Compare(a.size(), b.size()) })
	return slices.CompactFunc(out, func(a, b invariant) bool { return slices.Equal(a, b) })
}

// cancel returns the combinations that leave a row as it was.
func cancel(all []combination, row int) (out []combination) {
	var plus, minus []combination
	for _, c := range all {
		switch n := c.effect[row]; {
		case n == 0:
			out = append(out, c)
		case n > 0:
			plus = append(plus, c)
		default:
			minus = append(minus, c)
		}
	}
	for _, a := range plus {
		for _, b := range minus {
			if len(out) >= maxInvariants {
				return out
			}
			if c := sum(a, -b.effect[row], b, a.effect[row]); c.isSmall() {
				out = append(out, c)
			}
		}
	}
	return out
}

// sum is x times a and y times b.
func sum(a combination, x int64, b combination, y int64) combination {
	c := combination{make(invariant, len(a.times)), map[int]int64{}}
	for k := range c.times {
		c.times[k] = x*a.times[k] + y*b.times[k]
	}
	for row, n := range a.effect {
		c.effect[row] += x * n
	}
	for row, n := range b.effect {
		c.effect[row] += y * n
	}
	maps.DeleteFunc(c.effect, func(_ int, n int64) bool { return n == 0 })
	return c
}

// isSmall reports whether sums of the numbers cannot overflow.
func (c combination) isSmall() bool {
	large := func(n int64) bool { return n > math.MaxInt32/2 || n < -math.MaxInt32/2 }
	for _, n := range c.effect {
		if large(n) {
			return false
		}
	}
	return !slices.ContainsFunc(c.times, large)
}

// reduced is the invariant divided by the greatest number that divides it.
func (l invariant) reduced() invariant {
	d := int64(0)
	for _, n := range l {
		for a := n; a != 0; d, a = a, d%a {
		}
	}
	if d > 1 {
		for k := range l {
			l[k] /= d
		}
	}
	return l
}

func (l invariant) size() (n int64) {
	for _, k := range l {
		n += k
	}
	return n
}
