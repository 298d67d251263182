package condvar

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// jumps finds what is known of the alternatives that a select did not take: when
// the goroutine came to the same select later and took one of them then, what
// followed there follows as well when it is taken earlier, and the rounds of the
// loop between the two do not happen. (CheckMate has the recorded alternative
// alone; most goroutines of Go programs are such loops.)
//
// Both have to hold the same locks, and no other thread may wait for the order
// of something between them: a round that did not happen orders nothing. The
// next occasion is taken, so that there is one way for each alternative. Where the
// loop went on after that one, the rounds that were left out would come now, or
// others: a thread that jumped and comes to the select again strays, and nothing is
// known of its steps. It takes time linear in the statements and their alternatives.
func (p *Program) jumps(all []code) {
	waited := make([][]int, len(all)) // the places that Orders wait for
	for i := range all {
		for _, in := range all[i].instrs {
			if in.op == mOrder {
				waited[in.obj] = append(waited[in.obj], in.to)
			}
		}
	}
	for i := range all {
		slices.Sort(waited[i])
		p.jumpsOf(&all[i], waited[i])
	}
}

// A round is a return of a goroutine to the same select. In a function that is called
// from two places, that is no round of a loop.
type round struct {
	site  uint64
	stack trace.StackID
	cases string // its channels, where they are not timers: with others it is another loop, or a call of a function
}

func (p *Program) jumpsOf(c *code, waited []int) {
	later := map[round][]int{} // where each alternative is taken next
	first := map[round]int{}   // the select nearest to the end
	loops := 0
	for k := len(c.tops) - 1; k >= 0; k-- {
		pc := c.selectAt(k)
		if pc < 0 {
			continue
		}
		in := &c.instrs[pc]
		at := round{in.stmt.Source.Site, in.stmt.Source.Stack, fmt.Sprint(p.alternatives(in))}
		if other, ok := first[at]; ok {
			if last := &c.instrs[other]; last.loop == 0 {
				loops++
				last.loop, last.last = loops, true
			}
			in.loop = c.instrs[other].loop
		} else {
			first[at] = pc
		}
		list := later[at]
		if in.op == mSelect {
			in.jumps = slices.DeleteFunc(slices.Clone(list), func(to int) bool { return !p.leadsOn(c, pc, to, waited) })
		}
		list = slices.DeleteFunc(slices.Clone(list), func(to int) bool { return p.sameAlternative(&c.instrs[to], in) })
		later[at] = append(list, pc)
	}
}

// early reports whether a thread may take a round that is not the last one of its
// loop before its time.
func (c *code) early() bool {
	return slices.ContainsFunc(c.instrs, func(in instr) bool {
		return slices.ContainsFunc(in.jumps, func(to int) bool { return !c.instrs[to].last })
	})
}

// strays reports whether a thread stands at a select to which it came again after
// it took a later round before its time.
func (m *machine) strays(s state, t int) bool {
	in := m.next(s, t)
	return in.loop > 0 && m.early[t] > 0 && int(s[m.early[t]]) == in.loop
}

// jumps are the later rounds that a thread may take where it stands.
func (m *machine) jumps(s state, t int) []int {
	if m.early[t] > 0 && s[m.early[t]] != 0 {
		return nil
	}
	return m.next(s, t).jumps
}

// jump lets a thread come to a later round.
func (m *machine) jump(s state, t, to int) {
	s[t] = int64(to)
	if in := &m.codes[t].instrs[to]; !in.last {
		s[m.early[t]] = int64(in.loop)
	}
}

// selectAt is the select that the k-th statement of a body is, or -1.
func (c *code) selectAt(k int) int {
	end := len(c.instrs)
	if k+1 < len(c.tops) {
		end = c.tops[k+1]
	}
	for pc := c.tops[k]; pc < end; pc++ {
		in := &c.instrs[pc]
		if (in.op == mSelect || in.op == mRecvClosed) && len(in.cases) > 1 && in.stmt.Source.Site != 0 && !in.stmt.MayContinue {
			return pc
		}
		if in.op != mArrive {
			break
		}
	}
	return -1
}

// leadsOn reports whether a thread at one select may go on after a later one.
func (p *Program) leadsOn(c *code, from, to int, waited []int) bool {
	a, b := &c.instrs[from], &c.instrs[to]
	if p.sameAlternative(a, b) || !slices.Equal(p.alternatives(a), p.alternatives(b)) || !slices.Equal(a.held, b.held) {
		return false
	}
	next, _ := slices.BinarySearch(waited, from+1)
	return next == len(waited) || waited[next] > to
}

// anyTimer stands for every channel into which the runtime sends: each round of
// a loop may have one of its own.
const anyTimer = -1

func (p *Program) role(c Case) Case {
	if p.Objects[c.Chan].Timer {
		c.Chan = anyTimer
	}
	return c
}

func (p *Program) sameCase(a, b Case) bool { return p.role(a) == p.role(b) }

// sameAlternative reports whether two rounds took one alternative of their select. Several may have one channel.
func (p *Program) sameAlternative(a, b *instr) bool {
	x, y := a.stmt.Source.Case, b.stmt.Source.Case
	return p.sameCase(a.cases[0], b.cases[0]) && (x == y || x == 0 || y == 0)
}

// takenFirst has the alternative that was taken before the others.
func takenFirst(cases []Case, taken Case) (list []Case) {
	at := slices.Index(cases, taken)
	list = append(list, taken)
	for i, c := range cases {
		if i != at {
			list = append(list, c)
		}
	}
	return list
}

// numberOf is the number of an alternative, from 1, and 0 where several are alike: then another event tells.
func numberOf(cases []Case, taken Case) int {
	at := slices.Index(cases, taken)
	if at < 0 || slices.Contains(cases[at+1:], taken) {
		return 0
	}
	return at + 1
}

// took tells the number of the alternative that the last select took.
func (m *pendingOperation) took(n int) {
	if m.selected != nil {
		m.selected.Source.Case = n
	}
}

// alternatives are those of a select in an order of their own.
func (p *Program) alternatives(in *instr) []Case {
	list := make([]Case, len(in.cases))
	for i, c := range in.cases {
		list[i] = p.role(c)
	}
	slices.SortFunc(list, func(a, b Case) int { return cmp.Or(cmp.Compare(a.Chan, b.Chan), asInt(a.Send)-asInt(b.Send)) })
	return list
}
