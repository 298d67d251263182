// Command tally-report closes a reporter while a worker reports timings.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/uber-go/tally/m3"
)

func main() {
	reporter, err := m3.NewReporter(m3.Options{HostPorts: []string{"127.0.0.1:9052"}, Service: "driver", Env: "test"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	timer := reporter.AllocateTimer("work", nil)
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for range 3 {
			timer.ReportTimer(time.Millisecond)
			reporter.Flush()
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	_ = reporter.Close()
	worker.Wait()
	fmt.Println("closed")
}
