// Command pond-trysubmit stops a pool while a worker submits tasks.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/alitto/pond"
)

func main() {
	pool := pond.New(1, 4)
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for range 3 {
			pool.TrySubmit(func() {})
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	pool.StopAndWait()
	worker.Wait()
	fmt.Println("stopped")
}
