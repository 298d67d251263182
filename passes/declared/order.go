package declared

import (
	"fmt"
	"path/filepath"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An order says that one lock is acquired before another.
type order struct {
	first, then lock
	where       string // the comments that say so
	imported    bool
}

// declare adds a chain of locks, and the orders that follow from it and the others.
func declare(r *lockfacts.Reporter, known []order, chain []lock, c comment) ([]order, error) {
	p := r.Pass.Fset.Position(c.pos)
	where := fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
	for i := range chain[1:] {
		a, b := chain[i], chain[i+1]
		if a.class == b.class {
			return known, fmt.Errorf("%s and %s are both %s: the order of two locks of one class cannot be declared", a.name, b.name, lockfacts.ShortClass(a.class))
		}
		if o := find(known, b.class, a.class); o != nil {
			return known, fmt.Errorf("%s < %s contradicts %s < %s of %s", a.name, b.name, o.first.name, o.then.name, o.where)
		}
		known = add(known, order{first: a, then: b, where: where})
	}
	return known, nil
}

func find(known []order, first, then string) *order {
	for i := range known {
		if known[i].first.class == first && known[i].then.class == then {
			return &known[i]
		}
	}
	return nil
}

// add keeps the list closed under transitivity.
func add(known []order, o order) []order {
	if find(known, o.first.class, o.then.class) != nil {
		return known
	}
	before, after := []order{o}, []order{o}
	for _, k := range known {
		if k.then.class == o.first.class {
			before = append(before, order{first: k.first, then: o.then, where: join(k.where, o.where)})
		}
		if k.first.class == o.then.class {
			after = append(after, order{first: o.first, then: k.then, where: join(o.where, k.where)})
		}
	}
	for _, a := range before {
		for _, b := range after {
			n := order{first: a.first, then: b.then, where: join(a.where, b.where)}
			if find(known, n.first.class, n.then.class) == nil {
				known = append(known, n)
			}
		}
	}
	return known
}

func join(a, b string) string {
	if a == b {
		return a
	}
	return a + " and " + b
}

// checkOrders compares the edges with the orders.
func checkOrders(r *lockfacts.Reporter, orders []order) {
	for i := range r.Facts.Edges {
		e := &r.Facts.Edges[i]
		o := find(orders, e.To.Class, e.From.Class)
		if o == nil || o.imported && !e.Position().IsValid() {
			continue // nothing of ours: the package that declares it sees the rest
		}
		r.Report(lockfacts.Finding{
			Check: checks.DeclaredOrder, Pos: e.Position(),
			Message: fmt.Sprintf("%s is acquired (%s) with %s held since %s, against the order %s < %s declared at %s",
				lockfacts.ShortClass(e.To.Class), lockfacts.Chain(e.To.Via, e.To.Site), lockfacts.ShortClass(e.From.Class), lockfacts.Chain(e.From.Via, e.From.Site),
				o.first.name, o.then.name, o.where),
			Sides: []lockfacts.Side{lockfacts.SideOf(e)},
		}, []lockgraph.EdgeKey{{Func: e.From.Site.Func, Class: e.From.Class, Mode: lockfacts.ModeOf(e.From.Read)}, {Func: e.Waiter(), Class: e.To.Class, Mode: lockfacts.ModeOf(e.To.Read)}})
	}
}
