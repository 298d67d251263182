// Package explored has small bodies that bench explore runs natively and under many
// schedules.
package explored

import (
	"sync"
	"testing"
)

// bodies are run by a benchmark and by a test of one name each.
var bodies = map[string]func(){
	"ordered locks": func() {
		var a, b sync.Mutex
		both(func() { locked(&a, &b, 1) }, func() { locked(&a, &b, 1) })
	},
	"locks in a loop": func() {
		var a, b sync.Mutex
		both(func() { locked(&a, &b, 100) }, func() { locked(&a, &b, 100) })
	},
	"pipeline of channels": func() {
		c, d := make(chan int), make(chan int)
		go func() {
			defer close(d)
			for v := range c {
				d <- v + 1
			}
		}()
		go func() {
			defer close(c)
			for i := range 20 {
				c <- i
			}
		}()
		for range d {
		}
	},
	"select and stop": func() {
		c, stop := make(chan int), make(chan bool)
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				select {
				case <-c:
				case <-stop:
					return
				}
			}
		}()
		for i := range 20 {
			c <- i
		}
		close(stop)
		wg.Wait()
	},
	"condition": func() {
		var mu sync.Mutex
		c, n := sync.NewCond(&mu), 0
		both(func() {
			for range 20 {
				mu.Lock()
				n++
				c.Signal()
				mu.Unlock()
			}
		}, func() {
			for range 20 {
				mu.Lock()
				for n == 0 {
					c.Wait()
				}
				n--
				mu.Unlock()
			}
		})
	},
}

func both(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func locked(a, b *sync.Mutex, n int) {
	for range n {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}
}

func BenchmarkBodies(b *testing.B) {
	for name, body := range bodies {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				body()
			}
		})
	}
}

func TestOrderedLocks(t *testing.T)       { bodies["ordered locks"]() }
func TestLocksInALoop(t *testing.T)       { bodies["locks in a loop"]() }
func TestPipelineOfChannels(t *testing.T) { bodies["pipeline of channels"]() }
func TestSelectAndStop(t *testing.T)      { bodies["select and stop"]() }
func TestCondition(t *testing.T)          { bodies["condition"]() }
