package condvar

import (
	"math"
	"math/bits"
	"slices"
)

const sorts = 8

// never are the last uses of each sort where there is none.
var never = [sorts]int32{-1, -1, -1, -1, -1, -1, -1, -1}

// A usage is how a thread uses a row.
type usage struct {
	thread int
	last   [sorts]int32 // how far in the thread there is a use of each sort
	sends  transferPlaces
	recvs  transferPlaces
}

// transferPlaces are those of one sort of transfer in a thread, in their order.
type transferPlaces struct {
	at   []int32
	loop int32 // the last place of a loop with such a transfer, -1 for none
}

// from is how many transfers may follow from a place on.
func (p *transferPlaces) from(pc int64) int {
	if pc <= int64(p.loop) {
		return math.MaxInt32
	}
	i, _ := slices.BinarySearch(p.at, int32(pc))
	return len(p.at) - i
}

func (p *transferPlaces) add(pc, last int) {
	p.at = append(p.at, int32(pc))
	if last > pc {
		p.loop = max(p.loop, int32(last))
	}
}

// laterThan reports whether the thread, from a place on, may use the row so.
func (u *usage) laterThan(pc int64, access uint8) bool {
	for more := access; more != 0; more &= more - 1 {
		if int64(u.last[bits.TrailingZeros8(more)]) >= pc {
			return true
		}
	}
	return false
}

// usesOf finds the uses of each row in a thread. Inside a loop every use may come again
// until its end.
func (r *reducer) usesOf(t int) map[int]*usage {
	uses := map[int]*usage{}
	instrs := r.codes[t].instrs
	last := loopEnds(instrs)
	for i := range instrs {
		in := &instrs[i]
		r.accesses(in, func(row int, access uint8) {
			u := uses[row]
			if u == nil {
				u = &usage{thread: t, last: never, sends: transferPlaces{loop: -1}, recvs: transferPlaces{loop: -1}}
				uses[row] = u
			}
			for more := access; more != 0; more &= more - 1 {
				b := bits.TrailingZeros8(more)
				u.last[b] = max(u.last[b], int32(last[i]))
			}
			switch {
			case access&aSend != 0 && in.op != mClose:
				u.sends.add(i, last[i])
			case access&aRecv != 0 && in.op != mRecvClosed:
				u.recvs.add(i, last[i])
			}
		})
	}
	return uses
}

// loopEnds returns for each place the end of the loops around it, itself where there is none.
func loopEnds(instrs []instr) []int {
	last := make([]int, len(instrs))
	for i := range instrs {
		last[i] = max(last[i], i)
		if in := &instrs[i]; in.op == mJump && in.to < i {
			for k := in.to; k <= i; k++ {
				last[k] = i
			}
		}
	}
	return last
}

// usesBy is how thread q uses a row, or nil. It takes logarithmic time.
func (r *reducer) usesBy(q, row int) *usage {
	list := r.users[row]
	i, ok := slices.BinarySearchFunc(list, q, func(u *usage, q int) int { return u.thread - q })
	if !ok {
		return nil
	}
	return list[i]
}
