package racegraph

import (
	"cmp"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// This file looks for a WaitGroup whose Wait may come before an Add that it is to wait for.
// An Add may be made by the goroutine that is waited for, or after a look at a flag.

// A count is an operation of a WaitGroup: Add with its delta, or Wait, whose delta is 0.
type count struct {
	Step
	delta  int64
	behind lockgraph.ProgramPoint // for Before alone: of operations that know of this operation
}

// counts has the operations of each WaitGroup, in their order.
type counts struct {
	at     map[trace.G]trace.StackID // of the next Add
	of     map[uint64][]count
	groups []uint64 // in the order of their first operations
}

func newCounts() counts {
	return counts{at: map[trace.G]trace.StackID{}, of: map[uint64][]count{}}
}

// count notes an operation of a WaitGroup as it was recorded.
func (b *Builder) count(e trace.Event) {
	c := count{Step: b.step(e), behind: b.loose.PointAt(e.G, e.Seq)}
	if c.Read = e.Op == trace.OpWGWait; !c.Read {
		c.Stack, c.delta = b.counts.at[e.G], int64(e.Arg)
		delete(b.counts.at, e.G)
	}
	list := b.counts.of[e.Obj]
	if c.Stack == 0 || len(list) >= maxSections {
		return
	}
	if list == nil {
		b.counts.groups = append(b.counts.groups, e.Obj)
	}
	b.counts.of[e.Obj] = append(list, c)
}

// awaits looks at each Add and each Wait of another goroutine.
func (s *orderSearch) awaits(all *counts) {
	for _, group := range all.groups {
		list := all.of[group]
		for i := range list {
			if list[i].delta > 0 {
				s.await(group, list, &list[i])
			}
		}
	}
}

func (s *orderSearch) await(group uint64, list []count, add *count) {
	for i := range list {
		wait := &list[i]
		if !wait.Read || wait.G == add.G {
			continue
		}
		first, second := add.Step, wait.Step
		if cmp.Compare(first.Seq, second.Seq) > 0 {
			first, second = second, first
		}
		if s.isOpen(first, second) && !isCovered(list, add) {
			s.add(Awaited, group, first, second)
		}
	}
}

// isCovered reports whether a Wait waits for more than an Add when that comes: after the Add
// the counter goes down by more than the additions there. So it is not zero before the
// Add, as in a goroutine that is counted and counts its children.
func isCovered(list []count, add *count) bool {
	left := add.delta
	for i := range list {
		if c := &list[i]; !c.Read && c.Seq != add.Seq && add.behind.Before(c.spot) {
			left += c.delta
		}
	}
	return left < 0
}
