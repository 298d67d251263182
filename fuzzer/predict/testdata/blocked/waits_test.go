// Package blocked has tests that leave goroutines blocked for ever, and beside each a
// twin that leaves none. What is said of one stands behind "want:" above it.
package blocked

import (
	"log"
	"sync"
	"testing"
	"time"
	"unsafe"
)

type box struct {
	mu sync.RWMutex
	wg sync.WaitGroup
	ch chan int
	n  int
}

func newBox() *box { return &box{ch: make(chan int)} }

// want: leaked send
func TestSend(t *testing.T) {
	b := newBox()
	go func() { b.ch <- 1 }()
}

func TestSendTwin(t *testing.T) {
	b := newBox()
	go func() { b.ch <- 1 }()
	<-b.ch
}

// want: leaked recv
func TestReceive(t *testing.T) {
	b := newBox()
	go func() { b.n = <-b.ch }()
}

func TestReceiveTwin(t *testing.T) {
	b := newBox()
	go func() { b.n = <-b.ch }()
	close(b.ch)
}

// want: leaked select
func TestSelect(t *testing.T) {
	b, stop := newBox(), make(chan bool)
	go func() {
		select {
		case b.n = <-b.ch:
		case <-stop:
		}
	}()
}

func TestSelectTwin(t *testing.T) {
	b, stop := newBox(), make(chan bool)
	go func() {
		select {
		case b.n = <-b.ch:
		case <-stop:
		}
	}()
	close(stop)
}

// want: leaked recv
func TestNil(t *testing.T) {
	var ch chan int
	go func() { <-ch }()
}

func TestNilTwin(t *testing.T) {
	var ch chan int
	go func() {
		select {
		case <-ch:
		default:
		}
	}()
}

// want: leaked send
func TestNilSend(t *testing.T) {
	var ch chan int
	go func() { ch <- 1 }()
}

// want: leaked select
func TestNoCases(t *testing.T) {
	go func() { select {} }()
}

// want: leaked request
func TestLock(t *testing.T) {
	b := newBox()
	b.mu.Lock()
	go func() { b.mu.Lock() }()
}

func TestLockTwin(t *testing.T) {
	b := newBox()
	b.mu.Lock()
	go func() { b.mu.Lock() }()
	b.mu.Unlock()
}

// want: leaked rrequest
func TestRLock(t *testing.T) {
	b := newBox()
	b.mu.Lock()
	go func() { b.mu.RLock() }()
}

func TestRLockTwin(t *testing.T) {
	b := newBox()
	b.mu.RLock()
	go func() { b.mu.RLock() }()
}

// want: leaked wgwait
func TestWaitGroup(t *testing.T) {
	b := newBox()
	b.wg.Add(1)
	go func() { b.wg.Wait() }()
}

func TestWaitGroupTwin(t *testing.T) {
	b := newBox()
	b.wg.Add(1)
	go func() { b.wg.Wait() }()
	b.wg.Done()
}

// want: leaked wait
func TestCond(t *testing.T) {
	c := sync.NewCond(&sync.Mutex{})
	go func() {
		c.L.Lock()
		c.Wait()
	}()
}

func TestCondTwin(t *testing.T) {
	c, waits := sync.NewCond(&sync.Mutex{}), make(chan bool)
	go func() {
		c.L.Lock()
		close(waits)
		c.Wait()
		c.L.Unlock()
	}()
	<-waits
	c.L.Lock()
	c.Signal()
	c.L.Unlock()
}

// want: leaked send
// want: leaked request
// want: leaked wgwait
// want: leaked wait
func TestFour(t *testing.T) {
	b, c := newBox(), sync.NewCond(&sync.Mutex{})
	b.wg.Add(1)
	b.mu.Lock()
	go func() { b.ch <- 1 }()
	go func() { b.mu.Lock() }()
	go func() { b.wg.Wait() }()
	go func() { c.L.Lock(); c.Wait() }()
}

// want: leaked send 7
func TestSeven(t *testing.T) {
	for range 7 {
		b := newBox()
		go func() { b.ch <- 1 }()
	}
}

// want: leaked send
func TestAfterAWhile(t *testing.T) {
	b := newBox()
	go func() {
		time.Sleep(20 * time.Millisecond)
		b.ch <- 1
	}()
}

// want: leaked send
func TestFails(t *testing.T) {
	b := newBox()
	go func() { b.ch <- 1 }()
	t.SkipNow()
}

// want: leaked send
func TestGivesUp(t *testing.T) {
	b, done := newBox(), make(chan bool)
	go func() {
		time.Sleep(time.Millisecond)
		b.ch <- 1
	}()
	select {
	case b.n = <-b.ch:
	case <-time.After(0):
		close(done)
	}
}

// keptCount is reached from a global variable, and in one block of memory with the
// lock that was allocated before it.
var keptCount *int64

// want: leaked request
func TestTinyNeighbour(t *testing.T) {
	block := make([]*sync.Mutex, 2) // one of them begins a block
	counts := make([]*int64, 2)
	for i := range block {
		block[i], counts[i] = new(sync.Mutex), new(int64)
	}
	i := 0
	if uintptr(unsafe.Pointer(block[0]))%16 != 0 {
		i = 1
	}
	mu := block[i]
	keptCount = counts[i]
	mu.Lock()
	go func() { mu.Lock() }()
}

var keptLock *sync.Mutex

// want: left-blocked request
func TestTinyNeighbourTwin(t *testing.T) {
	keptLock = new(sync.Mutex)
	mu := keptLock
	mu.Lock()
	go func() { mu.Lock() }()
}

// want: leaked send
func TestLogsLast(t *testing.T) {
	b := newBox()
	go func() {
		for {
			b.ch <- 1
		}
	}()
	b.n = <-b.ch
	log.Print("enough")
}
