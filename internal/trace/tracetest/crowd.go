package tracetest

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A Crowd is a made-up program of any size, which serves to measure the cost of an
// analysis. It has no deadlock, and its locks come in one order.
type Crowd struct {
	Name, What string
	Make       func(n int, add func(trace.Event)) // of n goroutines, or of n objects that the name says
}

// Crowds returns programs of short-lived goroutines, and programs in which very
// many use one object.
func Crowds() []Crowd {
	return []Crowd{
		{"chain", "each goroutine starts the next one and ends; one WaitGroup waits for all", chain},
		{"pool", "64 workers that take work from a channel; each starts its successor and ends; two atomics and a lock", pool},
		{"tree", "each goroutine starts two and waits for them by a WaitGroup of its own", tree},
		{"futures", "16 goroutines that each start a goroutine and wait for its answer on a channel of its own, again and again", futures},
		{"fan", "goroutines that all wait for one channel to be closed and answer on another one", fan},
		{"waiters", "goroutines that wait on one WaitGroup and then on one condition variable", waiters},
		{"senders", "goroutines that are blocked in sends on one channel", senders},
		{"semaphore", "goroutines that take one of 1000 slots of a channel in the order of their start", semaphore},
		{"buffer", "values that one goroutine puts into a channel of 60 000 places and another one takes out", buffer},
		{"locks", "locks, each taken below one lock of all, by 8 goroutines", manyLocks},
		{"readers", "goroutines that hold one RWMutex at the same time, each released by the next one", readers},
		{"descendants", "a chain of goroutines that each take a value that the first one sent", descendants},
	}
}

// A tape gives events their Seq.
type tape struct {
	seq uint64
	add func(trace.Event)
}

func (f *tape) event(g int, op trace.Op, obj, arg uint64) { f.flagged(g, op, obj, arg, 0) }

func (f *tape) flagged(g int, op trace.Op, obj, arg uint64, flag uint8) {
	f.seq++
	f.add(trace.Event{Seq: f.seq, G: trace.G(g), Op: op, Obj: obj, Arg: arg, Flag: flag})
}

func (f *tape) makeChan(g int, obj uint64, capacity uint16) {
	f.seq++
	f.add(trace.Event{Seq: f.seq, G: trace.G(g), Op: trace.OpMakeChan, Obj: obj, Arg: 7, Aux: capacity})
}

// lock takes a lock and gives it back.
func (f *tape) lock(g int, obj, stack uint64) {
	f.event(g, trace.OpLock, obj, stack)
	f.event(g, trace.OpUnlock, obj, 0)
}

// touch is an atomic addition.
func (f *tape) touch(g int, obj uint64) {
	f.event(g, trace.OpAcquire, obj, uint64(trace.ViaAtomic))
	f.event(g, trace.OpRelease, obj, uint64(trace.ViaAtomic))
}

func (f *tape) begin(g, child int) {
	f.event(g, trace.OpWGAdd, crowdGroup, 1)
	f.event(g, trace.OpGo, uint64(child), 1)
}

func (f *tape) end(g int) {
	f.event(g, trace.OpWGAdd, crowdGroup, ^uint64(0))
	f.event(g, trace.OpExit, 0, 0)
}

func (f *tape) wait(g int, group uint64) {
	f.event(g, trace.OpWGWait, group, 2)
	f.event(g, trace.OpWGDone, group, 0)
}

// The objects of the crowds: above 1<<32, since smaller numbers are goroutines.
// Objects of which there are many are apart.
const (
	crowdGroup = 1<<40 + 0x100*iota
	crowdLock
	crowdAtomic
	crowdOther
	crowdChan
	crowdAnswer
	crowdCond
	crowdOwn = 1 << 41
)

// own is object number i of the objects of which there are many.
func own(i int) uint64 { return crowdOwn + uint64(i)*0x100 }

func chain(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.begin(1, 2)
	for g := 2; g < n+2; g++ {
		f.lock(g, crowdLock, 3)
		if g < n+1 {
			f.begin(g, g+1)
		}
		f.end(g)
	}
	f.wait(1, crowdGroup)
}

func pool(n int, add func(trace.Event)) {
	const width = 64
	f := &tape{add: add}
	f.makeChan(1, crowdChan, width)
	var workers []int
	next := 2
	for range min(width, n) {
		f.begin(1, next)
		workers = append(workers, next)
		next++
	}
	for i := 0; len(workers) > 0; i++ {
		at := i * 7 % len(workers)
		g := workers[at]
		f.event(1, trace.OpSend, crowdChan, 2)
		f.event(1, trace.OpSent, crowdChan, 0)
		f.event(g, trace.OpRecv, crowdChan, 3)
		f.event(g, trace.OpReceived, crowdChan, 0)
		f.touch(g, crowdAtomic)
		if next < n+2 {
			f.begin(g, next)
			workers[at] = next
			next++
		} else {
			workers = append(workers[:at], workers[at+1:]...)
		}
		f.lock(g, crowdLock, 4)
		if i%3 == 0 {
			f.touch(g, crowdOther)
		}
		f.end(g)
	}
	f.wait(1, crowdGroup)
}

func tree(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.event(1, trace.OpLock, crowdLock, 3)
	f.event(1, trace.OpUnlock, crowdLock, 0)
	for g := 1; g <= n; g++ { // level by level, as if all ran at the same time
		for child := 2 * g; child <= min(2*g+1, n); child++ {
			f.event(g, trace.OpWGAdd, own(g), 1)
			f.event(g, trace.OpGo, uint64(child), 1)
		}
	}
	for g := n; g > 0; g-- {
		if 2*g <= n {
			f.wait(g, own(g))
		}
		f.lock(g, crowdLock, 4)
		if g > 1 {
			f.event(g, trace.OpWGAdd, own(g/2), ^uint64(0))
			f.event(g, trace.OpExit, 0, 0)
		}
	}
}

func futures(n int, add func(trace.Event)) {
	const width = 16
	f := &tape{add: add}
	for g := 2; g < 2+width; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
	}
	for i := range n {
		by, g, answer := 2+i%width, 2+width+i, own(i)
		f.makeChan(by, answer, 0)
		f.event(by, trace.OpGo, uint64(g), 2)
		f.event(by, trace.OpRecv, answer, 3)
		f.lock(g, crowdLock, 4)
		f.touch(g, crowdAtomic)
		f.event(g, trace.OpSend, answer, 5)
		f.event(g, trace.OpSent, answer, uint64(by))
		f.event(by, trace.OpReceived, answer, uint64(g))
		f.event(g, trace.OpExit, 0, 0)
	}
}

func fan(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.makeChan(1, crowdChan, 0)
	f.makeChan(1, crowdAnswer, 0)
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
		f.event(g, trace.OpRecv, crowdChan, 2)
	}
	f.event(1, trace.OpClose, crowdChan, 3)
	for g := 2; g < n+2; g++ {
		f.event(g, trace.OpRecvClosed, crowdChan, 0)
		f.event(g, trace.OpSend, crowdAnswer, 4)
	}
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpRecv, crowdAnswer, 5)
		f.event(1, trace.OpReceived, crowdAnswer, uint64(g))
		f.event(g, trace.OpSent, crowdAnswer, 1)
		f.event(g, trace.OpExit, 0, 0)
	}
}

func waiters(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.event(1, trace.OpWGAdd, crowdGroup, 1)
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
		f.event(g, trace.OpWGWait, crowdGroup, 2)
	}
	f.event(1, trace.OpWGAdd, crowdGroup, ^uint64(0))
	for g := 2; g < n+2; g++ {
		f.event(g, trace.OpWGDone, crowdGroup, 0)
		f.event(g, trace.OpLock, crowdLock, 3)
		f.event(g, trace.OpWait, crowdCond, 4)
		f.event(g, trace.OpUnlock, crowdLock, 0)
	}
	f.event(1, trace.OpBroadcast, crowdCond, 5)
	for g := 2; g < n+2; g++ {
		f.event(g, trace.OpWake, crowdCond, 0)
		f.lock(g, crowdLock, 6)
		f.event(g, trace.OpExit, 0, 0)
	}
}

func senders(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.makeChan(1, crowdChan, 1)
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
		f.event(g, trace.OpSend, crowdChan, 2)
	}
	f.event(2, trace.OpSent, crowdChan, 0)
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpRecv, crowdChan, 3)
		f.event(1, trace.OpReceived, crowdChan, 0)
	}
	for g := n + 1; g > 1; g-- {
		if g > 2 {
			f.event(g, trace.OpSent, crowdChan, 0)
		}
		f.event(g, trace.OpExit, 0, 0)
	}
}

func semaphore(n int, add func(trace.Event)) {
	const slots = 1000
	f := &tape{add: add}
	f.makeChan(1, crowdChan, slots)
	for g := 2; g < n+2+slots; g++ {
		if old := g - slots; old >= 2 {
			f.lock(old, crowdLock, 3)
			f.event(old, trace.OpRecv, crowdChan, 4)
			f.event(old, trace.OpReceived, crowdChan, 0)
			f.event(old, trace.OpExit, 0, 0)
		}
		if g < n+2 {
			f.event(1, trace.OpSend, crowdChan, 2)
			f.event(1, trace.OpSent, crowdChan, 0)
			f.event(1, trace.OpGo, uint64(g), 1)
		}
	}
}

func buffer(n int, add func(trace.Event)) {
	const places = 60_000
	f := &tape{add: add}
	f.makeChan(1, crowdChan, places)
	f.event(1, trace.OpGo, 2, 1)
	for done := 0; done < n; {
		some := min(places, n-done)
		for range some {
			f.event(1, trace.OpSend, crowdChan, 2)
			f.event(1, trace.OpSent, crowdChan, 0)
		}
		for range some {
			f.event(2, trace.OpRecv, crowdChan, 3)
			f.event(2, trace.OpReceived, crowdChan, 0)
		}
		done += some
	}
}

func manyLocks(n int, add func(trace.Event)) {
	f := &tape{add: add}
	for g := 2; g < 10; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
	}
	for i := range n {
		g := 2 + i%8
		f.event(g, trace.OpLock, crowdLock, 2)
		f.lock(g, own(i), 3)
		f.event(g, trace.OpUnlock, crowdLock, 0)
		f.event(g, trace.OpLock, own(i), 4)
		f.lock(g, own(i+n), 5)
		f.event(g, trace.OpUnlock, own(i), 0)
	}
}

func readers(n int, add func(trace.Event)) {
	f := &tape{add: add}
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpGo, uint64(g), 1)
		f.flagged(g, trace.OpRLock, crowdLock, 2, trace.FlagRW)
	}
	for g := 2; g < n+2; g++ {
		f.flagged(2+(g-1)%n, trace.OpRUnlock, crowdLock, 0, trace.FlagRW|trace.FlagForeign)
	}
	for g := 2; g < n+2; g++ {
		f.event(g, trace.OpExit, 0, 0)
	}
}

func descendants(n int, add func(trace.Event)) {
	f := &tape{add: add}
	f.makeChan(1, crowdChan, 1000)
	f.begin(1, 2)
	for g := 2; g < n+2; g++ {
		f.event(1, trace.OpSend, crowdChan, 2)
		f.event(1, trace.OpSent, crowdChan, 0)
		f.event(g, trace.OpRecv, crowdChan, 3)
		f.event(g, trace.OpReceived, crowdChan, 0)
		if g < n+1 {
			f.begin(g, g+1)
		}
		f.end(g)
	}
}
