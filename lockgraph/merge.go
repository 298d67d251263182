package lockgraph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A MergeInput is one process or test run that Merge looks at.
type MergeInput struct {
	Name     string // for reasons: a package or a test
	Relation *Relation
	Info     Info
}

// Merge finds cycles which exist only across tests or processes: every edge was seen in
// some test, and no test has them all. It merges the dependencies of all parts by lock
// class, mode and function, of any goroutine and instance. They go through the same
// search as the cycles of one run.
//
// Such a cycle is a hint and stays undecided. No run has shown that the instances could be
// the same, or that the goroutines could be there together. One case is excluded: an edge
// has two locks in one allocation, and another edge has the same two in different ones.
//
//   - A class that two edges hold exclusively counts as a gate.
//   - A dependency on a lock of a class that is held already is left out, since the classes
//     do not tell the two instances apart.
//   - If both locks are one instance in shared mode, every writer of the class makes a
//     cross-test candidate of one member.
//   - A lock that some goroutine releases without holding it makes no edge, since its holder
//     need not be the goroutine that releases it. It is a gate, since it is held until then.
//
// Where a part alone has the cycle, Group puts both in one finding. The search stops when
// the context ends, see [Relation.Analyze].
func Merge(ctx context.Context, opt Options, parts ...MergeInput) *Result {
	m := &merger{parts: parts, classes: map[string]uint64{}, byKey: map[string]*merged{}, seen: map[string]*[]sighting{}}
	w := watch{ctx: ctx}
	for i, p := range parts {
		m.handedOff = p.Relation.handedOff()
		for _, d := range p.Relation.deps {
			if w.ended() {
				break
			}
			m.add(i, d)
		}
	}
	return m.result(ctx, opt)
}

type merger struct {
	parts    []MergeInput
	classes  map[string]uint64 // as the lock of the merged dependencies
	capacity map[uint64]int    // by class, where it is more than 1
	byKey    map[string]*merged

	handedOff map[uint64]bool // locks of the part that is being added
	list      []*merged
	seen      map[string]*[]sighting
	again     []*merged // of them those that read-lock an instance again
}

// merged is a dependency of classes, and where it was seen.
type merged struct {
	dep   Dependency // of a goroutine of its own
	first origin
	seen  *[]sighting // shared by those that differ only in their allocations
	count int
	again bool   // a read lock of an instance that is read-locked already
	owner owners // of the classes
	gates []Hold // held, but released by goroutines that need not hold them
}

type origin struct {
	part int
	dep  *Dependency
}

// A sighting is a test in one process.
type sighting struct {
	part int
	test string
}

// add merges dependency d of a part.
func (m *merger) add(part int, d *Dependency) {
	e, ok := m.abstract(part, d)
	if !ok {
		return
	}
	base := m.key(e)
	k := base + e.owner.pattern()
	old := m.byKey[k]
	if old == nil {
		if m.seen[base] == nil {
			m.seen[base] = new([]sighting)
		}
		old, e.seen = e, m.seen[base]
		e.dep.order = len(m.list)
		e.dep.slot, e.dep.G = slot(len(m.list)), trace.G(len(m.list)+1)
		m.byKey[k] = e
		m.list = append(m.list, e)
		if e.again {
			m.again = append(m.again, e)
		}
	}
	old.count += d.Count
	for _, s := range m.sightings(part, d) {
		if !slices.Contains(*old.seen, s) {
			*old.seen = append(*old.seen, s)
		}
	}
}

// abstract returns the dependency of classes that d is, if it is one.
func (m *merger) abstract(part int, d *Dependency) (*merged, bool) {
	if d.lock.handedOff {
		return nil, false
	}
	p := m.parts[part]
	e := &merged{dep: Dependency{Lock: m.class(p, d.Lock), Mode: d.Mode}, first: origin{part, d}, owner: owners{}}
	e.owner.add(e.dep.Lock, p.Info.owner(d.Lock))
	for _, h := range d.Held {
		c := Hold{m.class(p, h.Lock), h.Mode, 0, h.Slots}
		if m.handedOff[h.Lock] {
			e.gates = append(e.gates, c)
			continue
		}
		if c.Lock == e.dep.Lock {
			if e.again = h.Lock == d.Lock && h.Mode == Shared && d.Mode == Shared; !e.again {
				return nil, false
			}
		}
		e.owner.add(c.Lock, p.Info.owner(h.Lock))
		if !slices.Contains(e.dep.Held, c) {
			e.dep.Held = append(e.dep.Held, c)
		}
	}
	return e, true
}

// handedOff are the locks released by a goroutine that did not hold them.
func (r *Relation) handedOff() map[uint64]bool {
	off := map[uint64]bool{}
	for _, l := range r.locks {
		if l.handedOff {
			off[l.id] = true
		}
	}
	return off
}

// key is the same for dependencies that differ only in their allocations.
func (m *merger) key(e *merged) string {
	var held []string
	for _, c := range e.dep.Held {
		held = append(held, fmt.Sprint(c))
	}
	for _, c := range e.gates {
		held = append(held, fmt.Sprint("gate ", c))
	}
	slices.Sort(held)
	fn := m.parts[e.first.part].Info.fn(e.first.dep.Stack)
	return fmt.Sprint(e.dep.Lock, e.dep.Mode, fn, held)
}

// class returns the number of the class of a lock, of one instantiation if it
// is in a generic type.
func (m *merger) class(p MergeInput, id uint64) uint64 {
	name := p.Info.class(id)
	if p.Info.Arguments != nil {
		name += p.Info.Arguments(id)
	}
	c, ok := m.classes[name]
	if !ok {
		c = uint64(len(m.classes) + 1)
		m.classes[name] = c
	}
	if n := p.Relation.capacity(id); n > 1 {
		if m.capacity == nil {
			m.capacity = map[uint64]int{}
		}
		m.capacity[c] = n
	}
	return c
}

func (m *merger) sightings(part int, d *Dependency) []sighting {
	p := m.parts[part]
	tests := p.Info.tests(d.G)
	if len(tests) == 0 {
		return []sighting{{part, p.Name}}
	}
	var all []sighting
	for _, t := range tests {
		all = append(all, sighting{part, strings.TrimPrefix(p.Name+"."+t, ".")})
	}
	return all
}

// result searches the merged dependencies.
func (m *merger) result(ctx context.Context, opt Options) *Result {
	opt = opt.withDefaults()
	opt.Capacity = func(class uint64) int { return m.capacity[class] }
	rel := &Relation{opt: opt}
	for _, e := range m.list {
		rel.deps = append(rel.deps, &e.dep)
	}
	var limits limits
	s, res := newSearch(ctx, rel, &limits), &Result{}
	m.readAgain(s, res)
	for n := 2; n <= opt.MaxLength; n++ {
		s.each(n, func(members []*Dependency) bool {
			if !m.consistent(members) || m.gated(members) {
				return true
			}
			s.complete(slices.Clip(members), func(parties []*Dependency) bool {
				if c, apart := m.candidate(parties, len(members)); apart {
					res.Candidates = append(res.Candidates, c)
				}
				return false // one choice of writers is enough
			})
			if len(res.Candidates) >= opt.MaxCycles {
				limits.reach(LimitCycles)
				return false
			}
			return true
		})
	}
	if s.watch.look() { // also where it was the merge that was cut
		limits.reach(LimitTime)
	}
	res.Limits, res.Stop = limits.reached, s.stop
	return res
}

// gated reports whether two members hold locks of one class, not both shared, of
// which one at least is in gates: for any releaser, it is held there.
func (m *merger) gated(members []*Dependency) bool {
	for i, d := range members {
		for j, other := range members {
			if i != j && anyExcludes(m.list[d.order].gates, other.Held, m.list[other.order].gates) {
				return true
			}
		}
	}
	return false
}

// anyExcludes reports whether no two goroutines can be at a gate and at one of
// the others.
func anyExcludes(gates []Hold, others ...[]Hold) bool {
	for _, g := range gates {
		for _, o := range others {
			if slices.ContainsFunc(o, func(h Hold) bool { return h.Lock == g.Lock && excludes(h.Mode, g.Mode) }) {
				return true
			}
		}
	}
	return false
}

// readAgain adds what reads again, each with the first writer of another test.
func (m *merger) readAgain(s *search, res *Result) {
	for _, r := range m.again {
		for _, w := range s.writers[r.dep.Lock] {
			if _, holds := w.holdOf(w.Lock); holds || s.gate(&r.dep, w) != nil {
				continue
			}
			if c, apart := m.candidate([]*Dependency{&r.dep, w}, 1); apart {
				res.Candidates = append(res.Candidates, c)
				break
			}
		}
	}
}

// candidate describes a cycle; it reports whether no test has all of it.
func (m *merger) candidate(parties []*Dependency, n int) (Candidate, bool) {
	c := Candidate{Kind: KindCross, Status: Undecided, Cause: CauseCross}
	together := slices.Clone(*m.list[parties[0].order].seen)
	for i, d := range parties {
		e := m.list[d.order]
		together = slices.DeleteFunc(together, func(s sighting) bool { return !slices.Contains(*e.seen, s) })
		edge := m.parts[e.first.part].Info.edge(e.first.dep)
		edge.Part, edge.Count, edge.Tests = e.first.part, e.count, nil
		for _, s := range *e.seen {
			if !slices.Contains(edge.Tests, s.test) {
				edge.Tests = append(edge.Tests, s.test)
			}
		}
		if i >= n {
			edge.Role = RoleWriter
		}
		c.Edges = append(c.Edges, edge)
	}
	c.Reason = "orders seen in " + testNames(c.Edges) + ", never together"
	return c, len(together) == 0
}

// testNames names one test of each edge.
func testNames(edges []Edge) string {
	var names []string
	for _, e := range edges {
		if !slices.Contains(names, e.Tests[0]) {
			names = append(names, e.Tests[0])
		}
	}
	return strings.Join(names, " and ")
}
