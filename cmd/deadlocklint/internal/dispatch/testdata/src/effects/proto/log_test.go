package proto

import (
	"os"
	"runtime"
	"sync"
	"testing"
)

// TestLog uses logs in several orders, and closes the last one from two goroutines.
func TestLog(t *testing.T) {
	for _, order := range []string{"wwfwf", "wf", "w", "www", "wfwfwf", "w", ""} {
		l := &Log{}
		l.Open()
		for _, c := range order {
			if c == 'w' {
				l.Write()
			} else {
				l.Flush()
			}
		}
		l.Close()
	}
	l := &Log{}
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); l.Open() }()
	go func() { defer wg.Done(); comesLate(before); l.Close() }()
	wg.Wait()
}

// comesLate waits for the end of the other goroutine: the number of goroutines is no event.
func comesLate(before int) {
	for os.Getenv("DEADLOCKLINT_MODE") == "1" && runtime.NumGoroutine() > before+1 {
		runtime.Gosched()
	}
}

// TestHanded uses an object from two goroutines, which a channel orders.
func TestHanded(t *testing.T) {
	h := &Handed{}
	c := make(chan int, 1)
	go func() { h.Begin(); c <- 1 }()
	<-c
	h.End()
}

func TestSolo(t *testing.T) {
	s := &Solo{}
	s.Begin()
	s.End()
}

// TestGuarded uses an object from two goroutines, between which a lock is handed over.
func TestGuarded(t *testing.T) {
	g := &Guarded{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); g.Begin(); mu.Lock(); mu.Unlock() }()
	go func() { defer wg.Done(); comesLate(before); mu.Lock(); mu.Unlock(); g.End() }()
	wg.Wait()
}
