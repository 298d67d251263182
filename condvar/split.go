package condvar

import (
	"context"
	"maps"
	"slices"
)

// split takes a program apart into those that share nothing: no object, no
// variable and no order. A test belongs to the goroutines it started, not to
// the goroutine that runs the tests. Goroutines that started others come along, with nothing
// but their go statements.
//
// The rest of a chain of goroutines in which each has nothing that it could
// wait for would have all that came before it in each of its parts: such parts
// are not made. The rest ends when the context does.
func split(ctx context.Context, p *Program) []*Program {
	u := newSets(len(p.Threads))
	users := map[int]int{} // of objects, then variables
	for t, th := range p.Threads {
		walk(th.Body, func(s *Stmt) {
			s.touches(len(p.Objects), func(row int) {
				if q, ok := users[row]; ok {
					u.join(q, t)
				}
				users[row] = t
			})
			if s.Op == Go && !p.Threads[s.Arg].Test {
				u.join(t, int(s.Arg))
			}
		})
	}
	var order []int
	parts := map[int][]int{}
	for t := range p.Threads {
		r := u.root(t)
		if parts[r] == nil {
			order = append(order, r)
		}
		parts[r] = append(parts[r], t)
	}
	var out []*Program
	for _, r := range order {
		if ctx.Err() != nil {
			break
		}
		if !p.waits(parts[r]) {
			continue
		}
		if q := p.part(parts[r]); q.interesting() {
			out = append(out, q)
		}
	}
	return out
}

// touches calls f for the objects and variables of a statement alone.
func (s *Stmt) touches(objects int, f func(row int)) {
	switch s.Op {
	case Go, Order:
	case Rest:
		for _, o := range s.Rest.Objs {
			f(o)
		}
		for _, v := range s.Rest.Vars {
			f(objects + v)
		}
	case Set, Inc:
		f(objects + s.Obj)
	case If, Loop:
		s.Cond.vars(func(v int) { f(objects + v) })
	case Select, RecvClosed:
		if s.Op == RecvClosed {
			f(s.Obj)
		}
		for _, c := range s.Cases {
			f(c.Chan)
		}
	case Wait:
		f(s.Obj)
		if s.Lock2 >= 0 {
			f(s.Lock2)
		}
		if s.NoMissedSignal {
			f(objects + int(s.Arg))
		}
	default:
		f(s.Obj)
	}
}

// part is the program of some threads and those that started them.
func (p *Program) part(threads []int) *Program {
	member := map[int]bool{}
	for _, t := range threads {
		member[t] = true
	}
	all := slices.Clone(threads)
	in := maps.Clone(member)
	for i := 0; i < len(all); i++ {
		if parent := p.Threads[all[i]].Parent; parent >= 0 && !in[parent] {
			in[parent] = true
			all = append(all, parent)
		}
	}
	slices.Sort(all)
	to := map[int]int{}
	for i, t := range all {
		to[t] = i
	}
	open := slices.ContainsFunc(threads, func(t int) bool { return p.Threads[t].isOpen() })
	q := &Program{Stats: p.Stats, Objects: p.Objects, Vars: p.Vars} // compact makes its own
	for _, t := range all {
		th := *p.Threads[t]
		if th.Parent >= 0 {
			th.Parent = to[th.Parent]
		}
		th.Body = selectStatements(th.Body, member[t], open, to)
		if member[t] {
			q.Stats.Local += th.local
			q.Stats.Harmless += th.harmless
		} else {
			th.End, th.Truncated, th.Incomplete = Ended, false, false // its other statements are elsewhere
		}
		q.Threads = append(q.Threads, &th)
	}
	return q.compact()
}

// selectStatements returns the statements that stay in a part; threads get new numbers. A
// goroutine that comes along may do anything later: in a part that is over nothing is left for it.
func selectStatements(list []*Stmt, member, open bool, to map[int]int) (out []*Stmt) {
	for _, s := range list {
		c := *s
		c.Then, c.Else = selectStatements(s.Then, member, open, to), selectStatements(s.Else, member, open, to)
		switch s.Op {
		case Go:
			t, ok := to[int(s.Arg)]
			if !ok {
				continue
			}
			c.Arg = int64(t)
		case Order:
			t, ok := to[s.Obj]
			if !ok {
				continue
			}
			c.Obj = t
		case Rest:
			if !member && s.Rest.Any && !open {
				continue
			}
			if !member {
				c.Rest = &Uses{Any: s.Rest.Any}
			}
		default:
			if !member {
				continue
			}
		}
		out = append(out, &c)
	}
	return out
}

// waits reports whether some of the threads have anything to wait for. Those that
// come along have not.
func (p *Program) waits(threads []int) bool {
	waits := false
	for _, t := range threads {
		walk(p.Threads[t].Body, func(s *Stmt) { waits = waits || !s.silent() })
	}
	return waits
}

// interesting reports whether any goroutine could wait at all.
func (p *Program) interesting() bool {
	if len(p.Threads) < 2 {
		return false
	}
	all := make([]int, len(p.Threads))
	for t := range all {
		all[t] = t
	}
	return p.waits(all)
}

// compact renumbers objects and variables so that only used ones are left.
func (p *Program) compact() *Program {
	n := len(p.Objects)
	to := map[int]int{}
	var objs []Object
	var vars []Var
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			s.touches(n, func(row int) {
				if _, ok := to[row]; ok {
					return
				}
				if row < n {
					to[row] = len(objs)
					objs = append(objs, p.Objects[row])
				} else {
					to[row] = len(vars)
					vars = append(vars, p.Vars[row-n])
				}
			})
		})
	}
	names := make([]int, len(p.Vars))
	for v := range names {
		names[v] = to[n+v]
	}
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) { s.renumber(n, to, names) })
	}
	p.Objects, p.Vars = objs, vars
	return p
}

func (s *Stmt) renumber(n int, to map[int]int, vars []int) {
	switch s.Op {
	case Go, Order:
	case Rest:
		r := &Uses{Any: s.Rest.Any}
		for _, o := range s.Rest.Objs {
			r.Objs = append(r.Objs, to[o])
		}
		for _, v := range s.Rest.Vars {
			r.Vars = append(r.Vars, to[n+v])
		}
		s.Rest = r
	case Set, Inc:
		s.Obj = to[n+s.Obj]
	case If, Loop:
		s.Cond = s.Cond.rename(vars)
	case Select, RecvClosed:
		if s.Op == RecvClosed {
			s.Obj = to[s.Obj]
		}
		s.Cases = slices.Clone(s.Cases)
		for i := range s.Cases {
			s.Cases[i].Chan = to[s.Cases[i].Chan]
		}
	case Wait:
		s.Obj = to[s.Obj]
		if s.Lock2 >= 0 {
			s.Lock2 = to[s.Lock2]
		}
		if s.NoMissedSignal {
			s.Arg = int64(to[n+int(s.Arg)])
		}
	default:
		s.Obj = to[s.Obj]
	}
}

// sets are disjoint sets of numbers.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(a, b int) { s[s.root(a)] = s.root(b) }
