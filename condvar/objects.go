package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// obj returns the index of an instance, in the life that it has for the
// goroutine at which the builder is.
func (b *builder) obj(id uint64) int {
	if id == 0 { // a nil channel: nobody meets another one there
		return b.begin(&objectHistory{}, Object{Kind: trace.KindChan})
	}
	p := b.objs[id]
	if p == nil {
		p = &objectHistory{}
		b.objs[id] = p
	}
	return p.live(b.test, b.over, b.sameObject, func() int { return b.begin(p, b.describe(id)) })
}

// begin is a new life of an object, in the state in which the last one left it.
func (b *builder) begin(p *objectHistory, o Object) int {
	switch o.Kind {
	case trace.KindMutex, trace.KindRWMutex:
		p.apart = true
	case trace.KindChan:
		p.buffer = o.Capacity > 0 && !o.Timer
		o.Count, o.Closed = p.count, p.closed
	case trace.KindWaitGroup:
		o.Count = p.count
	}
	b.program.Objects = append(b.program.Objects, o)
	b.oneObject = append(b.oneObject, len(b.oneObject))
	return len(b.oneObject) - 1
}

func (b *builder) describe(id uint64) Object {
	in := b.o.Instance(id)
	o := Object{ID: id, Kind: in.Kind}
	if in.Kind != trace.KindChan {
		return o
	}
	if in.Alloc == objects.NoAlloc {
		o.Timer = true // its capacity is not known: nothing waits for it
		return o
	}
	made := b.o.Events[in.Alloc]
	o.Capacity, o.Timer = int(made.Aux), b.isTimer(made.Stack())
	o.Context = b.madeBy(made.Stack(), lazyDone)
	o.Created = b.makes[made.Seq]
	return o
}

// isTimer reports whether a channel was made by package time: it is a timer's
// though the timer may not have come to its end in the recorded run.
func (b *builder) isTimer(s trace.StackID) bool {
	return b.madeBy(s, "time.NewTimer", "time.NewTicker")
}

// madeBy reports whether one of some functions made something.
func (b *builder) madeBy(s trace.StackID, funcs ...string) bool {
	return slices.ContainsFunc(b.t.Stacks[s], func(f trace.Frame) bool { return slices.Contains(funcs, f.Func) })
}
