package main

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A load is the events of a made-up program.
type load struct {
	name, what string
	make       func(n int, add func(trace.Event))
}

// loads are programs whose order of locks is harmless: their cost is
// the reading of the run, not the search for candidates.
var loads = []load{
	{"8 goroutines", "8 goroutines that take two of 64 locks in order, and now and then pass something on by an atomic", steady},
	{"10 000 short-lived", "10 000 goroutines at a time that live for 8 events each, between a go statement and a WaitGroup", short},
	{"channels", "8 goroutines that pass values round through channels, with a lock", pipeline},
}

// feed gives events their Seq.
type feed struct {
	seq, n int
	add    func(trace.Event)
}

func (f *feed) emit(g int, op trace.Op, obj, arg uint64) {
	f.seq++
	f.add(trace.Event{Seq: uint64(f.seq), G: trace.G(g), Op: op, Obj: obj, Arg: arg})
}

// The objects of the loads: above 1<<32, since smaller numbers are goroutines.
const (
	locks    = 1 << 40
	ownLocks = 1 << 41
	atomics  = 1 << 42
	chans    = 1 << 43
	group    = 1 << 44
)

func steady(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	for g := 2; g <= 9; g++ {
		f.emit(1, trace.OpGo, uint64(g), 1)
	}
	for i := 0; f.seq < f.n; i++ {
		g, a := 2+i%8, uint64(locks+i*7%63)
		f.emit(g, trace.OpLock, a, uint64(1+i%5))
		f.emit(g, trace.OpLock, a+1, uint64(1+i%3))
		f.emit(g, trace.OpUnlock, a+1, 0)
		f.emit(g, trace.OpUnlock, a, 0)
		if i%4 == 0 {
			f.emit(g, trace.OpRelease, uint64(atomics+g), uint64(trace.ViaAtomic))
			f.emit(g, trace.OpAcquire, uint64(atomics+(g+1)%8), uint64(trace.ViaAtomic))
		}
	}
}

func short(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	for g := 1; f.seq < f.n; {
		from := g + 1
		for range 10_000 {
			g++
			f.emit(1, trace.OpWGAdd, group, 1)
			f.emit(1, trace.OpGo, uint64(g), 1)
		}
		for step := range 6 {
			for w := from; w <= g; w++ {
				shortStep(f, w, step)
			}
		}
		f.emit(1, trace.OpWGWait, group, 2)
		f.emit(1, trace.OpWGDone, group, 0)
	}
}

func shortStep(f *feed, g, step int) {
	shared, own := uint64(locks+g%100), uint64(ownLocks+g)
	switch step {
	case 0:
		f.emit(g, trace.OpAcquire, atomics, uint64(trace.ViaAtomic))
		f.emit(g, trace.OpRelease, atomics, uint64(trace.ViaAtomic))
		f.emit(g, trace.OpLock, shared, 3)
	case 1:
		f.emit(g, trace.OpLock, own, 4)
	case 2:
		f.emit(g, trace.OpUnlock, own, 0)
	case 3:
		f.emit(g, trace.OpUnlock, shared, 0)
	case 4:
		f.emit(g, trace.OpWGAdd, group, ^uint64(0))
	case 5:
		f.emit(g, trace.OpExit, 0, 0)
	}
}

func pipeline(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	for g := 2; g <= 9; g++ {
		f.add(trace.Event{Seq: uint64(f.seq + 1), G: 1, Op: trace.OpMakeChan, Obj: uint64(chans + g), Aux: 1})
		f.seq++
		f.emit(1, trace.OpGo, uint64(g), 1)
	}
	for i := 0; f.seq < f.n; i++ {
		g, next, c := 2+i%8, 2+(i+1)%8, uint64(chans+2+i%8)
		f.emit(g, trace.OpLock, locks, 1)
		f.emit(g, trace.OpUnlock, locks, 0)
		f.emit(g, trace.OpSend, c, 2)
		f.emit(g, trace.OpSent, c, 0)
		f.emit(next, trace.OpRecv, c, 3)
		f.emit(next, trace.OpReceived, c, 0)
	}
}
