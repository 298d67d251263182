package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// An operation is something to measure. The work of begin is not measured.
type operation struct {
	name  string
	any   bool // it uses no Mutex or RWMutex, so other lock types do not matter
	begin func() (run func(n int), end func())
}

func operations() []operation {
	list := []operation{
		{name: "Lock+Unlock", begin: simple(lockUnlock)},
		{name: "Lock+Unlock, 20 frames deep", begin: simple(deep(20, lockUnlock))},
		{name: "RLock+RUnlock", begin: simple(readLock)},
		{name: "two nested Lock+Unlock", begin: simple(nested)},
		{name: "Lock+Unlock, 2 goroutines, own locks", begin: simple(parallel)},
	}
	for _, n := range []int{10, 100, 1000} {
		list = append(list, operation{name: fmt.Sprintf("Lock+Unlock, %d held elsewhere", n), begin: func() (func(int), func()) {
			return lockUnlock, holdElsewhere(n)
		}})
	}
	return append(list,
		operation{name: "send+receive, unbuffered, there and back", any: true, begin: pingPong},
		operation{name: "send+receive, buffered", any: true, begin: simple(buffered)},
		operation{name: "go+exit", any: true, begin: simple(start)},
		operation{name: "Once.Do, done", any: true, begin: simple(once)},
		operation{name: "WaitGroup Add+Done+Wait", any: true, begin: simple(waitGroup)},
		operation{name: "new, 64 bytes, no lock", any: true, begin: simple(allocate)},
		operation{name: "new, 64 bytes, a lock in it", any: true, begin: simple(allocateLock)},
	)
}

func simple(run func(int)) func() (func(int), func()) {
	return func() (func(int), func()) { return run, func() {} }
}

var (
	mu, inner Mutex
	rw        RWMutex
	ones      sync.Once
)

func lockUnlock(n int) {
	for i := 0; i < n; {
		mu.Lock()
		i++
		mu.Unlock()
	}
}

func readLock(n int) {
	for i := 0; i < n; {
		rw.RLock()
		i++
		rw.RUnlock()
	}
}

func nested(n int) {
	for i := 0; i < n; {
		mu.Lock()
		inner.Lock()
		i++
		inner.Unlock()
		mu.Unlock()
	}
}

// deep returns run below that many frames.
func deep(frames int, run func(int)) func(int) {
	return func(n int) { descend(frames, n, run) }
}

//go:noinline
func descend(frames, n int, run func(int)) int {
	if frames == 0 {
		run(n)
		return 0
	}
	return 1 + descend(frames-1, n, run) // no tail call: the frame stays
}

func parallel(n int) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var own struct {
				_  [64]byte
				mu Mutex
				_  [64]byte
			}
			for i := 0; i < n/2; {
				own.mu.Lock()
				i++
				own.mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// holdElsewhere lets another goroutine hold n locks until the end.
func holdElsewhere(n int) (end func()) {
	held, release, released := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		locks := make([]Mutex, n)
		for i := range locks {
			locks[i].Lock()
		}
		held <- true
		<-release
		for i := range locks {
			locks[i].Unlock()
		}
		released <- true
	}()
	<-held
	return func() {
		release <- true
		<-released
	}
}

func pingPong() (run func(int), end func()) {
	there, back := make(chan int), make(chan int)
	go func() {
		for i := range there {
			back <- i
		}
		close(back)
	}()
	return func(n int) {
		for i := range n {
			there <- i
			<-back
		}
	}, func() { close(there); <-back }
}

func buffered(n int) {
	c := make(chan int, 1)
	for i := range n {
		c <- i
		<-c
	}
}

// start counts with an atomic, which costs the same in every mode.
func start(n int) {
	var ended atomic.Int64
	for i := range n {
		go func() { ended.Add(1) }()
		if i%64 == 0 {
			runtime.Gosched()
		}
	}
	for ended.Load() < int64(n) {
		runtime.Gosched()
	}
}

func once(n int) {
	for range n {
		ones.Do(func() {})
	}
}

func waitGroup(n int) {
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		wg.Done()
		wg.Wait()
	}
}

var (
	plain  *[64]byte
	locked *struct {
		mu sync.Mutex
		_  [56]byte
	}
)

func allocate(n int) {
	for range n {
		plain = new([64]byte)
	}
	runtime.KeepAlive(plain)
}

func allocateLock(n int) {
	for range n {
		locked = new(struct {
			mu sync.Mutex
			_  [56]byte
		})
	}
	runtime.KeepAlive(locked)
}
