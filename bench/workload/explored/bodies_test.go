// Package explored has small bodies that bench explore runs natively and under many
// schedules, and that script/explore/stress.sh runs millions of times.
package explored

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
	"readers and a writer": func() {
		var mu sync.RWMutex
		m := map[int]string{}
		both(func() {
			for i := range 10 {
				mu.Lock()
				m[i%3] = strconv.Itoa(i)
				mu.Unlock()
			}
		}, func() {
			for i := range 10 {
				mu.RLock()
				_ = m[i%3] + m[0]
				mu.RUnlock()
			}
		})
	},
	"once and atomics": func() {
		var once sync.Once
		var n atomic.Int64
		var list atomic.Pointer[[]byte]
		use := func() {
			once.Do(func() { b := make([]byte, 64); list.Store(&b) })
			for old := n.Load(); !n.CompareAndSwap(old, old+int64(len(*list.Load()))); {
				old = n.Load()
			}
		}
		both(use, use)
	},
	"timers": func() {
		ticks := time.NewTicker(time.Millisecond)
		defer ticks.Stop()
		late := time.AfterFunc(time.Hour, func() { panic("late") })
		defer late.Stop()
		for range 3 {
			select {
			case <-ticks.C:
			case <-time.After(time.Second):
			}
		}
	},
	"contexts": func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		jobs, results := make(chan int), make(chan string, 4)
		var wg sync.WaitGroup
		for range 3 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for {
					select {
					case i := <-jobs:
						results <- strconv.Itoa(i)
					case <-ctx.Done():
						return
					}
				}
			}()
		}
		for i := range 8 {
			jobs <- i
			<-results
		}
		cancel()
		wg.Wait()
	},
	"pool and map": func() {
		var pool sync.Pool
		var m sync.Map
		use := func() {
			for i := range 5 {
				b, _ := pool.Get().(*[]byte)
				if b == nil {
					b = new([]byte)
				}
				*b = append((*b)[:0], make([]byte, 32)...)
				m.Store(i, string(*b))
				m.LoadOrStore(i+1, "")
				pool.Put(b)
			}
		}
		both(use, use)
	},
	"10 goroutines":   func() { crowd(10) },
	"100 goroutines":  func() { crowd(100) },
	"1000 goroutines": func() { crowd(1000) },
	"4000 steps":      func() { long(4000) },
	"40000 steps":     func() { long(40000) },
	"200000 steps":    func() { long(200000) },
}

// crowd is so many goroutines that come to one lock.
func crowd(n int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	came := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			came++
			mu.Unlock()
		}()
	}
	wg.Wait()
}

// long is so many steps of two goroutines, half of them at locks of their own.
func long(steps int) {
	var a, b sync.Mutex
	work := func() {
		var own sync.Mutex
		for range steps / 16 {
			locked(&a, &b, 1)
			locked(&own, new(sync.Mutex), 1)
		}
	}
	both(work, work)
}

func both(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func locked(a, b *sync.Mutex, n int) {
	for i := 0; i < n; {
		a.Lock()
		b.Lock()
		i++
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
func TestReadersAndAWriter(t *testing.T)  { bodies["readers and a writer"]() }
func TestOnceAndAtomics(t *testing.T)     { bodies["once and atomics"]() }
func TestTimers(t *testing.T)             { bodies["timers"]() }
func TestContexts(t *testing.T)           { bodies["contexts"]() }
func TestPoolAndMap(t *testing.T)         { bodies["pool and map"]() }

func Test10Goroutines(t *testing.T)   { bodies["10 goroutines"]() }
func Test100Goroutines(t *testing.T)  { bodies["100 goroutines"]() }
func Test1000Goroutines(t *testing.T) { bodies["1000 goroutines"]() }
func Test4000Steps(t *testing.T)      { bodies["4000 steps"]() }
func Test40000Steps(t *testing.T)     { bodies["40000 steps"]() }
func Test200000Steps(t *testing.T)    { bodies["200000 steps"]() }
