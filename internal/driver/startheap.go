package driver

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// startingHeap is how large the heap of a vettool gets before the first collection, in
// bytes. Most packages need less, and their process ends before anything has to be collected.
const startingHeap = 256 << 20

// StartHeap puts the first garbage collection off until the heap is as large as
// startingHeap, as the Go compiler does. Whoever sets GOGC or GOMEMLIMIT knows better.
func StartHeap() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(startingHeap)
	first := new([16]byte) // not so small that it shares memory with others, which may live longer
	runtime.SetFinalizer(first, func(*[16]byte) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(100)
	})
}
