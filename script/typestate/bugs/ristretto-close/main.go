// Command ristretto-close closes a cache while a worker uses it.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/dgraph-io/ristretto"
)

func main() {
	cache, err := ristretto.NewCache(&ristretto.Config{NumCounters: 100, MaxCost: 10, BufferItems: 64})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for i := range 3 {
			cache.Set(i, i, 1)
			cache.Get(i)
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	cache.Close()
	worker.Wait()
	fmt.Println("closed")
}
