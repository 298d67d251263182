package regatta

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestBoardWhileBoatsFinish(t *testing.T) {
	finish(t, func() {
		r := NewRace(nil)
		for n := range 20 {
			r.Finish(fmt.Sprint("boat ", n), time.Hour)
		}
		var wg sync.WaitGroup
		began := time.Now()
		wg.Add(2)
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/2 {
				r.Board()
			}
		}()
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/2 {
				r.Finish("boat 3", time.Since(began)+1)
			}
		}()
		wg.Wait()
		if w := r.Winners(); len(w) != 1 || w[0] != "boat 3" {
			t.Error(w)
		}
	})
}

func TestBoard(t *testing.T) {
	finish(t, func() {
		r := NewRace(Scratch{})
		r.Finish("Gull", 3*time.Minute)
		r.Finish("Tern", 2*time.Minute)
		if s := r.Board(); s != "2. Gull 3m0s\n1. Tern 2m0s\n" {
			t.Error(s)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}
