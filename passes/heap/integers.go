package heap

import (
	"maps"
	"slices"
)

// Integers have literals of three forms: a sum is at most zero, is zero, or is not zero. Sums of one atom, and differences of two, are
// edges of a graph: x is at most y and a number. A way around with a number below zero is a contradiction (Cormen et al., systems of difference
// constraints). Of all sums, the bounds that were assumed are kept by their shape.

// An edge says that to is at most from and a number. nil is the number zero.
type edge struct {
	to, from *Term
	most     int64
}

// An interval has bounds where they are known.
type interval struct {
	lo, hi       int64
	hasLo, hasHi bool
}

func (i interval) isOne() bool   { return i.hasLo && i.hasHi && i.lo == i.hi }
func (i interval) isEmpty() bool { return i.hasLo && i.hasHi && i.lo > i.hi }

// meet has the numbers of both.
func (i interval) meet(o interval) interval {
	if o.hasLo && (!i.hasLo || o.lo > i.lo) {
		i.lo, i.hasLo = o.lo, true
	}
	if o.hasHi && (!i.hasHi || o.hi < i.hi) {
		i.hi, i.hasHi = o.hi, true
	}
	return i
}

// times is the interval of multiples, and plus that of sums.
func (i interval) times(n int64) interval {
	i.lo, i.hi = i.lo*n, i.hi*n
	if n < 0 {
		i.lo, i.hi, i.hasLo, i.hasHi = i.hi, i.lo, i.hasHi, i.hasLo
	}
	return i
}

func (i interval) plus(o interval) interval {
	return interval{i.lo + o.lo, i.hi + o.hi, i.hasLo && o.hasLo, i.hasHi && o.hasHi}
}

// A known has the assumptions about the sums of a shape.
type known struct {
	shape linear
	in    interval
	holes []int64 // values that it does not have
}

type integers struct {
	edges []edge
	sums  map[string]known
}

func newIntegers() integers { return integers{sums: map[string]known{}} }

func (n *integers) clone() integers {
	sums := maps.Clone(n.sums)
	for key, k := range sums {
		k.holes = slices.Clip(k.holes)
		sums[key] = k
	}
	return integers{slices.Clip(n.edges), sums}
}

// key is the same for sums of one shape.
func key(shape linear) string {
	t := Term{op: opSum, args: shape.atoms, coefs: shape.coefs}
	return t.key()
}

func (n *integers) known(l linear) (k known, by int64) {
	shape, by := l.shape()
	k, ok := n.sums[key(shape)]
	if !ok {
		k.shape = shape
	}
	return k, by
}

// atMost says that a sum is at most zero.
func (n *integers) atMost(l linear) bool {
	k, by := n.known(l)
	if by > 0 { // by * shape <= -num
		return n.bound(k, interval{hi: floor(-l.num, by), hasHi: true})
	}
	return n.bound(k, interval{lo: -floor(-l.num, -by), hasLo: true})
}

func (n *integers) isZero(l linear) bool {
	k, by := n.known(l)
	if l.num%by != 0 {
		return false
	}
	v := -l.num / by
	return n.bound(k, interval{v, v, true, true})
}

func (n *integers) isNotZero(l linear) bool {
	k, by := n.known(l)
	if l.num%by == 0 && !slices.Contains(k.holes, -l.num/by) {
		k.holes = append(k.holes, -l.num/by)
		n.sums[key(k.shape)] = k
	}
	return true
}

// bound adds bounds to a shape, and edges where it is a difference.
func (n *integers) bound(k known, in interval) bool {
	k.in = k.in.meet(in)
	n.sums[key(k.shape)] = k
	if k.in.isEmpty() {
		return false
	}
	if x, y, ok := difference(k.shape); ok {
		if in.hasHi {
			n.edges = append(n.edges, edge{x, y, in.hi})
		}
		if in.hasLo {
			n.edges = append(n.edges, edge{y, x, -in.lo})
		}
	}
	return true
}

// difference is a shape as x - y.
func difference(l linear) (x, y *Term, ok bool) {
	switch {
	case len(l.atoms) == 1 && l.coefs[0] == 1:
		return l.atoms[0], nil, true
	case len(l.atoms) == 2 && l.coefs[0] == 1 && l.coefs[1] == -1:
		return l.atoms[0], l.atoms[1], true
	}
	return nil, nil, false
}

// of is the interval of a sum, by the edges and by the assumptions about its shape.
func (n *integers) of(l linear) interval {
	k, by := n.known(l)
	in := k.in
	if x, y, ok := difference(k.shape); ok {
		in = in.meet(n.between(x, y))
	} else {
		all := interval{hasLo: true, hasHi: true}
		for i, a := range k.shape.atoms {
			all = all.plus(n.between(a, nil).times(k.shape.coefs[i]))
		}
		in = in.meet(all)
	}
	return in.times(by).plus(interval{l.num, l.num, true, true})
}

// between is the interval of x - y.
func (n *integers) between(x, y *Term) (in interval) {
	in.hi, in.hasHi = n.most(x, y)
	lo, has := n.most(y, x)
	in.lo, in.hasLo = -lo, has
	return in
}

// most is the smallest number by which to is at most above from. The edges have no way around below zero.
func (n *integers) most(to, from *Term) (int64, bool) {
	far := map[*Term]int64{from: 0}
	for more := true; more; {
		more = false
		for _, e := range n.edges {
			d, ok := far[e.from]
			if old, has := far[e.to]; ok && (!has || d+e.most < old) {
				far[e.to], more = d+e.most, true
			}
		}
	}
	d, ok := far[to]
	return d, ok
}

// turns reports whether the edges have a way around below zero: then some distance never stops to shrink.
func (n *integers) turns() bool {
	far := map[*Term]int64{}
	for _, e := range n.edges {
		far[e.to], far[e.from] = 0, 0
	}
	for range len(far) + 1 {
		more := false
		for _, e := range n.edges {
			if d := far[e.from] + e.most; d < far[e.to] {
				far[e.to], more = d, true
			}
		}
		if !more {
			return false
		}
	}
	return true
}

// shrink takes holes from the ends of intervals.
func (n *integers) shrink() (more, ok bool) {
	for _, k := range n.sums {
		in := n.of(k.shape)
		if in.isEmpty() {
			return false, false
		}
		for _, h := range k.holes {
			switch {
			case in.isOne() && in.lo == h:
				return false, false
			case in.hasLo && in.lo == h:
				return true, n.bound(k, interval{lo: h + 1, hasLo: true})
			case in.hasHi && in.hi == h:
				return true, n.bound(k, interval{hi: h - 1, hasHi: true})
			}
		}
	}
	return false, true
}
