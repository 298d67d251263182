package condvar

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// JoinCall is the program of a in which the goroutine takes the control flow of b. That is a call
// of the same function in another test. The rules are those of [JoinTests]. Objects are paired by
// the places of the two calls, and by their names. There is no program where the two calls do the
// same, or where their parameters alone may decide. Neither is there one where an object of b may
// be one of several. The time is linear in the statements.
func JoinCall(a, b *Call) (SplicedProgram, bool) {
	if a.Function != b.Function || a.program == b.program || a.program.Incomplete() || b.program.Incomplete() {
		return SplicedProgram{}, false
	}
	p, q := a.outline(), b.outline()
	defer func() { a.apart, b.apart = nil, nil }() // each is as large as the program
	of, is := len(b.program.Threads), len(a.program.Threads)
	m := match(p, q, map[int]int{of: is})
	if !slices.Contains(m.differ(), of) || !dependsOnSchedule(p.Threads[is], q.Threads[of]) {
		return SplicedProgram{}, false
	}
	j, ok := m.join([]int{of})
	if !ok {
		return SplicedProgram{}, false
	}
	return a.inline(j), true
}

// Way is the control flow of the call in words, with channels by their look. Calls of one way go
// the same way, as far as can be told without pairing their objects. It takes time linear in
// their statements.
func (c *Call) Way() string {
	if c.way == "" {
		var words strings.Builder
		for _, s := range flow(flatten(c.program.Threads[c.thread].Body[c.from:c.to])) {
			fmt.Fprintln(&words, s.Op, s.Source.Site, s.Source.Label)
			if s.Op == Select || s.Op == RecvClosed {
				taken := s.choices()[0]
				o := &c.program.Objects[taken.Chan]
				fmt.Fprintln(&words, taken.Send, o.Timer, o.Capacity, o.Name)
			}
		}
		c.way = fmt.Sprint("way ", words.String())
	}
	return c.way
}

// outline is the program with the call as a thread of its own, the last one, which counts the
// places by itself. So the call can be compared with that of another test, wherever the two tests
// make it.
func (c *Call) outline() *Program {
	q := c.program.Clone()
	th := q.Threads[c.thread]
	called := &Thread{G: th.G, Parent: c.thread, Body: slices.Clone(th.Body[c.from:c.to])}
	begin, end := th.span(c.from, c.to)
	for _, l := range th.contested {
		if l.call.function == c.Function && l.seq < end && (c.from == 0 || l.seq > th.Body[c.from-1].Source.Seq) {
			called.contested = append(called.contested, l)
		}
	}
	c.before = map[uint64]int{}
	walk(th.Body[:c.from], func(s *Stmt) { c.before[s.Source.Site] = max(c.before[s.Source.Site], s.Source.Count) })
	walk(called.Body, func(s *Stmt) {
		if s.Source.Count > 0 {
			s.Source.Count -= c.before[s.Source.Site]
		}
	})
	for _, other := range q.Threads {
		walk(other.Body, func(s *Stmt) {
			if s.Op == Order && s.Obj == c.thread && uint64(s.Arg) >= begin && uint64(s.Arg) < end {
				s.Obj = len(q.Threads)
			}
		})
	}
	start := &Stmt{Op: Go, Arg: int64(len(q.Threads)), Source: Source{Site: c.Function, Count: 1, Seq: begin}}
	th.Body = slices.Concat(th.Body[:c.from], []*Stmt{start}, th.Body[c.to:])
	q.Threads = append(q.Threads, called)
	c.apart = q
	return q
}

// span is when some statements begin, and when the next one does.
func (t *Thread) span(from, to int) (begin, end uint64) {
	end = math.MaxInt64
	walk(t.Body[from:to], func(s *Stmt) {
		if begin == 0 {
			begin = s.Source.Seq
		}
	})
	for _, s := range t.Body[to:] {
		if s.Source.Seq > 0 {
			return begin, s.Source.Seq
		}
	}
	return begin, end
}

// inline undoes outline in a joined program. Statements get new times, since those of the call
// are of another test.
func (c *Call) inline(j SplicedProgram) SplicedProgram {
	v := len(c.program.Threads)
	called, th := j.Threads[v], j.Threads[c.thread]
	at := slices.IndexFunc(th.Body, func(s *Stmt) bool { return s.Op == Go && s.Arg == int64(v) })
	c.retime(j.Program, v, th.Body[at].Source.Seq)
	c.recount(called.Body, th.Body[at+1:])
	th.Body = slices.Concat(th.Body[:at], called.Body, th.Body[at+1:])
	j.Threads = slices.Delete(j.Threads, v, v+1)
	is := func(t int) int {
		if t == v {
			return c.thread
		}
		return t - asInt(t > v)
	}
	j.EachStatement(func(s *Stmt) {
		switch s.Op {
		case Go:
			s.Arg = int64(is(int(s.Arg)))
		case Order:
			s.Obj = is(s.Obj)
		}
	})
	for _, th := range j.Threads {
		th.Parent = is(th.Parent)
	}
	for i, t := range j.Spliced {
		j.Spliced[i] = is(t)
	}
	for i := range j.Holds {
		j.Holds[i].Thread = is(j.Holds[i].Thread)
	}
	return j
}

// retime makes room between the times of a program for the statements of thread v, whose times
// then follow that of the call.
func (c *Call) retime(p *Program, v int, begin uint64) {
	var times []uint64
	walk(p.Threads[v].Body, func(s *Stmt) { times = append(times, s.Source.Seq) })
	scale := uint64(len(times) + 2)
	p.EachStatement(func(s *Stmt) {
		s.Source.Seq *= scale
		switch {
		case s.Op != Order:
		case s.Obj != v:
			s.Arg = s.Arg*int64(scale) + int64(scale) - 1
		default:
			n := slices.IndexFunc(times, func(at uint64) bool { return at > uint64(s.Arg) })
			if n < 0 {
				n = len(times)
			}
			s.Arg = int64(begin*scale) + int64(n)
		}
	})
	n := uint64(0)
	walk(p.Threads[v].Body, func(s *Stmt) {
		n++
		s.Source.Seq = begin*scale + n
	})
}

// recount says how often the goroutine comes by the places of the call, and of the statements after.
func (c *Call) recount(called, after []*Stmt) {
	more := map[uint64]int{}
	walk(called, func(s *Stmt) { more[s.Source.Site] = max(more[s.Source.Site], s.Source.Count) })
	recorded := map[uint64]int{}
	walk(c.apart.Threads[len(c.program.Threads)].Body, func(s *Stmt) {
		recorded[s.Source.Site] = max(recorded[s.Source.Site], s.Source.Count)
	})
	walk(called, func(s *Stmt) {
		if s.Source.Count > 0 {
			s.Source.Count += c.before[s.Source.Site]
		}
	})
	walk(after, func(s *Stmt) {
		if s.Source.Count > 0 {
			s.Source.Count += more[s.Source.Site] - recorded[s.Source.Site]
		}
	})
}
