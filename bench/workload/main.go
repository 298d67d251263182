// Command workload measures the cost of operations of package sync and of channels in
// its own process. The benchmark of the recorder builds it several times, from the same
// source: natively, with the instrumented GOROOT, and with other lock types (tags
// godeadlock and linkdata). It runs the instrumented build with the recorder off and
// on.
//
// For every operation it prints a line with the name and the CPU time of one operation
// in nanoseconds. The time is user and system time of all threads together. The caller
// decides about repetitions, and takes the minimum of several runs.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func main() {
	atLeast := flag.Duration("t", 20*time.Millisecond, "CPU `time` to measure an operation for")
	only := flag.String("only", "", "measure operations whose name contains this `text`")
	flag.Parse()
	for _, o := range operations() {
		if o.any && variant != "sync" || !strings.Contains(o.name, *only) {
			continue
		}
		fmt.Fprintf(os.Stdout, "%s\t%.2f\n", o.name, measure(o, *atLeast))
	}
}

// measure doubles the number of operations until they take long enough. The
// shorter runs before warm everything up.
func measure(o operation, atLeast time.Duration) float64 {
	run, end := o.begin()
	defer end()
	runtime.GC()
	for n := 1000; ; n *= 2 {
		before := cpu()
		run(n)
		if took := cpu() - before; took >= atLeast {
			return float64(took.Nanoseconds()) / float64(n)
		}
	}
}

// cpu is the time that this process has spent, in all threads.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
