// The test interrupts the process that explores it in its 300th run, when the file says so.
package m

import (
	"os"
	"sync"
	"syscall"
	"testing"
	"time"
)

var runs int

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
	go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
	wg.Wait()
}

func TestFails(t *testing.T) {
	if runs++; runs == 300 && os.Remove("interrupt") == nil {
		syscall.Kill(os.Getppid(), syscall.SIGINT)
		for syscall.Getppid() > 1 { // until the parent ends this process
			syscall.Nanosleep(&syscall.Timespec{Nsec: 1e6}, nil)
		}
	}
	var mu sync.Mutex
	last := 0
	done := make(chan bool)
	for i := range 3 {
		go func() { mu.Lock(); last = i; mu.Unlock(); done <- true }()
	}
	for range 3 {
		<-done
	}
	if last == 0 {
		t.Error("the first one was last")
	}
}

func TestZLater(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(time.Second):
	}
}
