package m

import (
	"sync/atomic"
	"testing"
	"time"
)

func twice(f func()) {
	done := make(chan bool)
	go func() { f(); done <- true }()
	go func() { time.Sleep(time.Millisecond); f(); done <- true }()
	<-done
	<-done
}

func TestDrain(t *testing.T)     { twice(New(2).Drain) }
func TestDrainWell(t *testing.T) { twice(New(2).DrainWell) }

func TestOwnWell(t *testing.T) {
	var p atomic.Pointer[int]
	ready := make(chan bool, 1)
	go func() { ready <- true; p.Store(new(int)) }()
	<-ready
	time.Sleep(time.Millisecond)
	if *p.Load() != 0 {
		t.Fatal("a value")
	}
}
