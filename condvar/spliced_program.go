package condvar

import (
	"maps"
	"slices"
)

// A splice is a program in the making, in which some threads of q go their way.
type splice struct {
	*matching
	out   *Program
	other map[int]int // threads of q to those of out that go their way
	rows  map[int]int // objects of q, then variables
	fails bool
}

// join makes the program in which some threads of q go their way.
func (m *matching) join(set []int) (SplicedProgram, bool) {
	j := &splice{matching: m, other: map[int]int{}, rows: maps.Clone(m.objs), out: &Program{
		Objects: slices.Clone(m.p.Objects), Vars: slices.Clone(m.p.Vars), Stats: m.p.Stats,
	}}
	for of, is := range m.vars {
		j.rows[len(m.q.Objects)+of] = is
	}
	for _, t := range m.p.Threads {
		th := *t
		j.out.Threads = append(j.out.Threads, &th)
	}
	for _, t := range set {
		j.other[t] = m.threads[t]
	}
	for _, t := range set {
		j.bring(t)
	}
	goes := slices.Sorted(maps.Values(j.other))
	for t := range m.p.Threads {
		if !slices.Contains(goes, t) {
			j.out.Threads[t].Body = j.reorder(m.p.Threads[t].Body)
		}
	}
	for _, t := range slices.Sorted(maps.Keys(j.other)) {
		j.take(t)
	}
	j.openContexts()
	j.out.Stats.Statements = j.out.Statements()
	return SplicedProgram{j.out, goes, j.holds(set)}, !j.fails && j.out.latchesSet()
}

// holds are where threads that go another way are to wait for others, in a run that goes it.
func (j *splice) holds(set []int) (stops []Stop) {
	for _, t := range set {
		to := j.threads[t]
		if at, found := lastContested(j.p.Threads[to], j.q.Threads[t]); found {
			stops = append(stops, Stop{Thread: to, Site: at.site, Count: at.count})
		}
	}
	return stops
}

// bring makes room for the threads that t starts and that p does not have.
func (j *splice) bring(t int) {
	for _, s := range flatten(j.q.Threads[t].Body) {
		child := int(s.Arg)
		if s.Op != Go {
			continue
		}
		_, known := j.threads[child]
		if _, here := j.other[child]; known || here {
			continue
		}
		th := *j.q.Threads[child]
		th.Parent = j.other[t]
		j.other[child] = len(j.out.Threads)
		j.out.Threads = append(j.out.Threads, &th)
		j.bring(child)
	}
}

// take lets a thread go its way in q.
func (j *splice) take(t int) {
	from, th := j.q.Threads[t], j.out.Threads[j.other[t]]
	if j.leftOnItsWay(t) {
		th.Body = j.reorder(j.p.Threads[j.threads[t]].Body)
		return
	}
	if to, here := j.threads[t]; j.ends && here && from.End == Pending && j.p.Threads[to].End == Ended {
		th.End = Ended // it is blocked for good, which the first recording does not show
	} else {
		th.End = from.End
	}
	th.Body, th.Truncated, th.Incomplete = j.translate(from.Body), from.Truncated, from.Incomplete
}

// leftOnItsWay reports whether a thread was blocked in q at a place of its way in p. The further steps
// there are known from p.
func (m *matching) leftOnItsWay(t int) bool {
	to, here := m.threads[t]
	if !here || m.q.Threads[t].End != Pending {
		return false
	}
	a, b := flow(flatten(m.p.Threads[to].Body)), flow(flatten(m.q.Threads[t].Body))
	last := len(b) - 1
	return last >= 0 && last < len(a) && a[last].spot() == b[last].spot() && slices.EqualFunc(a[:last], b[:last], m.sameStep)
}

// translate writes statements of q for the new program.
func (j *splice) translate(list []*Stmt) (out []*Stmt) {
	n := len(j.q.Objects)
	for _, s := range list {
		c := *s
		switch s.Op {
		case Order:
			if !j.orderOther(&c) {
				continue
			}
		case Go:
			to, here := j.other[int(s.Arg)]
			if !here {
				to = j.threads[int(s.Arg)]
			}
			c.Arg = int64(to)
		}
		c.Then, c.Else = j.translate(s.Then), j.translate(s.Else)
		s.touches(n, j.bringRow)
		c.renumber(n, j.rows, j.names())
		out = append(out, &c)
	}
	return out
}

// names are the variables of q in the new program.
func (j *splice) names() []int {
	names := make([]int, len(j.q.Vars))
	for v := range names {
		names[v] = j.rows[len(j.q.Objects)+v]
	}
	return names
}

// bringRow makes room for an object or variable of q that p does not have. Threads that go as in
// p do not use such an object. They may write such a variable, so that no other thread of q may
// use it.
func (j *splice) bringRow(row int) {
	if _, ok := j.rows[row]; ok {
		return
	}
	j.fails = j.fails || j.unsure(row)
	if n := len(j.q.Objects); row >= n {
		j.rows[row] = len(j.out.Vars)
		j.out.Vars = append(j.out.Vars, j.q.Vars[row-n])
		j.fails = j.fails || j.usedElsewhere(row)
		return
	}
	j.rows[row] = len(j.out.Objects)
	j.out.Objects = append(j.out.Objects, j.q.Objects[row])
}

// usedElsewhere reports whether a thread of q that is not in the new program uses something.
func (j *splice) usedElsewhere(row int) (used bool) {
	for t, th := range j.q.Threads {
		if _, here := j.other[t]; here {
			continue
		}
		walk(th.Body, func(s *Stmt) {
			s.touches(len(j.q.Objects), func(r int) { used = used || r == row })
		})
	}
	return used
}

// orderOther writes an order of q for the new program, and reports whether it is known there.
func (j *splice) orderOther(s *Stmt) bool {
	if to, here := j.other[s.Obj]; here {
		s.Obj = to
		return true
	}
	to, known := j.threads[s.Obj]
	if !known {
		return false
	}
	seq, found := timeAt(j.q.Threads[s.Obj].Body, j.p.Threads[to].Body, s.Arg)
	s.Obj, s.Arg = to, seq
	return found
}

// reorder lets the orders of a thread that goes as in p name places of threads that do not.
func (j *splice) reorder(list []*Stmt) (out []*Stmt) {
	for _, s := range list {
		c := *s
		c.Then, c.Else = j.reorder(s.Then), j.reorder(s.Else)
		if s.Op == Order {
			for t, to := range j.other {
				if to != s.Obj {
					continue
				}
				seq, found := timeAt(j.p.Threads[to].Body, j.q.Threads[t].Body, s.Arg)
				if c.Arg = seq; !found {
					c.Op = 0
				}
			}
		}
		if c.Op != 0 {
			out = append(out, &c)
		}
	}
	return out
}

// timeAt is when a thread is in one recording where it is in another one after some time.
func timeAt(from, to []*Stmt, seq int64) (at int64, found bool) {
	var last *Stmt
	for _, s := range flatten(from) {
		if s.Source.Seq <= uint64(seq) && s.spot() != (spot{}) {
			last = s
		}
	}
	for _, s := range flatten(to) {
		if last != nil && s.spot() == last.spot() {
			return int64(s.Source.Seq), true
		}
	}
	return 0, false
}

// latchesSet reports whether each signal that a Wait relies on can still be sent.
func (p *Program) latchesSet() bool {
	set, all := map[int]bool{}, true
	for _, t := range p.Threads {
		for _, s := range flatten(t.Body) {
			set[s.Obj] = set[s.Obj] || s.Op == Set
		}
	}
	for _, t := range p.Threads {
		for _, s := range flatten(t.Body) {
			all = all && (s.Op != Wait || !s.NoMissedSignal || set[int(s.Arg)] || p.Vars[s.Arg].Start != 0)
		}
	}
	return all
}
