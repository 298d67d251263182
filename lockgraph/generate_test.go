package lockgraph

import (
	"math/rand/v2"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A shape says what random runs consist of.
type shape struct {
	rw, try, keys, join bool
	slots               bool // lock 1 has the capacity 2
	give                bool // goroutine 1 gives its newest lock to whom it starts
	memory              bool // goroutines read what others wrote
	size                int
}

// A generator makes a random run: goroutine 1 starts the others, everybody
// locks and unlocks in any order, and some waits for all at the end.
type generator struct {
	*rand.Rand
	*run
	shape
	locks   int
	started []bool
	done    []bool
	held    [][]hold
	memory  memory
}

type hold struct {
	lock   uint64
	shared bool
}

func generate(rng *rand.Rand, s shape) *run {
	threads := 2 + rng.IntN(3)
	g := &generator{
		Rand: rng, run: newRun(), shape: s, locks: 2 + rng.IntN(3),
		started: make([]bool, threads), done: make([]bool, threads), held: make([][]hold, threads),
	}
	g.started[0] = true
	if s.join {
		g.add(trace.Event{G: 1, Op: trace.OpWGAdd, Obj: wgObject, Arg: uint64(threads - 1)})
	}
	for n := 0; n < 6*s.size && len(g.events) < s.size; n++ {
		g.step(rng.IntN(threads))
	}
	for t := range threads {
		for len(g.held[t]) > 0 && rng.IntN(5) > 0 {
			g.unlock(t, len(g.held[t])-1)
		}
	}
	for t := range threads {
		if g.started[t] && rng.IntN(4) == 0 {
			g.block(t)
		}
	}
	return g.run
}

const (
	wgObject  = 100
	keyObject = 200
)

func (g *generator) step(t int) {
	switch p := g.IntN(100); {
	case !g.started[t]:
		g.started[t] = true
		g.add(trace.Event{G: 1, Op: trace.OpGo, Obj: uint64(t + 1)})
		g.handOver(t)
	case g.done[t]:
	case p < 55:
		g.lock(t)
	case p < 85:
		if n := len(g.held[t]); n > 0 {
			i := n - 1
			if g.IntN(4) == 0 {
				i = g.IntN(n)
			}
			g.unlock(t, i)
		}
	case p < 93 && g.shape.memory:
		g.access(t)
	case p < 93 && g.keys:
		op := trace.OpRelease
		if g.IntN(2) == 0 {
			op = trace.OpAcquire
		}
		g.add(trace.Event{G: trace.G(t + 1), Op: op, Obj: keyObject + uint64(g.IntN(2))})
	case g.join && len(g.held[t]) == 0:
		g.finish(t)
	}
}

// handOver makes goroutine 1 give its newest lock to goroutine t, which it has
// just started.
func (g *generator) handOver(t int) {
	n := len(g.held[0])
	if !g.give || n == 0 {
		return
	}
	h := g.held[0][n-1]
	g.held[0], g.held[t] = g.held[0][:n-1], append(g.held[t], h)
	g.given[uint64(len(g.events))] = given{h.lock}
}

// finish ends a goroutine, or makes goroutine 1 wait for the others.
func (g *generator) finish(t int) {
	if t > 0 {
		g.done[t] = true
		g.add(trace.Event{G: trace.G(t + 1), Op: trace.OpWGAdd, Obj: wgObject, Arg: ^uint64(0)})
		return
	}
	for i := 1; i < len(g.done); i++ {
		if !g.done[i] {
			return
		}
	}
	g.add(trace.Event{G: 1, Op: trace.OpWGDone, Obj: wgObject})
}

// free reports whether goroutine t can have the lock now.
func (g *generator) free(t int, h hold) bool {
	if g.slots && h.lock == 1 {
		n := 0
		for _, held := range g.held {
			for _, o := range held {
				if o.lock == 1 {
					n++
				}
			}
		}
		return n < 2
	}
	for u := range g.held {
		for _, o := range g.held[u] {
			if o.lock == h.lock && !(o.shared && h.shared) {
				return false
			}
		}
	}
	return true
}

func (g *generator) lock(t int) {
	h := hold{uint64(1 + g.IntN(g.locks)), g.rw && g.IntN(2) == 0}
	e := trace.Event{G: trace.G(t + 1), Op: trace.OpLock, Obj: h.lock, Arg: uint64(1 + g.IntN(2))}
	if h.shared {
		e.Op = trace.OpRLock
	}
	if g.rw {
		e.Flag |= trace.FlagRW
	}
	try := g.try && g.IntN(5) == 0
	switch {
	case len(g.held[t]) >= 3:
	case g.free(t, h):
		if try {
			e.Flag |= trace.FlagTry
		}
		g.held[t] = append(g.held[t], h)
		g.add(e)
	case try && !g.rw:
		e.Op = trace.OpTryFail
		g.add(e)
	}
}

// block makes t wait for a lock until the end of the run.
func (g *generator) block(t int) {
	h := hold{uint64(1 + g.IntN(g.locks)), g.rw && g.IntN(2) == 0}
	own := slices.ContainsFunc(g.held[t], func(o hold) bool { return o.lock == h.lock })
	if own || g.done[t] || g.free(t, h) {
		return
	}
	e := trace.Event{G: trace.G(t + 1), Op: trace.OpRequest, Obj: h.lock, Arg: 1, Flag: trace.FlagRW}
	if h.shared {
		e.Op = trace.OpRRequest
	}
	g.add(e)
}

func (g *generator) unlock(t, i int) {
	h := g.held[t][i]
	g.held[t] = slices.Delete(g.held[t], i, i+1)
	e := trace.Event{G: trace.G(t + 1), Op: trace.OpUnlock, Obj: h.lock}
	if h.shared {
		e.Op = trace.OpRUnlock
	}
	g.add(e)
}
