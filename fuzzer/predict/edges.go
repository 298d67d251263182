package predict

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

func (p *process) candidate(c lockgraph.Candidate) *Candidate {
	out := &Candidate{Candidate: c, Target: p.target, Child: isChild(p.trace, p.target), ID: findingID(c), handed: p.handed}
	for _, e := range c.Edges {
		out.Edges = append(out.Edges, p.edge(e))
		out.addTest(p.tests[e.G])
		p.addChans(out, e)
		if p.tries.waited[e.Stack] {
			out.Spins = true
			out.assume("the loop around TryLock at " + e.Site + " does not give up")
		}
	}
	return out
}

// addChans notes the channels that an edge holds or wants.
func (p *process) addChans(c *Candidate, e lockgraph.Edge) {
	ids := []uint64{e.Lock}
	for _, h := range e.Held {
		ids = append(ids, h.Lock)
	}
	for _, id := range ids {
		l := p.locks[id]
		if l == nil {
			continue
		}
		m := pauses.Chan{Site: p.trace.Places[l.made][0], Receives: l.receives, Handed: l.handed}
		if !slices.Contains(c.chans, m) {
			c.chans = append(c.chans, m)
		}
	}
}

// assume adds an assumption under which the candidate can happen.
func (c *Candidate) assume(what string) {
	if c.Assumption != "" {
		what = c.Assumption + "; " + what
	}
	c.Assumption = what
}

func (c *Candidate) addTest(name string) {
	if name != "" && !slices.Contains(c.Tests, name) {
		c.Tests = append(c.Tests, name)
	}
}

// mainGoroutine is the number of the goroutine that runs main.
const mainGoroutine = 1

func (p *process) edge(e lockgraph.Edge) Edge {
	out := Edge{Edge: e, g: p.abstractions(e.G), file: p.file}
	out.Created, out.Call = p.startedBy(e.G), p.callPlace(e.Stack)
	for _, h := range e.Held {
		out.Locks = append(out.Locks, Place{Op: h.Mode.String(), Class: h.Class, Frame: p.placed(e.G, h.Stack)})
		out.context = append(out.context, p.trace.Places[h.Stack][0])
	}
	out.Wants = Place{Op: e.Mode.String(), Class: e.Class, Frame: p.placed(e.G, e.Stack)}
	if l := p.locks[e.Lock]; l != nil {
		out.Wants.Op = l.waitsIn()
	}
	out.context = append(out.context, p.trace.Places[e.Stack][0])
	p.identifyLock(&out)
	return out
}

func (p *process) identifyLock(e *Edge) {
	in := p.objects.Instance(e.Lock)
	if in.Alloc == objects.NoAlloc {
		if text := p.names.text; text != 0 && p.names.isGlobal(in.Addr) {
			e.global, e.traced = in.Addr-text, true
		}
		return
	}
	if abs := p.oabs[in.Alloc]; abs != nil {
		e.lock, e.offset, e.traced = *abs, in.Offset, true
	}
}

// handedSites are the sites at which locks were taken that another goroutine
// than their owner released.
func (p *process) handedSites() (sites []uint64) {
	for _, s := range p.relation.HandedOver() {
		if site := p.trace.Places[s][0]; site != 0 && !slices.Contains(sites, site) {
			sites = append(sites, site)
		}
	}
	return sites
}

func (p *process) siteText(id trace.StackID) string { return siteText(p.names.fn, p.site(id)) }

func siteText(fn func(string) string, f trace.Frame) string {
	return fmt.Sprintf("%s (%s:%d)", fn(f.Func), filepath.Base(f.File), f.Line)
}
