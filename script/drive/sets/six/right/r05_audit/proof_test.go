package audit

import (
	"sync"
	"testing"
	"time"
)

func TestActiveWhileSessionsRecord(t *testing.T) {
	finish(t, func() {
		l := New()
		var sessions []*Session
		for range 100 {
			s, err := l.Begin("ann")
			if err != nil {
				t.Error(err)
			}
			sessions = append(sessions, s)
		}
		record := func() {
			for _, s := range sessions {
				if err := s.Record("read"); err != nil {
					t.Error(err)
				}
			}
		}
		both(5000, record, func() { l.Active() })
		if n := len(l.Entries()); n != l.Active()["ann"] {
			t.Error(n)
		}
	})
}

func TestEndAndSeal(t *testing.T) {
	finish(t, func() {
		l := New()
		a, _ := l.Begin("ann")
		b, _ := l.Begin("bob")
		a.End()
		a.End()
		if err := a.Record("read"); err != ErrEnded {
			t.Error(err)
		}
		l.Seal()
		if err := b.Record("read"); err != ErrSealed {
			t.Error(err)
		}
		if _, err := l.Begin("ann"); err != ErrSealed {
			t.Error(err)
		}
		b.End()
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

// both calls a and b, each n times in a goroutine of its own. Calls end after half a second, but
// each is made once.
func both(n int, a, b func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range []func(){a, b} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range n {
				fn()
				if time.Since(began) > time.Second/2 {
					return
				}
			}
		}()
	}
	wg.Wait()
}
