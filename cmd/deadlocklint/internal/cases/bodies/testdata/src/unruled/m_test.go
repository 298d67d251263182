// No order of points decides what these tests read, but for those whose names end in Well.
package m

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"sync"
	"testing"
	"weak"
)

func beside(f func()) { pair(f, func() {}) }

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func TestCount(t *testing.T)   { beside(func() { runtime.NumGoroutine() }) }
func TestStacks(t *testing.T)  { beside(func() { runtime.Stack(make([]byte, 100), true) }) }
func TestProfile(t *testing.T) { beside(func() { pprof.Lookup("goroutine").Count() }) }
func TestGC(t *testing.T)      { beside(func() { debug.ReadGCStats(&debug.GCStats{}) }) }
func TestMemory(t *testing.T)  { beside(func() { runtime.ReadMemStats(&runtime.MemStats{}) }) }
func TestMetrics(t *testing.T) {
	beside(func() { metrics.Read([]metrics.Sample{{Name: "/sched/goroutines:goroutines"}}) })
}

func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Skip(err)
	}
	pair(func() { w.Write([]byte("a")); w.Close() }, func() { io.ReadAll(r) })
}

func TestConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	pair(func() { l.Accept() }, func() { net.Dial("tcp", l.Addr().String()) })
}

var pool = sync.Pool{New: func() any { return new(int) }}

func TestPool(t *testing.T) { beside(func() { pool.Put(pool.Get()) }) }

type box struct{ p *int }

func TestWeak(t *testing.T) {
	v := new(box)
	w := weak.Make(v)
	beside(func() { _ = w.Value() })
	runtime.KeepAlive(v)
}

func TestFinalizer(t *testing.T) { beside(func() { runtime.SetFinalizer(new(box), func(*box) {}) }) }
func TestCleanup(t *testing.T)   { beside(func() { runtime.AddCleanup(new(box), func(int) {}, 0) }) }

func TestUniqueWell(t *testing.T) {
	beside(func() { netip.MustParseAddr("fe80::1%eth0").WithZone("b") })
}
func TestNoFinalizerWell(t *testing.T) { beside(func() { runtime.SetFinalizer(new(box), nil) }) }
func TestFileWell(t *testing.T) {
	beside(func() {
		if f, err := os.Open("go.mod"); err == nil {
			f.Close()
		}
	})
}
func TestPlacesWell(t *testing.T)  { beside(func() { runtime.Caller(0); runtime.GOMAXPROCS(0) }) }
func TestPrintsWell(t *testing.T)  { beside(func() { os.Stdout.WriteString("") }) }
func TestFormatsWell(t *testing.T) { beside(func() { _ = fmt.Sprint(1) }) }
func TestNoPipeWell(t *testing.T) {
	a, b := net.Pipe()
	pair(func() { a.Close() }, func() { b.Close() })
}
