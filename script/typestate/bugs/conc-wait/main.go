// Command conc-wait waits for a pool while a worker gives it tasks.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/sourcegraph/conc/pool"
)

func main() {
	tasks := pool.New().WithMaxGoroutines(2)
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for range 3 {
			tasks.Go(func() {})
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	tasks.Wait()
	worker.Wait()
	fmt.Println("done")
}
