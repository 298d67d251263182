package lockgraph

import (
	"slices"
	"sort"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A cause says that one event orders two places. The steps at place from until the
// event sent come before the steps at place to from the event seq on. It exists to
// explain; the clocks decide.
type cause struct {
	seq   uint64
	sent  uint64
	to    uint64 // a place
	from  uint64
	obj   uint64
	stack trace.StackID
	g     trace.G // that did it
	op    trace.Op
	via   uint8 // the trace.Via of OpAcquire
	hard  bool
}

// because is the cause that event e is.
func because(e trace.Event, stack trace.StackID, to, from uint64) cause {
	return cause{seq: e.Seq, sent: e.Seq, to: to, from: from, obj: e.Obj, stack: stack, g: e.G, op: e.Op, via: uint8(e.Arg)}
}

// A goroutineVertex is a goroutine or an object that passes order on.
func goroutineVertex(s slot) uint64  { return uint64(s) }
func objectVertex(obj uint64) uint64 { return obj | 1<<63 }

// causes are in the order of seq.
type causes struct {
	list    arena[cause]
	dropped uint64
}

// add remembers why, unless it is soft and there are limit others already.
func (c *causes) add(why cause, limit int) {
	if !why.hard && c.list.len() >= limit {
		c.dropped++
		return
	}
	c.list.add(why)
}

// path returns the causes, first to last, by which the event of goroutine
// from at seq is before that of goroutine to at until. It is empty when they
// were not remembered. With hard set only hard order counts. O(causes between
// the two).
func (c *causes) path(from slot, seq uint64, to slot, until uint64, hard bool) []cause {
	reached := map[uint64]uint64{goroutineVertex(from): seq}
	via := map[uint64]int{}
	start := sort.Search(c.list.len(), func(i int) bool { return c.list.at(i).seq >= seq })
	for i, n := start, c.list.len(); i < n && c.list.at(i).seq <= until; i++ {
		why := c.list.at(i)
		at, ok := reached[why.from]
		if _, known := reached[why.to]; !ok || known || at > why.sent || hard && !why.hard {
			continue
		}
		reached[why.to] = why.seq
		via[why.to] = i
		if why.to == goroutineVertex(to) {
			return c.back(via, goroutineVertex(to))
		}
	}
	return nil
}

func (c *causes) back(via map[uint64]int, at uint64) []cause {
	var path []cause
	for i, ok := via[at]; ok; i, ok = via[at] {
		path = append(path, *c.list.at(i))
		at = c.list.at(i).from
	}
	slices.Reverse(path)
	return path
}
