package driver

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// gcPercent is what the heap grows by between two collections; off is math.MaxUint64.
func gcPercent() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// TestHeap shows that the first collection is put off, and that the ones after it come
// as they always do.
func TestHeap(t *testing.T) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	VetHeap.Start()
	if n := gcPercent(); n <= 100 {
		t.Fatalf("collections start at %d percent", n)
	}
	for gcPercent() != 100 { // as soon as the finalizer has run
		runtime.GC()
	}
}

// TestHeapIsTold shows that who sets GOGC or GOMEMLIMIT is obeyed.
func TestHeapIsTold(t *testing.T) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "50")
			before := gcPercent()
			VetHeap.Start()
			if n := gcPercent(); n != before {
				t.Errorf("changed from %d to %d percent", before, n)
			}
		})
	}
}
