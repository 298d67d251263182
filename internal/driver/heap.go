package driver

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// A Heap says when garbage is collected: first when there are First bytes, and then each time
// that there are Growth percent more than was in use.
type Heap struct {
	First  int64
	Growth int
}

var (
	// VetHeap is for a vettool, of which go vet runs several: most packages are done before
	// anything is collected.
	VetHeap = Heap{256 << 20, 150}
	// wholeHeap is for a whole program, which keeps most of what it allocates.
	wholeHeap = Heap{512 << 20, 200}
)

// Start puts the first garbage collection off, as the Go compiler does. Whoever sets GOGC or
// GOMEMLIMIT knows better.
func (h Heap) Start() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(h.First)
	first := new([16]byte) // not so small that it shares memory with others, which may live longer
	runtime.SetFinalizer(first, func(*[16]byte) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(h.Growth)
	})
}
