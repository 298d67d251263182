// Command cache4j is a kernel of the cache cache4j (thesis, table 9.3): ten
// goroutines put, get and remove with next to no work in between, which is the
// worst there is for a recorder of calls.
package main

import (
	"flag"
	"sync"
)

// A Cache is a map with a lock.
type Cache struct {
	mu sync.Mutex
	m  map[int]string
}

// Put stores a value.
func (c *Cache) Put(k int, v string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k] = v
}

// Get returns it.
func (c *Cache) Get(k int) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[k]
	return v, ok
}

// Remove forgets it.
func (c *Cache) Remove(k int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.m, k)
}

// Clear forgets all.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.m)
}

const goroutines = 10

func main() {
	n := flag.Int("n", 1000, "calls of each goroutine, in fours")
	flag.Parse()
	c := &Cache{m: map[int]string{}}
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range *n {
				k := g*1000 + i%100
				c.Put(k, "value")
				c.Get(k)
				c.Get(k + 1000)
				c.Remove(k)
			}
		}()
	}
	wg.Wait()
	c.Clear()
}
