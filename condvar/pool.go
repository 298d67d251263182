package condvar

import (
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A pool is goroutines that take values from one channel in a loop and do the same with
// each value. The recorded run says how many rounds each of them did. In another order
// another goroutine takes the value, so the rounds belong to the pool: a goroutine at the
// head of the loop takes the next one. A state has where in its round each goroutine is,
// and how many rounds the pool has left.
//
// There are two sorts of loops. A range ends when its channel is closed and empty, so no
// goroutine of it has a number of rounds of its own. Any other loop may count its rounds;
// there it makes no difference whose round it is when a round is a receive and calls of
// Done alone, and nothing follows the loop: all orders of such rounds are the same words.
//
// The places of a goroutine stand for this: they are chosen anew after each step, by
// where the goroutines are in their rounds and the rounds that the pool has left, and by nothing
// else. Goroutines at the head get rounds first.
type pool struct {
	ch      int
	length  int // instructions of a round
	ranges  bool
	members []member
}

// A member is a goroutine of a pool: its rounds begin at from, and there are so many.
type member struct{ thread, from, rounds int }

// until is where the loop is over.
func (p *pool) until(m member) int { return m.from + m.rounds*p.length }

// has reports whether a place is one of the loop.
func (p *pool) has(m member, pc int64) bool {
	return int(pc) >= m.from && int(pc) <= p.until(m)
}

// left is how many rounds a member could still begin where it stands, and how far in a
// round it is.
func (p *pool) left(m member, pc int64) (rounds, offset int) {
	done := int(pc) - m.from
	rounds, offset = m.rounds-done/p.length, done%p.length
	return rounds - asInt(offset > 0), offset
}

// leftOf is how many rounds the members in the loop have together.
func (p *pool) leftOf(s state) (sum int) {
	for _, m := range p.members {
		if p.has(m, s[m.thread]) {
			n, _ := p.left(m, s[m.thread])
			sum += n
		}
	}
	return sum
}

// share hands the rounds of each pool out anew.
func (m *machine) share(s state) {
	for i := range m.pools {
		p := &m.pools[i]
		sum := p.leftOf(s)
		if at := m.at[p.ch]; p.ranges && s[at] == 0 && s[at+1] != 0 {
			sum = 0 // the others never happen
		}
		heads := 0
		for _, w := range p.members {
			if _, offset := p.left(w, s[w.thread]); offset == 0 && p.has(w, s[w.thread]) {
				heads++
			}
		}
		p.handOut(s, sum, min(sum, heads))
	}
}

// handOut gives one round each to so many members at the head, and fills up the members
// in their order.
func (p *pool) handOut(s state, sum, heads int) {
	rest := sum - heads
	for _, w := range p.members {
		pc := s[w.thread]
		if !p.has(w, pc) {
			continue
		}
		_, offset := p.left(w, pc)
		most, n := w.rounds, 0
		if offset > 0 {
			most--
		} else if heads > 0 && most > 0 {
			heads--
			n = 1
		}
		more := min(rest, most-n)
		rest -= more
		s[w.thread] = int64(w.from + (most-n-more)*p.length + offset)
	}
}

// entered is where the uses of a thread begin: in a loop at its head, as long as its pool
// has rounds or gets more.
func (m *machine) entered(s state, t int) int64 {
	if m.poolOf[t] == 0 {
		return s[t]
	}
	p := &m.pools[m.poolOf[t]-1]
	own := p.members[slices.IndexFunc(p.members, func(w member) bool { return w.thread == t })]
	if !p.has(own, s[t]) {
		return s[t]
	}
	for _, w := range p.members {
		if n, _ := p.left(w, s[w.thread]); int(s[w.thread]) < w.from || p.has(w, s[w.thread]) && n > 0 {
			return int64(own.from)
		}
	}
	return s[t]
}

// findPools finds the loops and puts those that are alike together. It takes time linear
// in the code.
func (m *machine) findPools(named []bool) {
	m.poolOf = make([]int, m.nt)
	found := map[string]*pool{}
	var keys []string
	for t, th := range m.Threads {
		if named[t] || m.early[t] > 0 || th.End != Ended || th.Truncated || th.Incomplete {
			continue
		}
		p, key := m.loopOf(t)
		if p == nil {
			continue
		}
		if found[key] == nil {
			found[key] = p
			keys = append(keys, key)
		} else {
			found[key].members = append(found[key].members, p.members...)
		}
	}
	for _, key := range keys {
		p := found[key]
		if len(p.members) < 2 {
			continue
		}
		m.pools = append(m.pools, *p)
		for _, w := range p.members {
			m.poolOf[w.thread] = len(m.pools)
		}
	}
}

// loopOf is the loop of a thread, with a text of its instructions and of those after it.
func (m *machine) loopOf(t int) (*pool, string) {
	c := &m.codes[t]
	end := len(c.instrs) - 1
	for k := len(c.tops) - 1; k >= 0; k-- {
		head := c.tops[k]
		in := &c.instrs[head]
		if in.op == mRecvClosed && len(in.cases) == 0 {
			if before := m.headBefore(c, k); before >= 0 {
				return m.loop(t, before, head, true)
			}
		}
		if in.op == mRecv && m.pure(c, head, end) {
			return m.loop(t, head, end, false)
		}
	}
	return nil, ""
}

// headBefore is the receive of the last round of a range that ends with statement k, or -1.
func (m *machine) headBefore(c *code, k int) int {
	end := c.instrs[c.tops[k]].stmt
	for i := k - 1; i >= 0; i-- {
		in := &c.instrs[c.tops[i]]
		if in.op == mRecv && in.obj == end.Obj && in.stmt.Source.Site == end.Source.Site && in.stmt.Source.Stack == end.Source.Stack {
			return c.tops[i]
		}
	}
	return -1
}

// pure reports whether a receive is followed by nothing but steps that bring a count down,
// until the end.
func (m *machine) pure(c *code, head, end int) bool {
	for pc := head + 1; pc < end; pc++ {
		in := &c.instrs[pc]
		if in.op != mAdd || in.arg > 0 || m.Objects[in.obj].Kind != trace.KindWaitGroup {
			return false
		}
	}
	return true
}

// loop counts the rounds that are like the last one.
func (m *machine) loop(t, head, end int, ranges bool) (*pool, string) {
	c := &m.codes[t]
	length, from := end-head, head
	last := m.text(c, head, end)
	if c.instrs[head].stmt.Source.Site == 0 || slices.ContainsFunc(c.instrs[head:end], func(in instr) bool { return in.loop > 0 || len(in.jumps) > 0 }) {
		return nil, ""
	}
	for from-length > 0 && m.text(c, from-length, from) == last {
		from -= length
	}
	p := &pool{ch: c.instrs[head].obj, length: length, ranges: ranges}
	p.members = []member{{t, from, (end - from) / length}}
	return p, fmt.Sprintf("%t %s then %s", ranges, last, m.text(c, end, len(c.instrs)))
}

// text writes some instructions.
func (m *machine) text(c *code, from, to int) string {
	n := numbering{machine: m}
	for pc := from; pc < to; pc++ {
		n.buf = n.instr(n.buf, &c.instrs[pc], pc)
	}
	return string(n.buf)
}

// named tells the threads of which another one waits for the order.
func (m *machine) named() []bool {
	named := make([]bool, m.nt)
	for t := range m.codes {
		for i := range m.codes[t].instrs {
			if in := &m.codes[t].instrs[i]; in.op == mOrder {
				named[in.obj] = true
			}
		}
	}
	return named
}
