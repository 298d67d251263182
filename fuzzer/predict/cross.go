package predict

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A processPart has the data of a process that are kept when its trace is dropped. They
// suffice to look for cycles across processes and to show them.
type processPart struct {
	name     string
	file     string
	relation *lockgraph.Relation
	classes  map[uint64]string
	owners   map[uint64]uint64 // by lock
	args     map[uint64]string // type arguments, by lock
	frames   map[trace.StackID]trace.Frame
	created  map[trace.G]trace.Frame
	tests    map[trace.G]string
	fn       func(string) string
}

// keep copies what the dependencies of the process refer to.
func (p *process) keep() *processPart {
	k := &processPart{
		file:     p.file,
		relation: p.relation,
		classes:  map[uint64]string{},
		owners:   map[uint64]uint64{},
		args:     map[uint64]string{},
		frames:   map[trace.StackID]trace.Frame{},
		created:  map[trace.G]trace.Frame{},
		tests:    p.tests,
		fn:       (&nameTable{main: p.names.main}).fn,
	}
	if p.target != nil {
		k.name = path.Base(p.target.Package)
	}
	for _, d := range p.relation.Dependencies() {
		k.lock(p, d.Lock)
		k.frames[d.Stack] = p.site(d.Stack)
		for _, h := range d.Held {
			k.lock(p, h.Lock)
			k.frames[h.Stack] = p.site(h.Stack)
		}
		if s, ok := p.created[d.G]; ok {
			k.created[d.G] = p.site(s)
		}
	}
	return k
}

func (k *processPart) lock(p *process, id uint64) {
	k.classes[id], k.owners[id] = p.info.Class(id), p.owner(id)
	if args := trace.Arguments(p.objects.Instance(id).Path); args != "" {
		k.args[id] = args
	}
}

// owner is the number of the allocation that a lock is in, 0 when none is known.
func (p *process) owner(lock uint64) uint64 {
	return uint64(p.objects.Instance(lock).Alloc - objects.NoAlloc)
}

func (k *processPart) info() lockgraph.Info {
	return lockgraph.Info{
		Class: func(lock uint64) string { return k.classes[lock] },
		Owner: func(lock uint64) uint64 { return k.owners[lock] },
		Func:  func(s trace.StackID) string { return k.fn(k.frames[s].Func) },
		Site:  func(s trace.StackID) string { return siteText(k.fn, k.frames[s]) },
		Test:  func(g trace.G) string { return k.tests[g] },

		Arguments: func(lock uint64) string { return k.args[lock] },
	}
}

// maxCross bounds the cycles across tests that are reported, and maxCrossEdges
// how many goroutines such a cycle has: it is a hint, and many of them hide the
// rest.
const (
	maxCross      = 20
	maxCrossEdges = 3
)

// cross finds cycles whose parts were never seen in one test or process: one
// for each set of lock classes. It says how many more there are, and whether the
// context ended the search.
func cross(ctx context.Context, parts []*processPart) (out []*Candidate, more int, stop bool) {
	var in []lockgraph.MergeInput
	for _, k := range parts {
		in = append(in, lockgraph.MergeInput{Name: k.name, Relation: k.relation, Info: k.info()})
	}
	seen := map[string]bool{}
	merged := lockgraph.Merge(ctx, lockgraph.Options{MaxLength: maxCrossEdges}, in...)
	for _, c := range merged.Candidates {
		key := classSet(c)
		if seen[key] || library(c) {
			continue
		}
		seen[key] = true
		if len(out) == maxCross {
			more++
			continue
		}
		cand := &Candidate{Candidate: c, ID: findingID(c)}
		for _, e := range c.Edges {
			cand.Edges = append(cand.Edges, parts[e.Part].edge(e))
			for _, t := range e.Tests {
				cand.addTest(t)
			}
		}
		out = append(out, cand)
	}
	return out, more, slices.Contains(merged.Limits, lockgraph.LimitTime)
}

// withoutOrdered leaves those cycles out whose parts are of subtests of one test, which a run has
// shown to come one after the other: no run of this test has the cycle.
func withoutOrdered(between, within []*Candidate) []*Candidate {
	return slices.DeleteFunc(between, func(c *Candidate) bool {
		return ofOneTest(c) && slices.ContainsFunc(within, func(o *Candidate) bool {
			return o.ID == c.ID && o.Status == lockgraph.Infeasible && o.Cause == lockgraph.CauseHardOrder
		})
	})
}

// ofOneTest reports whether every part of a cycle was seen in one test and its subtests alone.
func ofOneTest(c *Candidate) bool {
	top := map[string]bool{}
	for _, e := range c.Edges {
		for _, name := range e.Tests {
			test, _, _ := strings.Cut(name, "/")
			top[test] = true
		}
	}
	return len(top) == 1
}

// classSet are the lock classes of a cycle across tests.
func classSet(c lockgraph.Candidate) string {
	var classes []string
	for _, e := range c.Edges {
		classes = append(classes, e.Class)
	}
	slices.Sort(classes)
	return strings.Join(classes, " ")
}

// library reports whether a lock of the cycle is the standard library's own.
func library(c lockgraph.Candidate) bool {
	return slices.ContainsFunc(c.Edges, func(e lockgraph.Edge) bool { return stdlib.Has(e.Class) })
}

func (k *processPart) edge(e lockgraph.Edge) Edge {
	out := Edge{Edge: e, file: k.file}
	if f, ok := k.created[e.G]; ok {
		out.Created = Place{Op: "go", Frame: f}
	}
	for _, h := range e.Held {
		out.Locks = append(out.Locks, Place{Op: h.Mode.String(), Class: h.Class, Frame: k.frames[h.Stack]})
	}
	out.Wants = Place{Op: e.Mode.String(), Class: e.Class, Frame: k.frames[e.Stack]}
	return out
}

// findingID is the same for a cycle seen in one test and across tests.
func findingID(c lockgraph.Candidate) string {
	return lockgraph.FindingID(c.Check(), c.Keys())
}
