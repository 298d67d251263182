package predict

import "github.com/deadlocklint/deadlocklint/internal/trace"

// identify notes whose goroutine is whose, and the abstractions.
func (p *process) identify(i int, e trace.Event, lastAlloc map[uint64]int) {
	switch e.Op {
	case trace.OpGo:
		child := trace.G(e.Obj)
		p.created[child] = e.Stack()
		p.noteSetting(e)
		if abs, ok := trace.DeriveG(p.abstractions(e.G), p.trace.Places[e.Stack()], e.Aux); ok {
			p.gabs[child] = &abs
		}
		if t := p.tests[e.G]; t != "" {
			p.tests[child] = t
		}
	case trace.OpTest:
		p.tests[e.G] = p.trace.Texts[e.Arg]
	case trace.OpAlloc:
		lastAlloc[e.Obj] = i
		if abs, ok := trace.DeriveObject(p.abstractions(e.G), p.trace.Places[e.Stack()], e.Aux); ok {
			p.oabs[i] = &abs
		}
	case trace.OpAbs:
		p.abstract(e, lastAlloc)
	}
}

// abstractions returns those of a goroutine.
func (p *process) abstractions(g trace.G) [4]uint64 {
	if abs := p.gabs[g]; abs != nil {
		return *abs
	}
	if g == mainGoroutine {
		return trace.AbsMain
	}
	return [4]uint64{} // 0 stands for any goroutine: no goroutine started those that run callbacks from C
}

// abstract notes an abstraction. Goroutine numbers are below any address.
func (p *process) abstract(e trace.Event, lastAlloc map[uint64]int) {
	var abs *[4]uint64
	if e.Obj < 1<<32 {
		if abs = p.gabs[trace.G(e.Obj)]; abs == nil {
			abs = new([4]uint64)
			p.gabs[trace.G(e.Obj)] = abs
		}
	} else {
		i, ok := lastAlloc[e.Obj]
		if !ok {
			return
		}
		if abs = p.oabs[i]; abs == nil {
			abs = new([4]uint64)
			p.oabs[i] = abs
		}
	}
	if int(e.Aux) < len(abs) {
		abs[e.Aux] = e.Arg
	}
}
