package static

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A Heap says when garbage is collected. The first collection is at First bytes. The next ones
// follow each time that the heap has grown by Growth percent of the memory in use. Above Large
// bytes in use, the growth in bytes stays that of Large bytes, but is at least a quarter of the
// memory in use. So a large program spends less memory to save time.
type Heap struct {
	First  int64
	Growth int
	Large  int64
}

var (
	// VetHeap is for a vettool, of which go vet runs several: most packages are done before
	// anything is collected.
	VetHeap = Heap{256 << 20, 150, 1 << 30}
	// wholeHeap is for a whole program, which keeps most of its allocations.
	wholeHeap = Heap{512 << 20, 200, 1 << 30}
)

// Start puts the first garbage collection off, as the Go compiler does. GOGC or
// GOMEMLIMIT, when set, takes precedence.
func (h Heap) Start() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(h.First)
	var collected func(*[16]byte)
	collected = func(again *[16]byte) { // after each collection
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(h.growth(inUse()))
		runtime.SetFinalizer(again, collected)
	}
	first := new([16]byte) // not so small that it shares memory with others, which may live longer
	runtime.SetFinalizer(first, collected)
}

// growth is by how many percent so many bytes may grow.
func (h Heap) growth(used int64) int {
	if used <= h.Large {
		return h.Growth
	}
	return max(int(int64(h.Growth)*h.Large/used), 25)
}

// inUse is how many bytes the last collection has left.
func inUse() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
