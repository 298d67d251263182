package condvar

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
)

// Symmetry reduction (Ip, Dill: Better verification through symmetry, Formal Methods in
// System Design 1996): states that become one when threads change places are looked at once.
//
// Two threads are alike in a state when the code before them is the same; their earlier
// steps do not matter. So of eight workers that took different numbers of jobs in the
// recorded run, those are alike that have equally many left. The places of a program are
// numbered so that places with the same code after them have one number. A state is looked up
// with the numbers of its threads sorted, and each with its place in the queue of a Cond.
//
// A thread is like no other when another one waits for it by name (Order), or when it takes
// the rounds of a loop in another order. Threads that passed different channels by are not
// alike. Threads of a pool are told by where they are in a round.
type symmetry struct {
	*machine
	classes [][]int64 // of the places of a thread, nil when it is like no other
	members []int     // threads that have classes
	parts   [][3]int64
}

// newSymmetry finds the places that are alike. It takes time linear in the code, where no
// loops are nested. The result is nil when no two threads ever are alike.
func newSymmetry(m *machine) *symmetry {
	named := m.named()
	y := &symmetry{machine: m, classes: make([][]int64, m.nt)}
	n := numbering{machine: m, numbers: map[string]int64{}}
	first, shared := map[int64]int{}, false
	for t := range m.codes {
		if named[t] || m.early[t] != 0 {
			continue
		}
		y.classes[t] = n.classes(t)
		y.members = append(y.members, t)
		for _, c := range y.classes[t] {
			if other, ok := first[c]; ok && other != t {
				shared = shared || c != n.over
			} else {
				first[c] = t
			}
		}
	}
	if !shared {
		return nil
	}
	for i := range m.pools {
		y.roundsAlike(&n, i)
	}
	return y
}

// roundsAlike gives the places of a pool one number for each place in a round.
func (y *symmetry) roundsAlike(n *numbering, i int) {
	p := &y.pools[i]
	for _, w := range p.members {
		for pc := w.from; pc <= p.until(w); pc++ {
			y.classes[w.thread][pc] = n.number(fmt.Appendf(nil, "round %d %d", i, (pc-w.from)%p.length))
		}
	}
}

// numbers is how many numbers a canonical state has.
func (y *symmetry) numbers() int { return y.size + len(y.members) + len(y.pools) }

// canonical writes a state in which threads that are alike have changed places: the same one
// for all such states.
func (y *symmetry) canonical(to, s state) {
	copy(to, s)
	y.parts = y.parts[:0]
	for _, t := range y.members {
		part := [3]int64{y.classes[t][s[t]], s[y.nt+t]}
		if p := y.passing[t]; p != nil {
			part[2] = s[p.at]
		}
		y.parts = append(y.parts, part)
	}
	slices.SortFunc(y.parts, func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
	for i, t := range y.members {
		to[t], to[y.nt+t], to[y.size+i] = y.parts[i][0], y.parts[i][1], y.parts[i][2]
		if p := y.passing[t]; p != nil {
			to[p.at] = 0
		}
	}
	for i := range y.pools {
		to[y.size+len(y.members)+i] = int64(y.pools[i].leftOf(s))
	}
}

// A numbering gives equal code one number.
type numbering struct {
	*machine
	numbers map[string]int64
	over    int64 // of the end of a thread that ended well
	loose   bool  // orders are left out
	buf     []byte
}

// number is that of a text, a new one when it is new.
func (n *numbering) number(text []byte) int64 {
	id, ok := n.numbers[string(text)]
	if !ok {
		id = int64(len(n.numbers) + 1)
		n.numbers[string(text)] = id
	}
	return id
}

// classes numbers the places of a thread, from its end.
func (n *numbering) classes(t int) []int64 {
	instrs := n.codes[t].instrs
	head := loopHeads(instrs)
	classes := make([]int64, len(instrs))
	th := n.Threads[t]
	after := n.number(fmt.Appendf(nil, "end %d %t %t", th.End, th.Truncated, th.Incomplete))
	for pc := len(instrs) - 1; pc >= 0; pc-- {
		n.buf = binary.AppendVarint(n.buf[:0], after)
		from := head[pc]
		for k := from; k <= pc; k++ { // one instruction, or all of a loop
			n.buf = n.instr(n.buf, &instrs[k], k)
		}
		loop := n.number(n.buf)
		if n.loose && from == pc && instrs[pc].op == mOrder {
			loop = after
		}
		for k := from; k < pc; k++ {
			classes[k] = n.number(fmt.Appendf(nil, "in %d %d", loop, k-from))
		}
		if from < pc {
			loop = n.number(fmt.Appendf(nil, "in %d %d", loop, pc-from))
		}
		classes[pc], after = loop, classes[from]
		if from == pc {
			after = loop
		}
		if instrs[pc].op == mEnd && th.End == Ended {
			n.over = loop
		}
		pc = from
	}
	return classes
}

// loopHeads returns for each place that ends a loop, or several that overlap, where they
// begin. Every other place begins and ends itself; those within a loop are not asked for.
func loopHeads(instrs []instr) []int {
	head := make([]int, len(instrs))
	for pc := range instrs {
		head[pc] = pc
	}
	for pc := range instrs {
		in := &instrs[pc]
		if in.op != mJump || in.to >= pc {
			continue
		}
		from := in.to
		for k := in.to; k < pc; k++ {
			from = min(from, head[k])
		}
		head[pc] = from
	}
	return head
}

// instr writes what a step does, with places relative to its own.
func (n *numbering) instr(b []byte, in *instr, pc int) []byte {
	if n.loose && in.op == mOrder {
		return b
	}
	b = fmt.Appendf(b, ";%d %d %d %t %d %d %t", in.op, in.obj, in.lock, in.read, in.arg, in.loop, in.last)
	switch in.op {
	case mBranch, mJump:
		b = fmt.Appendf(b, " to %d", in.to-pc)
	case mOrder:
		b = fmt.Appendf(b, " at %d", in.to)
	}
	b = fmt.Appendf(b, " %v %v", in.cases, in.held)
	for _, to := range in.jumps {
		b = fmt.Appendf(b, " j%d", to-pc)
	}
	b = in.expr.identity(b)
	if s := in.stmt; s != nil {
		b = fmt.Appendf(b, " s%d %d %d %t %d %t %t %t %v %x %q", s.Op, s.Obj, s.Lock2, s.Read, s.Arg, s.NoMissedSignal, s.MayContinue, s.Assumed, s.Cases, s.Source.Site, s.Source.Label)
		if s.Rest != nil {
			b = fmt.Appendf(b, " %v", *s.Rest)
		}
	}
	return b
}

// identity writes a condition.
func (e *Expr) identity(b []byte) []byte {
	if e == nil {
		return b
	}
	b = append(append(append(b, " ("...), e.Op...), ' ')
	b = append(strconv.AppendInt(b, e.Val, 10), ' ')
	b = strconv.AppendInt(b, int64(e.Var), 10)
	return append(e.Y.identity(e.X.identity(b)), ')')
}
