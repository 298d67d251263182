package racegraph

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// kin are the goroutines that one go statement starts by one chain of calls. Each may take the
// steps of another one in its place: the recorded one may have taken all the work.
type kin struct {
	born  map[trace.G]trace.StackID
	all   map[trace.StackID][]trace.G        // in the order of their starts
	start map[trace.G]lockgraph.ProgramPoint // before the first event
}

func newKin() kin {
	return kin{map[trace.G]trace.StackID{}, map[trace.StackID][]trace.G{}, map[trace.G]lockgraph.ProgramPoint{}}
}

// bear notes a go statement. One without a stack starts no sibling.
func (k *kin) bear(e *trace.Event) {
	if e.Op != trace.OpGo || e.Stack() == 0 {
		return
	}
	g := trace.G(e.Obj)
	k.born[g] = e.Stack()
	k.all[e.Stack()] = append(k.all[e.Stack()], g)
}

// siblings calls a function with each sibling of a goroutine, and where that begins.
func (k *kin) siblings(g trace.G, visit func(sibling trace.G, start lockgraph.ProgramPoint)) {
	stack, known := k.born[g]
	if !known {
		return
	}
	for _, other := range k.all[stack] {
		if start, begun := k.start[other]; begun && other != g {
			visit(other, start)
		}
	}
}

// kinOf enters an event into the kin, before the loose graph.
func (b *Builder) kinOf(e *trace.Event) {
	if _, begun := b.kin.start[e.G]; !begun {
		b.kin.start[e.G] = b.loose.PointAt(e.G, e.Seq-1)
	}
	b.kin.bear(e)
}
