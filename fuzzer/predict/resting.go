package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A waitPlace is a place at which workers wait that one go statement has started.
type waitPlace struct{ created, stack trace.StackID }

// An awaitedObject is an object for which workers wait at a place, and the operations of others that end such a wait.
type awaitedObject struct {
	at     waitPlace
	enders []trace.Op
}

// A giving has the goroutines that ended waits of the workers at a place, as far as the recording shows.
type giving struct {
	outside bool             // a goroutine that is no worker, or a timer
	workers map[trace.G]bool // workers
}

// A restingPlaces says of places at which workers stand in the end whether they rest there. A worker rests where others come
// with work. A worker does not rest where only workers come, as at the full queue of its own pool.
type restingPlaces struct {
	p       *process
	objects map[uint64][]awaitedObject
	givers  map[waitPlace]*giving
	selects map[trace.G]waitPlace // at which a goroutine selects
	took    map[trace.G]bool      // goroutines that have received something, or were woken
}

// restingOf looks at the places at which workers are blocked. It takes two passes over the events.
func (p *process) restingOf(blocked []trace.Event) *restingPlaces {
	r := &restingPlaces{p, map[uint64][]awaitedObject{}, map[waitPlace]*giving{}, map[trace.G]waitPlace{}, map[trace.G]bool{}}
	for _, e := range blocked {
		r.givers[r.placeOf(e)] = &giving{workers: map[trace.G]bool{}}
	}
	for _, e := range p.objects.Events {
		r.wait(e)
	}
	for _, e := range p.objects.Events {
		r.give(e)
	}
	return r
}

func (r *restingPlaces) placeOf(e trace.Event) waitPlace {
	return waitPlace{r.p.created[e.G], e.Stack()}
}

// wait notes the objects for which workers wait at the places.
func (r *restingPlaces) wait(e trace.Event) {
	switch e.Op {
	case trace.OpReceived, trace.OpWake:
		r.took[e.G] = true
	case trace.OpCase:
		if at, ok := r.selects[e.G]; ok && e.Aux == 0 {
			r.await(e.Obj, at, endersOf(trace.OpCase, e.Has(trace.FlagFirst)))
		}
	case trace.OpRecv, trace.OpSend, trace.OpWait, trace.OpSelect:
		delete(r.selects, e.G)
		at := r.placeOf(e)
		if _, wanted := r.givers[at]; wanted && e.Op == trace.OpSelect {
			r.selects[e.G] = at
		} else if wanted {
			r.await(e.Obj, at, endersOf(e.Op, e.Op == trace.OpSend))
		}
	}
}

func (r *restingPlaces) await(obj uint64, at waitPlace, enders []trace.Op) {
	isKnown := func(o awaitedObject) bool { return o.at == at && slices.Equal(o.enders, enders) }
	if !slices.ContainsFunc(r.objects[obj], isKnown) {
		r.objects[obj] = append(r.objects[obj], awaitedObject{at, enders})
	}
}

// endersOf are the operations of others that end a wait.
func endersOf(op trace.Op, send bool) []trace.Op {
	switch {
	case op == trace.OpWait:
		return []trace.Op{trace.OpSignal, trace.OpBroadcast}
	case send:
		return []trace.Op{trace.OpRecv, trace.OpReceived}
	}
	return []trace.Op{trace.OpSend, trace.OpSent, trace.OpClose}
}

// give notes who ends waits at an object.
func (r *restingPlaces) give(e trace.Event) {
	for _, o := range r.objects[e.Obj] {
		switch {
		case !slices.Contains(o.enders, e.Op):
		case e.G == 0 || !r.p.serves(e.G):
			r.givers[o.at].outside = true
		default:
			r.givers[o.at].workers[e.G] = true
		}
	}
}

// of tells whether a worker stands where it waits for work, and which workers end such waits. Workers of one go statement run the
// same code: each of them may end a wait that another worker has ended.
func (r *restingPlaces) of(e trace.Event) (rest lockgraph.Rest, by map[trace.G]bool) {
	given := r.givers[r.placeOf(e)]
	switch {
	case given.outside, len(given.workers) == 0 && !r.took[e.G]:
		rest = lockgraph.KnownRest
	case len(given.workers) == 0:
		rest = lockgraph.PresumedRest
	}
	return rest, given.workers
}
