// Command workload measures what operations of package sync and of channels
// cost in the process it runs in. The benchmark of the recorder builds it
// several times, from the same source: natively, with the instrumented GOROOT,
// and with other lock types (tags godeadlock and linkdata), and runs it with
// the recorder off and on.
//
// For every operation it prints a line with its name and the CPU time of one,
// in nanoseconds, user and system time of all threads together. It decides
// nothing about repetitions: the caller takes the minimum of several runs.
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
