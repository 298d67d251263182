package schedules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// A Truth is everything that goroutines of a program can be blocked in for ever.
type Truth struct {
	States    int
	Deadlocks []Deadlock // each set of blocked goroutines once
	Panics    []string   // a program with any is of no use
}

// A Deadlock is a set of goroutines that nothing wakes: not one of them moves in any
// continuation.
type Deadlock struct {
	Blocked []Blocked
	Main    bool   // the test function is one of them
	Ended   bool   // the test function has returned
	Cycle   bool   // some of them wait for each other in a circle, by locks alone
	Witness []Step // a shortest schedule
}

// A Blocked is a goroutine of a deadlock.
type Blocked struct {
	Slot   int // 0 is the test function
	Site   int // where it is blocked
	Op     program.Op
	Object int   // -1 for a select
	Held   []int // the sites where it took what it holds
	owners []int // of the lock that it waits for
}

// A Step is one move of a witness.
type Step struct {
	Actors uint32 // a bit for each goroutine; none for a timer that fired
	Site   int
}

// CanHang reports whether the test can hang, or goroutines that wait for each other's locks
// can. Both are deadlocks in common usage.
func (t *Truth) CanHang() bool {
	return slices.ContainsFunc(t.Deadlocks, func(d Deadlock) bool { return d.Main || d.Cycle })
}

// CanLeak reports whether the test can end, and leave goroutines blocked for ever.
func (t *Truth) CanLeak() bool {
	return slices.ContainsFunc(t.Deadlocks, func(d Deadlock) bool { return d.Ended })
}

func (g *graph) truth() *Truth {
	t := &Truth{States: len(g.states), Panics: g.panics}
	seen := map[string]bool{}
	moving := g.moving()
	for n, s := range g.states {
		d := Deadlock{Ended: s.goroutines[0].status == done}
		for slot, gr := range s.goroutines {
			if gr.status == live && moving[n]&(1<<slot) == 0 {
				d.Blocked = append(d.Blocked, g.m.blocked(s, slot))
			}
		}
		if key := d.key(); len(d.Blocked) > 0 && !seen[key] {
			seen[key] = true
			d.Main = d.Blocked[0].Slot == 0
			d.Cycle = d.cyclic()
			d.Witness = g.way(n)
			t.Deadlocks = append(t.Deadlocks, d)
		}
	}
	return t
}

func (d *Deadlock) key() string {
	var b strings.Builder
	fmt.Fprintln(&b, d.Ended)
	for _, g := range d.Blocked {
		fmt.Fprintln(&b, g.Slot, g.Site, g.Held)
	}
	return b.String()
}

// blocked describes where a goroutine is.
func (m *machine) blocked(s *state, slot int) Blocked {
	in := &m.code[s.goroutines[slot].pc]
	b := Blocked{Slot: slot, Site: in.site, Op: in.op, Object: in.object}
	switch in.op {
	case program.Select:
		b.Object = -1
	case program.Lock, program.RLock, program.Do:
		b.owners = owners(&s.cells[in.object], slot)
	}
	for i := range s.cells {
		c := &s.cells[i]
		if c.grip == held && c.writer.slot == slot {
			b.Held = append(b.Held, c.writer.site)
		}
		for _, r := range c.readers {
			if r.slot == slot {
				b.Held = append(b.Held, r.site)
			}
		}
	}
	slices.Sort(b.Held)
	return b
}

// owners are the goroutines that a goroutine waits for at a lock.
func owners(c *cell, slot int) []int {
	var list []int
	if c.grip != free && (c.grip == held || c.writer.slot != slot) {
		list = append(list, c.writer.slot)
	}
	for _, r := range c.readers {
		if c.grip == announced && c.writer.slot == slot {
			list = append(list, r.slot)
		}
	}
	return list
}

// cyclic reports whether some of the goroutines wait for each other in a circle. All
// of them are blocked for ever, so a wait for any owner counts.
func (d *Deadlock) cyclic() bool {
	next := map[int][]int{}
	for _, b := range d.Blocked {
		next[b.Slot] = b.owners
	}
	for start := range next {
		reached := map[int]bool{}
		work := slices.Clone(next[start])
		for len(work) > 0 {
			slot := work[len(work)-1]
			work = work[:len(work)-1]
			if slot == start {
				return true
			}
			if !reached[slot] {
				reached[slot] = true
				work = append(work, next[slot]...)
			}
		}
	}
	return false
}

// Rescued reports whether goroutines of p would be blocked for ever, where the truth
// has none that are, if no timer ever fired.
func Rescued(p *program.Program, t *Truth) (bool, error) {
	if !p.Uses(program.AfterFunc) && !p.Uses(program.After) {
		return false, nil
	}
	m, err := compile(p, false)
	if err != nil {
		return false, err
	}
	m.stopped = true
	g, err := m.explore()
	if err != nil {
		return false, err
	}
	known := map[string]bool{}
	for i := range t.Deadlocks {
		known[t.Deadlocks[i].key()] = true
	}
	for _, d := range g.truth().Deadlocks {
		if !known[d.key()] {
			return true, nil
		}
	}
	return false, nil
}
