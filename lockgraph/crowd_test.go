//go:build unix

package lockgraph

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/trace/tracetest"
)

// BenchmarkCrowds reads each crowd once per size: see also go run . goroutines in
// directory bench.
func BenchmarkCrowds(b *testing.B) {
	for _, l := range tracetest.Crowds() {
		for n := 1000; n <= 1_024_000; n *= 2 {
			b.Run(fmt.Sprintf("%s/%d", l.Name, n), func(b *testing.B) {
				for b.Loop() {
					runtime.GC()
					start := ownCPU()
					builder := NewBuilder(Options{})
					l.Make(n, builder.Add)
					rel := builder.Finish()
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB")
					b.ReportMetric(float64(ownCPU()-start)/float64(time.Millisecond), "CPU-ms")
					b.ReportMetric(float64(rel.Stats.Events), "events")
				}
			})
		}
	}
}

func ownCPU() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // 0 where it fails
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
