package lockgraph

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A load makes events until it has made n.
type load func(n int, add func(trace.Event))

// feed gives events their Seq and ends the load after n.
type feed struct {
	seq, n int
	add    func(trace.Event)
}

func (f *feed) emit(g int, op trace.Op, obj, arg uint64) bool {
	f.seq++
	f.add(trace.Event{Seq: uint64(f.seq), G: trace.G(g), Op: op, Obj: obj, Arg: arg})
	return f.seq < f.n
}

// steady is 8 goroutines that take two of 64 locks in order, and now and then
// pass something on by an atomic.
func steady(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	for g := 2; g <= 9; g++ {
		f.emit(1, trace.OpGo, uint64(g), 1)
	}
	for i := 0; ; i++ {
		g, a, b := 2+i%8, uint64(100+i*7%63), uint64(0)
		b = a + 1
		f.emit(g, trace.OpLock, a, uint64(i%5))
		f.emit(g, trace.OpLock, b, uint64(i%3))
		f.emit(g, trace.OpUnlock, b, 0)
		f.emit(g, trace.OpUnlock, a, 0)
		if i%4 == 0 {
			f.emit(g, trace.OpRelease, uint64(10+g), uint64(trace.ViaAtomic))
			f.emit(g, trace.OpAcquire, uint64(10+(g+1)%8), uint64(trace.ViaAtomic))
		}
		if f.seq >= f.n {
			return
		}
	}
}

// short is 10 000 goroutines at a time that live for 8 events each, side by
// side, between a go and a WaitGroup: they count themselves atomically and take
// one of 100 locks and one of their own.
func short(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	g := 1
	for f.seq < f.n {
		from := g + 1
		for range 10_000 {
			g++
			f.emit(1, trace.OpWGAdd, 1, 1)
			f.emit(1, trace.OpGo, uint64(g), 1)
		}
		for step := range 6 {
			for w := from; w <= g; w++ {
				shortStep(f, w, step)
			}
		}
		f.emit(1, trace.OpWGWait, 1, 2)
		f.emit(1, trace.OpWGDone, 1, 0)
	}
}

func shortStep(f *feed, g, step int) {
	a := uint64(100 + g%100)
	switch step {
	case 0:
		f.emit(g, trace.OpAcquire, 1, uint64(trace.ViaAtomic))
		f.emit(g, trace.OpRelease, 1, uint64(trace.ViaAtomic))
		f.emit(g, trace.OpLock, a, 3)
	case 1:
		f.emit(g, trace.OpLock, 1000+uint64(g), 4)
	case 2:
		f.emit(g, trace.OpUnlock, 1000+uint64(g), 0)
	case 3:
		f.emit(g, trace.OpUnlock, a, 0)
	case 4:
		f.emit(g, trace.OpWGAdd, 1, ^uint64(0))
	case 5:
		f.emit(g, trace.OpExit, 0, 0)
	}
}

// pipeline is 8 goroutines that pass 1 value a round through channels.
func pipeline(n int, add func(trace.Event)) {
	f := &feed{n: n, add: add}
	for g := 2; g <= 9; g++ {
		f.add(trace.Event{Seq: 0, G: 1, Op: trace.OpMakeChan, Obj: uint64(g), Aux: 1})
		f.emit(1, trace.OpGo, uint64(g), 1)
	}
	for i := 0; f.seq < f.n; i++ {
		g := 2 + i%8
		next := 2 + (i+1)%8
		f.emit(g, trace.OpLock, 100, 1)
		f.emit(g, trace.OpUnlock, 100, 0)
		f.emit(g, trace.OpSend, uint64(g), 2)
		f.emit(g, trace.OpSent, uint64(g), 0)
		f.emit(next, trace.OpRecv, uint64(g), 3)
		f.emit(next, trace.OpReceived, uint64(g), 0)
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, l := range []struct {
		name string
		load load
	}{{"steady", steady}, {"short", short}, {"pipeline", pipeline}} {
		for _, n := range []int{100_000, 1_000_000, 10_000_000} {
			b.Run(fmt.Sprintf("%s/%d", l.name, n), func(b *testing.B) { benchmark(b, l.load, n) })
		}
	}
}

func benchmark(b *testing.B, l load, n int) {
	var before, after runtime.MemStats
	var rel *Relation
	for b.Loop() {
		rel = nil
		runtime.GC()
		runtime.ReadMemStats(&before)
		builder := NewBuilder(Options{})
		l(n, builder.Add)
		rel = builder.Finish()
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB-kept")
	b.ReportMetric(float64(after.Sys)/1e6, "MB-sys")
	start := time.Now()
	res := rel.Analyze(context.Background(), Info{})
	b.ReportMetric(time.Since(start).Seconds()*1000, "ms-analyze")
	b.ReportMetric(float64(len(res.Candidates)), "candidates")
}

func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rel := crossing(n).relation(Options{})
			for b.Loop() {
				rel.Analyze(context.Background(), Info{})
			}
			b.ReportMetric(float64(len(rel.Analyze(context.Background(), Info{}).Candidates)), "candidates")
		})
	}
}
