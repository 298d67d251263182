package guard

import (
	"math"
	"math/bits"
	"slices"
)

// A number is the knowledge of a whole number: bounds, numbers that it is not, and
// bits. Bits are those of two's complement, so that they are the same in a type of any
// size.
type number struct {
	lo, hi      int64
	not         []int64  // between lo and hi
	ones, zeros uint64   // bits that are set, and bits that are not
	some        []uint64 // masks of which a bit is set
}

func anyNumber() number { return number{lo: math.MinInt64, hi: math.MaxInt64} }

func exactly(k int64) number { return number{lo: k, hi: k, ones: uint64(k), zeros: ^uint64(k)} }

// equals answers whether the number is k.
func (n number) equals(k int64) (yes, known bool) {
	b := uint64(k)
	switch {
	case k < n.lo || k > n.hi || slices.Contains(n.not, k) || b&n.zeros != 0 || ^b&n.ones != 0:
		return false, true
	case slices.ContainsFunc(n.some, func(m uint64) bool { return b&m == 0 }):
		return false, true
	}
	return true, n.lo == n.hi
}

// greater answers whether the number is greater than k. A bound of MaxInt64 is none: a number
// of an unsigned type may be beyond it.
func (n number) greater(k int64) (yes, known bool) {
	return n.lo > k, n.lo > k || n.hi <= k && n.hi < math.MaxInt64
}

// has answers whether one of the bits of a mask is set.
func (n number) has(mask uint64) (yes, known bool) {
	yes = mask&n.ones != 0 || slices.ContainsFunc(n.some, func(m uint64) bool { return m&^n.zeros&^mask == 0 })
	if int64(mask) < 0 { // without any of them it would have no sign, and be small
		zero, known := n.equals(0)
		yes = yes || n.hi < 0 || n.lo > int64(^mask) || mask == ^uint64(0) && known && !zero
	}
	return yes, yes || mask&^n.zeros == 0
}

// except is the number when it is not k.
func (n number) except(k int64) number {
	n.not = append(slices.Clip(n.not), k)
	for n.lo < n.hi && slices.Contains(n.not, n.lo) {
		n.lo++
	}
	for n.hi > n.lo && n.hi < math.MaxInt64 && slices.Contains(n.not, n.hi) {
		n.hi--
	}
	return n
}

// within is the number when it is between two others as well.
func (n number) within(lo, hi int64) number {
	n.lo, n.hi = max(n.lo, lo), min(n.hi, hi)
	if n.lo == n.hi {
		return exactly(n.lo)
	}
	for _, k := range n.not {
		if k == n.lo || k == n.hi {
			n = n.except(k)
		}
	}
	return n
}

// with is the number when one of the bits of a mask is set, without when none is.
func (n number) with(mask uint64) number {
	if mask &^= n.zeros; bits.OnesCount64(mask) == 1 {
		n.ones |= mask
	}
	n.some = append(slices.Clip(n.some), mask)
	return n
}

func (n number) without(mask uint64) number {
	if n.zeros |= mask; int64(n.zeros) < 0 { // it has no sign
		return n.within(0, int64(^n.zeros))
	}
	return n
}

// or is the join of two numbers: the value is one of them.
func (n number) or(o number) number {
	n.lo, n.hi, n.ones, n.zeros = min(n.lo, o.lo), max(n.hi, o.hi), n.ones&o.ones, n.zeros&o.zeros
	n.not, n.some = nil, nil
	return n
}
