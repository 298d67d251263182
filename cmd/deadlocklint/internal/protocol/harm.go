package protocol

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// A harm is two calls on an object: the call that came too early, and the call that
// failed because of it. Violations of an automaton with the same two calls are one
// finding: a Close before Put, and a Put after Close.
type harm struct {
	calls [2]lockgraph.EdgeKey
	// outer are the two told calls around them, when these are on one object, too: a
	// wrapper and its inner object.
	outer [2]lockgraph.EdgeKey
	late  string // the method that went wrong and its place, "" when it is the violation's call
}

// none is an unknown harm.
var none [2]lockgraph.EdgeKey

// harmOf finds the two calls in a run that shows a violation by the call c.
func (p *Protocols) harmOf(b *breach, c *typestate.Call, rec *typestate.Recording, errs []newError) harm {
	early, late := c, c
	i := slices.IndexFunc(errs, func(e newError) bool { return e.call.Object == c.Object })
	if i >= 0 {
		late = errs[i].call
	}
	if late == c {
		if early = nearest(rec, c); early == nil {
			return harm{}
		}
	}
	h := harm{calls: [2]lockgraph.EdgeKey{p.edge(early), p.edge(late)}}
	if late != c {
		h.late = late.Method + " at " + p.pos(late)
	}
	around, within := enclosing(rec, early), enclosing(rec, late)
	if around != nil && within != nil && around.Object == within.Object {
		h.outer = [2]lockgraph.EdgeKey{p.edge(around), p.edge(within)}
	}
	return h
}

// nearest is the latest call before c on its object, of another goroutine if there is one.
func nearest(rec *typestate.Recording, c *typestate.Call) (found *typestate.Call) {
	for _, d := range rec.Calls {
		if d.Seq >= c.Seq {
			break
		}
		if d.Object == c.Object && (d.G != c.G || found == nil || found.G == c.G) {
			found = d
		}
	}
	return found
}

// enclosing is the outermost call that is told on another object and runs around c.
func enclosing(rec *typestate.Recording, c *typestate.Call) *typestate.Call {
	for _, d := range rec.Calls {
		if d.Seq >= c.Seq {
			break
		}
		if d.G == c.G && d.Object != c.Object && (d.End == 0 || d.End > c.Seq) {
			return d
		}
	}
	return nil
}

// distinct keeps of confirmed violations one for each harm, and of a wrapper and its
// content the wrapper.
func distinct(list []*breach) []*breach {
	seen := map[[2]lockgraph.EdgeKey]bool{}
	confirmed := func(b *breach) bool { return b.status == report.StatusConfirmed && b.harm.calls != none }
	known := map[[2]lockgraph.EdgeKey]bool{}
	for _, b := range list {
		known[b.harm.calls] = known[b.harm.calls] || confirmed(b)
	}
	var kept []*breach
	for _, b := range list {
		if confirmed(b) {
			if seen[b.harm.calls] || b.harm.outer != none && known[b.harm.outer] {
				continue
			}
			seen[b.harm.calls] = true
		}
		kept = append(kept, b)
	}
	return kept
}
