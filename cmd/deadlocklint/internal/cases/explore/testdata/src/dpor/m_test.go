// Each of these hangs in one order of its operations, and its twin, whose name ends in Well, in none.
package m

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func never(bad bool) {
	if bad {
		select {}
	}
}

func both(a, b sync.Locker, done chan<- bool) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
	done <- true
}

func TestLocks(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go both(&a, &b, done)
	go both(&b, &a, done)
	<-done
	<-done
}

func TestLocksWell(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go both(&a, &b, done)
	go both(&a, &b, done)
	<-done
	<-done
}

func counted(n int) {
	var wg sync.WaitGroup
	wg.Add(n)
	done := make(chan bool)
	go func() {
		defer func() { _ = recover(); done <- true }()
		wg.Done()
	}()
	go func() {
		defer func() { never(recover() != nil); done <- true }()
		wg.Done()
	}()
	<-done
	<-done
}

func TestDone(t *testing.T)     { counted(1) }
func TestDoneWell(t *testing.T) { counted(2) }

func closes(f, g *os.File) {
	done := make(chan bool)
	go func() { f.Close(); done <- true }()
	go func() {
		_, err := g.Stat()
		never(err != nil)
		done <- true
	}()
	<-done
	<-done
}

func opened() (*os.File, *os.File) {
	f, _ := os.Open(os.DevNull)
	g, _ := os.Open(os.DevNull)
	return f, g
}

func TestFile(t *testing.T)     { f, _ := opened(); closes(f, f) }
func TestFileWell(t *testing.T) { closes(opened()) }

// writes has two goroutines that write to a file each. The first byte of f tells which was first.
func writes(f, g *os.File) {
	done := make(chan bool)
	go func() { f.WriteString("a"); done <- true }()
	go func() { g.WriteString("b"); done <- true }()
	<-done
	<-done
	var first [1]byte
	f.ReadAt(first[:], 0)
	never(first[0] == 'b')
}

func created() *os.File {
	f, _ := os.CreateTemp("", "")
	os.Remove(f.Name())
	return f
}

func TestWrites(t *testing.T) { f := created(); defer f.Close(); writes(f, f) }
func TestWritesWell(t *testing.T) {
	f, g := created(), created()
	defer f.Close()
	defer g.Close()
	writes(f, g)
}

func length(bad int) {
	var mu sync.Mutex
	c, done := make(chan int, 1), make(chan bool, 1)
	go func() {
		mu.Lock()
		never(len(c) == bad)
		mu.Unlock()
		done <- true
	}()
	c <- 1
	<-done
}

func TestLen(t *testing.T)     { length(1) }
func TestLenWell(t *testing.T) { length(2) }

func try(waits bool) {
	var mu sync.Mutex
	done := make(chan bool, 1)
	go func() {
		if mu.TryLock() {
			mu.Unlock()
		} else {
			never(waits)
		}
		done <- true
	}()
	mu.Lock()
	mu.Unlock()
	<-done
}

func TestTry(t *testing.T)     { try(true) }
func TestTryWell(t *testing.T) { try(false) }

func TestSignal(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	done := make(chan bool, 1)
	go func() { mu.Lock(); c.Wait(); mu.Unlock(); done <- true }()
	mu.Lock()
	c.Signal()
	mu.Unlock()
	<-done
}

func TestSignalWell(t *testing.T) {
	var mu sync.Mutex
	set := false
	c := sync.NewCond(&mu)
	done := make(chan bool, 1)
	go func() {
		mu.Lock()
		for !set {
			c.Wait()
		}
		mu.Unlock()
		done <- true
	}()
	mu.Lock()
	set = true
	c.Signal()
	mu.Unlock()
	<-done
}

func selects(bad int) {
	c1, c2, done := make(chan int, 1), make(chan int, 1), make(chan int, 1)
	go func() {
		select {
		case <-c1:
			done <- 1
		case <-c2:
			done <- 2
		}
	}()
	go func() { c1 <- 1 }()
	go func() { c2 <- 1 }()
	never(<-done == bad)
}

func TestSelect(t *testing.T)     { selects(2) }
func TestSelectWell(t *testing.T) { selects(3) }

func atomics(bad int32) {
	var x atomic.Int32
	done := make(chan bool, 2)
	add := func() { v := x.Load(); x.Store(v + 1); done <- true }
	go add()
	go add()
	<-done
	<-done
	never(x.Load() == bad)
}

func TestAtomic(t *testing.T)     { atomics(1) }
func TestAtomicWell(t *testing.T) { atomics(3) }

func TestReaders(t *testing.T) {
	var mu sync.RWMutex
	done := make(chan bool, 1)
	go func() { mu.RLock(); mu.RLock(); mu.RUnlock(); mu.RUnlock(); done <- true }()
	mu.Lock()
	mu.Unlock()
	<-done
}

func TestReadersWell(t *testing.T) {
	var mu sync.RWMutex
	done := make(chan bool, 1)
	go func() { mu.RLock(); mu.RUnlock(); mu.RLock(); mu.RUnlock(); done <- true }()
	mu.Lock()
	mu.Unlock()
	<-done
}

func canceled(waits bool) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool, 1)
	go func() { never(ctx.Err() != nil && waits); done <- true }()
	cancel()
	<-done
}

func TestContext(t *testing.T)     { canceled(true) }
func TestContextWell(t *testing.T) { canceled(false) }

func timers(bad int) {
	c := make(chan int, 2)
	go func() { time.Sleep(time.Millisecond); c <- 1 }()
	go func() { time.Sleep(time.Millisecond); c <- 2 }()
	never(<-c == bad)
}

func TestTimers(t *testing.T)     { timers(2) }
func TestTimersWell(t *testing.T) { timers(3) }

// The third tick and the end of the sleep come some microseconds after each other.
func ticks(held bool) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	stop := make(chan bool)
	wg.Go(func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				mu.Lock()
				mu.Unlock()
			}
		}
	})
	time.Sleep(3 * time.Millisecond)
	close(stop)
	if held {
		mu.Lock()
		defer mu.Unlock()
	}
	wg.Wait()
}

func TestTicks(t *testing.T)     { ticks(true) }
func TestTicksWell(t *testing.T) { ticks(false) }

func stored(bad int) {
	var shared sync.Map
	var mu sync.Mutex
	done := make(chan bool, 1)
	go func() {
		mu.Lock()
		v, _ := shared.Load(1)
		never(v == bad)
		mu.Unlock()
		done <- true
	}()
	shared.Store(1, 1)
	<-done
}

func TestMap(t *testing.T)     { stored(1) }
func TestMapWell(t *testing.T) { stored(2) }

func once(bad int) {
	var o sync.Once
	first := 0
	done := make(chan bool, 2)
	go func() { o.Do(func() { first = 1 }); done <- true }()
	go func() { o.Do(func() { first = 2 }); done <- true }()
	<-done
	<-done
	never(first == bad)
}

func TestOnce(t *testing.T)     { once(2) }
func TestOnceWell(t *testing.T) { once(3) }

// Children of different goroutines have other numbers when these come the other way round.
func children(bad int) {
	var mu sync.Mutex
	first := 0
	done := make(chan bool, 2)
	child := func(n int) {
		mu.Lock()
		if first == 0 {
			first = n
		}
		mu.Unlock()
		done <- true
	}
	go func() { go child(1) }()
	go func() { go child(2) }()
	<-done
	<-done
	never(first == bad)
}

func TestChildren(t *testing.T)     { children(2) }
func TestChildrenWell(t *testing.T) { children(3) }
