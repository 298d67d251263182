package driver

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// VetHeap is how large the heap of a vettool gets before the first collection, in bytes: most
// packages are done by then.
const VetHeap = 256 << 20

// StartHeap puts the first garbage collection off until the heap has a size, as the Go compiler
// does. Whoever sets GOGC or GOMEMLIMIT knows better.
func StartHeap(size int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(size)
	first := new([16]byte) // not so small that it shares memory with others, which may live longer
	runtime.SetFinalizer(first, func(*[16]byte) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(100)
	})
}
