package auction

import (
	"errors"
	"sync"
	"testing"
	"time"
)

func TestWatcherThatDoesNotRead(t *testing.T) {
	finish(t, func() {
		l := Open(-1)
		offers, leave := l.Watch()
		for cents := range int64(4) {
			if err := l.Bid("ann", cents); (err == nil) != (cents > 0) {
				t.Error(cents, err)
			}
		}
		if o := <-offers; o.Cents != 3 {
			t.Error(o)
		}
		leave()
		leave()
		if _, ok := <-offers; ok || l.Watchers() != 0 {
			t.Error("not closed")
		}
		if o := l.Hammer(); o != l.Hammer() || o.Cents != 3 {
			t.Error(o)
		}
	})
}

func TestBidsWhileItEnds(t *testing.T) {
	finish(t, func() {
		l := Open(0)
		var wg sync.WaitGroup
		for range 4 {
			wg.Add(2)
			go func() {
				defer wg.Done()
				for cents := int64(1); !errors.Is(l.Bid("bob", cents), ErrOver); cents++ {
				}
			}()
			go func() {
				defer wg.Done()
				offers, leave := l.Watch()
				defer leave()
				for range offers {
				}
			}()
		}
		time.Sleep(20 * time.Millisecond)
		l.Hammer()
		wg.Wait()
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
